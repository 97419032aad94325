import Wayline

/// A scene of an explored program, and the clock that its commands advance.
@MainActor
struct DrivenScene {
  /// The scene.
  let host: SceneHost
  /// The clock of its views.
  let clock: TestClock

  /// The lines that are printed for a command, and the laws that are broken on the way.
  struct Answer {
    var printed: [String] = []
    var findings: [LawFinding] = []
  }

  /// True if nothing is pending or asked, so that the state of the scene can be copied.
  var isAtRest: Bool {
    host.pending.isEmpty && clock.remaining.isEmpty && !host.isAsking && !host.isEnded
  }

  /// Takes a command.
  ///
  /// `wait` lets pending work continue as far as it comes without time; `wait 30` lets 30 seconds of
  /// the scene's clock pass first.
  func take(_ command: String) async -> Answer {
    let misuses = MisuseNotes()
    var printed: [String] = []
    if let duration = Self.duration(of: command) {
      clock.advance(by: duration)
      await rest(misuses)
      printed = host.takePrinted()
    } else {
      Misuse.withHandler(misuses.note) { printed = host.send(command) }
    }
    return Answer(printed: printed, findings: misuses.sentences.map(LawFinding.init(misuse:)))
  }

  /// Lets tasks run until none is pending, or until none gets further without time or input.
  private func rest(_ misuses: MisuseNotes) async {
    var quiet = 0
    for _ in 0..<2_000 where quiet < 40 {
      let before = (host.pending, host.revision)
      await Task.yield()
      Misuse.withHandler(misuses.note) { host.update() }
      let isQuiet = before == (host.pending, host.revision)
      quiet = isQuiet ? quiet + (host.pending.isEmpty ? 8 : 1) : 0
    }
  }
}

// MARK: - Time as a command

extension DrivenScene {
  /// The command that lets a duration pass, in whole milliseconds.
  nonisolated static func line(waiting duration: Duration) -> String {
    let milliseconds = (duration / .milliseconds(1)).rounded(.up)
    let seconds = milliseconds / 1_000
    return seconds == seconds.rounded() ? "wait \(Int(seconds))" : "wait \(seconds)"
  }

  /// The time that a command lets pass; zero for a bare `wait`, nil for any other command.
  private static func duration(of command: String) -> Duration? {
    if command == "wait" { return .zero }
    guard command.hasPrefix("wait "), let seconds = Double(command.dropFirst(5)) else { return nil }
    return .milliseconds(Int((seconds * 1_000).rounded()))
  }
}
