import FoundationEssentials
import Testing

@testable import WaylineStorage

@Suite("Export and import")
struct ExportTests {
  let store = MemoryStore()

  @Test("An exported file can be read by people (16)")
  func readable() throws {
    try store.set(3, for: "copies")
    try store.set(Member(), for: "member")
    let text = String(decoding: try store.exported(), as: UTF8.self)
    #expect(text.contains(#""value" : 3"#) && text.contains(#""name" : "Ada""#))
    #expect(!text.contains("base64"))
  }

  @Test("Every kind comes back byte for byte, in its namespace and version (16)")
  func roundTrip() throws {
    let values: [StoredValue?] = [
      try StoredValue(encoding: true), try StoredValue(encoding: Int64.min),
      try StoredValue(encoding: 0.1), try StoredValue(encoding: Double.nan),
      try StoredValue(encoding: -0.0), try StoredValue(encoding: 2.0),
      try StoredValue(encoding: "a\0b"), try StoredValue(encoding: Data([0, 255])),
      try StoredValue(encoding: Date(timeIntervalSinceReferenceDate: 0.1)),
      try StoredValue(encoding: URL(string: "https://desk.example/é")),
      try StoredValue(encoding: [1.5, 2], version: 3), try StoredValue(encoding: [Int?.none]),
      StoredValue(Data("{ \"b\": 1, \"a\": 1e2 }".utf8), kind: .json),
      StoredValue(Data("null".utf8), kind: .json),
    ]
    for (number, value) in values.enumerated() {
      try store.setBytes(value, for: StoreKey("\(number)", in: "scene:one"))
    }
    let unreadable = StoredValue(Data([255]), kind: .string)
    try store.setBytes(unreadable, for: StoreKey("app/title#1", in: StoreKey.quarantine))
    let other = MemoryStore()
    #expect(try other.importValues(from: store.exported()) == values.count + 1)
    for key in try store.keys(in: nil) {
      #expect(try other.bytes(for: key) == store.bytes(for: key))
    }
  }

  @Test("A value whose bytes are not of its kind is left out of an export, and reported (16)")
  func unreadableExport() throws {
    let key = StoreKey("copies")
    try store.set(1, for: "lent")
    try store.setBytes(StoredValue(Data([0, 0, 0]), kind: .int), for: key)
    let problem = StoreError.cannotDecode(key, type: "int", reason: "not eight bytes")
    #expect(try MemoryStore().importValues(from: store.exported()) == 1)
    #expect(store.hub.takeEvents() == [.unreadable(key, problem)])
    #expect(try store.diagnose() == [problem])
  }

  @Test("An export ends with the error of a read that failed, and leaves no value out (16)")
  func failedExport() throws {
    let unreliable = UnreliableStore()
    try unreliable.set(1, for: "lent")
    let busy = StoreError.busy(store: "memory", milliseconds: 2000)
    unreliable.failReads(1, with: busy)
    #expect(throws: busy) { try unreliable.exported() }
  }

  @Test("An export has the values of one point in time, whatever is written meanwhile (16)")
  func oneMoment() throws {
    let desk = LendingStore()
    let copy = MemoryStore()
    try copy.importValues(from: desk.exported())
    let copies = try copy.keys().map { try copy.value(Int.self, for: $0.name) ?? 0 }
    #expect(copies.count == 2 && copies.reduce(0, +) == 10)
  }

