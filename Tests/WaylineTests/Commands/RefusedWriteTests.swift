import Testing

@testable import Wayline
@testable import WaylineFlows

@Suite("Refused writes in a scene")
@MainActor
struct RefusedWriteTests {
  private struct Desk: View {
    let store: MemoryStore

    var body: some View {
      Counter(copies: AppStorage(wrappedValue: 3, "copies", store: store))
    }
  }

  private struct Counter: View {
    @AppStorage var copies: Int

    init(copies: AppStorage<Int>) {
      _copies = copies
    }

    var body: some View {
      Text("Copies: \(copies)")
      Button("Lend") { copies -= 1 }
      Button("Lend two") {
        copies -= 1
        copies -= 1
      }
    }
  }

  @Test("A refusal of a store that a single wrapper uses is printed (storage 3)")
  func ownStore() {
    let store = MemoryStore(name: "shelf")
    let host = SceneHost(stores: .inMemory()) { Desk(store: store) }
    host.takePrinted()
    store.refuseWrites(with: .full(store: "shelf"))
    #expect(
      host.send("Lend") == ["There is no space left for the store 'shelf'. Nothing was written."])
    #expect(host.send("show") == ["Copies: 3", "[1] Lend", "[2] Lend two"])
    #expect(host.status == .outputFailed)
  }

  @Test("A refused write is printed also if the store has named the problem before (storage 3)")
  func known() {
    let store = MemoryStore(name: "shelf")
    let host = SceneHost(stores: .inMemory()) { Desk(store: store) }
    host.takePrinted()
    let full = StoreError.full(store: "shelf")
    store.refuseWrites(with: full)
    store.hub.publish(.problem(full))
    #expect(host.send("show").contains("\(full)"))
    for _ in 0..<2 {
      store.hub.publish(.problem(full))
      #expect(host.send("Lend") == ["\(full)"])
    }
  }

  @Test("Two writes refused in one command for one reason print one message (storage 3)")
  func once() {
    let store = MemoryStore(name: "shelf")
    let host = SceneHost(stores: .inMemory()) { Desk(store: store) }
    host.takePrinted()
    store.refuseWrites(with: .full(store: "shelf"))
    let sentence = "There is no space left for the store 'shelf'. Nothing was written."
    #expect(host.send("Lend two") == [sentence])
    #expect(host.send("Lend two") == [sentence])
  }
}
