import Synchronization
import WaylineSystem

// Proof: constant after `init`; the closures capture types only.
/// The comparison of two values of one type, prepared once per type.
///
/// The rule is SwiftUI's: equal bytes are equal; otherwise a type without references is compared
/// field by field, an `Equatable` type by `==`, an optional by its value, another struct or
/// tuple field by field, and anything else counts as changed. A closure is therefore equal only to
/// itself, and so is an enum that is not `Equatable`. The bytes between fields are never read.
package final class InputComparison: @unchecked Sendable {
  /// The comparison of a type that has both an `==` and nothing but plain bytes.
  package enum Preference {
    /// The fields: the inputs of a view.
    case fields
    /// `==`: a value that is written to a state, or given to an environment.
    case equality
  }

  typealias Comparison = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  // Proof: the closures capture types only.
  /// The comparison of values whose bytes differ.
  final class Rule: @unchecked Sendable {
    let isSame: Comparison

    init(_ isSame: @escaping Comparison) {
      self.isSame = isSame
    }
  }

  private let makeRule: () -> Rule
  private let makeLayout: () -> ByteLayout
  private let madeRule = LazyReference<Rule>()
  private let madeLayout = LazyReference<ByteLayout>()

  private init(
    layout: @escaping () -> ByteLayout, rule: @escaping () -> Rule
  ) {
    (makeLayout, makeRule) = (layout, rule)
  }

  /// The rule for values whose bytes differ.
  ///
  /// It is made when they first do: asking the runtime for a conformance costs more than all else
  /// that the first screen of a small program needs.
  private var rule: Rule { madeRule.value(makeRule).takeUnretainedValue() }
  private var layout: ByteLayout { madeLayout.value(makeLayout).takeUnretainedValue() }

  /// True if two values may be taken for the same.
  ///
  /// - Complexity: O(size) when the bytes agree, otherwise that of `==` or of the fields.
  package func isSame<Value>(_ old: Value, _ new: Value) -> Bool {
    withUnsafePointer(to: old) { old in
      withUnsafePointer(to: new) { new in isSame(UnsafeRawPointer(old), UnsafeRawPointer(new)) }
    }
  }

  /// True if the values at two addresses may be taken for the same.
  func isSame<Value>(at old: UnsafePointer<Value>, _ new: UnsafePointer<Value>) -> Bool {
    isSame(UnsafeRawPointer(old), UnsafeRawPointer(new))
  }

  func isSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    // NB: neither is retained: the comparison keeps both.
    madeLayout.value(makeLayout)._withUnsafeGuaranteedRef { $0.agrees(old, new) }
      || madeRule.value(makeRule)._withUnsafeGuaranteedRef { $0.isSame(old, new) }
  }

  /// Replaces an old value by a new one and returns whether they are the same.
  ///
  /// The values are compared in place, and one that is the same to the byte stays: copies add up in
  /// lists.
  package func replace<Value>(_ old: inout Value, with new: Value) -> Bool {
    withUnsafeMutablePointer(to: &old) { old in
      withUnsafePointer(to: new) { new in
        let agrees = layout.agrees(UnsafeRawPointer(old), UnsafeRawPointer(new))
        if agrees, layout.isComplete { return true }
        let isSame = agrees || rule.isSame(UnsafeRawPointer(old), UnsafeRawPointer(new))
        old.pointee = new.pointee
        return isSame
      }
    }
  }
}

// NB: `AtomicLazyReference` builds the metadata of its generic types at each load, which took a
// third of the time of a comparison. An address is read in one instruction.
/// An object that is made at its first use, from any thread, and then stays.
struct LazyReference<Object: AnyObject>: ~Copyable {
  private let address = Atomic<UInt>(0)

  /// The object, made by `make` if no thread has made it before.
  func value(_ make: () -> Object) -> Unmanaged<Object> {
    let known = address.load(ordering: .acquiring)
    if known != 0 { return Self.object(at: known) }
    let made = Unmanaged.passRetained(make())
    let (isFirst, earlier) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
    if isFirst { return made }
    made.release()
    return Self.object(at: earlier)
  }

  private static func object(at address: UInt) -> Unmanaged<Object> {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else {
      preconditionFailure("The address of an allocated object is not zero.")
    }
    return Unmanaged<Object>.fromOpaque(pointer)
  }

