import WaylineGraph

/// A node that evaluates something of the program: a body, a modifier, the rows of a `ForEach`.
@MainActor
protocol EvaluatingNode: ViewNode, NodeOwner {
  /// What was read, what is kept, and why it ran.
  var evaluation: Node { get }
  /// The names of what is kept.
  var plan: PropertyPlan { get }
}

extension ViewNode {
  /// The name of the nearest view above that has a body, or a modifier that has one.
  final var owningViewName: String {
    var node: ViewNode? = self
    while let current = node {
      if let owner = current as? any EvaluatingNode { return owner.nodeName }
      node = current.context.parent
    }
    return "the root"
  }

  /// Tells the host of an event, with the view that it belongs to.
  final func report(_ event: String) {
    context.host.report("\(event) \(owningViewName)")
  }

  /// What tells of an event later, when the view may have left and its host be gone; nil where
  /// nobody listens.
  final func reporter(of event: String) -> (() -> Void)? {
    guard let onEvent = context.host.onEvent else { return nil }
    let sentence = "\(event) \(owningViewName)"
    return { onEvent(sentence) }
  }
}
