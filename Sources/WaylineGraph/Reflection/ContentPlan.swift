import Synchronization

// Proof: constant after `init`, but for the plans of elements, which are found once, by whichever thread.
/// The content of the values of a type, found once per type: the bytes, texts, elements and objects in them.
///
/// A plan of this class itself is that of a type without content that can be compared: a closure, or a
/// pointer, whose address differs from run to run.
package class ContentPlan: @unchecked Sendable {
  /// True if the type says all of it: there are no objects, and no values of types known at run time only.
  final let isKnown: Bool
  private final let type: any Any.Type
  /// The hash of the name, or 0 before it was needed.
  private final let knownNameHash = Atomic(0)

  fileprivate init<Value>(_ type: Value.Type, isKnown: Bool) {
    (self.type, self.isKnown) = (type, isKnown)
  }

  /// A hash of the name of the type, which is content where another type could be in its place.
  ///
  /// The name is made where it is needed: the runtime of Swift 6.3 cannot name an optional of `any P<Int>.Type`.
  final var nameHash: Int {
    let known = knownNameHash.load(ordering: .relaxed)
    if known != 0 { return known }
    // NB: the qualified name of a private type has an address.
    let hash = "\(type)".hashValue
    knownNameHash.store(hash, ordering: .relaxed)
    return hash
  }

  /// Feeds the content of the value at an address to a hasher.
  ///
  /// - Parameter depth: the number of levels above it that are being hashed.
  func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {}

  private static let plans = Mutex<[ObjectIdentifier: ContentPlan]>([:])

  /// The plan of a type, made at the first call.
  ///
  /// - Complexity: one locked look-up after the first call for the type.
  static func of(_ type: any Any.Type) -> ContentPlan {
    if let found = known(type) { return found }
    func open<Value>(_ type: Value.Type) -> ContentPlan { make(type) }
    let made = _openExistential(type, do: open)
    // Whoever came first on another thread is right.
    return plans.withLock { plans in
      let kept = plans[ObjectIdentifier(type)] ?? made
      plans[ObjectIdentifier(type)] = kept
      return kept
    }
  }

  private static func known(_ type: any Any.Type) -> ContentPlan? {
    plans.withLock { $0[ObjectIdentifier(type)] }
  }
}

// MARK: - Finding a plan

extension ContentPlan {
  /// The parts of which the content of a type is made.
  private enum Form {
    case text
    case collection(any ContentCollection.Type)
    /// A number, or an enum without values: its bytes.
    case bytes
    /// A type whose own hash is one of its content.
    case hashable(any Hashable.Type)
    case fields([Field])
    case cases
    /// A type that says how it is shown, or with a weak reference.
    case mirrored
    case object, existential, none
  }

  private static func form<Value>(of type: Value.Type) -> Form {
    if type == String.self { return .text }
    switch MetadataKind(of: type) {
    case .structure: return formOfStructure(type)
    case .tuple: return .fields(Field.all(of: type))
    case .enumeration where EnumCases.payloads(of: type).isEmpty: return .bytes
    case .enumeration: return .cases
    case .optional: return (type as? any ContentCollection.Type).map(Form.collection) ?? .none
    case .object: return .object
    case .other where MetadataKind.isExistential(type): return .existential
    case .other: return BuiltInTypes.areNumbers(type) ? .bytes : .none
    }
  }

  private static func formOfStructure<Value>(_ type: Value.Type) -> Form {
    if let collection = type as? any ContentCollection.Type { return .collection(collection) }
    if MemoryTypes.contains(type) { return .none }
    let fields = Field.all(of: type)
    let areKnown = fields.allSatisfy { isKnown($0, inside: [ObjectIdentifier(type)]) }
    if areKnown, !fields.isEmpty, _isPOD(type) { return .fields(fields) }
    // A type that can be coded is a value, whatever it is made of: `Data` has the address of its bytes.
    let own = (_isPOD(type) || type is any Encodable.Type ? type : nil) as? any Hashable.Type
    if type is any CustomReflectable.Type { return own.map(Form.hashable) ?? .mirrored }
    if fields.isEmpty { return (type as? any Hashable.Type).map(Form.hashable) ?? .none }
    // What is not known may be memory, an address, or what was computed before.
    if !areKnown, let own { return .hashable(own) }
    return fields.allSatisfy(\.isStrong) ? .fields(fields) : .mirrored
  }