  deinit {
    if let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) {
      Unmanaged<Object>.fromOpaque(pointer).release()
    }
  }
}

// Proof: constant after `init`.
/// The bytes of a type that every value of it initialises.
///
/// The bytes between fields, behind a shorter payload and of an empty optional hold anything, so
/// comparing them would take equal values for different ones.
private final class ByteLayout: @unchecked Sendable {
  // NB: most types have one run. Stored here it needs no array.
  /// The first run of bytes beside each other, all initialised.
  private let firstRun: Run
  private let otherRuns: [Run]
  /// Values whose initialised bytes depend on the value, with their own comparisons.
  private let parts: [Part]
  /// True if the runs alone decide whether values are the same.
  let isComplete: Bool
  /// True if anything is known of the type.
  private let isKnown: Bool
  /// True if the first run is all there is.
  private let isOneRun: Bool

  typealias Run = (offset: Int, count: Int)
  typealias Part = (offset: Int, comparison: InputComparison)

  convenience init(
    of type: any Any.Type, size: Int, preferring preference: InputComparison.Preference
  ) {
    var fields = LayoutFields()
    let isKnown = !LayoutFields.dependsOnValue(type)
    if isKnown { fields.add(type, at: 0, size, preference) }
    self.init(fields, isKnown: isKnown)
  }

  /// The layout of bytes that are all initialised.
  convenience init(size: Int) {
    var fields = LayoutFields()
    fields.addRun(at: 0, size)
    self.init(fields, isKnown: true)
  }

  private init(_ fields: LayoutFields, isKnown: Bool) {
    firstRun = fields.runs.first ?? (0, 0)
    otherRuns = Array(fields.runs.dropFirst())
    parts = fields.parts
    self.isKnown = isKnown
    isComplete = isKnown && parts.isEmpty
    isOneRun = isComplete && otherRuns.isEmpty
  }

  /// True if the bytes, and the parts that are no plain bytes, are the same.
  func agrees(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    guard isKnown,
      haveSameBytes(old + firstRun.offset, new + firstRun.offset, count: firstRun.count)
    else { return false }
    if isOneRun { return true }
    for run in otherRuns
    where !haveSameBytes(old + run.offset, new + run.offset, count: run.count) {
      return false
    }
    for part in parts where !part.comparison.isSame(old + part.offset, new + part.offset) {
      return false
    }
    return true
  }
}

/// Collects what is known of the bytes of a type.
private struct LayoutFields {
  var runs: [ByteLayout.Run] = []
  var parts: [ByteLayout.Part] = []

  mutating func add(
    _ type: any Any.Type, at offset: Int, _ size: Int, _ preference: InputComparison.Preference
  ) {
    let kind = MetadataKind(of: type)
    let fields = kind == .structure || kind == .tuple ? Field.all(of: type) : []
    if fields.isEmpty { return addRun(at: offset, size) }
    for field in fields {
      let place = offset + field.offset
      if !field.isStrong {
        addRun(at: place, Self.size(of: field.type))
      } else if Self.dependsOnValue(field.type) {
        parts.append((place, InputComparison.of(anyType: field.type, preferring: preference)))
      } else {
        add(field.type, at: place, Self.size(of: field.type), preference)
      }
    }
  }

  mutating func addRun(at offset: Int, _ count: Int) {
    if let last = runs.last, last.offset + last.count == offset {
      runs[runs.count - 1].count += count
    } else if count > 0 {
      runs.append((offset, count))
    }
  }

  static func dependsOnValue(_ type: any Any.Type) -> Bool {
    switch MetadataKind(of: type) {
    // Nil is a null pointer where an optional refers to an object.
    case .optional: MetadataKind.ofWrapped(inOptional: type) != .object
    case .enumeration: !EnumCases.payloads(of: type).isEmpty
    case .structure, .tuple, .object, .other: false
    }
  }

  private static func size(of type: any Any.Type) -> Int {
    func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size)
  }
}

extension InputComparison {
  /// The comparisons that have been made, for each preference.
  private static let known = Mutex<(fields: Table, equality: Table)>(([:], [:]))
  private typealias Table = [ObjectIdentifier: InputComparison]

