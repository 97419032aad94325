import Testing
import WaylineGraph

@testable import WaylineStorage

private struct Counter {
  @AppStorage("copies") var copies = 1
  @SceneStorage("draft") var draft = "none"
}

@MainActor
@Suite("Statements of SwiftUI about storage")
struct SwiftUIStatementTests {
  private let store = MemoryStore()
  private let graph = Graph()

  private func reader(
    scene: String = "one", _ read: @escaping @MainActor (Counter) -> Void
  ) -> Reader<Counter> {
    let scope = graph.environment.child { [store] values in
      values.defaultAppStorage = store
      values.sceneStorage = SceneStore(store, id: scene)
    }
    return Reader(Counter(), graph: graph, scope: scope, read: read)
  }

  @Test("AppStorage: the value in the store wins over the default (64)")
  func storedValueWins() throws {
    try store.set(5, for: "copies")
    #expect(reader { _ = $0.copies }.last?.copies == 5)
  }

  @Test("AppStorage: the default is not written (64)")
  func defaultIsNotWritten() throws {
    #expect(reader { _ = $0.copies }.last?.copies == 1)
    #expect(try store.keys(in: nil).isEmpty)
  }

  @Test("AppStorage: an external change of the same key re-runs all readers (64)")
  func externalChange() throws {
    let readers = [reader { _ = $0.copies }, reader { _ = $0.copies }]
    let other = reader { _ = $0.draft }
    // Written around the live values, as another process does.
    try store.setStoredValue(StoredValue(encoding: 7), for: StoreKey("copies"))
    graph.perform { store.hub.refresh(from: store) }
    #expect(readers.map(\.runs) == [2, 2] && other.runs == 1)
    #expect(readers.map { $0.last?.copies } == [7, 7])
  }

  @Test("Two AppStorage with the same key and store show the same value in one update (65)")
  func sameValueInOneUpdate() {
    var shown: [Int] = []
    let readers = (0..<2).map { _ in reader { shown.append($0.copies) } }
    graph.perform { readers[0].last?.copies = 4 }
    #expect(shown == [1, 1, 4, 4])
  }

  @Test("SceneStorage is like State: a write shows at once, and re-runs its readers (66)")
  func sceneLikeState() {
    let reader = reader { _ = $0.draft }
    graph.perform { reader.last?.draft = "Dear" }
    #expect(reader.runs == 2 && reader.last?.draft == "Dear")
  }

  @Test("SceneStorage: the initial value is restored if it was saved (66)")
  func sceneRestored() {
    let first = reader { _ = $0.draft }
    graph.perform { first.last?.draft = "Dear" }
    first.end()
    #expect(reader { _ = $0.draft }.last?.draft == "Dear")
  }

  @Test("SceneStorage: a value is shared in its scene and separate per scene (66)")
  func sceneShared() {
    let here = (0..<2).map { _ in reader { _ = $0.draft } }
    let there = reader(scene: "two") { _ = $0.draft }
    graph.perform { here[0].last?.draft = "Dear" }
    #expect(here.map { $0.last?.draft } == ["Dear", "Dear"])
    #expect(there.last?.draft == "none" && there.runs == 1)
  }

  @Test("SceneStorage: values are destroyed with the scene (66)")
  func sceneDestroyed() throws {
    let (here, there) = (reader { _ = $0.draft }, reader(scene: "two") { _ = $0.draft })
    graph.perform {
      here.last?.draft = "Dear"
      there.last?.draft = "Yours"
    }
    graph.perform { _ = try? store.eraseAll(in: StoreKey.scene("one")) }
    #expect(here.last?.draft == "none" && there.last?.draft == "Yours")
  }
}
