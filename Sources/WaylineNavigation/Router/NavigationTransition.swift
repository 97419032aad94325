/// Who asked for a navigation.
public enum NavigationCause: String, Hashable, Sendable {
  /// A person, through an element or a command.
  case person
  /// Code of the program, on its own account.
  case program
  /// A binding that was written.
  case binding
  /// The scene came back from its saved form.
  case restoration
}

/// One navigation that has ended, as those see it who watch.
public struct NavigationTransition: Sendable {
  /// Where the scene was.
  public let from: NavigationState
  /// Where it is; the same as `from` unless the navigation was completed.
  public let to: NavigationState
  /// How it ended.
  public let outcome: NavigationOutcome
  /// Who asked for it.
  public let cause: NavigationCause
  /// How long it took, without the screens.
  public let duration: Duration

  /// The screens that ended and began.
  public var change: NavigationChange { NavigationChange(from: from, to: to) }
}
