import Dispatch

/// The style of a change; lines do not move, so it only separates groups of writes.
///
/// Writes under different animations have updates of their own, as under different transactions.
/// Source: SwiftUI's `Animation`.
public struct Animation: Hashable, Sendable {
  /// The curve and its modifiers as text; equal texts are the same animation.
  private var words: String

  /// Creates an animation from its description.
  package init(_ words: String) {
    self.words = words
  }
}

extension Animation {
  /// The animation that is named when none is.
  public static let `default` = Animation("default")
}

extension Animation: CustomStringConvertible {
  /// The curve and its modifiers.
  public var description: String { words }
}

/// Runs writes as a group of their own; lines do not move.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try Transaction(animation: animation).run(body)
}

/// Runs writes as a group of their own, and `completion` after the bodies that read them.
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

/// Runs an action when the bodies that concern the writes so far have run.
enum Completion {
  /// Makes the action a group of its own, behind the writes so far.
  static func begin(_ action: @escaping @MainActor () -> Void) {
    guard let mailbox = Evaluation.scopeMailbox else {
      // The update of writes outside a scope was given an earlier turn of the main queue.
      return DispatchQueue.main.async { MainActor.assumeIsolated(action) }
    }
    var transaction = Transaction()
    transaction[Turn.self] = true
    transaction.apply { Evaluation.mark(mailbox) { $0.add(action) } }
  }

  /// Separates the action from the writes before it.
  private enum Turn: TransactionKey {
    static var defaultValue: Bool { false }
  }
}