  /// True if types say all of the content of a type, of which those are parts that it is inside of.
  private static func isKnown(
    _ type: any Any.Type, inside outer: Set<ObjectIdentifier> = []
  ) -> Bool {
    // A type inside itself decides nothing.
    if outer.contains(ObjectIdentifier(type)) { return true }
    if let plan = known(type) { return plan.isKnown }
    let outer = outer.union([ObjectIdentifier(type)])
    func open<Value>(_ type: Value.Type) -> Form { form(of: type) }
    switch _openExistential(type, do: open) {
    case .text, .bytes, .hashable: return true
    case .collection(let type): return type.elements.allSatisfy { isKnown($0, inside: outer) }
    case .fields(let fields): return fields.allSatisfy { isKnown($0, inside: outer) }
    case .cases: return EnumCases.payloads(of: type).allSatisfy { isKnown($0, inside: outer) }
    case .mirrored, .object, .existential, .none: return false
    }
  }

  private static func isKnown(_ field: Field, inside outer: Set<ObjectIdentifier>) -> Bool {
    field.isStrong && isKnown(field.type, inside: outer)
  }

  private static func make<Value>(_ type: Value.Type) -> ContentPlan {
    switch form(of: type) {
    case .text: TextPlan(type, isKnown: true)
    case .bytes: BytesPlan(type)
    case .hashable(let type): hashPlan(type)
    case .collection(let collection): collection.contentPlan(isKnown: isKnown(type))
    case .fields(let fields): FieldsPlan(type, fields, isKnown: isKnown(type))
    case .cases: CasesPlan<Value>(type, isKnown: isKnown(type))
    case .mirrored: MirrorPlan<Value>(type, isKnown: false)
    case .object: ReferencePlan(type, isKnown: false)
    case .existential: DynamicPlan<Value>(type, isKnown: false)
    case .none: ContentPlan(type, isKnown: false)
    }
  }

  private static func hashPlan<Value: Hashable>(_ type: Value.Type) -> ContentPlan {
    HashPlan<Value>(type, isKnown: true)
  }
}

// MARK: - Values

private final class TextPlan: ContentPlan, @unchecked Sendable {
  override func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {
    hasher.combine(plain: address.assumingMemoryBound(to: String.self).pointee)
  }
}

private final class BytesPlan: ContentPlan, @unchecked Sendable {
  let size: Int

  init<Value>(_ type: Value.Type) {
    size = MemoryLayout<Value>.size
    super.init(type, isKnown: true)
  }

  override func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {
    hasher.combine(bytes: UnsafeRawBufferPointer(start: address, count: size))
  }
}

private final class HashPlan<Value: Hashable>: ContentPlan, @unchecked Sendable {
  override func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {
    hasher.combine(plain: address.assumingMemoryBound(to: Value.self).pointee)
  }
}

/// The fields of a structure, a tuple or an object: their bytes, and what is more than bytes.
private struct ContentFields {
  private var runs: [(offset: Int, count: Int)] = []
  private var parts: [(offset: Int, plan: ContentPlan)] = []

  init(_ fields: [Field]) {
    for field in fields { add(ContentPlan.of(field.type), at: field.offset) }
  }

  /// Adds a part; the fields of a known one are looked at in place.
  mutating func add(_ plan: ContentPlan, at offset: Int) {
    if let plan = plan as? BytesPlan {
      addRun(at: offset, plan.size)
    } else if let plan = plan as? FieldsPlan, plan.isKnown {
      for run in plan.fields.runs { addRun(at: offset + run.offset, run.count) }
      for part in plan.fields.parts { parts.append((offset + part.offset, part.plan)) }
    } else if type(of: plan) != ContentPlan.self {
      parts.append((offset, plan))
    }
  }

  private mutating func addRun(at offset: Int, _ count: Int) {
    if let last = runs.last, last.offset + last.count == offset {
      runs[runs.count - 1].count += count
    } else if count > 0 {
      runs.append((offset, count))
    }
  }

  func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {
    for run in runs {
      hasher.combine(bytes: UnsafeRawBufferPointer(start: address + run.offset, count: run.count))
    }
    for part in parts where !hasher.skips(part.plan) {
      part.plan.hash(at: address + part.offset, into: &hasher, depth: depth)
    }
  }
}

private final class FieldsPlan: ContentPlan, @unchecked Sendable {
  let fields: ContentFields

