import WaylineGraph

/// Where a new node stands: its parent, environment and layer.
public struct NodeContext {
  unowned(unsafe) let parent: ViewNode?  // a parent ends its children before it goes
  let environment: EnvironmentScope
  let layer: ScreenLayer
  // NB: every node of a program has one of these, so it is as small as can be.
  private let level: Int32
  /// Whether the rows below are options of a choice, which are known by their tags.
  let offersChoices: Bool

  /// The place of a root.
  init(environment: EnvironmentScope, layer: ScreenLayer) {
    self.init(nil, 0, environment, layer, offersChoices: false)
  }

  private init(
    _ parent: ViewNode?, _ level: Int32, _ environment: EnvironmentScope, _ layer: ScreenLayer,
    offersChoices: Bool
  ) {
    (self.parent, self.level, self.environment, self.layer) = (parent, level, environment, layer)
    self.offersChoices = offersChoices
  }

  /// The tree.
  @MainActor var host: ViewHost { layer.host }

  /// What evaluates for the owner of this place.
  @MainActor
  func makeEvaluation() -> Node {
    Node(graph: host.graph, depth: Int(level), environment: environment)
  }

  /// The place of a child of `node`.
  @MainActor
  func below(
    _ node: ViewNode, environment: EnvironmentScope? = nil, layer: ScreenLayer? = nil,
    offersChoices: Bool? = nil
  ) -> NodeContext {
    NodeContext(
      node, level + 1, environment ?? self.environment, layer ?? self.layer,
      offersChoices: offersChoices ?? self.offersChoices)
  }
}
