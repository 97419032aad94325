import WaylineGraph

/// Where a new node stands: its tree, parent, environment and layer.
public struct NodeContext {
  unowned let host: ViewHost
  unowned(unsafe) let parent: ViewNode?  // a parent ends its children before it goes
  let depth: Int
  let environment: EnvironmentScope
  let layer: ScreenLayer

  /// The place of a child of `node`.
  @MainActor
  func below(
    _ node: ViewNode, environment: EnvironmentScope? = nil, layer: ScreenLayer? = nil
  ) -> NodeContext {
    NodeContext(
      host: host, parent: node, depth: depth + 1, environment: environment ?? self.environment,
      layer: layer ?? self.layer)
  }
}
