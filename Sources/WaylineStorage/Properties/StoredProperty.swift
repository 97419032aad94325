import Synchronization
import WaylineGraph
import WaylineSystem

/// The common part of all storage wrappers: a key, a default, a store, and a codec.
///
/// Connected to a view it retains the live value; anywhere else each access goes through the store,
/// and sees what others have written to it.
package struct StoredProperty<Value> {
  /// The kind of wrapper, which selects a store and a namespace when none is given.
  package enum Role: Sendable {
    case settings, persisted, scene, keychain
  }

  private let name: String
  private let role: Role
  private let given: (any PersistentStore)?
  private let form: CodecForm
  private let codec: () -> Codec<Value>
  private var link: StoredLink<Value>?
  /// The connection to the object that the wrapper is a property of; nil in a view.
  private var announcement: StoredAnnouncement?
  // NB: last, so that the places of the others do not depend on the type.
  /// The value that is shown while nothing is stored.
  package let defaultValue: Value

  /// Describes a property; nothing is opened or read.
  package init(
    _ name: String, _ role: Role, defaultValue: Value, store: (any PersistentStore)?,
    form: CodecForm = .natural, codec: @escaping () -> Codec<Value>
  ) {
    self.name = name
    self.role = role
    self.defaultValue = defaultValue
    given = store
    self.form = form
    self.codec = codec
  }
}

extension StoredProperty {
  /// The stored value, or the default.
  package var value: Value {
    @inline(__always)
    get {
      if let link { return link.value(or: defaultValue) }
      return current.value(or: defaultValue)
    }
    @inline(__always)
    nonmutating set {
      if let link { return link.location.write(newValue) }
      let location = current
      guard let announcement else { return location.write(newValue) }
      announcement.announce(before: { location.write(newValue) })
    }
  }

  /// Changes the value that is stored now, in a transaction; throws if that cannot be read.
  package func update(_ change: (inout Value) throws -> Void) throws {
    let location = current
    try location.store.transaction {
      var value = try location.valueToChange() ?? defaultValue
      try change(&value)
      try location.set(value)
    }
  }

  /// The reason why the last write was refused, or why the value cannot be read; nil if neither.
  package var error: StoreError? {
    current.error
  }

  /// A binding to the value.
  package var binding: Binding<Value> {
    if let link { return link.binding }
    return Binding(get: { value }, set: { value = $0 })
  }

  private var current: StoredLocation<Value> {
    if let link { return link.location }
    let location = location(nil)
    location.refresh()
    return location
  }

  private func location(_ environment: EnvironmentValues?) -> StoredLocation<Value> {
    let (store, namespace) = place(environment)
    return StoredLocation(StoreKey(name, in: namespace), store: store, form: form, codec: codec)
  }

  private func place(
    _ environment: EnvironmentValues?
  ) -> (store: any PersistentStore, namespace: String) {
    switch role {
    case .settings:
      (given ?? environment?.defaultAppStorage ?? DefaultStores.current.state, StoreKey.app)
    case .persisted:
      (given ?? environment?.defaultAppStorage ?? DefaultStores.current.state, StoreKey.persisted)
    case .scene:
      (environment?.sceneStorage ?? DefaultStores.current.scene).place
    case .keychain:
      (given ?? environment?.defaultKeychain ?? DefaultStores.current.secrets, StoreKey.keychain)
    }
  }
}

extension StoredProperty {
  /// Connects to a node: retains the live value, and notices when the store is another one.
  @MainActor
  package mutating func link(_ slot: inout AnyObject?, in node: Node) {
    let (store, namespace) = place(node.environment.values)
    let key = StoreKey(name, in: namespace)
    if let kept = slot {
      // The slot of a storage wrapper holds what this function stored and nothing else.
      let kept = unsafeDowncast(kept, to: StoredLink<Value>.self)
      if kept.isOf(key, store) {
        kept.renew(defaultValue)
        link = kept
        return
      }
      node.requireBody()
    }
    node.environment.values.storesInUse?.note(store)
    let made = StoredLink(
      StoredLocation(key, store: store, form: form, codec: codec), defaultValue)
    slot = made
    link = made
  }