  init<Value>(_ type: Value.Type, _ fields: [Field], isKnown: Bool) {
    self.fields = ContentFields(fields)
    super.init(type, isKnown: isKnown)
  }

  override func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {
    fields.hash(at: address, into: &hasher, depth: depth + 1)
  }
}

private final class CasesPlan<Value>: ContentPlan, @unchecked Sendable {
  override func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {
    let value = address.assumingMemoryBound(to: Value.self).pointee
    if let name = EnumCases.name(of: value) { hasher.combine(bytes: name) }
    if let payload = EnumCases.payload(of: value) { hasher.combine(any: payload, depth: depth + 1) }
  }
}

private final class MirrorPlan<Value>: ContentPlan, @unchecked Sendable {
  override func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {
    hasher.combine(
      mirrorOf: address.assumingMemoryBound(to: Value.self).pointee, depth: depth)
  }
}

private final class DynamicPlan<Value>: ContentPlan, @unchecked Sendable {
  override func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {
    hasher.combine(dynamic: address.assumingMemoryBound(to: Value.self).pointee, depth: depth)
  }
}

// MARK: - Collections

/// A standard collection, by the types of its elements.
protocol ContentCollection {
  static var elements: [any Any.Type] { get }
  static func contentPlan(isKnown: Bool) -> ContentPlan
}

// NB: not generic, since each use of it would look up its type.
/// The plan of elements, found when the first one is hashed: a type may be inside itself.
private struct ElementPlan: ~Copyable {
  private let type: any Any.Type
  private let plan = LazyReference<ContentPlan>()

  init(_ type: any Any.Type) { self.type = type }

  func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {
    plan.value { ContentPlan.of(type) }._withUnsafeGuaranteedRef {
      $0.hash(at: address, into: &hasher, depth: depth)
    }
  }
}

extension Optional: ContentCollection {
  static var elements: [any Any.Type] { [Wrapped.self] }
  static func contentPlan(isKnown: Bool) -> ContentPlan {
    OptionalPlan<Wrapped>(Self.self, isKnown: isKnown)
  }
}

private final class OptionalPlan<Wrapped>: ContentPlan, @unchecked Sendable {
  private let wrapped = ElementPlan(Wrapped.self)

  override func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {
    let isNil = address.assumingMemoryBound(to: Wrapped?.self).pointee == nil
    hasher.combine(plain: isNil)
    // The value of an optional begins where the optional does.
    if !isNil { wrapped.hash(at: address, into: &hasher, depth: depth + 1) }
  }
}

extension Array: ContentCollection {
  static var elements: [any Any.Type] { [Element.self] }
  static func contentPlan(isKnown: Bool) -> ContentPlan {
    ArrayPlan<Element>(Self.self, isKnown: isKnown)
  }
}

private final class ArrayPlan<Element>: ContentPlan, @unchecked Sendable {
  private let element = ElementPlan(Element.self)

  override func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {
    let array = address.assumingMemoryBound(to: [Element].self)
    guard hasher.reaches(depth, array.pointee) else { return }
    hasher.combine(plain: array.pointee.count)
    array.pointee.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      for offset in stride(from: 0, to: bytes.count, by: MemoryLayout<Element>.stride) {
        element.hash(at: first + offset, into: &hasher, depth: depth + 1)
      }
    }
  }
}

extension Set: ContentCollection {
  static var elements: [any Any.Type] { [Element.self] }
  static func contentPlan(isKnown: Bool) -> ContentPlan {
    SetPlan<Element>(Self.self, isKnown: isKnown)
  }
}

private final class SetPlan<Element: Hashable>: ContentPlan, @unchecked Sendable {
  private let element = ElementPlan(Element.self)

  override func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {
    let set = address.assumingMemoryBound(to: Set<Element>.self).pointee
    guard hasher.reaches(depth, set) else { return }
    func add(_ part: Element, _ hasher: inout ContentHasher) {
      withUnsafePointer(to: part) { element.hash(at: $0, into: &hasher, depth: depth + 1) }
    }
    hasher.combine(unordered: set, isKnown: isKnown, depth: depth, by: add, add)
  }
}

extension Dictionary: ContentCollection {
  static var elements: [any Any.Type] { [Key.self, Value.self] }
  static func contentPlan(isKnown: Bool) -> ContentPlan {
    DictionaryPlan<Key, Value>(Self.self, isKnown: isKnown)
  }
}