  @Test(
    "A file with a value that cannot be read is refused by name, and nothing of it imported (16)",
    arguments: [
      (
        #""kind":"int","version":1,"base64":"AAAA""#,
        "the value is not of kind int (not eight bytes)"
      ),
      (
        #""kind":"bool","version":1,"base64":"Ag==""#,
        "the value is not of kind bool (not a Boolean)"
      ),
      (
        #""kind":"string","version":1,"base64":"/w==""#,
        "the value is not of kind string (not UTF-8)"
      ),
      (
        #""kind":"json","version":1,"base64":"ew==""#,
        "the value is not of kind json (the bytes are damaged)"
      ),
      (
        #""kind":"int","version":-1,"value":1"#,
        "the value is not of kind int (version -1; the first one is 1)"
      ),
      (#""kind":"int","version":1,"value":"x""#, "the value is not of kind int"),
      (#""kind":"word","version":1,"value":1"#, "there is no kind 'word'"),
    ])
  func unreadableImport(fields: String, reason: String) throws {
    let text =
      #"{"format":1,"values":[{"namespace":"app","name":"lent","kind":"int","version":1,"value":3},"#
      + #"{"namespace":"app","name":"copies",\#(fields)}]}"#
    #expect(throws: StoreError.cannotImport(StoreKey("copies"), reason: reason)) {
      try store.importValues(from: Data(text.utf8))
    }
    #expect(try store.keys(in: nil).isEmpty)
  }

  @Test("A file of a newer format is refused as such, and one of format 0 is none (16)")
  func formats() throws {
    #expect(throws: StoreError.newerExport(found: 2, known: 1)) {
      try store.importValues(from: Data(#"{"format":2,"rows":[]}"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try store.importValues(from: Data(#"{"format":0,"values":[]}"#.utf8))
    }
  }

  @Test("A value whose migration fails is not imported, and the present one stays (6)")
  func unmigratedImport() throws {
    let key = StoreKey("copies")
    let newer = MemoryStore()
    newer.hub.register(Migration(key, from: 1) { (_: Int) -> Int in throw Interruption() })
    try newer.set(70, for: "copies")
    try store.set(3, for: "copies")
    let reason = "it could not be migrated from version 1 (Interruption())"
    #expect(throws: StoreError.cannotImport(key, reason: reason)) {
      try newer.importValues(from: store.exported())
    }
    #expect(try newer.value(Int.self, for: "copies") == 70)
  }

  @Test("An import moves a value that cannot be read to the quarantine before it replaces it (5)")
  func unreadableReplaced() throws {
    let (copies, title) = (StoreKey("copies"), StoreKey("title"))
    let place = StoreKey("app/copies#1", in: StoreKey.quarantine)
    try store.set(3, for: "copies")
    try store.set("Emma", for: "title")
    let file = try store.exported()
    let unreadable = StoredValue(Data("no number".utf8), kind: .int)
    let newer = try StoredValue(encoding: "Persuasion", version: 2)
    try store.setBytes(unreadable, for: copies)
    try store.setBytes(newer, for: title)
    _ = store.hub.takeEvents()
    #expect(try store.importValues(from: file) == 2)
    #expect(try store.value(Int.self, for: "copies") == 3)
    #expect(try store.value(String.self, for: "title") == "Emma")
    #expect(try store.bytes(for: place) == unreadable)
    #expect(try store.bytes(for: StoreKey("app/title#1", in: StoreKey.quarantine)) == newer)
    #expect(
      Set(store.hub.takeEvents().map(\.description)).contains(
        StoreEvent.quarantined(copies, as: place).description))
    // A value that can be read is replaced, and leaves nothing.
    #expect(try store.importValues(from: file) == 2 && store.keys(in: nil).count == 4)
  }

  @Test("An import that is refused in the middle changes nothing (16)")
  func refusedImport() throws {
    let text = """
      {"format":1,"values":[
        {"namespace":"app","name":"copies","kind":"int","version":1,"value":3},
        {"namespace":"app","name":"title","kind":"int","version":1,"value":"x"}]}
      """
    #expect(throws: StoreError.self) { try store.importValues(from: Data(text.utf8)) }
    #expect(try store.keys(in: nil).isEmpty)
  }

  @Test("A file of an older version of the program is migrated while it is imported (6)")
  func olderExport() throws {
    let key = StoreKey("copies")
    try store.set(3, for: "copies")
    let file = try store.exported()
    let newer = MemoryStore()
    newer.hub.register(Migration(key, from: 1) { (old: Int) in old * 10 })
    @AppStorage("copies", store: newer) var copies = 0
    copies = 70
    try newer.importValues(from: file)
    #expect(copies == 30)
    copies += 1
    #expect(try newer.keys(in: nil) == [key])
    #expect(try newer.storedValue(for: key) == StoredValue(encoding: 31, version: 2))
  }

  @Test("A dump has a line for each value, with its key, its kind and itself (16)")
  func dump() throws {
    try store.set(3, for: "copies")
    try store.set(Data([1, 2]), for: "cover")
    try store.set("Dear", for: "draft", in: StoreKey.scene("one"))
    #expect(
      try store.dump() == [
        "copies  int  3", "cover  data  2 bytes", "scene:one/draft  string  \"Dear\"",
      ])
  }

  @Test("Erasing a namespace leaves the others, and wrappers see it (16)")
  func erasing() throws {
    @AppStorage("copies", store: store) var copies = 1
    copies = 3
    try store.set(1, for: "draft", in: "scene:one")
    #expect(try store.eraseAll(in: StoreKey.app) == 1)
    #expect(try copies == 1 && store.keys(in: nil).count == 1)
  }
}

/// A desk with ten books, of which one is lent whenever a value is read by itself.
private final class LendingStore: PersistentStore {
  let hub = StoreHub(name: "memory")
  private let inner = MemoryStore()
  private let (shelf, lent) = (StoreKey("shelf"), StoreKey("lent"))

  init() {
    try? inner.setStoredValue(StoredValue(encoding: 10), for: shelf)
    try? inner.setStoredValue(StoredValue(encoding: 0), for: lent)
  }

  func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    let value = try inner.storedValue(for: key)
    for (key, change) in [(shelf, -1), (lent, 1)] {
      let count = try inner.storedValue(for: key)?.decoded(as: Int.self) ?? 0
      try inner.setStoredValue(StoredValue(encoding: count + change), for: key)
    }
    return value
  }

  func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try inner.storedKeys(in: namespace)
  }

  func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    try inner.withTransaction(body)
  }
}
