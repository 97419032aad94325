import Dispatch
import Synchronization
import WaylineSystem

/// Tasks that actions and `update()` start themselves, which `wait` and a host's `settle()` wait for.
///
/// An unstructured task inherits task-local values and releases them when it ends. A token is bound
/// around the code of the program; if it is still referenced afterwards, a task inherited it, and work
/// is pending until the last such task has ended. Detached tasks inherit nothing and are not seen.
package enum StartedTasks {
  @TaskLocal private static var token: Token?
  /// The number of calls that have bound a token and have not returned.
  @MainActor private static var boundCalls = 0
  /// The number of tokens that tasks have inherited.
  private static let inheritedTokens = Atomic(0)

  /// The value whose end is the end of the last task that inherited it.
  final class Token: Sendable {
    /// True if the appearance of a row has caused the code; see ``Graph/causedByRow(_:)``.
    let isOfRow: Bool
    private let onEnd = Mutex<(@Sendable () -> Void)?>(nil)
    /// The work that the tasks are; nil as long as none has been registered.
    @MainActor var work: PendingWork.Token?
    /// The number of the action; nil for the tasks of views.
    @MainActor var action: Int?
    /// The number of the line that has begun it; nil where no line has.
    @MainActor var line: Int?
    /// True once it is counted among those that tasks have inherited.
    private let isInherited = Atomic(false)

    init(isOfRow: Bool = false) { self.isOfRow = isOfRow }

    /// Counts it, until it is released.
    func noteInherited() {
      guard !isInherited.exchange(true, ordering: .relaxed) else { return }
      inheritedTokens.add(1, ordering: .relaxed)
    }

    func end(with action: @escaping @Sendable () -> Void) {
      onEnd.withLock { $0 = action }
    }

    deinit {
      if isInherited.load(ordering: .relaxed) { inheritedTokens.subtract(1, ordering: .relaxed) }
      onEnd.withLock { $0 }?()
    }
  }

  /// Runs code of the program as an action, and notes the tasks that it starts.
  ///
  /// - Parameter cause: ``present``, which the caller needs too.
  @MainActor
  @inline(__always)
  static func note(
    causedBy cause: Token?, in pending: PendingWork, as name: @autoclosure () -> String,
    _ action: () -> Void
  ) {
    // Most actions start no task, so most tokens can be used again.
    var bound = pending.spareToken.take() ?? Token()
    bound.action = pending.nextAction()
    bound.line = cause?.line ?? pending.line
    if !bind(&bound, action) {
      if bound.work == nil { pending.spareToken = consume bound }
    } else if bound.work == nil {
      begin(bound, as: name(), in: pending)
    }
  }

  /// What is noted of the present code, or of its task; nil outside of actions.
  ///
  /// Most code is the first that runs for its action. There it is not looked up, which would cost as much as
  /// all else that is noted.
  @MainActor
  static var present: Token? {
    boundCalls == 0 && inheritedTokens.load(ordering: .relaxed) == 0 ? nil : token
  }

  /// Runs code of the program that the appearance of a row causes, as a part of the present action, and notes
  /// the tasks that it starts.
  @MainActor
  static func noteOfRow(
    in pending: PendingWork, as name: @autoclosure () -> String, _ action: () -> Void
  ) {
    var bound = Token(isOfRow: true)
    (bound.action, bound.line) = (token?.action, line(in: pending))
    if bind(&bound, action), bound.work == nil { begin(bound, as: name(), in: pending) }
  }

  /// Runs code whose tasks inherit a token. Returns whether one did that has not ended.
  @MainActor
  @discardableResult
  @inline(__always)
  private static func bind(_ bound: inout Token, _ action: () -> Void) -> Bool {
    boundCalls += 1
    bindUnchecked(bound, action)
    boundCalls -= 1
    if isKnownUniquelyReferenced(&bound) { return false }
    bound.noteInherited()
    return true
  }

  // NB: not isolated, since the runtime would check an isolated closure for its thread at each call.
  private static func bindUnchecked(_ bound: Token, _ action: () -> Void) {
    $token.withValue(bound, operation: action)
  }

  /// Runs a task of the program, which is a piece of work, and notes the tasks that it starts and that
  /// outlive it.
  ///
  /// - Parameter isOfRow: whether the appearance of a row has started it.
  @MainActor
  package static func note(
    in pending: PendingWork, as name: String, _ work: PendingWork.Token?, of line: Int?,
    isOfRow: Bool = false, _ action: @Sendable () async -> Void
  ) async {
    var bound = Token(isOfRow: isOfRow)
    (bound.work, bound.line) = (work, line)
    bound.noteInherited()
    await $token.withValue(bound) { await action() }
    if !isKnownUniquelyReferenced(&bound) { begin(bound, as: name, in: pending) }
  }

  /// Runs code of this library that starts the tasks of a piece of work, which ends by itself.
  @MainActor
  package static func within(
    _ work: PendingWork.Token?, in pending: PendingWork?, _ action: () -> Void
  ) {
    guard let work else { return apart(action) }
    var bound = Token()
    (bound.work, bound.line) = (work, pending.flatMap(line))
    bind(&bound, action)
  }

  /// Runs code of this library that starts a task of an action of its own, which is counted in another way.
  @MainActor
  package static func asAction(in pending: PendingWork, _ start: () -> Void) {
    var bound = Token()
    bound.action = pending.nextAction()
    bound.line = line(in: pending)
    bind(&bound, start)
  }

  /// The number of the action whose code, or whose task, runs now; nil outside of actions.
  @MainActor
  package static var action: Int? { token?.action }

  /// The number of the line that has begun the present code: its own, or that of its task; nil without one.
  @MainActor
  package static func line(in pending: PendingWork) -> Int? { token?.line ?? pending.line }

  /// True if the appearance of a row has caused the present code, or has started its task.
  static var isOfRow: Bool { token?.isOfRow ?? false }

  /// Runs code of this library, whose tasks are counted in another way.
  package static func apart<Result>(_ action: () -> Result) -> Result {
    $token.withValue(nil) { action() }
  }

  /// Runs code of this library on the main actor, as a part of the present code: at once where that runs
  /// there, and otherwise in a later turn of its queue, in the order of the calls.
  ///
  /// The task that calls it is pending until the code has run.
  package static func onMainActor(_ action: @escaping @MainActor @Sendable () -> Void) {
    if MainQueueHandle.isOnMainThread || MainQueueHandle.isOnMainQueue {
      return MainActor.assumeIsolated(action)
    }
    let bound = token
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        guard var bound else { return action() }
        bind(&bound, action)
      }
    }
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
    return token.work.map { AwaitedAnswer(of: $0, by: token.action, in: graph.pending) }
  }
}

/// An answer of the user that a task awaits; meanwhile its work is not pending.
@MainActor
package final class AwaitedAnswer {
  private let work: PendingWork.Token
  private let action: Int?
  private let pending: PendingWork
  private var hasCome = false

  fileprivate init(of work: PendingWork.Token, by action: Int?, in pending: PendingWork) {
    (self.work, self.action, self.pending) = (work, action, pending)
    pending.suspend(work)
    if let action { pending.onAwait?(action, true) }
  }

  /// Records that the answer has come; a second call does nothing.
  package func end() {
    guard !hasCome else { return }
    hasCome = true
    pending.resume(work)
    if let action { pending.onAwait?(action, false) }
  }
}