private final class DictionaryPlan<Key: Hashable, Value>: ContentPlan, @unchecked Sendable {
  private let key = ElementPlan(Key.self)
  private let value = ElementPlan(Value.self)

  override func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {
    let dictionary = address.assumingMemoryBound(to: [Key: Value].self).pointee
    guard hasher.reaches(depth, dictionary) else { return }
    func addKey(of part: (key: Key, value: Value), _ hasher: inout ContentHasher) {
      withUnsafePointer(to: part.key) { key.hash(at: $0, into: &hasher, depth: depth + 1) }
    }
    hasher.combine(unordered: dictionary, isKnown: isKnown, depth: depth, by: addKey) {
      part, hasher in
      addKey(of: part, &hasher)
      withUnsafePointer(to: part.value) { value.hash(at: $0, into: &hasher, depth: depth + 1) }
    }
  }
}

// MARK: - Objects

/// An object of the engine, which may lead to a whole scene, and to who observes what.
///
/// It is content of those that hold it only as far as it says.
package protocol EngineObject: AnyObject {
  /// Adds what a program can read of it.
  func addContent(to hasher: inout ContentHasher)
}

extension EngineObject {
  /// Adds nothing: what it has is compared as part of the scene.
  package nonisolated func addContent(to hasher: inout ContentHasher) {}
}

// Proof: a strong reference to an object of any class is one pointer, as `AnyObject` is.
private final class ReferencePlan: ContentPlan, @unchecked Sendable {
  override func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {
    hasher.combine(object: address.assumingMemoryBound(to: AnyObject.self).pointee, depth: depth)
  }
}

// Proof: constant after `init`.
/// The content of the objects of a class, found once per class.
final class ObjectPlan: @unchecked Sendable {
  /// The variable in which an `@Observable` object has its readers.
  static let registrar = "_$observationRegistrar"

  private enum Form {
    case fields(ContentFields)
    /// A class that says how it is shown, or with a weak reference.
    case mirrored
    case engine
  }

  private let form: Form
  private let nameHash: Int

  private init(_ type: AnyClass) {
    nameHash = "\(type)".hashValue
    if type is any EngineObject.Type {
      form = .engine
      return
    }
    let fields = Field.all(of: type)
    if type is any CustomReflectable.Type || !fields.allSatisfy(\.isStrong) {
      form = .mirrored
      return
    }
    // The content of what cannot be copied, such as a lock, is not known.
    var content = ContentFields([])
    for field in fields where field.name != Self.registrar && field.isCopyable {
      if let property = field.type as? any PublishedField.Type {
        // A store has the values of its own.
        if let plan = property.contentPlan { content.add(plan, at: field.offset) }
      } else {
        content.add(ContentPlan.of(field.type), at: field.offset)
      }
    }
    form = .fields(content)
  }

  private static let plans = Mutex<[ObjectIdentifier: ObjectPlan]>([:])

  /// The plan of a class, made at the first call.
  static func of(_ type: AnyClass) -> ObjectPlan {
    if let found = plans.withLock({ $0[ObjectIdentifier(type)] }) { return found }
    let made = ObjectPlan(type)
    return plans.withLock { plans in
      let kept = plans[ObjectIdentifier(type)] ?? made
      plans[ObjectIdentifier(type)] = kept
      return kept
    }
  }

  /// Feeds the content of an object to a hasher.
  func hash(_ object: AnyObject, into hasher: inout ContentHasher, depth: Int) {
    hasher.combine(plain: nameHash)
    switch form {
    case .fields(let fields):
      fields.hash(
        at: UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()), into: &hasher,
        depth: depth + 1)
    case .mirrored: hasher.combine(mirrorOf: object, depth: depth)
    case .engine: (object as? any EngineObject)?.addContent(to: &hasher)
    }
  }
}

/// The value of a published property.
final class PublishedPlan<Value>: ContentPlan, @unchecked Sendable {
  private let value = ElementPlan(Value.self)

  init() { super.init(Published<Value>.self, isKnown: false) }

  override func hash(at address: UnsafeRawPointer, into hasher: inout ContentHasher, depth: Int) {
    let property = address.assumingMemoryBound(to: Published<Value>.self).pointee
    withUnsafePointer(to: property.wrappedValue) {
      value.hash(at: $0, into: &hasher, depth: depth)
    }
  }
}
