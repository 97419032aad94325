import Dispatch
import FoundationEssentials
import Synchronization
import Testing
import WaylineGraph

@testable import WaylineStorage

struct Interruption: Error {}

@Suite("Transactions")
struct TransactionTests {
  let store = MemoryStore()

  @Test("Several keys change together, and no reader sees only some of them (7)")
  func together() throws {
    @AppStorage("shelf", store: store) var shelf = 3
    @AppStorage("lent", store: store) var lent = 0
    let seen = Mutex<[Set<StoreKey>]>([])
    let observation = store.observeChanges { keys in seen.withLock { $0.append(keys) } }
    try store.transaction {
      shelf -= 1
      lent += 1
      lent += shelf
    }
    #expect(shelf == 2 && lent == 3)
    #expect(seen.withLock { $0 } == [[StoreKey("shelf"), StoreKey("lent")]])
    observation.cancel()
  }

  @Test("A transaction that throws changes nothing (7)")
  func undone() {
    @AppStorage("shelf", store: store) var shelf = 3
    #expect(throws: Interruption.self) {
      try store.transaction {
        shelf = 1
        throw Interruption()
      }
    }
    #expect(shelf == 3)
  }

  @Test("One refused write undoes the whole transaction (7)")
  func refused() throws {
    try store.setStoredValue(StoredValue(encoding: "text"), for: StoreKey("lent"))
    @AppStorage("shelf", store: store) var shelf = 3
    @AppStorage("lent", store: store) var lent = 0
    #expect(throws: StoreError.self) {
      try store.transaction {
        shelf = 2
        lent = 1
      }
    }
    #expect(shelf == 3 && _lent.error != nil)
  }

  @Test("A refused write undoes the whole transaction also if its error is caught (7)")
  func caught() throws {
    try store.setStoredValue(StoredValue(encoding: "text"), for: StoreKey("lent"))
    let mismatch = StoreError.kindMismatch(StoreKey("lent"), stored: .string, attempted: .int)
    #expect(throws: mismatch) {
      try store.transaction {
        try store.set(2, for: "shelf")
        try? store.set(1, for: "lent")
        try? store.set(3, for: "title")
      }
    }
    #expect(throws: StoreError.self) {
      try store.transaction {
        try store.set(2, for: "shelf")
        try? store.setBytes(StoredValue(Data(count: 17 << 20), kind: .data), for: StoreKey("cover"))
      }
    }
    #expect(try store.keys() == [StoreKey("lent")])
  }

  @Test("A transaction in a transaction is a part of it (7)")
  func nested() throws {
    @AppStorage("shelf", store: store) var shelf = 3
    #expect(throws: Interruption.self) {
      try store.transaction {
        try store.transaction { shelf = 1 }
        throw Interruption()
      }
    }
    #expect(shelf == 3)
  }

  @Test("Increments in transactions of many threads are all counted (7)")
  func concurrent() async throws {
    let store = store
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            @AppStorage("count", store: store) var count = 0
            try? store.transaction { count += 1 }
          }
        }
      }
    }
    #expect(try store.value(Int.self, for: "count") == 400)
  }

  @Test("While an observer runs, another thread may use the store (1)")
  func observersHoldNothing() throws {
    let wrote = Mutex(false)
    let observation = store.observe(StoreKey("copies")) { [store] _ in
      let done = DispatchSemaphore(value: 0)
      DispatchQueue(label: "wayline.tests").async {
        try? store.set(1, for: "shelves")
        done.signal()
      }
      wrote.withLock { $0 = done.wait(timeout: .now() + .seconds(10)) == .success }
    }
    try store.set(1, for: "copies")
    #expect(wrote.withLock { $0 })
    observation.cancel()
  }

  @Test("Inside a transaction a store can be checked, listed, exported and printed (16)")
  func checkedInside() throws {
    try store.transaction {
      try store.set(1, for: "copies")
      #expect(try store.diagnose() == [])
      #expect(try store.keys() == [StoreKey("copies")])
      #expect(try store.dump() == ["copies  int  1"])
      #expect(try MemoryStore().importValues(from: store.exported()) == 1)
    }
  }

  @Test("The end of an observation may end another one of the same store")
  func nestedEnds() throws {
    let store = store
    let calls = Mutex(0)
    let kinds: [(@escaping @Sendable () -> Void) -> ObservationToken] = [
      { action in store.observe(StoreKey("copies")) { _ in action() } },
      { action in store.observeChanges { _ in action() } },
      { action in store.observeEvents { _ in action() } },
    ]
    for observe in kinds {
      func nested() -> ObservationToken {
        let inner = observe { calls.withLock { $0 += 1 } }
        return observe { withExtendedLifetime(inner) { calls.withLock { $0 += 1 } } }
      }
      nested().cancel()
    }
    try store.set(1, for: "copies")
    store.hub.publish(.vanished(store: "memory"))
    #expect(calls.withLock { $0 } == 0)
  }

  @Test("An event observer may use the store of the event")
  func eventObservers() throws {
    let key = StoreKey("member")
    try store.setBytes(StoredValue(Data("{}".utf8), kind: .json), for: key)
    let observation = store.observeEvents { [store] _ in try? store.set(1, for: "reported") }
    @AppStorage("member", store: store) var member = Member()
    #expect(member == Member())
    #expect(try store.value(Int.self, for: "reported") == 1)
    observation.cancel()
  }
}

