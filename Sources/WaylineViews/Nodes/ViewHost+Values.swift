import WaylineGraph

extension ViewHost {
  /// A value of the first view of a type, as its next body would see it; nil where there is none.
  ///
  /// - Complexity: O(nodes).
  package func value<Subject: View, Value>(of keyPath: KeyPath<Subject, Value>) -> Value? {
    root?.find(BodyNode<Subject>.self)?.value(of: keyPath)
  }

  /// Calls `action` after each update in which a body ran, until the token is released.
  package func follow(_ action: @escaping @MainActor () -> Void) -> ObservationToken {
    hasFollowers = true
    return followers.add { _ in MainActor.assumeIsolated(action) }
  }

  /// Has those who follow told, once, when the bodies of this update have run.
  func tellFollowers() {
    guard toldRound != graph.round else { return }
    toldRound = graph.round
    graph.enqueueEffect { [weak self] in self?.followers.send(()) }
  }
}

extension ViewNode {
  /// The first node of a kind, here or below, parents first.
  fileprivate func find<Kind: ViewNode>(_ kind: Kind.Type) -> Kind? {
    if let found = self as? Kind { return found }
    for child in childNodes {
      if let found = child.find(kind) { return found }
    }
    return nil
  }
}
