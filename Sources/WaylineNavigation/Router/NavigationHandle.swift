/// One navigation that was asked for: how it ended, or the promise to tell.
///
/// Where no guard has to think, it has ended when the verb returns.
@MainActor
public final class NavigationHandle {
  /// How it ended; nil while it waits for its turn or for a guard.
  public private(set) var outcome: NavigationOutcome?

  /// Where the scene was when the navigation had its turn.
  public private(set) var from: NavigationState

  /// Where the scene was when it ended.
  public private(set) var to: NavigationState

  private var waiting: [(NavigationOutcome) -> Void] = []

  init(at state: NavigationState) {
    (from, to) = (state, state)
  }

  /// How it ends.
  public var value: NavigationOutcome {
    get async {
      if let outcome { return outcome }
      return await withCheckedContinuation { continuation in
        whenEnded { continuation.resume(returning: $0) }
      }
    }
  }

  /// Does something when it has ended, or at once if it has.
  func whenEnded(_ action: @escaping (NavigationOutcome) -> Void) {
    if let outcome { action(outcome) } else { waiting.append(action) }
  }

  func end(_ outcome: NavigationOutcome, from: NavigationState, to: NavigationState) {
    guard self.outcome == nil else { return }
    (self.outcome, self.from, self.to) = (outcome, from, to)
    let actions = waiting
    waiting = []
    for action in actions { action(outcome) }
  }
}
