import WaylineSystem

/// A question that one line answers: numbered at a terminal, silent at a pipe.
///
/// It takes no byte beyond its line.
struct TypedQuestion {
  private let form: QuestionForm
  private let port: QuestionPort
  private let terminal: Terminal?
  private let manner: AskingManner
  private let source: LineSource

  /// Creates a question.
  ///
  /// - Parameter terminal: the terminal of the input; nil for a pipe or a file.
  init(
    _ form: QuestionForm, at port: QuestionPort, _ terminal: Terminal?,
    _ manner: AskingManner
  ) {
    (self.form, self.port, self.terminal, self.manner) = (form, port, terminal, manner)
    source = LineSource(port.input, isShared: true)
  }

  /// Asks until an answer passes a check.
  ///
  /// - Throws: `CancellationError` when the question is left, ``GoesBack``, and ``QuestionError`` at the
  ///   end of the input.
  func ask(_ check: (QuestionAnswer) -> String?) throws -> QuestionAnswer {
    let answer = try asking(intro: form.numberedLines) {
      guard let line = source.next() else {
        return Result<QuestionAnswer, QuestionForm.Problem>?.none
      }
      if line.excess != nil { return .failure(QuestionForm.Problem(line.notice ?? "")) }
      let text = terminal == nil ? line.text : KeySequence.removed(from: line.text)
      if goesBack(text) { throw GoesBack() }
      return Result { () throws(QuestionForm.Problem) in
        let answer = try form.read(text)
        if let problem = check(answer) { throw QuestionForm.Problem(problem) }
        return answer
      }
    }
    if terminal != nil, manner.leavesLine, !form.numberedLines.isEmpty {
      port.write("\(form.conclusion(answer))\n")
    }
    return answer
  }

  /// Asks for a line that the terminal does not show.
  func askSecret(
    _ check: (TypedSecret) throws(QuestionForm.Problem) -> TypedSecret
  ) throws -> TypedSecret {
    try asking(intro: "", isSecret: true) {
      guard let line = source.nextSecret() else { return nil }
      if line.line.excess != nil { return .failure(QuestionForm.Problem(line.line.notice ?? "")) }
      let secret = terminal == nil ? line.secret : line.secret.removingKeys()
      if secret.count == 1, secret.begins(with: QuestionForm.wordForBack), manner.allowsBack {
        throw GoesBack()
      }
      return Result { () throws(QuestionForm.Problem) in try check(secret) }
    }
  }

  /// Asks for lines up to a single dot.
  func askLines(_ check: (QuestionAnswer) -> String?) throws -> QuestionAnswer {
    var lines: [String] = []
    return try asking(intro: "") {
      while let line = source.next() {
        if lines.isEmpty, goesBack(line.text) { throw GoesBack() }
        guard line.text == "." else {
          lines.append(line.text)
          continue
        }
        let answer = QuestionAnswer.text(lines.joined(separator: "\n"))
        lines = []
        return check(answer).map { .failure(QuestionForm.Problem($0)) } ?? .success(answer)
      }
      return nil
    }
  }
}

// MARK: - Lines

extension TypedQuestion {
  private func goesBack(_ line: String) -> Bool {
    manner.allowsBack && line == QuestionForm.wordForBack
  }

  /// Reads until an answer is there.
  ///
  /// - Parameter read: takes an answer from what was read; nil if more must be read.
  private func asking<Answer>(
    intro: String, isSecret: Bool = false,
    _ read: () throws -> Result<Answer, QuestionForm.Problem>?
  ) throws -> Answer {
    begin(intro, isSecret)
    defer { terminal?.restore() }
    while true {
      switch try read() {
      case .success(let answer)?:
        // Else what was typed ahead for the next question would be discarded as the rest of a secret.
        terminal?.setEcho(.all)
        return answer
      case .failure(let problem)?:
        explain(problem.sentence)
      case nil:
        if source.isAtEnd {
          throw QuestionError.inputEnded(question: form.prompt, advice: "")
        }
        try fill(intro, isSecret)
      }
    }
  }

  private func begin(_ intro: String, _ isSecret: Bool) {
    guard let terminal else { return }
    terminal.passOnSignalKeys()
    if isSecret { terminal.setEcho(.lineEnds) } else { terminal.beginLines() }
    port.write(intro + form.typedPrompt)
  }

  private func explain(_ problem: String) {
    let sentence = SafeText.line(of: problem)
    if terminal != nil {
      port.write("\(sentence)\n\(form.typedPrompt)")
    } else {
      port.output.complain("\(form.prompt): \(sentence)")
    }
  }

  private func fill(_ intro: String, _ isSecret: Bool) throws {
    _ = try port.awaitInput(manner.cancellation)
    switch source.fill() {
    case .bytes, .nothing, .end: break
    case .failed: return
    }
    guard let terminal else { return }
    if source.endsWith(terminal.interruptByte) {
      _ = source.dropUnended()
      port.write("\n")
      throw CancellationError()
    }
    if source.endsWith(terminal.stopByte) {
      _ = source.dropUnended()
      port.write("\n")
      terminal.restore()
      SignalPipe.stopProcess()
      begin(intro, isSecret)
    }
  }
}

// MARK: - Prompts

extension QuestionForm {
  /// The prompt and the numbered labels; empty for a question without labels, or with yes and no.
  fileprivate var numberedLines: String {
    switch kind {
    case .choice, .choices:
      let lines = labels.enumerated().map { "[\($0 + 1)] \($1)\n" }
      return "\(promptBeforeAnswer)\n\(lines.joined())"
    case .text, .confirmation, .secret, .editor: return ""
    }
  }

  /// The prompt on the line that is typed.
  fileprivate var typedPrompt: String {
    let standard = defaultText.map { " (\($0))" } ?? ""
    return switch kind {
    case .text: "\(prompt)\(standard): "
    case .choice: "Number or label\(standard): "
    case .choices: "Numbers or labels, with commas\(standard): "
    case .confirmation(let answer):
      "\(prompt) (yes or no\(answer.map { "; Enter for \($0 ? "yes" : "no")" } ?? "")): "
    case .secret: "\(promptBeforeAnswer) "
    case .editor: "\(promptBeforeAnswer) (end with a line that is a dot)\n"
    }
  }
}
