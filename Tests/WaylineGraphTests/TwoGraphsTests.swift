import Synchronization
import Testing

@testable import WaylineGraph

private enum Occasion: TransactionKey {
  static var defaultValue: String { "none" }
}

extension Transaction {
  fileprivate var occasion: String {
    get { self[Occasion.self] }
    set { self[Occasion.self] = newValue }
  }
}

/// A graph with one node, which reads a source and records the transaction of each turn.
@MainActor
private final class Desk: NodeOwner {
  let graph = Graph()
  let nodeName = "Desk"
  private(set) var turns: [String] = []
  private let source: Source
  private var node: Node?

  init(reading source: Source = Source()) {
    self.source = source
    let node = Node(graph: graph, depth: 0, environment: graph.environment)
    self.node = node
    graph.perform { node.begin(for: self) }
    turns = []
  }

  func takeTurn() {
    node?.evaluate(
      (), plan: .none, body: { _ in source.didRead() },
      then: { _ in turns.append(Transaction.current.occasion) })
  }

  func change() { source.didChange() }

  nonisolated func changeElsewhere() {
    let source = MainActor.assumeIsolated { self.source }
    onAnotherThread { source.didChange() }
  }

  func end() { node?.end() }
}

@Suite("Two graphs in one process", .timeLimit(.minutes(15)))
@MainActor
struct TwoGraphsTests {
  @Test("An update of one graph inside another's action leaves the other's groups of writes alone")
  func nested() {
    let (desk, branch) = (Desk(), Desk())
    desk.graph.perform {
      withTransaction(\.occasion, "loan") { desk.change() }
      withTransaction(\.occasion, "return") { desk.change() }
      branch.graph.perform { branch.change() }
      #expect(branch.turns == ["none"])
      #expect(desk.turns == [])
    }
    #expect(desk.turns == ["loan", "return"])
    for each in [desk, branch] { each.end() }
  }

  @Test("Groups of writes of two graphs whose actions interleave run in their own graphs")
  func interleaved() {
    let (desk, branch) = (Desk(), Desk())
    desk.graph.perform {
      withTransaction(\.occasion, "loan") { desk.change() }
      branch.graph.perform {
        withTransaction(\.occasion, "move") { branch.change() }
        withTransaction(\.occasion, "return") { desk.change() }
        withTransaction(\.occasion, "stock") { branch.change() }
      }
      #expect(branch.turns == ["move", "stock"])
    }
    #expect(desk.turns == ["loan", "return"])
    for each in [desk, branch] { each.end() }
  }

  @Test("An update applies the writes of other threads to its own graph alone")
  func otherThreads() {
    let (desk, branch) = (Desk(), Desk())
    desk.changeElsewhere()
    branch.changeElsewhere()
    desk.graph.flush()
    #expect(desk.turns.count == 1)
    #expect(branch.graph.isAtRest)
    branch.graph.flush()
    #expect(branch.turns.count == 1)
    for each in [desk, branch] { each.end() }
  }

  @Test(
    "An update inside another graph's update applies no writes of other threads to the outer one")
  func nestedOtherThreads() {
    let (desk, branch) = (Desk(), Desk())
    desk.graph.enqueueEffect {
      desk.changeElsewhere()
      branch.graph.perform { branch.change() }
      // What another thread wrote during the outer update belongs to the update after it.
      desk.graph.enqueueEffect {}
    }
    desk.graph.flush()
    #expect(desk.turns.isEmpty)
    desk.graph.flush()
    #expect(desk.turns.count == 1)
    for each in [desk, branch] { each.end() }
  }

  @Test("A source that both graphs read updates each in its own transaction")
  func shared() {
    let source = Source()
    let (desk, branch) = (Desk(reading: source), Desk(reading: source))
    desk.graph.perform {
      withTransaction(\.occasion, "loan") { source.didChange() }
      branch.graph.perform { withTransaction(\.occasion, "return") { source.didChange() } }
      #expect(branch.turns == ["loan", "return"])
    }
    #expect(desk.turns == ["loan", "return"])
    onAnotherThread { source.didChange() }
    desk.graph.flush()
    #expect([desk.turns.count, branch.turns.count] == [3, 2])
    branch.graph.flush()
    #expect([desk.turns.count, branch.turns.count] == [3, 3])
    for each in [desk, branch] { each.end() }
  }

  @Test("Two threads that write into two graphs lose nothing and update neither early")
  func twoThreads() async {
    let sources = [Source(), Source()]
    let desks = sources.map { Desk(reading: $0) }
    let values = sources.map { _ in Box() }
    let writers = zip(sources, values).map { source, value in
      Task.detached {
        for _ in 0..<5_000 {
          value.count.add(1, ordering: .relaxed)
          source.didChange()
        }
      }
    }
    for round in 0..<2_000 {
      let other = desks[(round + 1) % 2]
      desks[round % 2].graph.flush()
      #expect(other.graph.isAtRest)
    }
    for writer in writers { await writer.value }
    for desk in desks { desk.graph.flush() }
    #expect(desks.allSatisfy { $0.graph.isAtRest && !$0.turns.isEmpty })
    #expect(values.map { $0.count.load(ordering: .relaxed) } == [5_000, 5_000])
    for each in desks { each.end() }
  }

  @Test("A source releases the graphs that are finished")
  func ended() {
    let source = Source()
    let first = Desk(reading: source)
    for _ in 0..<200 { Desk(reading: source).end() }
    #expect(source.graphCount <= 16)
    first.graph.perform { source.didChange() }
    #expect(first.turns.count == 1)
    first.end()
  }

  private final class Box: Sendable {
    let count = Atomic(0)
  }
}
