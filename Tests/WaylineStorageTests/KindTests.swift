import FoundationEssentials
import Testing
import WaylineGraph

@testable import WaylineStorage

@Suite("Kinds and types of stored values")
struct KindTests {
  private struct Guest: Codable, Equatable { var id = 1, name = "Ada" }

  let store = MemoryStore()

  @Test(
    "A row carries the kind of its bytes, with optionals unwrapped (4)",
    arguments: [
      (try? StoredValue(encoding: Bool?.some(true)), .bool),
      (try? StoredValue(encoding: Int?.some(1)), .int),
      (try? StoredValue(encoding: Double?.some(1)), .double),
      (try? StoredValue(encoding: String?.some("")), .string),
      (try? StoredValue(encoding: Data?.some(Data())), .data),
      (try? StoredValue(encoding: Date?.some(Date())), .date),
      (try? StoredValue(encoding: URL(string: "https://desk.example")), .url),
      (try? StoredValue(encoding: Member?.some(Member())), .json),
    ] as [(StoredValue?, ValueKind)])
  func kinds(value: StoredValue?, kind: ValueKind) {
    #expect(value?.kind == kind)
  }

  @Test("Inside a transaction too the type that wrote first keeps the key (4)")
  func typesInTransaction() {
    @AppStorage("person", store: store) var member = Member()
    @AppStorage("person", store: store) var guest = Guest()
    let expected = StoreError.typeMismatch(StoreKey("person"), owner: "Member", attempted: "Guest")
    #expect(throws: expected) {
      try store.transaction {
        member = Member(name: "Grace")
        guest = Guest(name: "Alan")
      }
    }
    #expect(member == Member() && _guest.error == expected)
  }

  @Test("A key that was deleted is free for another type, also in the same transaction (4)")
  func freed() throws {
    @AppStorage("person", store: store) var member = Member()
    @AppStorage("person", store: store) var guest = Guest()
    member = Member(name: "Grace")
    try store.transaction {
      try store.erase("person")
      guest = Guest(name: "Alan")
    }
    member = Member(name: "Grace")
    let expected = StoreError.typeMismatch(StoreKey("person"), owner: "Guest", attempted: "Member")
    #expect(guest.name == "Alan" && _member.error == expected)
    try store.erase("person")
    member = Member(name: "Grace")
    #expect(member.name == "Grace" && _member.error == nil)
  }

  @Test("A value of another kind shows the default, and is reported with both kinds named (5)")
  func otherKind() throws {
    try store.setStoredValue(StoredValue(encoding: "three"), for: StoreKey("copies"))
    @AppStorage("copies", store: store) var copies = 7
    #expect(copies == 7)
    let expected = StoreError.cannotDecode(
      StoreKey("copies"), type: "Int", reason: "a value of kind string is stored, not of kind int")
    #expect(_copies.error == expected)
    #expect(store.hub.takeEvents() == [.unreadable(StoreKey("copies"), expected)])
  }

  @Test("Nil does not delete a value of another kind (4)")
  func nilOverOtherKind() throws {
    try store.setStoredValue(StoredValue(encoding: "precious"), for: StoreKey("copies"))
    @AppStorage("copies", store: store) var copies: Int?
    let expected = StoreError.kindMismatch(StoreKey("copies"), stored: .string, attempted: .int)
    copies = nil
    #expect(_copies.error == expected)
    #expect(throws: expected) { try store.transaction { copies = nil } }
    #expect(try store.value(String.self, for: "copies") == "precious")
  }

  @Test("Nil does not delete a value of another kind that another process has just written (4)")
  func nilOverNewKind() throws {
    let reader = StoredLocation<Int?>(
      StoreKey("copies"), store: store, form: .natural, codec: { .natural() })
    reader.write(3)
    try store.setStoredValue(nil, for: StoreKey("copies"))
    try store.setStoredValue(StoredValue(encoding: "precious"), for: StoreKey("copies"))
    reader.write(nil)
    #expect(try store.value(String.self, for: "copies") == "precious")
  }

  @Test("Names of the same characters in other bytes are other keys")
  func canonicalNames() throws {
    let (one, two) = (StoreKey("caf\u{e9}"), StoreKey("cafe\u{301}"))
    #expect(one != two && Set([one, two]).count == 2 && (one < two) != (two < one))
    try store.setBytes(StoredValue(encoding: 1), for: one)
    try store.setBytes(StoredValue(encoding: 2), for: two)
    #expect(try store.value(Int.self, for: one.name) == 1)
    #expect(try store.keys() == [two, one])
    let keychain = MemoryKeychain()
    #expect(keychain.setData(Data([1]), forKey: one.name))
    #expect(keychain.getData(forKey: two.name) == nil)
    let properties = [one, two].map {
      StoredProperty($0.name, .settings, defaultValue: 0, store: store) { .natural() }
    }
    #expect(!properties[1].isSameInput(as: properties[0]))
  }

  @Test("Each read of a value that is shown as its default is noted, also in a transaction")
  func unreadableReads() throws {
    @AppStorage("copies", store: store) var copies = 7
    func isNoted() -> Bool {
      let reads = UnreadableReads()
      reads.collect { #expect(copies == 7) }
      return !reads.isEmpty
    }
    #expect(!isNoted())
    try store.setStoredValue(StoredValue(encoding: "three"), for: StoreKey("copies"))
    #expect(isNoted() && isNoted())
    try store.transaction { #expect(isNoted()) }
  }
}
