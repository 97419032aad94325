/// What a guard says to a navigation.
public enum GuardDecision: Hashable, Sendable {
  /// It may happen.
  case allow
  /// It must not, for this reason, which the person reads.
  case block(String)
  /// The person is sent to this place instead.
  case redirectRoute(Route)

  /// The person is sent to this place instead.
  public static func redirect(to value: some Hashable & Sendable) -> GuardDecision {
    .redirectRoute(Route(value))
  }
}

/// What a guard says when it is asked.
enum GuardAnswer {
  /// It has decided.
  case now(GuardDecision)
  /// It has to find out first.
  case later(@MainActor () async -> GuardDecision)
}
