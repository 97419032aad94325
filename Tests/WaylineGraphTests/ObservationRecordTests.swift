import Observation
import Testing

@testable import WaylineGraph

@Observable
private final class Shelf {
  var books = 0
}

/// Refers to something without keeping it.
private struct WeakChange {
  weak var change: ObservedChange?
}

@Suite("Registrations of turns in observable objects")
@MainActor
struct ObservationRecordTests {
  @Test("An object that never changes retains the registration of the last turn only")
  func turns() {
    let (graph, shelf) = (Graph(), Shelf())
    let reader = ObjectReader(graph) { shelf.books }
    var former: [WeakChange] = []
    for _ in 0..<100 {
      graph.perform { reader.node.invalidate() }
      former += reader.changes.map { WeakChange(change: $0) }
    }
    // The first turn was not yet expected to outlast itself.
    #expect(former.count { $0.change != nil } <= 2)
    graph.perform { shelf.books = 1 }
    #expect(reader.turns == 102)
    reader.node.end()
  }

  @Test("Parts that are evaluated again leave no registrations behind")
  func parts() {
    let (graph, shelf) = (Graph(), Shelf())
    let reader = ObjectReader(graph, parts: 10) { shelf.books }
    var former: [WeakChange] = []
    for _ in 0..<20 {
      graph.perform { reader.node.invalidate() }
      former += reader.changes.map { WeakChange(change: $0) }
    }
    #expect(former.count { $0.change != nil } <= 20)
    let before = reader.seen.count
    graph.perform { shelf.books = 1 }
    #expect(reader.seen.count == before + 10)
    reader.node.end()
  }

  @Test("Objects retain no registrations of ended views of one type")
  func comers() {
    let (graph, shelf) = (Graph(), Shelf())
    var former: [WeakChange] = []
    for _ in 0..<100 {
      let reader = ObjectReader(graph) { shelf.books }
      former += reader.changes.map { WeakChange(change: $0) }
      reader.node.end()
    }
    #expect(former.count == 100)
    #expect(former.count { $0.change != nil } <= 1)
  }

  @Test("Reads that outlast their turn in one graph are not expected in another")
  func graphs() {
    let (graph, other, shelf) = (Graph(), Graph(), Shelf())
    let reader = ObjectReader(graph) { shelf.books }
    graph.perform { reader.node.invalidate() }
    let next = [ObjectReader(graph) { shelf.books }, ObjectReader(other) { shelf.books }]
    #expect(next.map { $0.node.objectReads.contains(.lasting) } == [true, false])
    for reader in [reader] + next { reader.node.end() }
  }

  @Test("A change causes one turn, regardless of the number of turns before")
  func change() {
    let (graph, shelf) = (Graph(), Shelf())
    let reader = ObjectReader(graph) { shelf.books }
    for _ in 0..<10 { graph.perform { reader.node.invalidate() } }
    let before = reader.turns
    graph.perform {
      shelf.books = 1
      shelf.books = 2
    }
    #expect(reader.turns == before + 1)
    graph.perform { shelf.books = 3 }
    #expect(reader.turns == before + 2)
    reader.node.end()
  }
}
