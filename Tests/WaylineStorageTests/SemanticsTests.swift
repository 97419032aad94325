import FoundationEssentials
import Synchronization
import Testing

@testable import WaylineStorage

@Suite("Stored values")
struct SemanticsTests {
  let store = MemoryStore()

  @Test("A write through one wrapper is seen by all wrappers of the key, and by no other key (1)")
  func sharing() {
    @AppStorage("copies", store: store) var here = 0
    @AppStorage("copies", store: store) var there = 7
    @AppStorage("shelves", store: store) var other = 3
    here = 2
    #expect(there == 2)
    #expect(other == 3)
  }

  @Test("Observers hear of a transaction once, in commit order, when the store is free (1)")
  func observers() throws {
    let seen = Mutex<[Int?]>([])
    @AppStorage("copies", store: store) var copies = 0
    let observation = store.observe(StoreKey("copies")) { [store] value in
      let number = try? value?.decoded(as: Int.self)
      seen.withLock { $0.append(number) }
      if number == 2 { try? store.set(9, for: "copies") }
    }
    try store.transaction {
      copies = 1
      copies = 2
    }
    observation.cancel()
    copies = 10
    #expect(seen.withLock { $0 } == [2, 9])
  }

  @Test("Assigning the stored value writes nothing (2)")
  func equalValue() {
    @Persisted(key: "member", store: store, defaultValue: Member()) var member: Member
    member = Member(name: "Grace")
    let writes = Mutex(0)
    let observation = store.observeChanges { _ in writes.withLock { $0 += 1 } }
    member = Member(name: "Grace")
    #expect(writes.withLock { $0 } == 0)
    observation.cancel()
  }

  @Test("A value that is equal and has other bytes is not written either (2)")
  func equalOtherBytes() throws {
    @AppStorage("title", store: store) var title = ""
    @AppStorage("fine", store: store) var fine: Double?
    (title, fine) = ("e\u{301}", 0.0)
    let written = try store.bytes(for: StoreKey("title"))
    (title, fine) = ("\u{e9}", -0.0)
    #expect(try store.bytes(for: StoreKey("title")) == written)
    #expect(fine?.sign == .plus)
  }

  @Test("A refused write keeps the old value everywhere and is reported (3)")
  func refusal() {
    @AppStorage("copies", store: store) var copies = 0
    copies = 1
    store.refuseWrites(with: .full(store: "memory"))
    copies = 2
    #expect(copies == 1)
    #expect(_copies.error == .full(store: "memory"))
    #expect(store.hub.takeEvents() == [.refused(StoreKey("copies"), .full(store: "memory"))])
    store.refuseWrites(with: nil)
    copies = 3
    #expect(copies == 3 && _copies.error == nil)
  }

  @Test("A value that cannot be encoded is refused by name (3)")
  func encoding() {
    @AppStorage("fines", store: store) var fines: [Double] = []
    fines = [.nan]
    #expect(fines.isEmpty)
    #expect(_fines.error?.description.hasPrefix("'fines' was not written") == true)
  }

  @Test("A stored kind wins, and a write of another kind is refused with both named (4)")
  func kinds() throws {
    try store.set("three", for: "copies")
    @AppStorage("copies", store: MemoryStore()) var other = 0
    let fresh = MemoryStore()
    try fresh.setStoredValue(StoredValue(encoding: "three"), for: StoreKey("copies"))
    @AppStorage("copies", store: fresh) var copies = 0
    copies = 3
    let expected = StoreError.kindMismatch(StoreKey("copies"), stored: .string, attempted: .int)
    #expect(copies == 0 && _copies.error == expected)
    #expect(try fresh.value(String.self, for: "copies") == "three")
  }

  @Test("Of two types on one key the one that wrote first keeps it (4)")
  func types() {
    struct Guest: Codable, Equatable { var id = 1, name = "Ada" }
    @AppStorage("person", store: store) var member = Member()
    @AppStorage("person", store: store) var guest = Guest()
    member = Member(name: "Grace")
    guest = Guest(name: "Alan")
    #expect(member.name == "Grace" && guest.name == "Grace")
    let expected = StoreError.typeMismatch(
      StoreKey("person"), owner: "Member", attempted: "Guest")
    #expect(_guest.error == expected)
  }

  @Test("Bytes that cannot be decoded stay, are reported once, and move aside on assignment (5)")
  func quarantine() throws {
    let key = StoreKey("member")
    let damaged = StoredValue(Data("{\"id\":1}".utf8), kind: .json)
    try store.setBytes(damaged, for: key)
    @AppStorage("member", store: store) var member = Member(name: "nobody")
    #expect(member.name == "nobody" && member.name == "nobody")
    let reason = StoreError.cannotDecode(key, type: "Member", reason: "'name' is missing")
    #expect(store.hub.takeEvents() == [.unreadable(key, reason)])
    #expect(try store.bytes(for: key) == damaged)
    member = Member(name: "Grace")
    let place = StoreKey("app/member#1", in: StoreKey.quarantine)
    #expect(store.hub.takeEvents() == [.quarantined(key, as: place)])
    #expect(try store.bytes(for: place) == damaged)
    #expect(member.name == "Grace")
  }

