import Dispatch
import Synchronization

/// Tasks that actions and `update()` start themselves, which `wait` and a host's `settle()` wait for.
///
/// An unstructured task inherits task-local values and releases them when it ends. A token is bound
/// around the code of the program; if it is still referenced afterwards, a task inherited it, and work
/// is pending until the last such task has ended. Detached tasks inherit nothing and are not seen.
package enum StartedTasks {
  @TaskLocal private static var token: Token?

  /// The value whose end is the end of the last task that inherited it.
  final class Token: Sendable {
    private let onEnd = Mutex<(@Sendable () -> Void)?>(nil)
    /// The work that the tasks are; nil as long as none has been registered.
    @MainActor var work: PendingWork.Token?
    /// The number of the action; nil for the tasks of views.
    @MainActor var action: Int?
    /// The number of the line that has begun it; nil where no line has.
    @MainActor var line: Int?

    func end(with action: @escaping @Sendable () -> Void) {
      onEnd.withLock { $0 = action }
    }

    deinit { onEnd.withLock { $0 }?() }
  }

  /// Runs code of the program, and notes the tasks that it starts.
  @MainActor
  package static func note(
    in pending: PendingWork, as name: @autoclosure () -> String, _ action: () -> Void
  ) {
    // Most actions start no task, so most tokens can be used again.
    var bound = pending.spareToken ?? Token()
    pending.spareToken = nil
    bound.action = pending.nextAction()
    bound.line = line(in: pending)
    bind(bound, action)
    if bound.work != nil { return }
    if isKnownUniquelyReferenced(&bound) {
      pending.spareToken = bound
    } else {
      begin(bound, as: name(), in: pending)
    }
  }

  // NB: not isolated, since the runtime would check an isolated closure for its thread at each call.
  private static func bind(_ bound: Token, _ action: () -> Void) {
    $token.withValue(bound, operation: action)
  }

  /// Runs a task of the program, which is a piece of work, and notes the tasks that it starts and that
  /// outlive it.
  @MainActor
  package static func note(
    in pending: PendingWork, as name: String, _ work: PendingWork.Token?, of line: Int?,
    _ action: @Sendable () async -> Void
  ) async {
    var bound = Token()
    (bound.work, bound.line) = (work, line)
    await $token.withValue(bound) { await action() }
    if !isKnownUniquelyReferenced(&bound) { begin(bound, as: name, in: pending) }
  }

  /// Runs code of this library that starts the tasks of a piece of work, which ends by itself.
  @MainActor
  package static func within(
    _ work: PendingWork.Token?, in pending: PendingWork?, _ action: () -> Void
  ) {
    let bound = work.map { work in
      let bound = Token()
      (bound.work, bound.line) = (work, pending.flatMap(line))
      return bound
    }
    $token.withValue(bound, operation: action)
  }

  /// Runs code of this library that starts a task of an action of its own, which is counted in another way.
  @MainActor
  package static func asAction(in pending: PendingWork, _ start: () -> Void) {
    let bound = Token()
    bound.action = pending.nextAction()
    bound.line = line(in: pending)
    bind(bound, start)
  }

  /// The number of the action whose code, or whose task, runs now; nil outside of actions.
  @MainActor
  package static var action: Int? { token?.action }

  /// The number of the line that has begun the present code: its own, or that of its task; nil without one.
  @MainActor
  package static func line(in pending: PendingWork) -> Int? { token?.line ?? pending.line }

  /// Runs code of this library, whose tasks are counted in another way.
  package static func apart<Result>(_ action: () -> Result) -> Result {
    $token.withValue(nil) { action() }
  }

  @MainActor
  private static func begin(_ token: Token, as name: String, in pending: PendingWork) {
    let work = pending.begin(name)
    token.work = work
    // The last task may end on any thread.
    token.end { DispatchQueue.main.async { MainActor.assumeIsolated { pending.end(work) } } }
  }

  /// Records that the present task awaits an answer of the user, until the returned value is ended.
  ///
  /// Tasks that one action has started are one piece of work: it awaits the user if one of them does.
  @MainActor
  package static func awaitAnswer(in graph: Graph?) -> AwaitedAnswer? {
    guard let graph, let token else { return nil }
    // A task that began at once is not registered before its action has ended.
    if token.work == nil { begin(token, as: graph.startedTaskName, in: graph.pending) }
    return token.work.map { AwaitedAnswer(of: $0, in: graph.pending) }
  }
}

/// An answer of the user that a task awaits; meanwhile its work is not pending.
@MainActor
package final class AwaitedAnswer {
  private let work: PendingWork.Token
  private let pending: PendingWork
  private var hasCome = false

  fileprivate init(of work: PendingWork.Token, in pending: PendingWork) {
    (self.work, self.pending) = (work, pending)
    pending.suspend(work)
  }

  /// Records that the answer has come; a second call does nothing.
  package func end() {
    guard !hasCome else { return }
    hasCome = true
    pending.resume(work)
  }
}
