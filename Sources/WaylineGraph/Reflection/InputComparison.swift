import Glibc
import Synchronization

/// How two values of one type are compared, learned once per type.
///
/// The rule is SwiftUI's: equal bytes are equal; otherwise a type without references is compared
/// field by field, an `Equatable` type by `==`, an optional by what it holds, another struct or
/// tuple field by field, and anything else counts as changed. A closure is therefore equal only to
/// itself, and so is an enum that is not `Equatable`.
// Proof: constant after `init`; the closures capture types only.
package final class InputComparison: @unchecked Sendable {
  /// What decides for a type that has both an `==` and nothing but plain bytes.
  package enum Preference {
    /// The fields: the inputs of a view.
    case fields
    /// `==`: a value that is written to a state, or given to an environment.
    case equality
  }

  typealias Comparison = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  // Proof: the closures capture types only.
  enum Rule: @unchecked Sendable {
    case bytesOnly
    case typed(Comparison)
    case fields([(offset: Int, comparison: InputComparison)])
  }

  private let size: Int
  private let makeRule: () -> Rule
  private let madeRule = Mutex<Rule?>(nil)

  private init(size: Int, rule: @escaping () -> Rule) {
    self.size = size
    makeRule = rule
  }

  /// What decides when the bytes differ.
  ///
  /// It is made when they first do: asking the runtime what a type conforms to costs more than all
  /// else that the first screen of a small program needs.
  private var rule: Rule {
    if let made = madeRule.withLock({ $0 }) { return made }
    let rule = makeRule()
    madeRule.withLock { $0 = rule }
    return rule
  }

  /// Whether two values may be taken for the same.
  ///
  /// - Complexity: O(size) when the bytes agree, otherwise that of `==` or of the fields.
  package func isSame<Value>(_ old: Value, _ new: Value) -> Bool {
    withUnsafePointer(to: old) { old in
      withUnsafePointer(to: new) { new in isSame(UnsafeRawPointer(old), UnsafeRawPointer(new)) }
    }
  }

  func isSame(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    if memcmp(old, new, size) == 0 { return true }
    switch rule {
    case .bytesOnly: return false
    case .typed(let compare): return compare(old, new)
    case .fields(let fields):
      return fields.allSatisfy { $0.comparison.isSame(old + $0.offset, new + $0.offset) }
    }
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
    let made = InputComparison(size: MemoryLayout<Value>.size) {
      rule(for: type, preferring: preference)
    }
    known.withLock { known in
      if preference == .fields { known.fields[key] = made } else { known.equality[key] = made }
    }
    return made
  }

  private static func rule<Value>(
    for type: Value.Type, preferring preference: Preference
  ) -> Rule {
    let kind = MetadataKind(of: type)
    if kind == .other { return .bytesOnly }
    // A linked property holds a reference, so plain bytes are none.
    let isPlain = _isPOD(type)
    if !isPlain, let property = PropertyTypes.linked(type) { return linkedRule(property) }
    if preference == .equality || !isPlain, let equatable = type as? any Equatable.Type {
      return equalRule(equatable)
    }
    if kind == .optional, let optional = type as? any OptionalComparable.Type {
      return .typed(optional.comparison(preferring: preference))
    }
    let fields = kind == .object ? [] : Field.all(of: type)
    guard !fields.isEmpty else { return .bytesOnly }
    return .fields(fields.map { ($0.offset, comparison(of: $0, preferring: preference)) })
  }

  private static func comparison(
    of field: Field, preferring preference: Preference
  ) -> InputComparison {
    func open<Value>(_ type: Value.Type) -> InputComparison {
      field.isStrong
        ? of(type, preferring: preference)
        : InputComparison(size: MemoryLayout<Value>.size) { .bytesOnly }
    }
    return _openExistential(field.type, do: open)
  }

  private static func equalRule<Value: Equatable>(_: Value.Type) -> Rule {
    .typed { old, new in
      old.assumingMemoryBound(to: Value.self).pointee
        == new.assumingMemoryBound(to: Value.self).pointee
    }
  }

  private static func linkedRule<Property: LinkedProperty>(_: Property.Type) -> Rule {
    .typed { old, new in
      old.assumingMemoryBound(to: Property.self).pointee
        .isSameInput(as: new.assumingMemoryBound(to: Property.self).pointee)
    }
  }
}

/// Compares optionals by what they hold.
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
