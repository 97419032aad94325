import WaylineGraph

/// The part of a view's task in the work of its scene.
public enum TaskRole: Hashable, Sendable {
  /// Work that ends, such as a load: `wait` and a host's `settle()` wait for it.
  case foreground
  /// Work without an end, such as a refresh every few seconds: nothing waits for it.
  case background
}

/// The name and the role of a task.
struct TaskWork: Sendable {
  let name: String
  var role = TaskRole.foreground

  /// The kind in the register of work.
  var kind: PendingWork.Kind { role == .background ? .background : .task }
}

/// A view with a task that lives as long as it is shown.
struct TaskRunner<Content: View, ID: Equatable> {
  let content: Content
  let id: ID
  let work: TaskWork?
  let priority: TaskPriority
  let action: @Sendable () async -> Void

  /// - Parameter work: the task among the work of the scene; without it the task is not known there.
  nonisolated init(
    _ content: Content, id: ID, work: TaskWork?, priority: TaskPriority = .userInitiated,
    action: @escaping @Sendable () async -> Void
  ) {
    self.content = content
    self.id = id
    self.work = work
    self.priority = priority
    self.action = action
  }
}

extension TaskRunner: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> TaskNode<ID> {
    let node = TaskNode(id: view.id, in: context)
    node.set(view.action, id: view.id, work: view.work, priority: view.priority)
    node.child = Content._makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: TaskNode<ID>, to view: Self) {
    node.set(view.action, id: view.id, work: view.work, priority: view.priority)
    if let child = node.child { Content._updateNode(child, to: view.content) }
  }
}

/// Starts its task on appearing, cancels it on disappearing, restarts it with another id.
final class TaskNode<ID: Equatable>: AppearanceNode {
  private var id: ID
  private var work: TaskWork?
  private var priority = TaskPriority.userInitiated
  private var action: (@Sendable () async -> Void)?
  private var isShown = false
  private var running: TaskRun?

  init(id: ID, in context: NodeContext) {
    self.id = id
    super.init(in: context)
  }

  func set(
    _ action: @escaping @Sendable () async -> Void, id: ID, work: TaskWork?, priority: TaskPriority
  ) {
    self.action = action
    self.priority = priority
    self.work = work
    guard id != self.id else { return }
    self.id = id
    context.host.graph.enqueueEffect { [weak self] in self?.restart() }
  }

  /// True on a screen that is shown, and on one that has been: there a task runs while its view exists.
  override var mayAppear: Bool { context.layer.wasShown }

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
    let graph = context.host.graph
    running = TaskRun(
      action, work, priority: priority, graph: graph, isOfRow: graph.isCausedByRow
    ) {
      [weak self] errand in
      if self?.running === errand { self?.running = nil }
    }
  }

  private func cancel() {
    running?.cancel()
    running = nil
  }
}

/// One run of a task, which is registered among the work of the scene.
@MainActor
private final class TaskRun {
  private var action: (@Sendable () async -> Void)?
  private var task: Task<Void, Never>?
  private let pending: PendingWork
  private let token: PendingWork.Token?
  /// True if the task was cancelled before it had ended.
  private var isCleaningUp = false
  private var hasEnded = false

  init(
    _ action: @escaping @Sendable () async -> Void, _ work: TaskWork?, priority: TaskPriority,
    graph: Graph, isOfRow: Bool, onEnd: @escaping @MainActor (TaskRun) -> Void
  ) {
    self.action = action
    pending = graph.pending
    let line = StartedTasks.line(in: graph.pending)
    token = work.map { graph.pending.begin($0.name, as: $0.kind) }
    task = StartedTasks.apart {
      Task(name: work?.name, priority: priority) { @MainActor in
        if let action = self.takeAction() {
          if let work, work.role == .foreground {
            await StartedTasks.note(
              in: self.pending, as: work.name, self.token, of: line, isOfRow: isOfRow, action)
          } else {
            await action()
          }
        }
        self.finish()
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
    guard !hasEnded, !isCleaningUp else { return }
    isCleaningUp = true
    pending.beginCleanup()
  }

  private func finish() {
    hasEnded = true
    endPending()
    if isCleaningUp { pending.endCleanup() }
  }

  private func endPending() {
    if let token { pending.end(token) }
  }
}
