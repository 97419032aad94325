import Synchronization
import Testing

@testable import WaylineGraph

/// Reads a source in each turn.
@MainActor
private final class Reader: NodeOwner {
  private(set) var turns = 0
  var source: Source?
  let nodeName = "Reader"
  private var node: Node?

  init(_ graph: Graph, _ source: Source) {
    self.source = source
    let node = Node(graph: graph, depth: 0, environment: graph.environment)
    self.node = node
    node.begin(for: self)
    graph.flush()
  }

  func takeTurn() {
    _ = node?.evaluate(0, plan: .none) { _ in source?.didRead() }
    turns += 1
  }

  func end() {
    node?.end()
  }

  isolated deinit { node?.end() }

  func release() {
    node?.end()
    node = nil
  }
}

@Suite("Sources of a released graph")
@MainActor
struct ReleasedGraphTests {
  private enum Write: CaseIterable {
    case post, submit, submitInTransaction
  }

  private func write(_ kind: Write, to source: Source, _ mailbox: Mailbox) {
    switch kind {
    case .post: source.post {}
    case .submit: mailbox.submit(source)
    case .submitInTransaction:
      withTransaction(Transaction(animation: .default)) { mailbox.submit(source) }
    }
  }

  @Test(
    "A write does not keep its value, before or after the release of its graph",
    arguments: Write.allCases, [true, false])
  private func writeIsReleased(kind: Write, isBefore: Bool) async {
    weak var value: Source?
    weak var left: Mailbox?
    do {
      var graph: Graph? = Graph()
      let mailbox = graph?.mailbox ?? Mailbox()
      let source = Source(ownedBy: mailbox)
      (value, left) = (source, mailbox)
      if isBefore { write(kind, to: source, mailbox) }
      graph = nil
      if !isBefore { write(kind, to: source, mailbox) }
    }
    // A turn of the main queue that a write has scheduled holds the graph until it has run.
    for _ in 0..<10_000 where value != nil || left != nil { await Task.yield() }
    #expect(value == nil && left == nil)
  }
}

@Suite("Sources")
@MainActor
struct SourceTests {
  @Test("A change runs each reader once, and only those that still read it")
  func readers() {
    let (graph, source) = (Graph(), Source())
    let (reader, other) = (Reader(graph, source), Reader(graph, Source()))
    graph.perform {
      source.didChange()
      source.didChange()
    }
    reader.source = nil
    graph.perform { source.didChange() }
    graph.perform { source.didChange() }
    #expect(reader.turns == 3)
    #expect(other.turns == 1)
  }

  @Test("An ended reader is skipped and not retained")
  func ended() {
    let (graph, source) = (Graph(), Source())
    let reader = Reader(graph, source)
    #expect(source.readerCount == 1)
    reader.end()
    graph.perform { source.didChange() }
    #expect(reader.turns == 1)
    #expect(source.readerCount == 0)
  }

  @Test("A source that outlives thousands of readers retains none of them")
  func compaction() {
    let (graph, source) = (Graph(), Source())
    for _ in 0..<2000 { Reader(graph, source).release() }
    #expect(source.readerCount == 0)
    #expect(source.rememberedCount <= 16)
  }

  @Test("A change from another thread waits for the main actor's turn")
  func posted() {
    let (graph, source) = (Graph(), Source())
    let reader = Reader(graph, source)
    onAnotherThread { for _ in 0..<100 { source.didChange() } }
    #expect(reader.turns == 1)
    graph.flush()
    #expect(reader.turns == 2)
  }

  @Test("One graph's update leaves the readers of another to that graph", .timeLimit(.minutes(15)))
  func twoGraphs() async {
    let (one, other, source) = (Graph(), Graph(), Source())
    let (first, second) = (Reader(one, source), Reader(other, source))
    one.perform { source.didChange() }
    #expect([first.turns, second.turns] == [2, 1])
    let listener = UpdateListener()
    other.owner = listener
    await withCheckedContinuation { continuation in
      listener.action = { continuation.resume() }
    }
    other.owner = nil
    #expect([first.turns, second.turns] == [2, 2])
  }

