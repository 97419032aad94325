/// How a navigation ended: a value, never a crash.
public enum NavigationOutcome: Hashable, Sendable {
  /// The scene is where it was asked to be.
  case completed
  /// A guard is still deciding.
  case pending
  /// The scene was there already; nothing changed.
  case duplicate
  /// A guard refused, and gave this reason.
  case blocked(by: String)
  /// A guard sent the person elsewhere.
  case redirected(to: Route)
  /// Guards sent the person round in a circle, which is printed.
  case redirectCycle([Route])
  /// Another navigation began before a guard had decided.
  case superseded(by: Route?)
  /// The scene ended before a guard had decided.
  case interrupted
  /// There is nothing above the root that could be taken away.
  case nothingToPop
  /// There is no such place; the problem names the part that was not understood.
  case notFound(nearest: NotFound)
  /// Nobody answered for the action.
  case unhandled
}
