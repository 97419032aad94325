/// A comparison of a session with a log, step by step. Pure.
package struct Replay: Sendable {
  /// The steps that were expected.
  private let expected: [LogStep]
  private var position = 0
  private var isStopped = false
  private var answers: ArraySlice<String>
  /// The messages of earlier lines that have come in the log, and not here.
  private var awaited: [String]
  /// The differences, in lines to print.
  package private(set) var report: [String] = []
  /// The number of steps that differ.
  package private(set) var differing = 0

  /// A replay of a log; values of secrets are taken from the answers, in order.
  package init(_ log: SessionLog, answers: [String] = []) {
    (expected, self.answers) = (log.steps, answers[...])
    awaited = log.steps.flatMap { $0.late ?? [] }
  }

  /// The input of the next step.
  package enum Entry: Hashable, Sendable {
    /// A command.
    case line(String)
    /// The whole answer to a question.
    case answer(String)
    /// Another input.
    case input(LoggedInput)
    /// A line that the log does not hold, which changed nothing.
    case passedOver
    /// The line would be something else here: a command, or the answer to another question.
    case stop
    /// No answer is left for a secret.
    case missingAnswer
  }

  /// Takes the input of the next step; nil when the log has ended.
  ///
  /// - Parameter asks: the question that is open; nil where the next line is a command.
  package mutating func next(asking asks: String?) -> Entry? {
    guard let step = expected[safe: position], step.hasInput else { return nil }
    let asked = expected[safe: position - 1]?.question
    if asks != asked {
      let was = asked.map { "the question '\($0)' was open" } ?? "no question was open"
      let now = asks.map { "'\($0)' is open now" } ?? "none is open now"
      return stop(before: step, "\(was), and \(now)")
    }
    // The command that it cancelled has ended by itself here; any difference is reported.
    if step.input == .cancelCommand { return .passedOver }
    if let asks, step.isCommand {
      return stop(before: step, "the command would answer '\(asks)'")
    }
    // A refused answer has left the question where it was not asked for again.
    if step.isPassedOver { return asks != step.question ? .input(.cancel) : .passedOver }
    guard step.isSecret else {
      if let input = step.input { return .input(input) }
      return step.line.map { step.isAnswer ? .answer($0) : .line($0) }
    }
    guard let answer = answers.popFirst() else { return .missingAnswer }
    if let input = step.input { return .input(input.giving(answer)) }
    if step.isAnswer { return .answer(answer) }
    return .line((step.line ?? "").dropLast(Session.mask.count) + answer)
  }

  private mutating func stop(before step: LogStep, _ reason: String) -> Entry {
    report.append("Stopped before step \(position + 1), '\(step.name)': \(reason).")
    isStopped = true
    return .stop
  }

  /// The state of the running command in which ^C comes; nil where it does not come.
  var stateBeforeCancellation: String? {
    guard expected[safe: position + 1]?.input == .cancelCommand else { return nil }
    return expected[safe: position]?.state
  }

  /// True if the next line was typed while something was still under way.
  var isHurried: Bool { expected[safe: position]?.isPending ?? false }

  /// Compares a step of the program with that of the log.
  package mutating func take(_ found: LogStep) {
    guard !isStopped, let step = expected[safe: position] else { return }
    position += 1
    var found = found
    if step.isPassedOver { (found.status, found.messages) = (step.status, step.messages) }
    takeLate(of: step, &found)
    let lines = Self.differences(step, found)
    guard !lines.isEmpty else { return }
    differing += 1
    let name = step.hasInput ? "'\(step.name)'" : position == 1 ? "the start" : "the end"
    report.append("Step \(position), \(name):")
    report += lines.map { "  \($0)" }
  }

  /// Takes the messages that depend on timing: they come with their line, or later than in the log.
  private mutating func takeLate(of step: LogStep, _ found: inout LogStep) {
    let before = awaited
    defer { if awaited != before { found.status = step.status } }
    if step.isPending {
      let missing = step.messages.filter { !found.messages.contains($0) }
      found.messages = step.messages.filter(missing.contains) + found.messages
      awaited += missing
    }
    found.messages = found.messages.filter { message in
      step.messages.contains(message) || !takeAwaited(message)
    }
    found.messages += (found.late ?? []).filter { !takeAwaited($0) }
  }

  private mutating func takeAwaited(_ message: String) -> Bool {
    guard let index = awaited.firstIndex(of: message) else { return false }
    awaited.remove(at: index)
    return true
  }

  /// Adds the last line of the report: the number of steps.
  package mutating func finish() {
    let count = expected.count
    if position < count {
      differing += count - position
      if !isStopped { report.append("The session ended before step \(position + 1) of \(count).") }
    }
    if !isStopped, !awaited.isEmpty {
      differing += 1
      report.append("These messages did not come:")
      report += awaited.map { "  - \($0)" }
    }
    let verdict = differing == 0 ? "as recorded" : "\(differing) not as recorded"
    report.append("\(count) step\(count == 1 ? "" : "s"), \(verdict).")
  }
}

extension LogStep {
  /// The line, or the other input, as a report names it.
  fileprivate var name: String { line ?? input.map { "\($0)" } ?? "" }
}

// MARK: - Differences

extension Replay {
  private static func differences(_ old: LogStep, _ new: LogStep) -> [String] {
    field("status", old.status.map { "\($0)" }, new.status.map { "\($0)" })
      + (isComparable(old, new) ? places(old, new) : [])
      + field("question", old.question, new.question)
      + lines("messages", old.messages, new.messages)
      + (hasComparableLines(old, new) ? lines("screen", old.screen, new.screen) : [])
  }

  /// Work that was running when the step was recorded may be finished now: both screens are right.
  private static func isComparable(_ old: LogStep, _ new: LogStep) -> Bool {
    !old.isPending || new.isPending
  }

  /// Lines that background work shows depend on the time. The place is the same.
  private static func hasComparableLines(_ old: LogStep, _ new: LogStep) -> Bool {
    isComparable(old, new) && !old.isLive && !new.isLive
  }

  private static func places(_ old: LogStep, _ new: LogStep) -> [String] {
    field("place", old.place, new.place) + field("link", old.url, new.url)
  }

  private static func field(_ name: String, _ old: String?, _ new: String?) -> [String] {
    old == new ? [] : ["\(name): was \(old ?? "none"), is \(new ?? "none")"]
  }

  /// The removed and the added lines, in the order of the page, below the name of their field.
  private static func lines(_ name: String, _ old: [String], _ new: [String]) -> [String] {
    let changes = new.difference(from: old)
    guard !changes.isEmpty else { return [] }
    let sorted = changes.sorted { Self.key($0) < Self.key($1) }
    return ["\(name):"]
      + sorted.map { change in
        switch change {
        case .remove(_, let line, _): "  - \(line)"
        case .insert(_, let line, _): "  + \(line)"
        }
      }
  }

  private static func key(_ change: CollectionDifference<String>.Change) -> (Int, Int) {
    switch change {
    case .remove(let offset, _, _): (offset, 0)
    case .insert(let offset, _, _): (offset, 1)
    }
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