  @Test(
    "A transaction and an update are reported once at their end, in a scope, a flush or a turn",
    .timeLimit(.minutes(15)))
  func reports() async {
    let (graph, source) = (Graph(), Source())
    let reader = Reader(graph, source)
    var reports: [Bool] = []
    let listener = UpdateListener()
    listener.action = { reports.append(graph.isUpdating) }
    graph.owner = listener
    defer { graph.owner = nil }
    graph.perform { graph.perform { source.didChange() } }
    #expect(reports == [false])
    onAnotherThread { source.didChange() }
    graph.flush()
    #expect(reports == [false, false])
    onAnotherThread { source.didChange() }
    while reports.count < 3 { await Task.yield() }
    graph.perform {}
    graph.flush()
    #expect(reports == [false, false, false] && reader.turns == 4)
  }
}

@Suite("Environment scopes")
@MainActor
struct EnvironmentScopeTests {
  private enum NumberKey: EnvironmentKey {
    static var defaultValue: Int { 0 }
  }

  @Test("A value comes from the nearest scope that gives it, else it is the default")
  func nearest() {
    let root = EnvironmentScope.root()
    let outer = root.child { $0[NumberKey.self] = 1 }
    let inner = outer.child { $0[NumberKey.self] += 1 }
    defer { for scope in [inner, outer] { scope.end() } }
    #expect([root, outer, inner].map { $0.values[NumberKey.self] } == [0, 1, 2])
  }

  @Test("A changed value reaches the scopes below, also what they compute from it")
  func updates() {
    let outer = EnvironmentScope.root().child { $0[NumberKey.self] = 1 }
    let inner = outer.child { $0[NumberKey.self] += 1 }
    defer { for scope in [inner, outer] { scope.end() } }
    outer.update { $0[NumberKey.self] = 5 }
    #expect(inner.values[NumberKey.self] == 6)
    outer.update { _ in }
    #expect(inner.values[NumberKey.self] == 1)
  }

  @Test("Giving the same values again rebuilds nothing")
  func same() {
    let outer = EnvironmentScope.root().child { $0[NumberKey.self] = 1 }
    let inner = outer.child { _ in }
    defer { for scope in [inner, outer] { scope.end() } }
    let before = inner.head
    outer.update { $0[NumberKey.self] = 1 }
    #expect(inner.head === before)
  }

  @Test("The description names what was given")
  func description() {
    let scope = EnvironmentScope.root().child { $0[NumberKey.self] = 3 }
    defer { scope.end() }
    #expect("\(scope.values)" == "[EnvironmentPropertyKey<NumberKey> = 3]")
  }
}

@Suite("Publishers")
struct PublisherTests {
  private final class Desk: ObservableObject {
    @Published var loans = 0
    @Published var title = "desk"
  }

  private final class Plain: ObservableObject {}

  @Test("The properties of an object share one publisher, which never changes")
  @MainActor
  func shared() {
    let desk = Desk()
    #expect(desk.objectWillChange === desk.objectWillChange)
    let reported = Mutex(0)
    let token = desk.objectWillChange.sink { reported.withLock { $0 += 1 } }
    desk.loans = 1
    desk.title = "counter"
    token.cancel()
    desk.loans = 2
    #expect(reported.withLock { $0 } == 2)
  }

  @Test("An object without published properties has one publisher of its own")
  func plain() {
    let (one, other) = (Plain(), Plain())
    #expect(one.objectWillChange === one.objectWillChange)
    #expect(one.objectWillChange !== other.objectWillChange)
  }

  @Test("A published property passes its current value and each later one to an observer")
  @MainActor
  func values() {
    let desk = Desk()
    let seen = Mutex<[Int]>([])
    let token = desk.$loans.sink { value in seen.withLock { $0.append(value) } }
    desk.loans = 1
    desk.loans = 1
    token.cancel()
    desk.loans = 2
    #expect(seen.withLock { $0 } == [0, 1, 1])
  }

  @Test("An observer is called before the value is stored, so it can compute the difference")
  @MainActor
  func willSet() {
    let desk = Desk()
    nonisolated(unsafe) let observed = desk  // used on this thread alone
    let deltas = Mutex<[Int]>([])
    let token = desk.$loans.sink { value in
      let delta = value - observed.loans
      deltas.withLock { $0.append(delta) }
    }
    desk.loans = 3
    desk.loans = 5
    token.cancel()
    #expect(deltas.withLock { $0 } == [0, 3, 2])
  }
}

/// An owner that shows nothing.
@MainActor
private final class UpdateListener: GraphOwner {
  var action = {}

  func graphDidUpdate() { action() }
}
