import WaylineNavigation

// The questions of guards: whether a navigation may happen.

extension Session {
  /// Asks the question of a guard. Returns false where nobody can be asked.
  func confirm(_ text: String, _ answer: @escaping @MainActor (Bool) -> Void) -> Bool {
    guard ending == nil, asked == nil, machine.question == nil else { return false }
    var question = LineQuestion(prompt: "\(text) (yes or no)")
    question.isOfGuard = true
    question.choices = Confirmation.allCases.map(\.rawValue)
    let (isAside, decisions) = (scopes == 0, decisions)
    for decision in decisions { host.graph.pending.suspend(decision) }
    answering {
      // An answer that waits for the guard would wait for the person. The next line is the answer to the question.
      completeHeldAnswer()
      if running != nil { showHeldLine() }
      ask(question, for: .guardian(answer))
      asked?.isReverting = isReverting
      asked?.decisions = decisions
    }
    if isAside { onProgress() }
    return true
  }

  /// The answers that the open question of a guard takes; empty without one.
  package var guardAnswers: [String] {
    if case .guardian = asked?.asker { asked?.question.choices ?? [] } else { [] }
  }

  /// Follows the navigation of a line when the question of its guard is answered.
  func whenConfirmed(_ follow: @escaping () -> Void) {
    if case .guardian = asked?.asker { asked?.follow = follow } else { follow() }
  }

  /// Gives an answer to the guard that asked. Another word than `yes` or `no` is refused.
  func confirm(_ line: String, _ asked: Asked) {
    guard case .guardian(let answer) = asked.asker else { return }
    guard let word = Confirmation(typed: line) else {
      refuse(.notConfirmed(line))
      return options.asksAgain && ending == nil ? askAgain(asked) : follow(asked, false, answer)
    }
    follow(asked, word == .yes, answer)
  }

  private func askAgain(_ asked: Asked) {
    ask(asked.question, for: asked.asker)
    self.asked = asked
  }

  /// Answers the guard, and prints the outcome of its navigation.
  func follow(_ asked: Asked, _ isConfirmed: Bool, _ answer: @MainActor (Bool) -> Void) {
    isReverting = asked.isReverting
    defer { isReverting = false }
    for decision in asked.decisions { host.graph.pending.resume(decision) }
    answer(isConfirmed)
    if ending == nil { asked.follow?() }
  }

  /// The answers that a guard takes.
  private enum Confirmation: String, CaseIterable {
    case yes, no

    /// Reads a line, which may be the first letter of an answer.
    init?(typed line: String) {
      let word = line.filter { $0 != " " }.lowercased()
      let answers = Self.allCases.filter { $0.rawValue.hasPrefix(word) }
      guard let answer = answers.first, answers.count == 1 else { return nil }
      self = answer
    }
  }
}
