extension Session {
  /// Takes a line of `--json`: an object, or a plain command.
  package func receive(typed line: String) {
    switch TypedInput.read(line) {
    case .success(.line(let line)): receive(.line(line))
    case .success(.answer(let answer)): receive(.answered(answer))
    case .success(.number(let number, let value)):
      act("\(number)", value) { $0.act(onNumber: number, value: value) }
    case .success(.label(let label, let value)):
      act(label, value) { $0.act(onLabel: label, value: value) }
    case .failure(let problem):
      answering { refuse(problem.description) }
    }
  }

  private func act(
    _ name: String, _ value: String?,
    _ read: (CommandParser) -> Result<Command, CommandProblem>
  ) {
    answering {
      if let question {
        refuse("'\(question.prompt)' is asked; only an answer is taken now.")
      } else if wantsInput {
        carryOut(value.map { "\(name): \($0)" } ?? name, read)
      }
    }
  }
}
