import WaylineGraph

extension View {
  /// Does something after the view has come to the screen, and again when it is uncovered.
  ///
  /// On several views (a `Group`, a `ForEach`) it happens once, with the first of them. A row of a list
  /// appears when it is shown: rows that it loads wait until the user types `more`.
  @preconcurrency nonisolated public func onAppear(
    perform action: (@MainActor () -> Void)? = nil
  ) -> some View {
    AppearanceObserver(self, appear: action, disappear: nil)
  }

  /// Does something after the view has left the screen for good.
  ///
  /// On several views (a `Group`, a `ForEach`) it happens once, with the last of them. A screen
  /// that is covered has not left.
  @preconcurrency nonisolated public func onDisappear(
    perform action: (@MainActor () -> Void)? = nil
  ) -> some View {
    AppearanceObserver(self, appear: nil, disappear: action)
  }

  /// Does something when a value differs from the last body's, with the new body's closure.
  ///
  /// On several views (a `Group`, a `ForEach`) it happens once, and also if there is no view: the value
  /// belongs to the body. With `initial: true` it happens as well when the views appear, so not without
  /// any. Source: SwiftUI's `onChange(of:initial:_:)`, for programs made since iOS 15.
  nonisolated public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping @MainActor (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View {
    ChangeObserver(self, value: value, isInitial: initial, action: action)
  }

  /// Does something when a value differs from the last body's; also on an empty `Group`.
  nonisolated public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping @MainActor () -> Void
  ) -> some View {
    ChangeObserver(self, value: value, isInitial: initial) { _, _ in action() }
  }

  /// Does something with the new value when it differs, with the closure of the body before.
  ///
  /// The older form. Prefer the one with two parameters, which gets the new body's closure.
  nonisolated public func onChange<Value: Equatable>(
    of value: Value, perform action: @escaping @MainActor (_ newValue: Value) -> Void
  ) -> some View {
    ChangeObserver(self, value: value, isInitial: false, closure: .ofOldBody) { _, new in
      action(new)
    }
  }

  /// Runs a task while the view is on the screen; it is cancelled when the view leaves.
  ///
  /// Messages, such as those of `wait`, have the `name` of the task. Nothing waits for a task with the role
  /// `.background`, such as one that refreshes a list every few seconds: neither `wait` nor a host's
  /// `settle()` nor a replay.
  nonisolated public func task(
    name: String? = nil, priority: TaskPriority = .userInitiated, role: TaskRole = .foreground,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    let work = TaskWork(name: name ?? "a task", role: role)
    return TaskRunner(self, id: 0, work: work, priority: priority, action: action)
  }

  /// Runs a task while the view is on the screen, and restarts it whenever `id` changes.
  ///
  /// Messages, such as those of `wait`, have the `name` of the task. Nothing waits for a task with the role
  /// `.background`, such as one that refreshes a list every few seconds: neither `wait` nor a host's
  /// `settle()` nor a replay.
  nonisolated public func task<ID: Equatable>(
    id value: ID, name: String? = nil, priority: TaskPriority = .userInitiated,
    role: TaskRole = .foreground,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    let work = TaskWork(name: name ?? "a task", role: role)
    return TaskRunner(self, id: value, work: work, priority: priority, action: action)
  }
}

/// A view that does something when a value differs from one body run to the next.
struct ChangeObserver<Content: View, Value: Equatable> {
  /// The body whose closure is called.
  enum Closure {
    /// The one of the body that brought the change.
    case ofNewBody
    /// The one of the body before: the older form, with one parameter.
    case ofOldBody
  }

  let content: Content
  let value: Value
  let isInitial: Bool
  let closure: Closure
  let action: @MainActor (Value, Value) -> Void

  nonisolated init(
    _ content: Content, value: Value, isInitial: Bool, closure: Closure = .ofNewBody,
    action: @escaping @MainActor (Value, Value) -> Void
  ) {
    self.content = content
    self.value = value
    self.isInitial = isInitial
    self.closure = closure
    self.action = action
  }
}

extension ChangeObserver: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> ChangeNode<Value> {
    let node = ChangeNode(view.value, action: view.action, in: context)
    if view.isInitial {
      let initial = InitialChangeNode(in: context.below(node)) { [weak node] in
        node?.deliverInitial()
      }
      initial.child = Content._makeNode(view.content, in: context.below(initial))
      node.initial = initial
      node.child = initial
    } else {
      node.child = Content._makeNode(view.content, in: context.below(node))
    }
    return node
  }

  static func update(_ node: ChangeNode<Value>, to view: Self) {
    let action = view.closure == .ofOldBody ? node.action : view.action
    node.action = view.action
    node.update(to: view.value, action: action)
    if let child = node.initial?.child ?? node.child {
      Content._updateNode(child, to: view.content)
    }
  }
}

/// Remembers the last value and delivers each change after the update that brought it.
final class ChangeNode<Value: Equatable>: PassNode {
  typealias Action = @MainActor (Value, Value) -> Void

  /// The closure of the last body.
  var action: Action
  /// The node whose appearing calls the closure; nil without `initial: true`.
  var initial: InitialChangeNode?
  private var value: Value
  private var deliveries = 0
  private var deliveryUpdate = 0

  init(_ value: Value, action: @escaping Action, in context: NodeContext) {
    self.value = value
    self.action = action
    super.init(in: context)
  }

  func update(to new: Value, action: @escaping Action) {
    guard new != value else { return }
    deliver(value, new, to: action)
    value = new
  }

  /// Calls the closure with the current value, because the view appears.
  func deliverInitial() {
    report("change")
    action(value, value)
  }

  private func deliver(_ old: Value, _ new: Value, to action: @escaping Action) {
    guard !context.host.graph.isRestoring, mayDeliver() else { return }
    let report = reporter(of: "change")
    context.host.graph.enqueueEffect {
      report?()
      action(old, new)
    }
  }

  /// Two changes in one update settle something; a third is a circle. Source: SwiftUI's limit.
  private func mayDeliver() -> Bool {
    let update = context.host.graph.updates
    if deliveryUpdate != update { (deliveryUpdate, deliveries) = (update, 0) }
    deliveries += 1
    if deliveries == 3 { reportCircle() }
    return deliveries < 3
  }

  private func reportCircle() {
    Misuse.report(
      "onChange(of: \(Value.self)) in \(owningViewName) changed its observed value more than twice in "
        + "one update; further calls were dropped. Write the value only when it really differs.")
  }
}

/// Calls a closure whenever its content appears: when it is first shown, and when it is uncovered.
final class InitialChangeNode: AppearanceNode {
  private let action: @MainActor () -> Void

  init(in context: NodeContext, action: @escaping @MainActor () -> Void) {
    self.action = action
    super.init(in: context)
  }

  override func didAppear(isSilent: Bool) {
    if !isSilent { action() }
  }
}
