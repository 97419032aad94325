import Observation
import WaylineGraph

extension View {
  /// Gives a value to the views below.
  nonisolated public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    EnvironmentWriter(self) { $0[keyPath: keyPath] = value }
  }

  /// Gives an `@Observable` object to the views below, which read it by its type.
  nonisolated public func environment<Object: AnyObject & Observable>(
    _ object: Object?
  ) -> some View {
    EnvironmentWriter(self) { $0[ObjectKey<Object>.self] = object }
  }

  /// Gives an object to the views below, which read it with `@EnvironmentObject`.
  nonisolated public func environmentObject<Object: ObservableObject>(
    _ object: Object
  ) -> some View {
    EnvironmentWriter(self) { $0[ObjectKey<Object>.self] = object }
  }

  /// Changes a value for the views below.
  nonisolated public func transformEnvironment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    transform: @escaping (inout Value) -> Void
  ) -> some View {
    EnvironmentWriter(self) { transform(&$0[keyPath: keyPath]) }
  }
}

/// A view whose subtree sees other environment values.
package struct EnvironmentWriter<Content> {
  /// The view that sees other environment values.
  package let content: Content
  let change: (inout EnvironmentValues) -> Void

  /// Creates a view whose environment is changed by `change`.
  nonisolated package init(_ content: Content, change: @escaping (inout EnvironmentValues) -> Void)
  {
    self.content = content
    self.change = change
  }
}

extension EnvironmentWriter: View, PrimitiveView where Content: View {
  // NB: inlined, where the metadata of the type is at hand; elsewhere it is looked up.
  /// Creates the node of the view.
  @inline(__always)
  package static func make(_ view: Self, in context: NodeContext) -> EnvironmentNode {
    let node = EnvironmentNode(in: context, change: view.change)
    node.child = Content._makeNode(
      view.content, in: context.below(node, environment: node.scope))
    return node
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: EnvironmentNode, to view: Self) {
    node.scope.update(view.change)
    if let child = node.child { Content._updateNode(child, to: view.content) }
  }
}

/// The node of a subtree with an environment of its own.
package class EnvironmentNode: PassNode {
  final let scope: EnvironmentScope

  init(in context: NodeContext, change: @escaping (inout EnvironmentValues) -> Void) {
    scope = context.environment.child(change)
    super.init(in: context)
  }

  override func end() {
    super.end()
    scope.end()
  }
}
