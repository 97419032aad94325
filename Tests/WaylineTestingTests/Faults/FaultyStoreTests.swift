import Testing
import Wayline
import WaylineTesting

@Suite("The store with faults")
@MainActor
struct FaultyStoreTests {
  private struct Desk: View {
    @AppStorage("copies") private var copies = 3
    var body: some View {
      Text("Copies: \(copies)")
      Button("Lend") { copies -= 1 }
    }
  }

  private func host(_ store: FaultyStore) -> TestHost {
    TestHost(stores: SceneStores(state: store, keychain: MemoryKeychain())) { Desk() }
  }

  @Test("The write that fails keeps the old value and is reported; the next one works")
  func fails() {
    let store = FaultyStore()
    let host = host(store)
    let writes = store.operations.count { $0 == .write }
    store.add(StoreFault(.write, writes + 2, .fails(.full(store: "state"))))
    host.press("Lend")
    #expect(host.lines.first == "Copies: 2")
    #expect(
      host.send("Lend") == ["There is no space left for the store 'state'. Nothing was written."])
    #expect(host.lines.first == "Copies: 2")
    host.press("Lend")
    #expect(host.lines.first == "Copies: 1")
  }

  @Test("A damaged value shows the default and is reported, until it is replaced")
  func corrupts() throws {
    let store = FaultyStore(faults: StoreFault(.write, 1, .corrupts))
    try store.set(7, for: "copies")
    let other = FaultyStore(store)
    #expect(throws: StoreError.damaged(StoreKey("copies"))) {
      try other.value(Int.self, for: "copies")
    }
    @AppStorage("copies", store: other) var copies = 3
    #expect(copies == 3)
    copies = 4
    #expect(copies == 4)
    #expect(try other.keys(in: nil).map(\.namespace) == ["app", "quarantine"])
  }

  @Test("An operation that hangs works in the end")
  func hangs() throws {
    let store = FaultyStore(faults: StoreFault(.write, 1, .hangs(.milliseconds(1))))
    try store.set(1, for: "copies")
    #expect(try store.value(Int.self, for: "copies") == 1)
    #expect(store.operations == [.read, .write])
  }

  @Test("A fault on a key counts the writes of that key alone, not those of the scene's place")
  func byKey() {
    let copies = StoreFault.Subject.key(StoreKey("copies"))
    let store = FaultyStore(
      faults: StoreFault(.write, 2, on: copies, .fails(.full(store: "state"))))
    let host = host(store)
    host.press("Lend")
    #expect(host.lines.first == "Copies: 2")
    #expect(
      host.send("Lend") == ["There is no space left for the store 'state'. Nothing was written."])
    #expect(host.lines.first == "Copies: 2")
    host.press("Lend")
    #expect(host.lines.first == "Copies: 1")
  }

  @Test("Operations are counted by kind, and listed in order")
  func counted() throws {
    let store = FaultyStore(faults: StoreFault(.list, 2, .fails(.readOnly(store: "state"))))
    #expect(try store.keys().isEmpty)
    #expect(throws: StoreError.readOnly(store: "state")) { try store.keys() }
    #expect(try store.value(Int.self, for: "copies") == nil)
    #expect(store.operations == [.list, .list, .read])
  }
}
