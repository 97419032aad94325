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
    bind(bound, action)
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

  /// Runs a task of the program, and notes the tasks that it starts and that outlive it.
  @MainActor
  package static func note(
    in pending: PendingWork, as name: String, _ action: @Sendable () async -> Void
  ) async {
    var bound = Token()
    await $token.withValue(bound) { await action() }
    if !isKnownUniquelyReferenced(&bound) { begin(bound, as: name, in: pending) }
  }

  /// Runs code of this library, whose tasks are counted in another way.
  package static func apart<Result>(_ action: () -> Result) -> Result {
    $token.withValue(nil) { action() }
  }

  @MainActor
  private static func begin(_ token: Token, as name: String, in pending: PendingWork) {
    let work = pending.begin(name)
    // The last task may end on any thread.
    token.end { DispatchQueue.main.async { MainActor.assumeIsolated { pending.end(work) } } }
  }
}
