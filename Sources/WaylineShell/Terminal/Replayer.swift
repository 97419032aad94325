/// A source of the lines of a log, which compares the session with the recorded one.
@MainActor
package final class Replayer {
  /// The comparison so far.
  package private(set) var replay: Replay
  /// True if a question for a secret had no answer left.
  package private(set) var lacksAnswer = false
  /// The longest wait for tasks before the next line.
  static let patience = Duration.seconds(10)

  private let hasSecrets: Bool

  /// A replay that has not begun.
  ///
  /// - Parameter hasSecrets: true if a file or a descriptor with secrets was given.
  package init(_ replay: Replay, hasSecrets: Bool = true) {
    (self.replay, self.hasSecrets) = (replay, hasSecrets)
  }

  /// Watches the session that is compared.
  package func follower() -> SessionFollower {
    SessionFollower { [unowned self] in replay.take($0) }
  }

  /// Types the next line into the session, or ends its input.
  func type(into session: Session) {
    // The step before is compared first.
    session.endStep()
    switch replay.next(asking: session.question?.prompt) {
    case .line(let line): session.receive(.line(line))
    case .answer(let answer): session.receive(.answered(answer))
    case .input(let input): session.receive(logged: input)
    case .passedOver: replay.take(LogStep(of: session))
    case .missingAnswer:
      lacksAnswer = true
      session.receive(.endOfInput)
    case .stop, nil: session.receive(.endOfInput)
    }
  }

  /// The report, when the session has ended.
  package func report() -> [String] {
    replay.finish()
    let missing =
      hasSecrets
      ? "The replay needs another secret. Add it to the file of --replay-secrets FILE."
      : "The replay needs a secret. Give it with --replay-secrets FILE."
    return lacksAnswer ? [missing] + replay.report : replay.report
  }
}
