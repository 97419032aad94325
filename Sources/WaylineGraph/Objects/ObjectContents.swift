import Observation
import Synchronization
import WaylineSystem

/// The variables of an object that announces its changes, taken for a snapshot.
///
/// `ObservableObject` and `@Observable` objects are the state of a program. The object itself is kept, and gets its
/// values back: so the objects that refer to it still do. Only values are written. A variable with a pointer, a closure
/// or another object, such as a subscription, cannot be brought back: it owns something, or is owned by somebody.
@MainActor
package struct ObjectContents {
  private let object: AnyObject
  private let variables: [(name: String, content: any ObjectVariable)]

  private init(of object: AnyObject, _ fields: [Field]) {
    self.object = object
    variables = fields.compactMap { field in
      ObjectFields.variable(field, of: object).map { (field.name, $0) }
    }
  }

  /// Adds the contents of the objects that a value holds, with those that they hold.
  package static func add(of value: Any, to contents: inout [ObjectIdentifier: ObjectContents]) {
    ContentHasher.visitObjects(of: value) { object in
      guard let fields = ObjectFields.of(type(of: object)),
        contents[ObjectIdentifier(object)] == nil
      else { return false }
      contents[ObjectIdentifier(object)] = ObjectContents(of: object, fields)
      return true
    }
  }

  /// Gives the object its values back, and announces that.
  package func restore() -> ObjectRestoration {
    var result = ObjectRestoration()
    for (name, variable) in variables {
      switch variable.restore(in: object) {
      case .same: break
      case .written: result.isChanged = true
      case .lost: result.lost.insert("\(Self.shown(name)) of \(type(of: object))")
      }
    }
    guard result.isChanged else { return result }
    if let object = object as? any ObservableObject {
      object.changes.didChange()
    } else {
      result.hasUnknownReaders = true
    }
    return result
  }

  /// The name of a variable in the source: that of a wrapper begins with an underscore.
  private static func shown(_ name: String) -> Substring { name.drop { $0 == "_" } }
}

/// The outcome of giving objects their values back.
package struct ObjectRestoration {
  /// True if a value was written.
  var isChanged = false
  /// True if an `@Observable` object was changed: its readers are not known.
  package var hasUnknownReaders = false
  /// The variables that have changed since and cannot be brought back, such as `connection of Loader`.
  package var lost: Set<String> = []

  /// Nothing was restored.
  package init() {}

  /// Adds what became of another object.
  package mutating func add(_ other: Self) {
    isChanged = isChanged || other.isChanged
    hasUnknownReaders = hasUnknownReaders || other.hasUnknownReaders
    lost.formUnion(other.lost)
  }
}

// MARK: - Variables

/// What became of a variable.
private enum VariableOutcome { case same, written, lost }

@MainActor
private protocol ObjectVariable {
  func restore(in object: AnyObject) -> VariableOutcome
}

// NB: not generic, since each use of it would look up its type.
/// The bytes of a value, to see whether a variable still has it: a value that is retained is not changed in place.
private struct CapturedBytes {
  private let bytes: [UInt8]

  init(at address: UnsafeRawPointer, count: Int) {
    bytes = Array(UnsafeRawBufferPointer(start: address, count: count))
  }

  /// True if the same bytes are at an address.
  func agree(at address: UnsafeRawPointer) -> Bool {
    bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { haveSameBytes($0, address, count: bytes.count) } ?? true
    }
  }
}

/// A stored property.
private struct StoredVariable<Value>: ObjectVariable {
  let offset: Int
  let bytes: CapturedBytes
  let value: Value?

  init(offset: Int, of object: AnyObject) {
    self.offset = offset
    let place = Self.place(offset, in: object)
    bytes = CapturedBytes(at: place, count: MemoryLayout<Value>.size)
    value = VariableTypes.captured(place.pointee)
  }

  func restore(in object: AnyObject) -> VariableOutcome {
    let place = Self.place(offset, in: object)
    if bytes.agree(at: place) { return .same }
    guard let value else { return .lost }
    place.pointee = value
    return .written
  }

  private static func place(_ offset: Int, in object: AnyObject) -> UnsafeMutablePointer<Value> {
    (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: Value.self)
  }
}

/// A `@Published` property.
private struct PublishedVariable<Value>: ObjectVariable {
  let property: Published<Value>
  let bytes: CapturedBytes
  let value: Value?

  init(_ property: Published<Value>) {
    self.property = property
    let present = property.wrappedValue
    bytes = withUnsafePointer(to: present) {
      CapturedBytes(at: $0, count: MemoryLayout<Value>.size)
    }
    value = VariableTypes.captured(present)
  }

