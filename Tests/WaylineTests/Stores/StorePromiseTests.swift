import Dispatch
import Glibc
import Synchronization
import Testing
import WaylineTestScale
import WaylineTesting

@testable import Wayline
@testable import WaylineSecrets

/// The promises of every store; `Promises-of-Storage` numbers them.
@Suite("What every store promises")
struct StorePromiseTests {
  private struct Refusal: Error {}

  private let key = StoreKey("Emma", in: "desk")
  private let other = StoreKey("Dune", in: "desk")

  /// The texts under some keys, each read by itself.
  private func texts(_ keys: [StoreKey], in store: any PersistentStore) throws -> [String?] {
    try keys.map { key in
      try store.storedValue(for: key).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
  }

  // MARK: Values

  @Test(
    "A value of each kind, version and content is read as it was written",
    arguments: Backing.allCases)
  func values(backing: Backing) throws {
    let store = backing.place().open()
    let contents = [Data(), Data([0]), Data((0...255).map { UInt8($0) })]
    var written: [StoreKey: StoredValue] = [:]
    for kind in ValueKind.allCases {
      for (number, bytes) in contents.enumerated() {
        let value = StoredValue(bytes, kind: kind, version: 1 + number * 1_000_000)
        written[StoreKey("\(kind) \(number)")] = value
      }
    }
    for (key, value) in written { try store.setStoredValue(value, for: key) }
    for (key, value) in written { #expect(try store.storedValue(for: key) == value) }
    #expect(try store.storedValues(for: Array(written.keys)) == written)
  }

  @Test(
    "A value is as large as the limit, and one byte more is refused", arguments: Backing.allCases)
  func large(backing: Backing) throws {
    let store = backing.place().open()
    var bytes = Data(repeating: 7, count: StoredValue.limit)
    bytes[StoredValue.limit / 2] = 9
    try store.setBytes(StoredValue(bytes, kind: .data), for: key)
    #expect(try store.storedValue(for: key)?.bytes == bytes)
    let larger = StoredValue(bytes + [1], kind: .data)
    let error = StoreError.tooLarge(key, bytes: bytes.count + 1, limit: StoredValue.limit)
    #expect(throws: error) { try store.setBytes(larger, for: key) }
    #expect(try store.storedValue(for: key)?.bytes.count == bytes.count)
  }

  static let names = [
    "", " ", "\0", "a\0b", "\n", "\t", "'", "\"", "''; DROP TABLE value; --", "%", "_", "\\", "/",
    "a/b", "é",
    "e\u{301}", "\u{FEFF}", "\u{202E}x", "😀", "👩‍👩‍👧", "\u{10FFFF}", "NULL", "nil", "$1", "?1",
    String(repeating: "ü", count: 10_000),
  ]

  @Test(
    "A name and a namespace have any characters, and two of them never meet",
    arguments: Backing.allCases)
  func anyName(backing: Backing) throws {
    let store = backing.place().open()
    let keys =
      Self.names.map { StoreKey($0, in: "names") } + Self.names.map { StoreKey("name", in: $0) }
    for (number, key) in keys.enumerated() {
      try store.setStoredValue(.text("\(number)"), for: key)
    }
    #expect(try texts(keys, in: store) == keys.indices.map { "\($0)" })
    #expect(try store.storedKeys(in: nil) == keys.sorted())
    for name in Self.names {
      #expect(try store.storedKeys(in: name) == [StoreKey("name", in: name)])
    }
    for key in keys { try store.setStoredValue(nil, for: key) }
    #expect(try store.storedKeys(in: nil) == [])
  }

  @Test("Keys are listed in the order of their UTF-8, namespace first", arguments: Backing.allCases)
  func order(backing: Backing) throws {
    let store = backing.place().open()
    let names = ["b", "B", "a", "ä", "Z", "aa", "a b", "10", "9", "😀", "\u{FFFD}"]
    let keys = names.flatMap { name in ["y", "x", "xx"].map { StoreKey(name, in: $0) } }
    for key in keys.shuffled() { try store.setStoredValue(.text("."), for: key) }
    #expect(try store.storedKeys(in: nil) == keys.sorted())
    #expect(try store.storedKeys(in: "x") == keys.filter { $0.namespace == "x" }.sorted())
    var inside: [StoreKey] = []
    try store.withTransaction { inside = try $0.keys(in: nil) }
    #expect(inside == keys.sorted())
  }

  // MARK: Refusals

  @Test("A value of another kind is refused, and both kinds are named", arguments: Backing.allCases)
  func kinds(backing: Backing) throws {
    let store = backing.place().open()
    try store.setStoredValue(.text("lent"), for: key)
    let number = StoredValue(Data([1]), kind: .bool)
    let error = StoreError.kindMismatch(key, stored: .string, attempted: .bool)
    #expect(throws: error) { try store.setStoredValue(number, for: key) }
    #expect(throws: error) {
      try store.withTransaction { transaction in
        try transaction.set(.text("new"), for: other)
        try transaction.set(number, for: key)
      }
    }
    #expect(try texts([key, other], in: store) == ["lent", nil])
    // A key without a value has no kind.
    try store.setStoredValue(nil, for: key)
    try store.setStoredValue(number, for: key)
    #expect(try store.storedValue(for: key) == number)
  }

  @Test(
    "Several values are written and deleted together, and none of them if one is refused",
    arguments: Backing.allCases)
  func together(backing: Backing) throws {
    let store = backing.place().open()
    try store.setStoredValues([:])
    try store.setStoredValues([key: .text("one"), other: .text("two"), StoreKey("none"): nil])
    #expect(try texts([key, other], in: store) == ["one", "two"])
    for refused in [key, other] {
      let kept = refused == key ? other : key
      let number = StoredValue(Data([1]), kind: .bool)
      #expect(throws: StoreError.kindMismatch(refused, stored: .string, attempted: .bool)) {
        try store.setStoredValues([refused: number, kept: nil, StoreKey("new"): .text("new")])
      }
      #expect(try texts([key, other, StoreKey("new")], in: store) == ["one", "two", nil])
    }
    // A value of another kind can follow once the old one was deleted.
    try store.setStoredValues([key: nil, other: .text("three")])
    try store.setStoredValues([key: StoredValue(Data([1]), kind: .bool), other: nil])
    #expect(try store.storedKeys(in: nil) == [key])
    #expect(try store.storedValue(for: key) == StoredValue(Data([1]), kind: .bool))
  }