  /// True if a parent passed the same key, store and default.
  package func isSameInput(as other: Self) -> Bool {
    name.utf8.elementsEqual(other.name.utf8) && given === other.given
      && InputComparison.of(Value.self).isSame(defaultValue, other.defaultValue)
  }
}

extension StoredProperty {
  /// The publisher of the object that the wrapper is a property of.
  var publisher: ObservableObjectPublisher? { announcement?.publisher }

  /// Announces the changes of the value as those of an object, whoever makes them.
  mutating func join(_ publisher: ObservableObjectPublisher) {
    let announcement = StoredAnnouncement(publisher)
    announcement.follow(location(nil))
    self.announcement = announcement
  }
}

/// A property wrapper of a stored value, which a view or an observable object has.
package protocol StorageWrapper: LinkedProperty, PublishedField {
  associatedtype Value
  /// The key, the default and the live value.
  var property: StoredProperty<Value> { get set }
}

extension StorageWrapper {
  /// Connects to the node of the view, before each run of its body.
  @MainActor
  package mutating func link(_ slot: inout AnyObject?, in node: Node) {
    property.link(&slot, in: node)
  }

  /// True if a parent that passes this one passes the same input.
  package func isSameInput(as other: Self) -> Bool {
    property.isSameInput(as: other.property)
  }

  /// The publisher of the object that the property belongs to.
  package var objectPublisher: ObservableObjectPublisher? { property.publisher }

  /// Announces the changes of the value as those of the object.
  package mutating func join(_ publisher: ObservableObjectPublisher) { property.join(publisher) }
}

/// The announcements of a stored value by an object: in advance of its own writes, and after those
/// of other wrappers and other processes.
private final class StoredAnnouncement: Sendable {
  let publisher: ObservableObjectPublisher
  private let token = Mutex<ObservationToken?>(nil)
  /// The thread that writes through the object, which has announced the change already.
  private let writer = Atomic<UInt>(0)

  init(_ publisher: ObservableObjectPublisher) {
    self.publisher = publisher
  }

  func follow<Value>(_ location: StoredLocation<Value>) {
    let new = location.observeChanges { [weak self] in self?.announceForeign() }
    token.withLock { $0 = new }
  }

  func announce(before write: () -> Void) {
    publisher.announce()
    let outer = writer.exchange(currentThread(), ordering: .relaxed)
    defer { writer.store(outer, ordering: .relaxed) }
    write()
  }

  private func announceForeign() {
    if writer.load(ordering: .relaxed) != currentThread() { publisher.announce() }
  }
}

/// The part of a storage wrapper that its node retains: the live value, and the one binding to it.
///
/// The binding is made once, so a view that it is passed to sees the same input every time. It may
/// outlive the node, and then still leads to the store.
private final class StoredLink<Value> {
  let location: StoredLocation<Value>
  let binding: Binding<Value>
  private let fallback: Fallback<Value>

  init(_ location: StoredLocation<Value>, _ defaultValue: Value) {
    let fallback = Fallback(defaultValue)
    self.location = location
    self.fallback = fallback
    binding = Binding(
      get: { location.value(or: fallback.value) }, set: { location.write($0) })
  }

  /// The stored value, or `fallback`.
  func value(or fallback: @autoclosure () -> Value) -> Value {
    location.value(or: fallback())
  }

  func isOf(_ key: StoreKey, _ store: any PersistentStore) -> Bool {
    location.store === store && location.key == key
  }

  func renew(_ defaultValue: Value) {
    fallback.value = defaultValue
  }
}

/// The default that the newest copy of a wrapper brought.
private final class Fallback<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