  func restore(in object: AnyObject) -> VariableOutcome {
    if withUnsafePointer(to: property.wrappedValue, { bytes.agree(at: $0) }) { return .same }
    guard let value else { return .lost }
    property.restore(value)
    return .written
  }
}

extension Published {
  @MainActor
  fileprivate var variable: any ObjectVariable { PublishedVariable(self) }
}

/// A wrapper whose value is taken.
@MainActor
private protocol CapturedProperty {
  var variable: any ObjectVariable { get }
}

extension Published: CapturedProperty {}

/// The variables of classes whose objects announce their changes, found once per class.
private enum ObjectFields {
  private struct Known: @unchecked Sendable {
    // Proof: fields are constant.
    let fields: [Field]?
  }

  private static let known = Mutex<[ObjectIdentifier: Known]>([:])

  /// The variables of a class; nil if its objects announce no changes.
  static func of(_ type: AnyClass) -> [Field]? {
    if let known = known.withLock({ $0[ObjectIdentifier(type)] }) { return known.fields }
    let announces = type is any ObservableObject.Type || type is any Observable.Type
    let fields = announces ? Field.all(of: type).filter(isTaken) : nil
    known.withLock { $0[ObjectIdentifier(type)] = Known(fields: fields) }
    return fields
  }

  private static func isTaken(_ field: Field) -> Bool {
    field.isVariable && field.isStrong && field.isCopyable
  }

  @MainActor
  static func variable(_ field: Field, of object: AnyObject) -> (any ObjectVariable)? {
    func stored<Value>(_ type: Value.Type) -> (any ObjectVariable)? {
      if type is any PublishedField.Type {
        let address = Unmanaged.passUnretained(object).toOpaque() + field.offset
        // A value of a store is restored with the store.
        return (address.assumingMemoryBound(to: Value.self).pointee as? any CapturedProperty)?
          .variable
      }
      return StoredVariable<Value>(offset: field.offset, of: object)
    }
    return stored(field.type)
  }
}

/// Types whose values can be written back: they own nothing but other such values.
private enum VariableTypes {
  private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

  /// A value if it can be written back: what cannot be is not retained either, so that its owner can release it.
  static func captured<Value>(_ value: Value) -> Value? { areValues(Value.self) ? value : nil }

  static func areValues(_ type: any Any.Type) -> Bool {
    let id = ObjectIdentifier(type)
    if let known = known.withLock({ $0[id] }) { return known }
    // A type inside itself decides nothing.
    known.withLock { $0[id] = true }
    let answer = decide(type)
    known.withLock { $0[id] = answer }
    return answer
  }

  private static func decide(_ type: any Any.Type) -> Bool {
    if MemoryTypes.contains(type) { return false }
    if let collection = type as? any ContentCollection.Type {
      return collection.elements.allSatisfy(areValues)
    }
    switch MetadataKind(of: type) {
    case .object:
      guard let type = type as? AnyClass else { return false }
      return ObjectFields.of(type) != nil
    case .structure:
      // A type that can be coded is a value, whatever it is made of.
      return type == String.self || type is any Encodable.Type
        || Field.all(of: type).allSatisfy {
          $0.isStrong && areValues($0.type)
        }
    case .tuple: return Field.all(of: type).allSatisfy { areValues($0.type) }
    case .enumeration, .optional:
      return type is any Encodable.Type || EnumCases.payloads(of: type).allSatisfy(areValues)
    case .other: return BuiltInTypes.areNumbers(type)
    }
  }
}

/// The types of the compiler, of which others are made.
enum BuiltInTypes {
  /// True for the integers and floating-point numbers whose bytes all count.
  static func areNumbers(_ type: any Any.Type) -> Bool {
    let name = _typeName(type)
    return name.hasPrefix("Builtin.Int")
      || name.hasPrefix("Builtin.FPIEEE") && name != "Builtin.FPIEEE80"
  }
}

/// Types of values that only point to memory.
enum MemoryTypes {
  static func contains(_ type: any Any.Type) -> Bool {
    type is any _Pointer.Type || type is any UnsafeMemory.Type
  }
}

private protocol UnsafeMemory {}
extension OpaquePointer: UnsafeMemory {}
extension Unmanaged: UnsafeMemory {}
extension UnsafeBufferPointer: UnsafeMemory {}
extension UnsafeMutableBufferPointer: UnsafeMemory {}
extension UnsafeRawBufferPointer: UnsafeMemory {}
extension UnsafeMutableRawBufferPointer: UnsafeMemory {}
