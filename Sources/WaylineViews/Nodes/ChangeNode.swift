import WaylineGraph

/// A view that does something when a value differs from one body run to the next.
struct ChangeObserver<Content: View, Value: Equatable> {
  let content: Content
  let value: Value
  let isInitial: Bool
  let action: @MainActor (Value, Value) -> Void

  nonisolated init(
    _ content: Content, value: Value, isInitial: Bool,
    action: @escaping @MainActor (Value, Value) -> Void
  ) {
    self.content = content
    self.value = value
    self.isInitial = isInitial
    self.action = action
  }
}

extension ChangeObserver: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> ChangeNode<Value> {
    let node = ChangeNode(view.value, in: context)
    if view.isInitial { node.deliver(view.value, view.value, to: view.action) }
    node.child = Content.makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: ChangeNode<Value>, to view: Self) {
    node.update(to: view.value, action: view.action)
    if let child = node.child { Content.updateNode(child, to: view.content) }
  }
}

/// Remembers the last value and delivers each change after the update that brought it.
final class ChangeNode<Value: Equatable>: PassNode {
  private var value: Value

  init(_ value: Value, in context: NodeContext) {
    self.value = value
    super.init(in: context)
  }

  func update(to new: Value, action: @escaping @MainActor (Value, Value) -> Void) {
    guard new != value else { return }
    deliver(value, new, to: action)
    value = new
  }

  func deliver(_ old: Value, _ new: Value, to action: @escaping @MainActor (Value, Value) -> Void) {
    let host = context.host
    host.graph.enqueueEffect {
      host.report("change")
      action(old, new)
    }
  }
}
