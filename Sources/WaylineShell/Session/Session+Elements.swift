import WaylineViews

extension Session {
  /// Acts on an element of the last printed screen.
  func act(on index: Int, _ value: String?) {
    guard let element = shown?.elements[index] else { return }
    let input = value.map(ElementInput.value) ?? .activate
    give(input, to: element)
  }

  private func give(_ input: ElementInput, to element: Element) {
    guard isVisible(element) else {
      host.missedInputs += 1
      return tellGone(element)
    }
    switch perform(input, on: element) {
    case .done: break
    case .gone: tellGone(element)
    case .disabled(let reason): tellDisabled(element, reason)
    case .refused(let sentence): refuse(sentence)
    case .needsValue(let prompt, let isSecret, let isMultiline):
      let prompt = prompt.isEmpty ? element.label : prompt
      ask(
        Question(prompt: prompt, isSecret: isSecret, isMultiline: isMultiline),
        for: .element(element))
    }
  }

  private func perform(_ input: ElementInput, on element: Element) -> ElementReply {
    guard let navigator else { return host.perform(input, on: element.id) }
    var reply = ElementReply.gone
    navigator.asPerson { reply = host.perform(input, on: element.id) }
    return reply
  }

  /// Whether the element is on the present screen; what is covered by another place is not.
  private func isVisible(_ element: Element) -> Bool {
    guard host.revision != shownRevision else { return true }
    return host.page().elements.contains { $0.id == element.id }
  }

  private func tellGone(_ element: Element) {
    isScreenWanted = true
    refuse("'\(element.label)' is not on the screen any more. Nothing was done.")
  }

  private func tellDisabled(_ element: Element, _ reason: String?) {
    let reason = reason ?? element.help
    refuse("'\(element.label)' is unavailable" + (reason.map { ": \($0)" } ?? "."))
  }
}

// MARK: - Questions

extension Session {
  /// A question, and who waits for its answer.
  struct Asked {
    let question: Question
    let asker: Asker
  }

  /// Who asked.
  enum Asker {
    /// An element, by its number without a value.
    case element(Element)
    /// A command that waits for the line.
    case call(CheckedContinuation<String, any Error>)
  }

  func ask(_ question: Question, for asker: Asker) {
    asked = Asked(question: question, asker: asker)
    frame.question = question
    take(.asked(question))
  }

  func giveAnswer(_ answer: String) {
    guard let asked else { return }
    self.asked = nil
    frame.line = asked.question.isSecret ? Self.mask : answer
    (frame.isAnswer, frame.isSecret) = (true, asked.question.isSecret)
    frame.isText = asked.question.isMultiline
    switch asked.asker {
    case .element(let element):
      let count = frame.messages.count
      give(.value(answer), to: element)
      if hasSecretField, frame.status != nil {
        frame.line = Self.mask
        hide(answer, messagesFrom: count)
      }
    case .call(let continuation): continuation.resume(returning: answer)
    }
  }

  func dropQuestion() {
    guard let asked else { return }
    self.asked = nil
    if case .call(let continuation) = asked.asker {
      continuation.resume(throwing: ShellFailure("Cancelled."))
    }
  }
}
