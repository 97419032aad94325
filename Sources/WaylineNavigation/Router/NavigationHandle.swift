import WaylineGraph

/// The result of one requested navigation, now or later.
///
/// Unless an asynchronous guard is asked, the outcome is known when the verb returns.
@MainActor
public final class NavigationHandle {
  // Accesses to these variables call no other code, so they cannot overlap and need no check at run time.
  /// The outcome; nil while the request is queued or a guard has not decided.
  @exclusivity(unchecked) public private(set) var outcome: NavigationOutcome?

  /// The state of the scene when the navigation was planned.
  @exclusivity(unchecked) public private(set) var from: NavigationState

  /// The state of the scene when the navigation finished.
  @exclusivity(unchecked) public private(set) var to: NavigationState

  /// True if a guard refused because the values that its decision rests on cannot be read.
  var isUndecidable = false

  /// True while the person is asked whether the navigation may happen.
  package internal(set) var isAsking = false

  /// The reasons of guards because of which `undo` or `redo` has passed over earlier states.
  package internal(set) var passedOver: [String] = []

  /// The redirection that the navigation has followed last, with the sentence of its guard.
  var redirection: Redirection?

  /// The message for the person about the outcome; nil while it is not known.
  ///
  /// It is the description of the outcome, and of a redirect the reason of its guard.
  public var message: String? {
    outcome.map { outcome in
      guard case .redirected = outcome, let redirection else { return outcome.description }
      return redirection.sentence
    }
  }

  /// The query and the fragment of an opened URL, which no place reads; nil without any.
  public internal(set) var unreadPart: String?

  @exclusivity(unchecked) private var observers: [(NavigationOutcome) -> Void] = []

  init(at state: NavigationState) {
    (from, to) = (state, state)
  }

  /// The outcome, once it is known.
  public var value: NavigationOutcome {
    get async {
      if let outcome { return outcome }
      return await withCheckedContinuation { continuation in
        whenFinished { continuation.resume(returning: $0) }
      }
    }
  }

  /// Calls the closure when the navigation finishes, or at once if it has.
  func whenFinished(_ action: @escaping (NavigationOutcome) -> Void) {
    if let outcome { action(outcome) } else { observers.append(action) }
  }

  func finish(_ outcome: NavigationOutcome, from: NavigationState, to: NavigationState) {
    guard self.outcome == nil else { return }
    (self.outcome, self.from, self.to) = (outcome, from, to)
    let actions = observers
    observers = []
    for action in actions { action(outcome) }
  }
}

extension NavigationHandle: EngineObject {
  package nonisolated func addContent(to hasher: inout ContentHasher) {
    hasher.combine(MainActor.assumeIsolated { outcome })
  }
}

/// The origin of a navigation.
public enum NavigationCause: String, Hashable, Sendable {
  /// The user, through an element or a command.
  case person
  /// Code of the program.
  case program
  /// A binding that was written.
  case binding
  /// A saved scene that is restored.
  case restoration
}

/// A finished navigation, as observers receive it.
public struct NavigationTransition: Sendable {
  /// The state before the navigation.
  public let from: NavigationState
  /// The state after it; the same as `from` unless the navigation was completed.
  public let to: NavigationState
  /// The outcome.
  public let outcome: NavigationOutcome
  /// The origin.
  public let cause: NavigationCause
  /// The time from the request to the outcome, without the update of the screens.
  public let duration: Duration
  /// The screens that ended and began.
  public let change: NavigationChange
  /// The places about which one guard was asked again, because a redirect led back to them.
  public let repeatedQuestions: [Route]
}

/// A navigation that every guard allows, as middleware sees it before the commit.
public struct NavigationProposal: Sendable {
  /// The present state.
  public let from: NavigationState
  /// The state after the commit.
  public let to: NavigationState
  /// The origin.
  public let cause: NavigationCause
  /// The screens that would end and begin.
  public let change: NavigationChange
}

/// The decision of middleware about a navigation.
public enum NavigationVerdict: Hashable, Sendable {
  /// The navigation may be committed.
  case allow
  /// The navigation is refused for this reason, which the user reads.
  case block(String)
}
