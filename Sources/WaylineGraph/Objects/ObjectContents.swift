import Observation
import Synchronization

/// The fields of an object that can change, taken for a snapshot, with those of the objects in them.
///
/// Only objects that announce their changes are taken, `ObservableObject` and `@Observable`: they are the state of a
/// program. A client, a formatter or a lock in one of their fields stays as it is.
@MainActor
package struct ObjectContents {
  /// An object in a field.
  private struct Inner {
    let offset: Int
    let contents: ObjectContents
  }

  private let type: AnyClass
  private let hash: UInt64
  private let fields: [any ObjectFieldValue]
  private let inner: [Inner]
  /// Objects inside objects to this depth are taken.
  private static let depthLimit = 8

  /// The contents of an object; nil for one that announces no changes.
  package init?(of object: AnyObject) { self.init(of: object, depth: 0) }

  private init?(of object: AnyObject, depth: Int) {
    type = Swift.type(of: object)
    guard depth < Self.depthLimit, let plan = ObjectFields.of(type) else { return nil }
    hash = Self.hash(of: object)
    let base = address(of: object)
    fields = plan.values.compactMap { $0.value(at: base) }
    inner = plan.objects.compactMap { offset in
      reference(at: base + offset).flatMap { Self(of: $0, depth: depth + 1) }
        .map { Inner(offset: offset, contents: $0) }
    }
  }

  /// Writes the contents into an object of the same class, and announces that.
  ///
  /// A field that holds the same content is not written: what an object observes stays its own.
  /// - Returns: Whether the object, or one in its fields, is `@Observable` and was changed: its readers are not
  ///   known.
  package func restore(in object: AnyObject) -> Bool {
    guard Swift.type(of: object) == type, Self.hash(of: object) != hash else { return false }
    let base = address(of: object)
    for field in fields { field.restore(at: base) }
    var hasUnknownReaders = !(object is any ObservableObject)
    for part in inner {
      guard let object = reference(at: base + part.offset) else { continue }
      if part.contents.restore(in: object) { hasUnknownReaders = true }
    }
    if let object = object as? any ObservableObject { object.changes.didChange() }
    return hasUnknownReaders
  }

  private static func hash(of object: AnyObject) -> UInt64 {
    var hasher = ContentHasher()
    hasher.combine(object)
    return hasher.finalize()
  }
}

private func address(of object: AnyObject) -> UnsafeMutableRawPointer {
  Unmanaged.passUnretained(object).toOpaque()
}

/// The object that a field with a strong reference holds; nil without one.
private func reference(at address: UnsafeRawPointer) -> AnyObject? {
  address.assumingMemoryBound(to: AnyObject?.self).pointee
}

/// The value of a field of an object.
@MainActor
package protocol ObjectFieldValue {
  /// Writes the value into an object that begins at an address, unless that holds the same content.
  func restore(at base: UnsafeMutableRawPointer)
}

/// The value of a stored property.
private struct StoredFieldValue<Value>: ObjectFieldValue {
  let offset: Int
  let value: Value
  let hash: UInt64

  init(offset: Int, at base: UnsafeMutableRawPointer) {
    self.offset = offset
    value = (base + offset).assumingMemoryBound(to: Value.self).pointee
    hash = ContentHasher.hash(of: value)
  }

  func restore(at base: UnsafeMutableRawPointer) {
    let place = (base + offset).assumingMemoryBound(to: Value.self)
    if ContentHasher.hash(of: place.pointee) != hash { place.pointee = value }
  }
}

// Proof: constant after `init`.
/// The fields of a class that a snapshot takes, found once per class.
private final class ObjectFields: @unchecked Sendable {
  /// A field whose value is taken.
  @MainActor
  struct Value {
    let field: Field

    func value(at base: UnsafeMutableRawPointer) -> (any ObjectFieldValue)? {
      if let published = field.type as? any PublishedField.Type {
        return published.value(at: field.offset, in: base)
      }
      func stored<Stored>(_ type: Stored.Type) -> any ObjectFieldValue {
        StoredFieldValue<Stored>(offset: field.offset, at: base)
      }
      return stored(field.type)
    }
  }

  let values: [Value]
  /// The positions of fields with objects that announce their changes.
  let objects: [Int]
  private static let known = Mutex<[ObjectIdentifier: ObjectFields?]>([:])

  private init(_ type: AnyClass) {
    let fields = Field.all(of: type).filter { $0.isStrong && $0.isCopyable }
    values = fields.filter { $0.isVariable }.map(Value.init)
    objects = fields.filter { Self.announces($0.type) }.map(\.offset)
  }

  /// The fields of a class whose objects announce their changes; nil for another.
  static func of(_ type: AnyClass) -> ObjectFields? {
    if let known = known.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    let fields = announces(type) ? ObjectFields(type) : nil
    known.withLock { $0[ObjectIdentifier(type)] = .some(fields) }
    return fields
  }

  private static func announces(_ type: any Any.Type) -> Bool {
    type is AnyClass && (type is any ObservableObject.Type || type is any Observable.Type)
  }
}

extension PublishedField {
  /// The value of the wrapper in a field, or nil for one whose value is stored elsewhere.
  @MainActor
  fileprivate static func value(
    at offset: Int, in base: UnsafeMutableRawPointer
  ) -> (any ObjectFieldValue)? {
    (base + offset).assumingMemoryBound(to: Self.self).pointee.fieldValue(at: offset)
  }
}