  @Test("A store that is released takes its live values along")
  func released() {
    weak var cell: Cell?
    weak var hub: StoreHub?
    do {
      let store = MemoryStore()
      @AppStorage("copies", store: store) var copies = 0
      copies += 1
      cell = store.hub.cell(for: StoreKey("copies"))
      hub = store.hub
      #expect(cell != nil && hub != nil)
    }
    #expect(cell == nil && hub == nil)
  }

  @Test("Nil deletes the value of an optional (8)")
  func deletion() throws {
    @AppStorage("limit", store: store) var limit: Int? = 5
    limit = 3
    limit = nil
    #expect(try store.keys().isEmpty)
    #expect(limit == 5)
  }

  @Test(
    "A wrapper that is not an optional cannot delete; the store can, and its default shows again (8)"
  )
  func storeDeletes() throws {
    @AppStorage("copies", store: store) var copies = 1
    copies = 3
    try store.erase("copies")
    #expect(try copies == 1 && store.keys().isEmpty)
  }

  @Test("A value that cannot be read is never written over by a default (5)")
  func defaultsKeepBytes() throws {
    let damaged = StoredValue(Data("{".utf8), kind: .json)
    try store.setStoredValue(damaged, for: StoreKey("member"))
    for name in ["Ada", "Grace"] {
      @AppStorage("member", store: store) var member = Member(name: name)
      #expect(member.name == name)
    }
    #expect(try store.storedValue(for: StoreKey("member")) == damaged)
  }

  @Test("Observers are called in commit order, whichever thread committed (1)")
  func commitOrder() async throws {
    let seen = Mutex<[Int]>([])
    let observation = store.observe(StoreKey("count")) { value in
      guard let number = try? value?.decoded(as: Int.self) else { return }
      seen.withLock { $0.append(number) }
    }
    await withTaskGroup(of: Void.self) { [store] group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 {
            try? store.transaction {
              try store.set((try store.value(Int.self, for: "count") ?? 0) + 1, for: "count")
            }
          }
        }
      }
    }
    #expect(seen.withLock { $0 } == Array(1...200))
    observation.cancel()
  }

  @Test("The newest change is what a slow reader of the stream gets (17)")
  func stream() async throws {
    let changes = store.changes(of: StoreKey("copies"))
    for number in 1...3 { try store.set(number, for: "copies") }
    var iterator = changes.makeAsyncIterator()
    let newest = try await iterator.next()??.decoded(as: Int.self)
    #expect(newest == 3)
  }

  @Test(
    "The newest transaction is what a slow reader of the whole store gets, with all its keys (17)")
  func storeStream() async throws {
    let changes = store.changes
    try store.set(1, for: "copies")
    try store.transaction {
      try store.set(2, for: "copies")
      try store.set("Emma", for: "title")
    }
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == [StoreKey("copies"), StoreKey("title")])
  }

  @Test("A row names no Swift type: a structure under another name reads the stored value (4)")
  func renamed() throws {
    struct Borrower: Codable, Equatable {
      var id: Int
      var name: String
    }
    let (first, later) = (MemoryStore(), MemoryStore())
    try first.set(Member(name: "Grace"), for: "member")
    try later.importValues(from: first.exported())
    let borrower = try later.value(Borrower.self, for: "member")
    #expect(borrower?.name == "Grace")
  }

  @Test(
    "Scalars are binary (18)",
    arguments: [
      (try? StoredValue(encoding: true), ValueKind.bool, [1]),
      (try? StoredValue(encoding: -2), .int, [254, 255, 255, 255, 255, 255, 255, 255]),
      (try? StoredValue(encoding: Int8(5)), .int, [5, 0, 0, 0, 0, 0, 0, 0]),
      (try? StoredValue(encoding: 1.0), .double, [0, 0, 0, 0, 0, 0, 240, 63]),
      (try? StoredValue(encoding: "é"), .string, [195, 169]),
      (try? StoredValue(encoding: Data([7])), .data, [7]),
      (try? StoredValue(encoding: [1]), .json, [91, 49, 93]),
      (try? StoredValue(encoding: Int?.some(1)), .int, [1, 0, 0, 0, 0, 0, 0, 0]),
    ] as [(StoredValue?, ValueKind, [UInt8])])
  func scalars(value: StoredValue?, kind: ValueKind, bytes: [UInt8]) {
    #expect(value == StoredValue(Data(bytes), kind: kind))
  }
}
