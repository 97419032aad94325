import Observation
import Synchronization
import Testing

@testable import WaylineGraph

/// An observable object that may be changed from any thread.
private final class Count: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let stored = Mutex(0)

  var value: Int {
    get {
      registrar.access(self, keyPath: \.value)
      return stored.withLock { $0 }
    }
    set {
      registrar.withMutation(of: self, keyPath: \.value) { stored.withLock { $0 = newValue } }
    }
  }
}

@Suite("Nodes")
@MainActor
struct NodeTests {
  @Test("A node that ends in its own turn uses no result, retains nothing and is not called again")
  func ended() {
    let (graph, count) = (Graph(), Count())
    var reader: ObjectReader? = ObjectReader(graph) { count.value }
    reader?.action = { $0.node.end() }
    graph.perform { count.value = 1 }
    #expect(reader?.uses == 1)
    #expect(reader?.node.slots.isEmpty == true)
    weak let node = reader?.node
    reader = nil
    #expect(node == nil)
    graph.perform { count.value = 2 }
  }

  @Test("A part that ends its node is the last, and is not used", arguments: [0, 1])
  func endedInPart(whole: Int) {
    let (graph, count) = (Graph(), Count())
    var reader: ObjectReader? = ObjectReader(graph, parts: 3) { count.value }
    // Once more as a whole, so that it is known to read what outlasts its turns.
    graph.perform { reader?.node.invalidate() }
    reader?.action = { $0.node.end() }
    graph.perform { if whole == 1 { reader?.node.invalidate() } else { count.value = 1 } }
    #expect(reader?.uses == 2)
    weak let node = reader?.node
    reader = nil
    #expect(node == nil)
    graph.perform { count.value = 2 }
  }

  @Test("A node that ends twice, or while it is due, is as if it had ended once")
  func twice() {
    let (graph, count) = (Graph(), Count())
    var reader: ObjectReader? = ObjectReader(graph) { count.value }
    graph.perform {
      count.value = 1
      reader?.node.end()
      reader?.node.end()
      reader = nil
    }
    #expect(graph.isAtRest)
    graph.perform { count.value = 2 }
  }

  @Test("A graph that is released before its nodes leaves them unchanged")
  func graphFirst() {
    let count = Count()
    var graph: Graph? = Graph()
    let reader = graph.map { ObjectReader($0) { count.value } }
    onAnotherThread { count.value = 1 }
    reader?.node.end()
    graph = nil
    Graph().flush()
    #expect(reader?.seen == [0])
  }

  @Test("An action that waits for the update runs after all effects, and has an update of its own")
  func settled() {
    let graph = Graph()
    var order: [String] = []
    graph.perform {
      graph.whenSettled {
        order.append("first")
        graph.whenSettled { order.append("third") }
        graph.enqueueEffect { order.append("effect of the first") }
      }
      graph.whenSettled { order.append("second, update \(graph.updates)") }
      graph.enqueueEffect {
        order.append("effect")
        graph.enqueueEffect { order.append("later effect, update \(graph.updates)") }
      }
      order.append("action")
    }
    #expect(
      order == [
        "action", "effect", "later effect, update 1", "first", "effect of the first",
        "second, update 2", "third",
      ])
  }

  @Test(
    "Changes from other threads reach nodes that are created and ended meanwhile",
    .timeLimit(.minutes(15)))
  func threads() async {
    let (graph, count) = (Graph(), Count())
    var readers = (0..<4).map { parts in ObjectReader(graph, parts: parts) { count.value } }
    let writer = Task.detached {
      for value in 1...5_000 { count.value = value }
    }
    for step in 0..<2_000 {
      readers[step % 4].node.end()
      readers[step % 4] = ObjectReader(graph, parts: step % 3) { count.value }
      graph.perform { readers[(step + 1) % 4].node.invalidate() }
    }
    await writer.value
    graph.perform { count.value = 6_000 }
    #expect(readers.allSatisfy { $0.seen.last == 6_000 })
    for reader in readers { reader.node.end() }
  }
}
