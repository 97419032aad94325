import Dispatch

/// Runs writes as a group of their own; lines do not move.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try Transaction(animation: animation).run(body)
}

/// Runs writes as a group of their own, and `completion` when the bodies that they concern have run.
///
/// Lines do not move, so nothing lies between the two. What `completion` writes is a group again.
public func withAnimation<Result>(
  _ animation: Animation? = .default,
  completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
  _ body: () throws -> Result, completion: @escaping @MainActor () -> Void
) rethrows -> Result {
  var transaction = Transaction(animation: animation)
  transaction.addAnimationCompletion(criteria: completionCriteria, completion)
  return try transaction.run(body)
}

/// When an animation counts as complete; lines do not move, so it is at once.
public enum AnimationCompletionCriteria: Hashable, Sendable {
  case logicallyComplete, removed
}

/// Something that happens when its turn among the groups of writes has come.
// Proof: the action is set before the source is handed on, and never again.
final class Completion: Source, @unchecked Sendable {
  private var action: @MainActor () -> Void = {}

  /// Puts an action behind the writes so far.
  static func begin(_ action: @escaping @MainActor () -> Void) {
    let completion = Completion()
    completion.action = action
    var transaction = Transaction()
    transaction[Turn.self] = true
    transaction.apply { completion.didChange() }
  }

  /// A turn of its own, so that the bodies of the group before have run.
  private enum Turn: TransactionKey {
    static var defaultValue: Bool { false }
  }

  override func commitOfNow() -> @MainActor () -> Void { action }

  /// Outside a scope the update of the writes has a turn of the main queue, and this has the next.
  override func commit() {
    let action = action
    DispatchQueue.main.async { MainActor.assumeIsolated(action) }
  }
}
