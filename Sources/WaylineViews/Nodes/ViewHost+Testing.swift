import WaylineGraph

extension ViewHost {
  /// The broken invariants of the tree, one sentence each.
  ///
  /// - Complexity: O(nodes + lines), so tests call it and programs do not.
  package func checkInvariants() -> [String] {
    var check = TreeCheck()
    if let root { check.look(at: root, below: nil) }
    check.problems += modals.filter { !check.modals.contains(ObjectIdentifier($0)) }
      .map { "The modal \($0.kind) is shown and not in the tree." }
    check.problems += check.lostWaiting
    if Set(elements.keys) != check.elements {
      check.problems.append("The elements that can be reached are not those in the tree.")
    }
    if !graph.isAtRest { check.problems.append("Something is still due.") }
    let page = page()
    root?.forgetLines()
    if self.page() != page { check.problems.append("Stored lines are out of date.") }
    return check.problems
  }
}

/// The problems that a walk through the tree has found.
@MainActor
private struct TreeCheck {
  var problems: [String] = []
  var modals: Set<ObjectIdentifier> = []
  var elements: Set<Int> = []
  private var nodes: Set<ObjectIdentifier> = []
  private var layers: [ObjectIdentifier: ScreenLayer] = [:]

  /// The layers that wait for nodes outside the tree.
  var lostWaiting: [String] {
    layers.values.filter { !nodes.isSuperset(of: $0.waiting) }
      .map { "The layer '\($0.title ?? "")' waits for something that is not in the tree." }
  }

  mutating func look(at node: ViewNode, below parent: ViewNode?) {
    if node.context.parent !== parent {
      problems.append("\(type(of: node)) does not know its parent.")
    }
    if let evaluating = node.evaluating {
      look(at: evaluating.graphNode, of: evaluating)
    }
    nodes.insert(ObjectIdentifier(node))
    layers[ObjectIdentifier(node.context.layer)] = node.context.layer
    if node is ModalNode { modals.insert(ObjectIdentifier(node)) }
    if let element = node as? ElementNode { elements.insert(element.element.id.number) }
    for child in node.childNodes { look(at: child, below: node) }
  }

  private mutating func look(at node: Node, of owner: any EvaluatingNode) {
    if node.isEnded { problems.append("\(owner.nodeName) is in the tree and has ended.") }
    if node.owner !== owner { problems.append("\(owner.nodeName) is not the owner of its node.") }
    let isWaiting = owner.context.layer.waiting.contains(ObjectIdentifier(owner))
    if node.runs == 0, !isWaiting {
      problems.append("The body of \(owner.nodeName) has never run.")
    }
  }
}
