import WaylineGraph

/// A view with a task that lives as long as it is shown.
struct TaskRunner<Content: View, ID: Equatable> {
  let content: Content
  let id: ID
  let name: String?
  let priority: TaskPriority
  let action: @Sendable () async -> Void

  /// - Parameter name: the name among pending work; without one nothing waits for the task.
  nonisolated init(
    _ content: Content, id: ID, name: String?, priority: TaskPriority = .userInitiated,
    action: @escaping @Sendable () async -> Void
  ) {
    self.content = content
    self.id = id
    self.name = name
    self.priority = priority
    self.action = action
  }
}

extension TaskRunner: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> TaskNode<ID> {
    let node = TaskNode(id: view.id, in: context)
    node.set(view.action, id: view.id, name: view.name, priority: view.priority)
    node.child = Content._makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: TaskNode<ID>, to view: Self) {
    node.set(view.action, id: view.id, name: view.name, priority: view.priority)
    if let child = node.child { Content._updateNode(child, to: view.content) }
  }
}

/// Starts its task on appearing, cancels it on disappearing, restarts it with another id.
final class TaskNode<ID: Equatable>: AppearanceNode {
  private var id: ID
  private var taskName: String?
  private var priority = TaskPriority.userInitiated
  private var action: (@Sendable () async -> Void)?
  private var isShown = false
  private var running: TaskRun?

  init(id: ID, in context: NodeContext) {
    self.id = id
    super.init(in: context)
  }

  func set(
    _ action: @escaping @Sendable () async -> Void, id: ID, name: String?, priority: TaskPriority
  ) {
    self.action = action
    self.priority = priority
    taskName = name
    guard id != self.id else { return }
    self.id = id
    context.host.graph.enqueueEffect { [weak self] in self?.restart() }
  }

  override func didAppear(isSilent: Bool) {
    isShown = true
    // The task of a restored screen has ended, or no snapshot was taken.
    if running == nil, !isSilent { start() }
  }

  override func didDisappear(isSilent: Bool) {
    isShown = false
    cancel()
  }

  override func end() {
    super.end()
    action = nil
    cancel()
  }

  private func restart() {
    guard isShown, !context.host.graph.isRestoring else { return }
    cancel()
    start()
  }

  private func start() {
    guard let action else { return }
    report("task")
    running = TaskRun(action, name: taskName, priority: priority, graph: context.host.graph) {
      [weak self] errand in
      if self?.running === errand { self?.running = nil }
    }
  }

  private func cancel() {
    running?.cancel()
    running = nil
  }
}

/// One run of a task; with a name it is registered as pending work.
@MainActor
private final class TaskRun {
  private var action: (@Sendable () async -> Void)?
  private var task: Task<Void, Never>?
  private let pending: PendingWork
  private let token: PendingWork.Token?

  init(
    _ action: @escaping @Sendable () async -> Void, name: String?, priority: TaskPriority,
    graph: Graph, onEnd: @escaping @MainActor (TaskRun) -> Void
  ) {
    self.action = action
    pending = graph.pending
    token = name.map { graph.pending.begin($0) }
    task = StartedTasks.apart {
      Task(name: name, priority: priority) { @MainActor in
        if let action = self.takeAction() {
          if let name {
            await StartedTasks.note(in: self.pending, as: name, self.token, action)
          } else {
            await action()
          }
        }
        self.endPending()
        onEnd(self)
      }
    }
  }

  /// Removes and returns the action, so that only the running task retains it.
  private func takeAction() -> (@Sendable () async -> Void)? {
    defer { action = nil }
    return action
  }

  /// Cancels the task; one that has not begun never begins, and releases its action.
  func cancel() {
    action = nil
    task?.cancel()
    endPending()
  }

  private func endPending() {
    if let token { pending.end(token) }
  }
}
