import FoundationEssentials
import Synchronization
import Testing
import WaylineGraph

@testable import WaylineStorage

private struct Desk {
  @AppStorage("copies") var copies = 1
  @AppStorage("title") var title = "none"
  @SceneStorage("draft") var draft = ""
  @KeychainStorage(key: "pin") var pin: String?
  var pinError: StoreError? { _pin.error }
}

/// A store that can be locked.
private final class LockableStore: PersistentStore {
  let hub = StoreHub(name: "secrets")
  let inner = MemoryStore()
  let isLocked = Mutex(true)
  /// True if another thread locks the store during the next read or write.
  let isInterrupted = Mutex(false)

  private func interrupt() {
    let isDue = isInterrupted.withLock { isDue in
      defer { isDue = false }
      return isDue
    }
    guard isDue else { return }
    isLocked.withLock { $0 = true }
    hub.discardValues()
  }

  private func check() throws(StoreError) {
    if isLocked.withLock({ $0 }) { throw .locked(store: "secrets") }
  }
  func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try check()
    defer { interrupt() }
    return try inner.storedValue(for: key)
  }
  func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try inner.storedKeys(in: namespace)
  }
  func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    try check()
    defer { interrupt() }
    try inner.withTransaction(body)
  }
}

@MainActor
@Suite("Wrappers in a view")
struct LinkedTests {
  let store = MemoryStore()
  let graph = Graph()

  private func scope(_ store: any PersistentStore) -> EnvironmentScope {
    graph.environment.child { values in
      values.defaultAppStorage = store
      values.sceneStorage = SceneStore(store, id: "one")
      values.defaultKeychain = store
    }
  }

  @Test("A write re-runs the bodies that read the key, and no others (1)")
  func invalidation() throws {
    let scope = scope(store)
    let reader = Reader(Desk(), graph: graph, scope: scope) { _ = $0.copies }
    let other = Reader(Desk(), graph: graph, scope: scope) { _ = $0.title }
    graph.perform { other.last?.copies = 5 }
    #expect(reader.runs == 2 && other.runs == 1)
    #expect(reader.last?.copies == 5)
    #expect(try store.value(Int.self, for: "copies") == 5)
  }

  @Test("Several writes in one transaction run a body once; an equal one not at all (1)")
  func transaction() throws {
    let reader = Reader(Desk(), graph: graph, scope: scope(store)) { _ = ($0.copies, $0.title) }
    let desk = try #require(reader.last)
    graph.perform {
      try? store.transaction { (desk.copies, desk.title) = (2, "two") }
    }
    #expect(reader.runs == 2)
    graph.perform { desk.copies = 2 }
    #expect(reader.runs == 2)
  }

  @Test("A view follows the store of its environment")
  func environment() throws {
    let other = MemoryStore()
    try other.set(9, for: "copies")
    let scope = scope(store)
    let reader = Reader(Desk(), graph: graph, scope: scope) { _ = $0.copies }
    graph.perform { scope.update { $0.defaultAppStorage = other } }
    #expect(reader.runs == 2 && reader.last?.copies == 9)
  }

  @Test("A scene's value is in the scene's namespace")
  func scenes() throws {
    let reader = Reader(Desk(), graph: graph, scope: scope(store)) { _ = $0.draft }
    graph.perform { reader.last?.draft = "Dear" }
    #expect(try store.keys(in: nil) == [StoreKey("draft", in: StoreKey.scene("one"))])
  }

  @Test("A binding is the same input each time, and works after its view has ended")
  func bindings() throws {
    let reader = Reader(Desk(), graph: graph, scope: scope(store)) { _ = $0.copies }
    let first = try #require(reader.last?.$copies)
    graph.perform { first.wrappedValue = 4 }
    #expect(reader.runs == 2)
    #expect(try #require(reader.last).$copies.isSameInput(as: first))
    reader.end()
    first.wrappedValue = 6
    #expect(try first.wrappedValue == 6 && store.value(Int.self, for: "copies") == 6)
  }

  @Test("A locked secret shows the default and is no news; unlocking re-runs its readers")
  func locked() throws {
    let secrets = LockableStore()
    try secrets.inner.setStoredValue(
      StoredValue(Data(#""1234""#.utf8), kind: .data), for: StoreKey("pin", in: "keychain"))
    let reader = Reader(Desk(), graph: graph, scope: scope(secrets)) { _ = $0.pin }
    #expect(reader.last?.pin == nil)
    #expect(secrets.hub.hasLockedValues && secrets.hub.takeEvents().isEmpty)
    graph.perform { reader.last?.pin = "new" }
    #expect(reader.last?.pinError == .locked(store: "secrets"))
    secrets.isLocked.withLock { $0 = false }
    graph.perform { secrets.hub.refresh(from: secrets) }
    #expect(reader.runs == 2 && reader.last?.pin == "1234")
    secrets.isLocked.withLock { $0 = true }
    graph.perform { secrets.hub.discardValues() }
    #expect(reader.runs == 3 && reader.last?.pin == nil)
  }

  @Test("A value that is read or written while the store is locked is not retained")
  func lockedMeanwhile() throws {
    let secrets = LockableStore()
    let key = StoreKey("pin", in: "keychain")
    let value = StoredValue(Data("1234".utf8), kind: .string)
    let uses: [() throws -> Void] = [
      { try secrets.setBytes(value, for: key) },
      { _ = try secrets.value(String.self, for: "pin", in: "keychain") },
      { try secrets.transaction { try secrets.setBytes(value, for: key) } },
    ]
    for use in uses {
      secrets.isLocked.withLock { $0 = false }
      secrets.hub.discardValues()
      secrets.isInterrupted.withLock { $0 = true }
      try use()
      #expect(secrets.isInterrupted.withLock { !$0 })
      #expect(throws: StoreError.locked(store: "secrets")) { try secrets.bytes(for: key) }
    }
    secrets.isLocked.withLock { $0 = false }
    secrets.hub.refresh(from: secrets)
    #expect(try secrets.value(String.self, for: "pin", in: "keychain") == "1234")
  }

  @Test("Default stores can be replaced for a piece of code")
  func defaultStores() throws {
    let stores = DefaultStores(state: store, keychain: MemoryKeychain())
    stores.use { Desk().copies = 3 }
    #expect(try store.value(Int.self, for: "copies") == 3)
    #expect(DefaultStores.isTesting && DefaultStores.current.state !== store)
  }
}
