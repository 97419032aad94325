import WaylineGraph

/// The place of a new node: its parent, environment and layer.
public struct NodeContext {
  unowned(unsafe) let parent: ViewNode?  // a parent ends its children before it goes
  private let scope: NodeScope
  // NB: every node of a program has one of these, so it is as small as can be.
  private let level: Int32

  /// The place of a root.
  @MainActor
  init(environment: EnvironmentScope, layer: ScreenLayer) {
    self.init(nil, 0, NodeScope(environment, layer, offersChoices: false))
  }

  private init(_ parent: ViewNode?, _ level: Int32, _ scope: NodeScope) {
    (self.parent, self.level, self.scope) = (parent, level, scope)
  }

  /// The environment of the place.
  @MainActor var environment: EnvironmentScope { scope.environment }
  /// The layer of the screen in which the place lies.
  @MainActor var layer: ScreenLayer { scope.layer }
  /// Whether the rows below are options of a choice, which are known by their tags.
  @MainActor var offersChoices: Bool { scope.offersChoices }
  /// The tree.
  @MainActor var host: ViewHost { scope.layer.host }

  /// Creates the graph node of a view in this place.
  @MainActor
  func makeEvaluation() -> Node {
    Node(graph: host.graph, depth: Int(level), environment: environment)
  }

  /// The place of a child of `node`.
  @MainActor
  func below(_ node: ViewNode) -> NodeContext { NodeContext(node, level + 1, scope) }

  /// The place of a child of `node` in another environment, in another layer, or in a choice.
  @MainActor
  func below(
    _ node: ViewNode, environment: EnvironmentScope? = nil, layer: ScreenLayer? = nil,
    offersChoices: Bool? = nil
  ) -> NodeContext {
    let scope = NodeScope(
      environment ?? self.environment, layer ?? self.layer,
      offersChoices: offersChoices ?? self.offersChoices)
    return NodeContext(node, level + 1, scope)
  }
}

/// The values that most nodes share with their parents.
@MainActor
private final class NodeScope {
  let environment: EnvironmentScope
  let layer: ScreenLayer
  let offersChoices: Bool

  init(_ environment: EnvironmentScope, _ layer: ScreenLayer, offersChoices: Bool) {
    (self.environment, self.layer, self.offersChoices) = (environment, layer, offersChoices)
  }
}
