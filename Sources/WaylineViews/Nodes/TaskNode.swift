import WaylineGraph

/// A view with a task that lives as long as it is shown.
struct TaskRunner<Content: View, ID: Equatable> {
  let content: Content
  let id: ID
  let name: String
  let action: @Sendable () async -> Void

  nonisolated init(
    _ content: Content, id: ID, name: String, action: @escaping @Sendable () async -> Void
  ) {
    self.content = content
    self.id = id
    self.name = name
    self.action = action
  }
}

extension TaskRunner: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> TaskNode<ID> {
    let node = TaskNode(id: view.id, in: context)
    node.set(view.action, id: view.id, name: view.name)
    node.child = Content.makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: TaskNode<ID>, to view: Self) {
    node.set(view.action, id: view.id, name: view.name)
    if let child = node.child { Content.updateNode(child, to: view.content) }
  }
}

/// Starts its task on appearing, cancels it on disappearing, starts anew with another id.
final class TaskNode<ID: Equatable>: AppearanceNode {
  private var id: ID
  private var taskName = "a task"
  private var action: (@Sendable () async -> Void)?
  private var running: Task<Void, Never>?
  private var token: PendingWork.Token?

  init(id: ID, in context: NodeContext) {
    self.id = id
    super.init(in: context)
  }

  func set(_ action: @escaping @Sendable () async -> Void, id: ID, name: String) {
    self.action = action
    taskName = name
    guard id != self.id else { return }
    self.id = id
    context.host.graph.enqueueEffect { [weak self] in self?.restart() }
  }

  override func didAppear() {
    guard running == nil else { return }
    start()
  }

  override func didDisappear() { cancel() }

  private func restart() {
    guard running != nil || token == nil else { return }
    cancel()
    start()
  }

  private func start() {
    guard let action else { return }
    context.host.report("task")
    let pending = context.host.graph.pending
    let token = pending.begin(taskName)
    self.token = token
    running = Task { @MainActor [weak self] in
      await action()
      pending.end(token)
      if self?.token == token { self?.running = nil }
    }
  }

  private func cancel() {
    running?.cancel()
    running = nil
    if let token { context.host.graph.pending.end(token) }
    token = nil
  }
}
