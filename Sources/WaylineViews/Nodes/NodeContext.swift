import WaylineGraph

/// Where a new node stands: its tree, parent, environment and layer.
public struct NodeContext {
  unowned(unsafe) let host: ViewHost  // the host ends its nodes before it goes
  unowned(unsafe) let parent: ViewNode?  // a parent ends its children before it goes
  let depth: Int
  let environment: EnvironmentScope
  let layer: ScreenLayer
  /// Whether the rows below are options of a choice, which are known by their tags.
  var offersChoices = false

  /// The place of a child of `node`.
  @MainActor
  func below(
    _ node: ViewNode, environment: EnvironmentScope? = nil, layer: ScreenLayer? = nil,
    offersChoices: Bool? = nil
  ) -> NodeContext {
    NodeContext(
      host: host, parent: node, depth: depth + 1, environment: environment ?? self.environment,
      layer: layer ?? self.layer, offersChoices: offersChoices ?? self.offersChoices)
  }
}
