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
      StoredValue(Data([255]), kind: .string),
    ]
    for (number, value) in values.enumerated() {
      try store.setBytes(value, for: StoreKey("\(number)", in: "scene:one"))
    }
    let other = MemoryStore()
    #expect(try other.importValues(from: store.exported()) == values.count)
    for key in try store.keys(in: nil) {
      #expect(try other.bytes(for: key) == store.bytes(for: key))
    }
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
