import WaylineViews

/// The input of a step of a log where its line alone does not say it; a replay gives it again.
///
///     {"element":{"label":"Note","value":""}}
///     {"cancel":{}}
package enum LoggedInput: Codable, Hashable, Sendable {
  /// The element with a number or a label, and a value; that of a secret is asterisks.
  case element(number: Int?, label: String?, value: String?)
  /// A line of `--json` that was refused, because it is no request or no answer.
  case request(line: String)
  /// The open question was left without an answer.
  case cancel
  /// ^C at the prompt of commands, with nothing typed.
  case interrupt
  /// ^C while a command runs, which cancels it.
  case cancelCommand
  /// ^D at a terminal, which asks the guards.
  case end
  /// A line that was refused and is not repeated: it is too long, or may be a secret.
  case refused
}

extension LoggedInput: CustomStringConvertible {
  /// The input, as a report names it.
  package var description: String {
    switch self {
    case .element(let number, let label, let value):
      (label ?? number.map(String.init) ?? "") + (value.map { ": \($0)" } ?? "")
    case .request(let line): line
    case .cancel: "cancel"
    case .interrupt, .cancelCommand: "^C"
    case .end: "^D"
    case .refused: Session.mask
    }
  }
}

extension LoggedInput {
  /// The same input with the value of a secret.
  func giving(_ secret: String) -> LoggedInput {
    guard case .element(let number, let label, .some) = self else { return self }
    return .element(number: number, label: label, value: secret)
  }
}

// MARK: - In a session

extension Session {
  /// The input that an event is for a log; nil where it is a line, or nothing that can be given again.
  func loggedInput(of event: SessionMachine.Event) -> LoggedInput? {
    switch event {
    case .cancelled where !wantsInput && ending == nil:
      held?.line == nil ? .cancelCommand : nil
    case .cancelled: .cancel
    case .interrupt where question != nil: .cancel
    case .interrupt(hadText: false) where wantsInput: .interrupt
    // Without the line of a command, which may turn out to be private, there is nothing to cancel.
    case .interrupt where !wantsInput && ending == nil && held?.line == nil: .cancelCommand
    case .unreadable: .refused
    default: nil
    }
  }

  /// True if an event begins a step of a log: what was printed until then belongs to the one before.
  ///
  /// An end from outside, or a ^C that does nothing that a log could hold, is part of that step.
  func beginsStep(_ event: SessionMachine.Event) -> Bool {
    switch event {
    case .line, .secret, .answered, .cancelled, .unreadable, .endOfInput: true
    case .interrupt: loggedInput(of: event) != nil
    default: false
    }
  }

  /// Ends the step of a log, if there is one: the next line is about to be taken.
  func endStep() { options.follower?.endStep(of: self) }

  /// The input that gives a secret its value, without it: by its label, if only one element has it.
  func loggedSecret(at index: Int) -> LoggedInput? {
    guard let screen = shown else { return nil }
    let label = screen.elements[index].label
    let isUnique = screen.elements.count { LabelQuery(label).isSame(as: $0.label) } == 1
    return .element(
      number: isUnique ? nil : screen.numberedByPlace.number(of: index),
      label: isUnique ? label : nil, value: Self.mask)
  }

  /// True for a message on a number that a replay, which has all numbers by place, would read otherwise.
  func meansKeptNumber(_ message: ShellMessage) -> Bool {
    guard options.keepsNumbers, let shown, seenNumbers != nil || shown != shown.numberedByPlace
    else { return false }
    return switch message {
    case .noElement, .gone: true
    default: false
    }
  }

  /// The input that acts on an element where a line names it by a number that is not its place; nil elsewhere. A replay
  /// has all numbers by place.
  func loggedPlace(of command: Command, typed line: String) -> LoggedInput? {
    guard case .act(let index, let value) = command, let screen = shown,
      let first = line[...].droppingBlanks().utf8.first,
      first.isDigit || first == UInt8(ascii: "["),
      let number = Int(
        Substring(line.utf8.drop { $0 == 0x20 || $0 == 0x5B }.prefix { $0.isDigit }))
    else { return nil }
    let place = screen.numberedByPlace.number(of: index)
    return number == place ? nil : .element(number: place, label: nil, value: value)
  }

  /// Gives an input of a log again.
  package func receive(logged input: LoggedInput) {
    switch input {
    case .element(let number?, _, let value): receive(request: .number(number, value: value))
    case .element(nil, let label, let value): receive(request: .label(label ?? "", value: value))
    case .request(let line): receive(typed: line)
    case .cancel: receive(.cancelled)
    case .interrupt, .cancelCommand: receive(.interrupt(hadText: false))
    case .end: endTyping()
    case .refused: break
    }
  }
}

extension SessionMachine.Event {
  /// The same event without a byte order mark in front of its line.
  var withoutMark: SessionMachine.Event {
    switch self {
    case .line(let line) where line.unicodeScalars.first == "\u{FEFF}":
      .line(String(line.unicodeScalars.dropFirst()))
    case .secret(let secret): .secret(secret.withoutMark)
    default: self
    }
  }
}
