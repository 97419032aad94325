import Observation
import Testing

@testable import WaylineGraph

@Observable
private final class Shelf {
  var books = 0
}

/// Reads an object, or many, in each turn, and is made due by a source.
@MainActor
private final class ShelfReader: NodeOwner {
  let nodeName = "ShelfReader"
  private(set) var turns = 0
  private(set) var partTurns = 0
  private let shelf: Shelf
  private let parts: Int
  private let node: Node

  init(_ graph: Graph, _ shelf: Shelf, parts: Int = 0) {
    (self.shelf, self.parts) = (shelf, parts)
    node = Node(graph: graph, depth: 0, environment: graph.environment)
    node.begin(for: self)
    graph.flush()
  }

  /// What Observation still keeps for it.
  var changes: [ObservedChange] {
    node.hasRecord ? (node.slots.last as? ObservationRecord)?.liveChanges ?? [] : []
  }

  func takeTurn() {
    turns += 1
    guard parts > 0 else {
      return node.evaluate((), plan: .none, body: { _ in shelf.books }, then: { _ in })
    }
    let isWhole = node.evaluateAll(
      frame: {},
      parts: { _, observer in
        for part in 0..<parts {
          partTurns += 1
          withObservationTracking(
            {
              observer.begin?()
              _ = shelf.books
            }, onChange: observer.registration(part))
        }
      }, then: { _, _ in })
    if !isWhole {
      _ = node.evaluateDueParts { _ in
        partTurns += 1
        _ = shelf.books
      }
    }
  }

  func runAgain(in graph: Graph) {
    graph.perform { node.invalidate() }
  }

  func end() { node.end() }
}

/// Refers to something without keeping it.
private struct WeakChange {
  weak var change: ObservedChange?
}

@Suite("What turns leave behind in observable objects")
@MainActor
struct ObservationRecordTests {
  @Test("An object that stays as it is keeps what the last turn read, and nothing of those before")
  func turns() {
    let (graph, shelf) = (Graph(), Shelf())
    let reader = ShelfReader(graph, shelf)
    var former: [WeakChange] = []
    for _ in 0..<100 {
      reader.runAgain(in: graph)
      former += reader.changes.map { WeakChange(change: $0) }
    }
    // The first turn was not yet expected to outlast itself.
    #expect(former.count { $0.change != nil } <= 2)
    graph.perform { shelf.books = 1 }
    #expect(reader.turns == 102)
    reader.end()
  }

  @Test("Parts that are made again for another reason leave nothing behind")
  func parts() {
    let (graph, shelf) = (Graph(), Shelf())
    let reader = ShelfReader(graph, shelf, parts: 10)
    var former: [WeakChange] = []
    for _ in 0..<20 {
      reader.runAgain(in: graph)
      former += reader.changes.map { WeakChange(change: $0) }
    }
    #expect(former.count { $0.change != nil } <= 20)
    let before = reader.partTurns
    graph.perform { shelf.books = 1 }
    #expect(reader.partTurns == before + 10)
    reader.end()
  }

  @Test("Of views of one type that come and go, the objects that they read keep nothing")
  func comers() {
    let (graph, shelf) = (Graph(), Shelf())
    var former: [WeakChange] = []
    for _ in 0..<100 {
      let reader = ShelfReader(graph, shelf)
      former += reader.changes.map { WeakChange(change: $0) }
      reader.end()
    }
    #expect(former.count == 100)
    #expect(former.count { $0.change != nil } <= 1)
  }

  @Test("A change calls for one turn, however many turns there were before")
  func change() {
    let (graph, shelf) = (Graph(), Shelf())
    let reader = ShelfReader(graph, shelf)
    for _ in 0..<10 { reader.runAgain(in: graph) }
    let before = reader.turns
    graph.perform {
      shelf.books = 1
      shelf.books = 2
    }
    #expect(reader.turns == before + 1)
    graph.perform { shelf.books = 3 }
    #expect(reader.turns == before + 2)
    reader.end()
  }
}
