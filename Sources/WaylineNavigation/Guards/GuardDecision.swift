/// What a guard says to a navigation.
public enum GuardDecision: Hashable, Sendable {
  /// It may happen.
  case allow
  /// It must not, for this reason, which the person reads.
  case block(String)
  /// The person is sent to this place instead.
  case redirectRoute(Route)
  /// The person is sent to this place first, and goes on when its flow has finished.
  case detourRoute(Route)

  /// The person is sent to this place instead.
  public static func redirect(to value: some Hashable & Sendable) -> GuardDecision {
    .redirectRoute(Route(value))
  }

  /// The person is sent to this place first; what was wanted is remembered.
  ///
  /// When the place's screen calls `finish()`, the navigation goes on to where the person was going,
  /// also in a later process. Leaving the screen otherwise gives the wish up.
  public static func redirect(
    to value: some Hashable & Sendable, thenContinuing continues: Bool
  ) -> GuardDecision {
    continues ? .detourRoute(Route(value)) : .redirectRoute(Route(value))
  }
}

/// What a guard says when it is asked.
enum GuardAnswer {
  /// It has decided.
  case now(GuardDecision)
  /// It has to find out first.
  case later(@MainActor () async -> GuardDecision)
}
