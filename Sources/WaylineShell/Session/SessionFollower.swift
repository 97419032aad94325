/// Watches a session step by step: a line, the frames that came of it, and the screen at its end.
@MainActor
package final class SessionFollower {
  private let onStep: (LogStep) -> Void
  private var frames: [Frame] = []
  private var isBegun = false

  /// Calls the closure with each step that has ended.
  package init(onStep: @escaping (LogStep) -> Void) {
    self.onStep = onStep
  }

  /// A follower that writes a log, line by line.
  package static func recorder(
    app: String, words: [String] = [], write: @escaping (String) -> Void
  ) -> SessionFollower {
    write(SessionLog.header(app: app, words: words))
    return SessionFollower { write(SessionLog.line($0)) }
  }

  /// Something was printed.
  func add(_ frame: Frame) {
    frames.append(frame)
  }

  /// The next line is about to be taken, or the session has ended.
  func endStep(of session: Session) {
    defer { (frames, isBegun) = ([], true) }
    guard !frames.isEmpty || !isBegun else { return }
    onStep(
      LogStep(
        frames, screen: session.currentScreen(), question: session.question,
        isPending: !session.host.graph.pending.isEmpty))
  }
}
