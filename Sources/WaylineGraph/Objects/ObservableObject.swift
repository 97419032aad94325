import Synchronization

/// An object whose views run again after it announces a change.
///
/// ```swift
/// final class LibraryHours: ObservableObject {
///   @Published var opening = 9
/// }
/// ```
///
/// `@Published` properties and those of the storage wrappers, such as `@AppStorage`, announce their
/// changes; call `objectWillChange.send()` for the rest. New code may prefer `@Observable`, which is
/// tracked property by property. Source: Combine's `ObservableObject`.
public protocol ObservableObject: AnyObject {
  /// The type of the publisher, which a class may choose: a `PassthroughSubject` of its own.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher

  /// Announces that the object is about to change.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// The publisher shared with the object's `@Published` properties.
  public var objectWillChange: ObservableObjectPublisher {
    PublishedFields.of(type(of: self)).publisher(of: self) ?? UnpublishedObjects.publisher(of: self)
  }
}

extension ObservableObject {
  /// The source that bodies with the object read: it changes when the publisher announces a change.
  package var changes: Source {
    let publisher = objectWillChange
    if let publisher = publisher as? ObservableObjectPublisher { return publisher.source }
    return OwnPublishers.source(of: self) { source in
      publisher.sink { _ in source.didChange() }
    }
  }
}

// Proof: constant after `init`.
/// The fields of a class that announce their changes, found once per class.
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

/// Publishers of objects without a `@Published` property to store them.
private enum UnpublishedObjects {
  private static let table = Mutex(ObjectTable<ObservableObjectPublisher>())

  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    nonisolated(unsafe) let object = object  // only its identity and a weak reference are stored
    return table.withLock { table in
      if let found = table.value(of: object) { return found }
      let made = ObservableObjectPublisher()
      table.add(made, for: object)
      return made
    }
  }
}

/// The sources that bodies read for objects with a publisher of their own type.
private enum OwnPublishers {
  // Proof: the token is only released.
  private struct Observed: @unchecked Sendable {
    let source: Source
    let token: ObservationToken
  }

  private static let table = Mutex(ObjectTable<Observed>())

  static func source(
    of object: AnyObject, observe: (Source) -> ObservationToken
  ) -> Source {
    nonisolated(unsafe) let object = object  // only its identity and a weak reference are stored
    if let found = table.withLock({ $0.value(of: object)?.source }) { return found }
    // Outside of the lock: observing is code of the program.
    let source = Source()
    let observed = Observed(source: source, token: observe(source))
    return table.withLock { table in
      if let found = table.value(of: object) { return found.source }
      table.add(observed, for: object)
      return source
    }
  }
}

// Proof: used inside a mutex; entries are only compared and handed out.
/// A value for each of some objects, for as long as the object lives.
private struct ObjectTable<Value: Sendable>: @unchecked Sendable {
  private struct Entry {
    weak var object: AnyObject?
    let value: Value
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var purgeAt = 64

  func value(of object: AnyObject) -> Value? {
    guard let found = entries[ObjectIdentifier(object)], found.object === object else { return nil }
    return found.value
  }

  /// Adds the value of an object that has none.
  ///
  /// - Complexity: O(1) amortised, O(objects) when those of released objects are removed.
  mutating func add(_ value: Value, for object: AnyObject) {
    if entries.count >= purgeAt {
      entries = entries.filter { $0.value.object != nil }
      purgeAt = max(64, entries.count * 2)
    }
    entries[ObjectIdentifier(object)] = Entry(object: object, value: value)
  }
}

/// Announces to views and observers that an object is about to change.
///
/// ```swift
/// final class Thermometer: ObservableObject {
///   let objectWillChange = ObservableObjectPublisher()
///   var degrees = 20 {
///     willSet { objectWillChange.send() }
///   }
/// }
/// ```
///
/// It may be sent from any thread; the views run after the change, in the next update.
public final class ObservableObjectPublisher: Sendable {
  let source = Source()
  private let observers = ObserverList<Void>()

  /// Creates a publisher without observers.
  public init() {}

  /// Announces that the object is about to change.
  ///
  /// A call from a background thread or from the body of a view is reported as a mistake; the views
  /// run again nevertheless, in the next update.
  public func send() {
    if Evaluation.isActive {
      reportInBody()
    } else if !Evaluation.isInScope, !MainQueue.isCurrent {
      reportOffMain()
    }
    announce()
  }

  /// Announces a change of a stored value, which may come from any thread and any process.
  package func announce() {
    source.didChange()
    observers.send(())
  }

  private func reportInBody() {
    Misuse.report(
      "An observable object changed while the body of \(Evaluation.readerName) was evaluated; the "
        + "views that use it run again afterwards. Change it from an action, onAppear, onChange or "
        + "task instead.")
  }

  private func reportOffMain() {
    Misuse.report(
      "An observable object changed outside the main actor, where views may be reading it. Mark its "
        + "class @MainActor, or change it in MainActor.run.")
  }

  /// Calls `action` at each ``send()`` until the returned token is released or cancelled.
  public func sink(receiveValue action: @escaping (()) -> Void) -> ObservationToken {
    observers.add(calling: action)
  }
}

extension ObservableObjectPublisher: Publisher, EngineObject {}

/// Closures to call with each value, in the order in which they were added.
package final class ObserverList<Value>: EngineObject, Sendable {
  private struct Observers: Sendable {
    var last = 0
    var ids: [Int] = []
    var actions: [@Sendable (Value) -> Void] = []
  }

  // Most lists are empty.
  private let hasAny = Atomic<Bool>(false)
  private let observers = Mutex(Observers())

  /// Creates an empty list.
  package init() {}

  /// True if there are closures.
  package var hasObservers: Bool { hasAny.load(ordering: .acquiring) }

  /// Adds a closure; it is called until the token is released or cancelled.
  package func add(_ action: @escaping @Sendable (Value) -> Void) -> ObservationToken {
    let id = observers.withLock { observers in
      observers.last += 1
      observers.ids.append(observers.last)
      observers.actions.append(action)
      hasAny.store(true, ordering: .releasing)
      return observers.last
    }
    return ObservationToken { [weak self] in
      // Released outside of the lock: an action may hold the last reference to another token.
      _ = self?.remove(id)
    }
  }

  private func remove(_ id: Int) -> (@Sendable (Value) -> Void)? {
    observers.withLock { observers in
      guard let index = observers.ids.firstIndex(of: id) else { return nil }
      observers.ids.remove(at: index)
      hasAny.store(!observers.ids.isEmpty, ordering: .releasing)
      return observers.actions.remove(at: index)
    }
  }

  /// Adds a closure that runs where the value is sent, as the sender promises.
  func add(calling action: @escaping (Value) -> Void) -> ObservationToken {
    // Proof: it is called by `send` alone, which runs in the isolation of the sender's values.
    nonisolated(unsafe) let action = action
    return add({ action($0) })
  }

  /// The closures, oldest first; to be called outside of locks.
  package var all: [@Sendable (Value) -> Void] { observers.withLock { $0.actions } }

  /// Calls the closures, outside the lock.
  package func send(_ value: Value) {
    // An empty list of them is not made: its type would be looked up.
    guard hasObservers else { return }
    for action in all { action(value) }
  }
}
