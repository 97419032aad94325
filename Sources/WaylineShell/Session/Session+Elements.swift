import WaylineViews

// MARK: - Elements

extension Session {
  /// Acts on an element of the last printed screen.
  func act(on index: Int, _ value: String?) {
    guard let element = shown?.elements[index] else { return }
    withValue(value, isSecret: element.kind == .secret) { value in
      _ = give(value.map(ElementInput.value) ?? .activate, to: element)
    }
  }

  /// Runs an action with a value; that of a secret may be read from the place that a script names.
  private func withValue(_ value: String?, isSecret: Bool, _ action: (String?) -> Void) {
    guard isSecret, let value, let read = options.secretValue else { return action(value) }
    do {
      action(try read(value))
    } catch {
      refuse("\(error)")
    }
  }

  /// Gives an element its input. Returns whether it refused the value.
  @discardableResult
  private func give(_ input: ElementInput, to element: Element) -> Bool {
    guard isVisible(element) else {
      host.missedInputs += 1
      sayGone(element)
      return false
    }
    let selected = selectedTab(element)
    switch host.perform(input, on: element.id, labeled: element.label) {
    case .done:
      // The screen of another secret of the same length is the same one.
      if element.kind == .secret { isScreenWanted = true }
      if let selected { sayPresent(element, selected, input) }
    case .gone: sayGone(element)
    case .disabled(let reason):
      refuse(.unavailable(label: element.label, reason: reason ?? element.help))
    case .refused(let sentence):
      refuse(sentence)
      return true
    case .needsValue(let request): ask(request, for: element)
    }
    return false
  }

  /// True if the element is on the present screen; one that another place covers is not.
  private func isVisible(_ element: Element) -> Bool {
    guard host.revision != shownRevision else { return true }
    // Rows that were not needed yet may lie above it.
    let isPart = { (page: Page) in page.elements.contains { $0.id == element.id } }
    return isPart(host.beginningOfPage(lines: 0)) || isPart(host.page())
  }

  private func sayGone(_ element: Element) {
    isScreenWanted = true
    refuse(.gone(label: element.label))
  }

  /// The name of the present tab, which may have changed since the element was printed; nil for other
  /// elements.
  private func selectedTab(_ element: Element) -> String? {
    guard element.kind == .tab else { return nil }
    if host.revision == shownRevision { return element.value }
    return host.page().elements.first { $0.id == element.id }?.value
  }

  /// The sentence for a tab that is shown already, which changes nothing on the screen.
  private func sayPresent(_ element: Element, _ selected: String, _ input: ElementInput) {
    guard case .value(let word) = input else { return }
    let name = Choices(names: element.choices).place(word).map { element.choices[$0] } ?? word
    if name.lowercased() == selected.lowercased() {
      say([ShellMessage.alreadySelected(selected).description])
    }
  }

  /// Says how an element is chosen whose label is the line that was read as something else.
  ///
  /// - Parameter parser: the parser that has read the line.
  func mentionElement(_ command: Command, _ parser: CommandParser) {
    guard !isStarting, let line = frame.line,
      let detour = parser.detour(of: line, readAs: command)
    else { return }
    say(["\(detour)"])
  }
}

// MARK: - Questions

extension Session {
  /// An open question.
  struct Asked {
    let question: Question
    let asker: Asker
  }

  /// The recipient of an answer.
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

  private func ask(_ request: ValueRequest, for element: Element) {
    var question = Question(
      prompt: request.prompt.isEmpty ? element.label : request.prompt,
      isSecret: request.isSecret, isMultiline: request.isMultiline)
    question.present = request.present
    question.choices = element.choices
    question.allowsSeveral = element.allowsSeveral
    question.isPrivate = request.isSecret || element.isPrivate
    question.isEditable = element.kind == .text || element.kind == .editor
    ask(question, for: .element(element))
  }

  /// Gives the answer to the asker. A refused value is asked for again.
  func giveAnswer(_ answer: String) {
    guard let asked = leaveQuestion() else { return }
    frame.line = asked.question.isPrivate ? Self.mask : answer
    (frame.isAnswer, frame.isSecret) = (true, asked.question.isPrivate)
    frame.isText = asked.question.isMultiline
    frame.isEmptied = answer.isEmpty && asked.question.present != nil
    var isTaken = false
    inLine(isAnswer: true) {
      withValue(answer, isSecret: asked.question.isSecret) { value in
        isTaken = true
        deliver(value ?? "", to: asked)
      }
    }
    if !isTaken { drop(asked) }
  }

  private func deliver(_ answer: String, to asked: Asked) {
    switch asked.asker {
    case .element(let element):
      let count = frame.messages.count
      let isRefused = give(.value(answer), to: element)
      if hasSecretField, frame.status != nil {
        frame.line = Self.mask
        hide(answer, messagesFrom: count)
      }
      if isRefused, options.asksAgain, ending == nil { ask(asked.question, for: asked.asker) }
    case .call(let continuation): continuation.resume(returning: answer)
    }
  }

  /// Leaves the question with the value as it is.
  func keepValue() {
    guard let asked = leaveQuestion() else { return }
    // NB: typed again from a log, these lines keep the value too.
    frame.line = asked.question.isMultiline ? "." : ""
  }

  /// Leaves the question without an answer.
  func dropQuestion() {
    if let asked = leaveQuestion() { drop(asked) }
  }

  private func drop(_ asked: Asked) {
    guard case .call(let continuation) = asked.asker else { return }
    continuation.resume(throwing: ShellFailure(ShellMessage.cancelled.description))
  }

  private func leaveQuestion() -> Asked? {
    defer {
      asked = nil
      askNext()
    }
    return asked
  }
}
