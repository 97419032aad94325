import WaylineGraph

@testable import WaylineStorage

/// A body in a graph of its own: counts how often it runs.
@MainActor
final class Reader<Subject>: NodeOwner {
  let graph: Graph
  let scope: EnvironmentScope
  var subject: Subject
  private(set) var runs = 0
  private(set) var last: Subject?
  private let read: @MainActor (Subject) -> Void
  private var node: Node!

  init(
    _ subject: Subject, graph: Graph = Graph(), scope: EnvironmentScope? = nil,
    read: @escaping @MainActor (Subject) -> Void
  ) {
    (self.subject, self.graph, self.read) = (subject, graph, read)
    self.scope = scope ?? graph.environment
    node = Node(graph: graph, depth: 0, environment: self.scope, owner: self)
    graph.perform { node.invalidate() }
  }

  var nodeName: String { "Reader" }

  func takeTurn() {
    _ = node.evaluate(subject, plan: .of(Subject.self)) { subject in
      runs += 1
      last = subject
      read(subject)
    }
  }

  func end() { node.end() }

  isolated deinit { node.end() }
}
