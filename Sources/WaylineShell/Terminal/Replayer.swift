/// Types what a log says instead of a person, and compares what comes of it.
@MainActor
package final class Replayer {
  /// What has been compared so far.
  package private(set) var replay: Replay
  /// Whether a secret was asked for and no answer was left.
  package private(set) var lacksAnswer = false
  /// How long tasks may take before the next line is typed.
  static let patience = Duration.seconds(10)

  /// A replay that has not begun.
  package init(_ replay: Replay) {
    self.replay = replay
  }

  /// Watches the session that is compared.
  package func follower() -> SessionFollower {
    SessionFollower { [unowned self] in replay.take($0) }
  }

  /// Types the next line into the session, or ends its input.
  func type(into session: Session) {
    switch replay.next() {
    case .line(let line): session.receive(.line(line))
    case .answer(let answer): session.receive(.answered(answer))
    case .missingAnswer:
      lacksAnswer = true
      session.receive(.endOfInput)
    case nil: session.receive(.endOfInput)
    }
  }

  /// What is told when the session has ended.
  package func report() -> [String] {
    replay.finish()
    let missing = "A secret was asked for, and no answer is left: give them with --answers FILE."
    return lacksAnswer ? [missing] + replay.report : replay.report
  }
}
