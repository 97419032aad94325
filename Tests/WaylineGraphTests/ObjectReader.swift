import Observation

@testable import WaylineGraph

/// Reads an observable object in its turns, as a whole or in parts, and does something in them.
@MainActor
final class ObjectReader: NodeOwner {
  let nodeName = "ObjectReader"
  let node: Node
  /// The number of times it was due.
  private(set) var turns = 0
  /// The number of uses of the values made in a turn.
  private(set) var uses = 0
  /// The values it read, in order.
  private(set) var seen: [Int] = []
  /// The action after each read.
  var action: (ObjectReader) -> Void = { _ in }
  private let parts: Int
  private let value: () -> Int

  init(_ graph: Graph, parts: Int = 0, reading value: @escaping () -> Int) {
    (self.parts, self.value) = (parts, value)
    node = Node(graph: graph, depth: 0, environment: graph.environment)
    node.begin(for: self)
    graph.flush()
  }

  /// The registrations that Observation still retains for it.
  var changes: [ObservedChange] {
    guard node.objectReads.contains(.recorded) else { return [] }
    return (node.slots.last as? ObservationRecord)?.liveChanges ?? []
  }

  func takeTurn() {
    turns += 1
    guard parts > 0 else {
      return node.evaluate((), plan: .none, body: { _ in read() }, then: { _ in uses += 1 })
    }
    let isWhole = node.evaluateAll(
      frame: {}, parts: { readParts($0) }, then: { uses += 1 })
    if !isWhole { uses += node.evaluateDueParts { _ in read() }.count }
  }

  private func readParts(_ observer: Node.PartObserver?) {
    for part in 0..<parts {
      guard let observer else {
        read()
        continue
      }
      withObservationTracking(
        {
          observer.begin?()
          read()
        }, onChange: observer.registration(part))
    }
  }

  private func read() {
    seen.append(value())
    action(self)
  }
}
