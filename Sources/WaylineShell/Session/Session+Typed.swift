extension Session {
  /// Takes a line of `--json`: an object, or a plain command.
  package func receive(typed line: String) {
    switch TypedInput.read(line) {
    case .success(.line(let line)): receive(.line(line))
    case .success(.command(let line)):
      // Even a well-formed command is never the answer to a question.
      if question == nil { receive(.line(line)) } else { answering { refuseDuringQuestion() } }
    case .success(.answer(let answer)): receive(.answered(answer))
    case .success(.number(let number, let value)):
      act("\(number)", value) { $0.act(onNumber: number, value: value) }
    case .success(.label(let label, let value)):
      act(label, value) { $0.act(onLabel: label, value: value) }
    case .failure(let problem):
      answering { refuse(problem) }
    }
  }

  private func act(
    _ name: String, _ value: String?,
    _ read: (CommandParser) -> Result<Command, CommandProblem>
  ) {
    answering {
      if question != nil {
        refuseDuringQuestion()
      } else if wantsInput {
        carryOut(value.map { "\(name): \($0)" } ?? name, read)
      }
    }
  }

  private func refuseDuringQuestion() {
    refuse("'\(question?.prompt ?? "")' is asked; only an answer is taken now.")
  }
}