@Suite("Migrations")
struct MigrationTests {
  let store = MemoryStore()
  let key = StoreKey("copies")

  @Test("A value is carried over once, and stored in its newest version (6)")
  func once() throws {
    let runs = Mutex(0)
    store.hub.register(
      Migration(key, from: 1) { (old: String) in
        runs.withLock { $0 += 1 }
        return Int(old) ?? 0
      },
      Migration(key, from: 2) { (old: Int) in old * 10 })
    try store.setStoredValue(StoredValue(encoding: "3"), for: key)
    @AppStorage("copies", store: store) var copies = 0
    #expect(copies == 30 && copies == 30)
    #expect(runs.withLock { $0 } == 1)
    #expect(try store.storedValue(for: key)?.version == 3)
  }

  @Test("A migration that fails leaves the value in its old version (6)")
  func failure() throws {
    try store.setStoredValue(StoredValue(encoding: "many"), for: key)
    store.hub.register(
      Migration(key, from: 1) { (_: String) -> Int in throw Interruption() })
    @AppStorage("copies", store: store) var copies = 7
    #expect(copies == 7)
    #expect(try store.storedValue(for: key) == StoredValue(encoding: "many"))
  }

  @Test("A value that could not be migrated is moved to the quarantine by an assignment (6)")
  func failureAndAssignment() throws {
    let old = try StoredValue(encoding: 3)
    try store.setStoredValue(old, for: key)
    store.hub.register(Migration(key, from: 1) { (_: Int) -> Int in throw Interruption() })
    @AppStorage("copies", store: store) var copies = 7
    let reason = StoreError.migrationFailed(key, from: 1, reason: "Interruption()")
    #expect(throws: reason) { try _copies.update { $0 += 1 } }
    copies = 8
    let place = StoreKey("app/copies#1", in: StoreKey.quarantine)
    #expect(try copies == 8 && store.bytes(for: place) == old)
    try store.setStoredValue(old, for: key)
    try store.transaction { copies = 9 }
    let next = StoreKey("app/copies#2", in: StoreKey.quarantine)
    #expect(try copies == 9 && store.bytes(for: next) == old)
  }

  @Test("A value of an older version is migrated before it is read (6)")
  func writtenOld() throws {
    store.hub.register(Migration(key, from: 1) { (old: Int) in old * 10 })
    @AppStorage("copies", store: store) var copies = 0
    let seen = Mutex<[StoredValue?]>([])
    let observation = store.observe(key) { value in seen.withLock { $0.append(value) } }
    copies = 70
    let old = try #require(try StoredValue(encoding: 3))
    try store.setBytes(old, for: key)
    #expect(copies == 30)
    try store.transaction {
      try store.setBytes(StoredValue(encoding: 4), for: key)
      #expect(copies == 40)
      try store.setBytes(StoredValue(encoding: 5), for: key)
    }
    #expect(copies == 50)
    let values = try [70, 30, 50].map { try StoredValue(encoding: $0, version: 2) }
    #expect(seen.withLock { $0 == values })
    observation.cancel()
  }

  @Test("Steps run in one transaction: if the second fails, nothing of the first is stored (6)")
  func secondFails() throws {
    try store.setStoredValue(StoredValue(encoding: "3"), for: key)
    store.hub.register(
      Migration(key, from: 1) { (old: String) in Int(old) ?? 0 },
      Migration(key, from: 2) { (_: Int) -> Int in throw Interruption() })
    @AppStorage("copies", store: store) var copies = 7
    #expect(copies == 7)
    #expect(try store.storedValue(for: key) == StoredValue(encoding: "3"))
    let reason = StoreError.migrationFailed(key, from: 2, reason: "Interruption()")
    #expect(store.hub.takeEvents() == [.unreadable(key, reason)])
  }

  @Test("A value is carried over before it is first written, in the same order (6)")
  func beforeWriting() throws {
    let seen = Mutex<[Int]>([])
    store.hub.register(
      Migration(key, from: 1) { (old: Int) in
        seen.withLock { $0.append(old) }
        return old * 10
      })
    try store.setStoredValue(StoredValue(encoding: 3), for: key)
    @AppStorage("copies", store: store) var copies = 0
    copies += 1
    #expect(seen.withLock { $0 } == [3])
    #expect(try store.storedValue(for: key) == StoredValue(encoding: 31, version: 2))
  }