  @Test(
    "What is replaced together and cannot be read is moved to the quarantine first",
    arguments: Backing.allCases)
  func replacedTogether(backing: Backing) throws {
    let store = backing.place().open()
    let unreadable = StoredValue(Data([0xFF]), kind: .string)
    try store.setStoredValues([key: unreadable, other: .text("two")])
    let events = Mutex<[StoreEvent]>([])
    let observation = store.observeEvents { event in events.withLock { $0.append(event) } }
    let changes = Mutex<[Set<StoreKey>]>([])
    let second = store.observeChanges { keys in changes.withLock { $0.append(keys) } }
    try store.replaceBytes([key: .text("one"), other: nil])
    #expect(try texts([key, other], in: store) == ["one", nil])
    #expect(changes.withLock { $0.map { $0.contains(key) && $0.contains(other) } } == [true])
    let place = try #require(try store.storedKeys(in: StoreKey.quarantine).first)
    #expect(try store.storedValue(for: place) == unreadable)
    #expect(events.withLock { $0 } == [.quarantined(key, as: place)])
    // Within a transaction it is a part of that, and undone with it.
    struct Undone: Error {}
    #expect(throws: Undone.self) {
      try store.transaction {
        try store.replaceBytes([key: .text("three"), other: .text("four")])
        throw Undone()
      }
    }
    #expect(try texts([key, other], in: store) == ["one", nil])
    withExtendedLifetime((observation, second)) {}
  }

  @Test("A write that fails leaves the old value and is reported", arguments: Backing.allCases)
  func refusedWrite(backing: Backing) throws {
    let store = FaultyStore(backing.place().open())
    try store.setBytes(.text("lent"), for: key)
    let error = StoreError.full(store: "state")
    for isTogether in [false, true] {
      let writes = store.operations.count { $0 == .write }
      store.add(StoreFault(.write, writes + 1, .fails(error)))
      #expect(throws: error) {
        if !isTogether { return try store.setBytes(.text("new"), for: key) }
        try store.transaction { try store.setBytes(.text("new"), for: key) }
      }
      #expect(try store.bytes(for: key) == .text("lent"))
      #expect(try texts([key], in: store) == ["lent"])
    }
    try store.setBytes(.text("back"), for: key)
    #expect(try texts([key], in: store) == ["back"])
  }

  @Test("A read that fails is one of that read alone", arguments: Backing.allCases)
  func failedRead(backing: Backing) throws {
    let store = FaultyStore(backing.place().open())
    try store.setBytes(.text("lent"), for: key)
    let error = StoreError.busy(store: "state", milliseconds: 2000)
    let reads = store.operations.count { $0 == .read }
    store.add(StoreFault(.read, reads + 1, .fails(error)))
    #expect(throws: error) { try store.storedValues(for: [key, other]) }
    #expect(try store.storedValues(for: [key, other]) == [key: .text("lent")])
  }

  // MARK: Transactions

  @Test(
    "The changes of a transaction are stored together or not at all", arguments: Backing.allCases)
  func atomicity(backing: Backing) throws {
    let store = backing.place().open()
    let third = StoreKey("Ulysses", in: "desk")
    try store.setStoredValue(.text("lent"), for: key)
    #expect(throws: Refusal.self) {
      try store.withTransaction { transaction in
        try transaction.set(nil, for: key)
        try transaction.set(.text("new"), for: other)
        #expect(try transaction.value(for: key) == nil)
        #expect(try transaction.value(for: other) == .text("new"))
        #expect(try transaction.keys(in: "desk") == [other])
        throw Refusal()
      }
    }
    #expect(try texts([key, other], in: store) == ["lent", nil])
    try store.withTransaction { transaction in
      try transaction.set(nil, for: key)
      for place in [other, third] { try transaction.set(.text("new"), for: place) }
    }
    #expect(try texts([key, other, third], in: store) == [nil, "new", "new"])
  }

  @Test(
    "A refused part undoes a transaction also where the program catches its error",
    arguments: Backing.allCases)
  func caught(backing: Backing) throws {
    let store = backing.place().open()
    try store.setBytes(.text("lent"), for: key)
    let number = StoredValue(Data([1]), kind: .bool)
    let error = StoreError.kindMismatch(key, stored: .string, attempted: .bool)
    #expect(throws: error) {
      try store.transaction {
        try store.setBytes(.text("new"), for: other)
        try? store.setBytes(number, for: key)
      }
    }
    #expect(try texts([key, other], in: store) == ["lent", nil])
  }

  @Test(
    "Bytes in the quarantine have a place of their own for each time", arguments: Backing.allCases)
  func quarantine(backing: Backing) throws {
    let store = backing.place().open()
    for (number, text) in ["first", "second"].enumerated() {
      try store.setStoredValue(.text(text), for: key)
      var place: StoreKey?
      try store.withTransaction { place = try $0.quarantine(key) }
      #expect(place == StoreKey("desk/Emma#\(number + 1)", in: StoreKey.quarantine))
      #expect(try texts([key, #require(place)], in: store) == [nil, text])
    }
    var place: StoreKey? = key
    try store.withTransaction { place = try $0.quarantine(key) }
    #expect(place == nil)
  }

  @Test("Writers at the same time lose nothing", arguments: Backing.allCases)
  func writers(backing: Backing) throws {
    let place = backing.place()
    let rounds = Scale.rounds(25)
    // Each thread has a store of its own where several share the values.
    let first = place.open()
    let stores = (0..<4).map { Backing.shared.contains(backing) && $0 > 0 ? place.open() : first }
    try first.setBytes(StoredValue(encoding: 0), for: key)
    let problems = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: stores.count) { index in
      for _ in 0..<rounds {
        do {
          try stores[index].withTransaction { transaction in
            let number = try transaction.value(for: key)?.decoded(as: Int.self) ?? 0
            try transaction.set(StoredValue(encoding: number + 1), for: key)
          }
        } catch {
          problems.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(problems.withLock { $0 } == [])
    #expect(try place.open().storedValue(for: key)?.decoded(as: Int.self) == rounds * stores.count)
  }

  @Test(
    "Several values are read at one point in time while others write", arguments: Backing.allCases)
  func readers(backing: Backing) throws {
    // The store with faults hands each read on by itself.
    if backing == .faulty { return }
    let place = backing.place()
    let store = place.open()
    let writer = Backing.shared.contains(backing) ? place.open() : store
    let pair = [key, other]
    @Sendable func write(_ number: Int) throws {
      try writer.withTransaction { transaction in
        for key in pair { try transaction.set(.text("\(number)"), for: key) }
      }
    }
    try write(0)
    let isDone = Atomic<Bool>(false)
    let group = DispatchGroup()
    DispatchQueue(label: "wayline.tests").async(group: group) {
      for number in 0..<Scale.rounds(100) { try? write(number) }
      isDone.store(true, ordering: .releasing)
    }
    var torn: [String] = []
    repeat {
      let batch = try store.storedValues(for: pair)
      if batch[key] != batch[other] { torn.append("batch: \(batch)") }
      try store.withReadTransaction { transaction throws(StoreError) in
        let (left, right) = (try transaction.value(for: key), try transaction.value(for: other))
        if left != right { torn.append("transaction: \(left as Any), \(right as Any)") }
      }
    } while !isDone.load(ordering: .acquiring)
    group.wait()
    #expect(torn == [])
  }

  // MARK: Several values

  @Test("Several values are read as each is by itself", arguments: Backing.allCases)
  func batch(backing: Backing) throws {
    let store = backing.place().open()
    let keys = (0..<300).map { StoreKey("\($0)", in: $0 % 2 == 0 ? "even" : "odd") }
    try store.withTransaction { transaction in
      for key in keys where key.name.hasSuffix("7") {
        try transaction.set(.text(key.name), for: key)
      }
    }
    let found = try store.storedValues(for: keys + keys.prefix(10))
    for key in keys { #expect(try found[key] == store.storedValue(for: key)) }
    #expect(found.count == 30)
    #expect(try store.storedValues(for: []) == [:])
  }

  @Test(
    "Values that were prepared are those that wrappers show, also after a change",
    arguments: Backing.allCases)
  func prepared(backing: Backing) throws {
    let place = backing.place()
    let writer = place.open()
    try writer.set(7, for: "copies")
    let store = place.open()
    try store.hub.prepare([StoreKey("copies"), StoreKey("missing")], from: store)
    @AppStorage("copies", store: store) var copies = 0
    @AppStorage("missing", store: store) var missing = 3
    #expect((copies, missing) == (7, 3))
    copies = 8
    missing = 4
    #expect(try place.open().value(Int.self, for: "copies") == 8)
    #expect(try place.open().value(Int.self, for: "missing") == 4)
  }

  // MARK: Other processes

  @Test("What was acknowledged is there for the next store of the place", arguments: Backing.shared)
  func durability(backing: Backing) throws {
    let place = backing.place()
    let keys = (0..<20).map { StoreKey("\($0)", in: "desk") }
    for key in keys { try place.open().setStoredValue(.text(key.name), for: key) }
    try place.open().withTransaction { try $0.set(nil, for: keys[3]) }
    var expected: [String?] = keys.map(\.name)
    expected[3] = nil
    #expect(try texts(keys, in: place.open()) == expected)
  }

  @Test("A change of another store is seen, reported and observed once", arguments: Backing.shared)
  func foreignChange(backing: Backing) throws {
    let place = backing.place()
    let (here, there) = (place.open(), place.open())
    @AppStorage("copies", store: here) var copies = 0
    copies = 1
    here.checkForeignChanges()
    _ = here.hub.takeEvents()
    let seen = Mutex<[StoredValue?]>([])
    let observation = here.observe(StoreKey("copies")) { value in seen.withLock { $0.append(value) }
    }
    try there.set(2, for: "copies")
    try there.set(3, for: "others")
    here.checkForeignChanges()
    #expect(copies == 2)
    here.checkForeignChanges()
    let expected = try StoredValue(encoding: 2)
    #expect(seen.withLock { $0 } == [expected])
    #expect(here.hub.takeEvents() == [.changedElsewhere([StoreKey("copies")])])
    observation.cancel()
  }

  @Test("The notice of a store brings a change of another one", arguments: Backing.shared)
  func notice(backing: Backing) throws {
    let place = backing.place()
    let (here, there) = (place.open(), place.open())
    try here.set(1, for: "copies")
    // NB: a wrapper outside of a view would ask the store itself.
    let seen = Mutex<[StoredValue?]>([])
    let observation = here.observe(StoreKey("copies")) { value in seen.withLock { $0.append(value) }
    }
    let notice = try #require(here.notice)
    let descriptor = try #require(notice.descriptor())
    notice.look()
    try there.set(2, for: "copies")
    if descriptor >= 0 {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&polled, 1, 2_000) == 1)
    }
    notice.look()
    let expected = try StoredValue(encoding: 2)
    #expect(seen.withLock { $0 } == [expected])
    observation.cancel()
  }

  // MARK: Erasing

  @Test(
    "What is erased is gone for every store, and the store can be used again",
    arguments: Backing.allCases)
  func erasing(backing: Backing) throws {
    let place = backing.place()
    let store = place.open()
    for number in 0..<20 { try store.set("secret \(number)", for: "\(number)") }
    try store.transaction {
      for key in try store.keys(in: nil) { try store.setBytes(nil, for: key) }
    }
    store.upkeep?.overwriteErased()
    try store.upkeep?.eraseDamagedFiles()
    #expect(try store.keys(in: nil) == [])
    #expect(try place.open().storedKeys(in: nil) == [])
    #expect(store.hub.takeEvents() == [])
    store.upkeep?.close()
    try store.set("again", for: "0")
    #expect(try place.open().value(String.self, for: "0") == "again")
    #expect(try store.diagnose() == [])
  }

  // MARK: Secrets

  @Test(
    "The rows of a secret show neither its value nor, after erasing all, its name",
    arguments: Backing.sealed)
  func sealedRows(backing: Backing) throws {
    let place = backing.place()
    let store = try #require(place.open() as? SecretStore)
    try store.setStoredValue(.text("1815 Lovelace"), for: key)
    let row = try #require(try store.base.storedValue(for: key))
    #expect(row.bytes.range(of: Data("Lovelace".utf8)) == nil)
    #expect(try store.base.storedKeys(in: nil).count == 2)
    try store.rotate()
    #expect(try store.base.storedValue(for: key) != row)
    #expect(try store.storedValue(for: key) == .text("1815 Lovelace"))
    try store.eraseAll()
    #expect(try store.base.storedKeys(in: nil) == [])
    #expect(try store.storedValue(for: key) == nil)
  }

  @Test(
    "A row that was moved or changed does not open, whatever store it is in",
    arguments: Backing.sealed)
  func movedRows(backing: Backing) throws {
    let store = try #require(backing.place().open() as? SecretStore)
    try store.setStoredValue(.text("Ada"), for: key)
    try store.setStoredValue(.text("Grace"), for: other)
    try store.base.withTransaction { try $0.set($0.value(for: other), for: key) }
    #expect(throws: StoreError.recordTampered(key)) { try store.storedValue(for: key) }
    #expect(try store.storedValue(for: other) == .text("Grace"))
    #expect(try store.problems() == [.recordTampered(key)])
  }
}
