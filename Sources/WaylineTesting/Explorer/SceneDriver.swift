import Wayline

/// The doors through which laws use a scene; a test exchanges one to break a law below a program.
///
/// Some laws can be broken only by Wayline itself. That they still find something is shown with a
/// driver that loses an element of the JSON, or ignores ^C.
struct SceneDriver: Sendable {
  /// Sends a line, and returns what is printed.
  var send: @MainActor @Sendable (SceneHost, String) -> [String] = { $0.send($1) }
  /// Ends the session as an event would.
  var receive: @MainActor @Sendable (SceneHost, SceneHost.EndingEvent) -> Void = { $0.receive($1) }
  /// The screen as a line of JSON.
  var json: @MainActor @Sendable (SceneHost) -> String = { $0.json }
  /// The broken invariants of the navigation.
  var problems: @MainActor @Sendable (SceneHost) -> [String] = {
    $0.router.state.checkInvariants()
  }
  /// The lines of the screen after another process has begun.
  var lines: @MainActor @Sendable (SceneHost) -> [String] = { $0.lines }
}
