import Synchronization

/// An object whose owner's views run again when it says that it will change.
///
/// `@Published` properties say so by themselves; call `objectWillChange.send()` for the rest. New
/// code may prefer `@Observable`, which is tracked property by property. Source: Combine's
/// `ObservableObject`.
public protocol ObservableObject: AnyObject {
  /// Tells that the object is about to change.
  var objectWillChange: ObservableObjectPublisher { get }
}

extension ObservableObject {
  /// The publisher shared with the object's `@Published` properties.
  public var objectWillChange: ObservableObjectPublisher {
    PublishedFields.of(type(of: self)).publisher(of: self) ?? UnpublishedObjects.publisher(of: self)
  }
}

/// The `@Published` fields of a class, found once per class.
// Proof: constant after `init`.
private final class PublishedFields: @unchecked Sendable {
  private let fields: [(offset: Int, type: any PublishedField.Type)]
  private static let known = Mutex<[ObjectIdentifier: PublishedFields]>([:])

  private init(_ type: AnyClass) {
    fields = Field.all(of: type).compactMap { field in
      (field.type as? any PublishedField.Type).map { (field.offset, $0) }
    }
  }

  static func of(_ type: AnyClass) -> PublishedFields {
    known.withLock { known in
      if let found = known[ObjectIdentifier(type)] { return found }
      let made = PublishedFields(type)
      known[ObjectIdentifier(type)] = made
      return made
    }
  }

  /// The publisher in the first field, joined to the others the first time; nil without fields.
  func publisher(of object: AnyObject) -> ObservableObjectPublisher? {
    let base = UnsafeMutableRawPointer(Unmanaged.passUnretained(object).toOpaque())
    guard let first = fields.first else { return nil }
    if let publisher = first.type.publisher(at: base + first.offset) { return publisher }
    let made = ObservableObjectPublisher()
    for field in fields { field.type.join(made, at: base + field.offset) }
    return made
  }
}

/// Publishers of objects that have no `@Published` property to keep them.
private enum UnpublishedObjects {
  private struct Entry {
    weak var object: AnyObject?
    let publisher: ObservableObjectPublisher
  }

  // Proof: guarded by the mutex; entries are only compared and handed out.
  private struct Table: @unchecked Sendable {
    var entries: [ObjectIdentifier: Entry] = [:]
    var purgeAt = 64
  }

  private static let table = Mutex(Table())

  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    nonisolated(unsafe) let object = object  // only its identity and a weak reference are kept
    return table.withLock { table in
      if let found = table.entries[ObjectIdentifier(object)], found.object === object {
        return found.publisher
      }
      if table.entries.count >= table.purgeAt {
        table.entries = table.entries.filter { $0.value.object != nil }
        table.purgeAt = max(64, table.entries.count * 2)
      }
      let made = ObservableObjectPublisher()
      table.entries[ObjectIdentifier(object)] = Entry(object: object, publisher: made)
      return made
    }
  }
}