  /// The comparison for a type, made at the first call.
  ///
  /// - Complexity: one locked look-up after the first call for the type.
  package static func of<Value>(
    _ type: Value.Type, preferring preference: Preference = .fields
  ) -> InputComparison {
    let key = ObjectIdentifier(type)
    let found = known.withLock { preference == .fields ? $0.fields[key] : $0.equality[key] }
    if let found { return found }
    let made = InputComparison(
      layout: { ByteLayout(of: type, size: MemoryLayout<Value>.size, preferring: preference) },
      rule: { rule(for: type, preferring: preference) })
    known.withLock { known in
      if preference == .fields { known.fields[key] = made } else { known.equality[key] = made }
    }
    return made
  }

  /// The comparison for a type that is known at run time only.
  fileprivate static func of(
    anyType type: any Any.Type, preferring preference: Preference
  ) -> InputComparison {
    func open<Value>(_ type: Value.Type) -> InputComparison { of(type, preferring: preference) }
    return _openExistential(type, do: open)
  }

  private static func rule<Value>(
    for type: Value.Type, preferring preference: Preference
  ) -> Rule {
    let kind = MetadataKind(of: type)
    if kind == .other { return .changed }
    // A linked property holds a reference, so plain bytes are none.
    let isPlain = _isPOD(type)
    if !isPlain, let property = PropertyTypes.linked(type) { return linkedRule(property) }
    let hasPayload = kind == .enumeration && !EnumCases.payloads(of: type).isEmpty
    if preference == .equality || !isPlain || hasPayload,
      let equatable = type as? any Equatable.Type
    {
      return equalRule(equatable)
    }
    if kind == .optional, let optional = type as? any OptionalComparable.Type {
      return Rule(optional.comparison(preferring: preference))
    }
    // Of an enum without `==` only the bytes are known. Those that a shorter payload leaves open
    // may take an equal value for a changed one, never a changed one for an equal.
    if hasPayload { return bytesRule(MemoryLayout<Value>.size) }
    let fields = kind == .object ? [] : Field.all(of: type)
    return fields.isEmpty ? .changed : fieldsRule(fields, preferring: preference)
  }

  private static func fieldsRule(
    _ fields: [Field], preferring preference: Preference
  ) -> Rule {
    let parts = fields.map { ($0.offset, comparison(of: $0, preferring: preference)) }
    return Rule { old, new in
      parts.allSatisfy { offset, comparison in comparison.isSame(old + offset, new + offset) }
    }
  }

  private static func comparison(
    of field: Field, preferring preference: Preference
  ) -> InputComparison {
    func reference<Value>(_ type: Value.Type) -> InputComparison {
      let size = MemoryLayout<Value>.size
      return InputComparison(layout: { ByteLayout(size: size) }, rule: { .changed })
    }
    return field.isStrong
      ? of(anyType: field.type, preferring: preference)
      : _openExistential(field.type, do: reference)
  }

  private static func bytesRule(_ size: Int) -> Rule {
    Rule { haveSameBytes($0, $1, count: size) }
  }

  private static func equalRule<Value: Equatable>(_: Value.Type) -> Rule {
    Rule { old, new in
      old.assumingMemoryBound(to: Value.self).pointee
        == new.assumingMemoryBound(to: Value.self).pointee
    }
  }

  private static func linkedRule<Property: LinkedProperty>(_: Property.Type) -> Rule {
    Rule { old, new in
      old.assumingMemoryBound(to: Property.self).pointee
        .isSameInput(as: new.assumingMemoryBound(to: Property.self).pointee)
    }
  }
}

extension InputComparison.Rule {
  /// Values whose bytes differ count as changed.
  fileprivate static let changed = InputComparison.Rule { _, _ in false }
}

/// Compares optionals by their values.
private protocol OptionalComparable {
  static func comparison(
    preferring preference: InputComparison.Preference
  ) -> InputComparison.Comparison
}

extension Optional: OptionalComparable {
  fileprivate static func comparison(
    preferring preference: InputComparison.Preference
  ) -> InputComparison.Comparison {
    let wrapped = InputComparison.of(Wrapped.self, preferring: preference)
    return { old, new in
      switch (
        old.assumingMemoryBound(to: Self.self).pointee,
        new.assumingMemoryBound(to: Self.self).pointee
      ) {
      case (nil, nil): true
      case (let old?, let new?): wrapped.isSame(old, new)
      default: false
      }
    }
  }
}