  @Test("A migration may read other keys, which it sees in their newest version (6)")
  func readsOthers() throws {
    let store = store
    store.hub.register(
      Migration(StoreKey("first"), from: 1) { (old: String) in old.uppercased() },
      Migration(key, from: 1) { (last: String) in
        @AppStorage("first", store: store) var first = ""
        return "\(first) \(try store.value(String.self, for: "middle") ?? "-") \(last)"
      })
    try store.setStoredValue(StoredValue(encoding: "ada"), for: StoreKey("first"))
    try store.setStoredValue(StoredValue(encoding: "Lovelace"), for: key)
    #expect(try store.value(String.self, for: "copies") == "ADA - Lovelace")
    #expect(try store.value(String.self, for: "first") == "ADA")
    #expect(try store.storedValue(for: StoreKey("first"))?.version == 2)
  }

  @Test("A migration changes nothing but its own value, and does not wait for itself (6)")
  func changesNothingElse() throws {
    let store = store
    store.hub.register(
      Migration(key, from: 1) { (old: Int) in
        @AppStorage("shelves", store: store) var shelves = 0
        shelves = 4
        #expect(throws: StoreError.self) { try store.value(Int.self, for: "copies") }
        return old + 1
      })
    try store.setStoredValue(StoredValue(encoding: 3), for: key)
    #expect(try store.value(Int.self, for: "copies") == 4)
    #expect(try store.keys() == [key])
    let reason = StoreError.refused(
      StoreKey("shelves"), reason: "a migration of another value is under way")
    #expect(store.hub.takeEvents() == [.refused(StoreKey("shelves"), reason)])
  }

  @Test("A migration that was registered for another namespace than its value is reported once (6)")
  func misplaced() throws {
    let sentences = Mutex<[String]>([])
    let store = store
    try store.setStoredValue(
      StoredValue(encoding: 3), for: StoreKey("copies", in: StoreKey.persisted))
    store.hub.register(Migration(key, from: 1) { (old: Int) in old * 10 })
    let handler: @Sendable (String) -> Void = { text in sentences.withLock { $0.append(text) } }
    Misuse.withHandler(handler) {
      @Persisted(key: "copies", store: store, defaultValue: 0) var copies: Int
      #expect(copies == 3)
      store.hub.markUnread()
      store.hub.refresh(from: store)
    }
    #expect(
      sentences.withLock { $0 } == [
        "'persisted/copies' is stored in version 1, and the migration from it is registered for "
          + "'copies'. Register it for StoreKey(\"copies\", in: \"persisted\")."
      ])
  }

  @Test("A misplaced migration is reported when the store is free: the handler may use it (6)")
  func misplacedInTurn() throws {
    let store = store
    let copies = StoreKey("copies", in: StoreKey.persisted)
    let found = Mutex<[Int?]>([])
    try store.setStoredValue(StoredValue(encoding: 3), for: copies)
    store.hub.register(Migration(key, from: 1) { (old: Int) in old * 10 })
    let handler: @Sendable (String) -> Void = { _ in
      @Persisted(key: "copies", store: store, defaultValue: 0) var copies: Int
      found.withLock { $0.append(copies) }
      store.hub.refresh(from: store)
      copies += 1
    }
    Misuse.withHandler(handler) {
      @Persisted(key: "copies", store: store, defaultValue: 0) var copies: Int
      #expect(copies == 3)
      #expect(copies == 4)
    }
    #expect(found.withLock { $0 } == [3])
    #expect(try store.storedValue(for: copies) == StoredValue(encoding: 4))
  }

  @Test("Of equal names in two namespaces one may have a migration, and the other none (6)")
  func otherNamespace() throws {
    let store = store
    store.hub.register(Migration(key, from: 1) { (old: Int) in old * 10 })
    try store.setStoredValue(StoredValue(encoding: 3), for: key)
    try store.setStoredValue(
      StoredValue(encoding: 4), for: StoreKey("copies", in: StoreKey.persisted))
    let handler: @Sendable (String) -> Void = { Issue.record("\($0)") }
    Misuse.withHandler(handler) {
      @Persisted(key: "copies", store: store, defaultValue: 0) var pages: Int
      @AppStorage("copies", store: store) var copies = 0
      #expect(pages == 4 && copies == 30)
    }
  }

  @Test("A value of a newer program is shown as the default, and stays (6)")
  func newer() throws {
    try store.setStoredValue(StoredValue(encoding: 5, version: 2), for: key)
    @AppStorage("copies", store: store) var copies = 7
    #expect(copies == 7)
    let expected = StoreEvent.unreadable(key, .newerValue(key, stored: 2, known: 1))
    #expect(store.hub.takeEvents() == [expected])
  }
}
