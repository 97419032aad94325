import FoundationEssentials
import Synchronization
import Testing
import WaylineGraph

@testable import WaylineStorage

private let busy = StoreError.busy(store: "memory", milliseconds: 2000)

@MainActor
@Suite("Reads that fail")
struct FailedReadTests {
  let store = UnreliableStore()
  let key = StoreKey("copies")

  private func refusal(_ key: StoreKey) -> StoreError {
    .refused(
      key, reason: "the stored value could not be read before, and can be read now; try again")
  }

  @Test(
    "A value that was not read is not replaced by one made from the default (5)",
    arguments: [
      busy, .system(operation: "open", path: "/s", code: 24), .locked(store: "memory"),
      .database(store: "memory", operation: "read", code: 10, message: "disk I/O error"),
    ])
  func madeFromDefault(error: StoreError) throws {
    try store.inner.set(6, for: "copies")
    @AppStorage("copies", store: store) var copies = 0
    store.failReads(1, with: error)
    copies += 1
    #expect(try store.stored("copies") == 6)
    #expect(_copies.error == refusal(key))
    copies += 1
    #expect(copies == 7 && _copies.error == nil)
  }

  @Test("While a value cannot be read, a write is refused with the reason (5)")
  func stillUnreadable() throws {
    try store.inner.set(6, for: "copies")
    @AppStorage("copies", store: store) var copies = 0
    store.failReads(9, with: busy)
    copies = 1
    #expect(_copies.error == busy)
    store.failReads(0, with: busy)
    #expect(copies == 6)
  }

  @Test("A list of secrets that was not read keeps its entries (5)")
  func secrets() throws {
    let entries = StoredValue(Data(#"["one","two"]"#.utf8), kind: .data)
    try store.inner.setBytes(entries, for: StoreKey("entries", in: StoreKey.keychain))
    let graph = Graph()
    let scope = graph.environment
    scope.update { $0.defaultKeychain = store }
    store.failReads(1, with: busy)
    let reader = Reader(Vault(), graph: graph, scope: scope) { _ = $0.entries }
    #expect(reader.last?.entries == [])
    graph.perform { reader.last?.entries.append("three") }
    #expect(reader.runs == 2 && reader.last?.entries == ["one", "two"])
    graph.perform { reader.last?.entries.append("three") }
    #expect(reader.last?.entries == ["one", "two", "three"])
  }

  @Test("A value that was never read is written, though the first look at it failed (5)")
  func neverShown() throws {
    try store.inner.set(6, for: "copies")
    @AppStorage("copies", store: store) var copies = 0
    store.failReads(1, with: busy)
    copies = 3
    #expect(try _copies.error == nil && store.stored("copies") == 3)
  }

  @Test("A default that was shown before nothing was found is no reason to refuse (5)")
  func nothingThere() throws {
    @AppStorage("copies", store: store) var copies = 0
    store.failReads(1, with: busy)
    copies += 1
    #expect(try _copies.error == nil && store.stored("copies") == 1)
  }

  @Test("A transaction that could not read a value writes nothing (7)")
  func transaction() throws {
    try store.inner.set(6, for: "shelf")
    @AppStorage("shelf", store: store) var shelf = 0
    @AppStorage("lent", store: store) var lent = 0
    store.failReads(1, with: busy)
    #expect(throws: busy) {
      try store.transaction { lent = shelf + 1 }
    }
    #expect(try store.inner.keys() == [StoreKey("shelf")])
    #expect(_lent.error == busy)
  }

  @Test("An update throws if it cannot read the value, and changes nothing (23)")
  func update() throws {
    try store.inner.set(6, for: "copies")
    @AppStorage("copies", store: store) var copies = 0
    store.failReads(1, with: busy)
    #expect(throws: busy) { try _copies.update { $0 += 1 } }
    let damaged = StoredValue(Data([1]), kind: .int)
    try store.setBytes(damaged, for: key)
    let reason = StoreError.cannotDecode(key, type: "Int", reason: "not eight bytes")
    #expect(throws: reason) { try _copies.update { $0 += 1 } }
    #expect(try store.inner.storedValue(for: key) == damaged)
  }

  @Test("A value that cannot be read any more is not announced as deleted (17)")
  func observers() throws {
    try store.set(6, for: "copies")
    let seen = Mutex<[StoredValue?]>([])
    let observation = store.observe(key) { value in seen.withLock { $0.append(value) } }
    store.failReads(1, with: busy)
    store.hub.refresh(from: store)
    #expect(seen.withLock { $0.isEmpty })
    store.hub.refresh(from: store)
    #expect(try seen.withLock { try $0 == [StoredValue(encoding: 6)] })
    observation.cancel()
  }

  @Test("A check or a dump of a busy store ends at once, without a wait for each key (16)")
  func busyCheck() throws {
    let busy = StoreError.busy(store: "memory", milliseconds: 2000)
    let store = UnreliableStore()
    for number in 0..<9 { try store.set(number, for: "key\(number)") }
    let looks: [(UnreliableStore) throws -> Void] = [
      { _ = try $0.diagnose() }, { _ = try $0.dump() },
    ]
    for look in looks {
      store.failReads(2, with: busy)
      #expect(throws: busy) { try look(store) }
      // One failure is left of the two: the first has ended the work.
      #expect(throws: busy) { try store.storedValue(for: StoreKey("key0")) }
    }
    #expect(try store.diagnose() == [])
  }

  @Test("A migration that could not read another key stores nothing (6)")
  func migration() throws {
    let store = store
    store.hub.register(
      Migration(key, from: 1) { (old: Int) in
        @AppStorage("weeks", store: store) var weeks = 1
        store.failReads(1, with: busy)
        return old * weeks
      })
    try store.inner.set(3, for: "weeks")
    try store.inner.set(2, for: "copies")
    #expect(throws: busy) { try store.value(Int.self, for: "copies") }
    #expect(try store.inner.storedValue(for: key) == StoredValue(encoding: 2))
  }
}

private struct Vault {
  @KeychainStorage(key: "entries") var entries: [String] = []
}
