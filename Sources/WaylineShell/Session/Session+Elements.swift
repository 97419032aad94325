import WaylineGraph
import WaylineViews

// MARK: - Elements

extension Session {
  /// Acts on an element of the last printed screen.
  func act(on index: Int, _ value: String?) {
    guard let element = shown?.elements[index] else { return }
    withValue(value.map(TypedAnswer.text), isSecret: element.kind == .secret) { value in
      _ = give(value.map { .value($0.text) } ?? .activate, to: element)
    }
  }

  /// Runs an action with a value; that of a secret may be read from the place that a script names.
  private func withValue(
    _ value: TypedAnswer?, isSecret: Bool, _ action: (TypedAnswer?) -> Void
  ) {
    guard isSecret, let value, let read = options.secretValue else { return action(value) }
    do {
      action(.secret(try read(value.secret)))
    } catch {
      refuse("\(error)", .secretSource)
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
    if case .value = input { moveFocus(to: element.id) }
    defer { leaveFocus(element.id) }
    switch host.perform(input, on: element.id, labeled: element.label) {
    case .done:
      // The screen of another secret of the same length is the same one.
      if element.kind == .secret { showSecret(element.id) }
      if let selected { sayPresent(element, selected, input) }
    case .gone: sayGone(element)
    case .disabled(let reason):
      refuse(.unavailable(label: element.label, reason: reason ?? element.help))
    case .refused(let sentence):
      refuse(sentence, .valueRefused)
      return true
    case .needsValue(let request): ask(request, for: element)
    }
    return false
  }

  private func showSecret(_ element: ElementID) {
    if options.answersWithChanges { givenSecret = element } else { isScreenWanted = true }
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
      say(.alreadySelected(selected))
    }
  }

  /// Says how an element is chosen whose label is the line that was read as something else.
  ///
  /// - Parameters:
  ///   - parser: the parser that has read the line.
  ///   - command: the command that returns to the screen, if the line has left it.
  func mentionElement(
    _ command: Command, _ parser: CommandParser, returning verb: String? = nil
  ) {
    guard !isStarting, let line = frame.line,
      let detour = parser.detour(of: line, readAs: command)
    else { return }
    if let verb, case .labelIsCommand(let label, let number) = detour {
      say(.labelWasCommand(label: label, number: number, returning: verb))
    } else {
      say(detour)
    }
  }
}

// MARK: - Questions

extension Session {
  /// An open question; an object, since it is large, and most of the time none is open.
  final class Asked {
    let question: LineQuestion
    let asker: Asker
    /// Follows the navigation about which a guard has asked, once it is answered.
    var follow: (() -> Void)?
    /// True if the navigation is a step that `undo` or `redo` takes.
    var isReverting = false
    /// The decisions of guards that are awaited, which are no pending work while the person is asked.
    var decisions: Set<PendingWork.Token> = []

    init(question: LineQuestion, asker: Asker) { (self.question, self.asker) = (question, asker) }
  }

  /// The recipient of an answer.
  enum Asker {
    /// An element, by its number without a value.
    case element(Element)
    /// A command that waits for the line.
    case call(CheckedContinuation<TypedAnswer, any Error>)
    /// A guard that asks whether its navigation may happen.
    case guardian(@MainActor (Bool) -> Void)
  }

  func ask(_ question: LineQuestion, for asker: Asker) {
    asked = Asked(question: question, asker: asker)
    frame.question = question
    take(.asked(question))
    if case .element(let element) = asker { moveFocus(to: element.id) }
  }

  private func ask(_ request: ValueRequest, for element: Element) {
    ask(question(request, of: element), for: .element(element))
  }

  /// The question for the value of a field of the screen; nil where it cannot be asked.
  func fieldQuestion(of element: Element) -> LineQuestion? {
    // A toggle changes at once when it is activated.
    if element.kind == .toggle {
      return question(ValueRequest(prompt: element.label, present: element.value), of: element)
    }
    guard case .needsValue(let request) = host.perform(.activate, on: element.id) else {
      return nil
    }
    return question(request, of: element)
  }

  private func question(_ request: ValueRequest, of element: Element) -> LineQuestion {
    var question = LineQuestion(
      prompt: request.prompt.isEmpty ? element.label : request.prompt,
      isSecret: request.isSecret, isMultiline: request.isMultiline)
    question.present = request.present
    question.label = element.label
    question.choices = element.choices
    (question.chosen, question.date) = (request.chosen, request.date)
    question.allowsSeveral = element.allowsSeveral
    question.isPrivate = request.isSecret || element.isPrivate
    question.isEditable = element.kind == .text || element.kind == .editor
    return question
  }

  private func moveFocus(to element: ElementID?) {
    host.moveFocus(to: element)
    askedFocus = host.focusRequests
  }

  /// Takes the focus from a field that has its value, unless the program has given it a field, or this one again.
  private func leaveFocus(_ element: ElementID) {
    if asked == nil, host.focusedElement == element, askedFocus == host.focusRequests {
      moveFocus(to: nil)
    }
  }

  /// Asks the field that the program has given the focus, where answers are asked for: not in a script, whose
  /// lines name what they mean, and not while a line is being typed.
  func askFocused() {
    guard options.asksAgain, askedFocus != host.focusRequests, let id = host.focusedElement,
      ending == nil, machine.question == nil, machine.wantsInput, running == nil,
      !(frame.isUnasked && isTyping()),
      let element = currentScreen().elements.first(where: { $0.id == id }), element.isEnabled,
      case .needsValue(let request) = host.perform(.activate, on: id)
    else { return }
    ask(request, for: element)
  }

  /// Gives the answer to the asker. A refused value is asked for again.
  func giveAnswer(_ answer: TypedAnswer) {
    guard let asked = leaveQuestion() else { return }
    frame.line = asked.question.isPrivate ? Self.mask : answer.text
    (frame.isAnswer, frame.isSecret) = (true, asked.question.isPrivate)
    frame.isText = asked.question.isMultiline
    frame.isEmptied = answer.isEmpty && asked.question.present != nil
    if goesBack(answer, to: asked) { return leaveFocus(of: asked) }
    var isTaken = false
    inLine(isAnswer: true) {
      withValue(answer, isSecret: asked.question.isSecret) { value in
        isTaken = true
        deliver(value ?? "", to: asked)
      }
    }
    if !isTaken { drop(asked) }
  }

  /// A program that asks gets a text, which is ordinary memory: only a command of the library takes a secret.
  private func deliver(_ answer: TypedAnswer, to asked: Asked) {
    switch asked.asker {
    case .element(let element):
      let count = frame.messages.count
      let text = answer.text
      let isRefused = give(.value(text), to: element)
      if hasSecretField, frame.status != nil {
        frame.line = Self.mask
        hide(text, messagesFrom: count)
      }
      if isRefused, options.asksAgain, ending == nil {
        ask(asked.question, for: asked.asker)
      } else {
        askNextField()
      }
    case .call(let continuation): continuation.resume(returning: answer)
    case .guardian: confirm(answer.text, asked)
    }
  }

  /// Leaves the question with the value as it is.
  func keepValue() {
    guard let asked = leaveQuestion() else { return }
    // A form goes on, as with the key that submits a field.
    if case .element(let element) = asked.asker, element.kind == .text, !element.isPrivate,
      host.isFocusObserved(element.id)
    {
      inLine(isAnswer: true) { deliver(.text(asked.question.present ?? ""), to: asked) }
    } else {
      leaveFocus(of: asked)
    }
    askNextField()
    // NB: typed again from a log, these lines keep the value too.
    frame.line = asked.question.isMultiline ? "." : ""
  }

  /// Leaves the question without an answer.
  func dropQuestion() {
    guard let asked = leaveQuestion() else { return }
    leaveFocus(of: asked)
    drop(asked)
    endFilling()
  }

  private func leaveFocus(of asked: Asked) {
    if case .element(let element) = asked.asker { leaveFocus(element.id) }
  }

  private func drop(_ asked: Asked) {
    switch asked.asker {
    case .element: break
    case .call(let continuation):
      continuation.resume(throwing: ShellFailure(ShellMessage.cancelled))
    case .guardian(let answer): follow(asked, false, answer)
    }
  }

  private func leaveQuestion() -> Asked? {
    defer {
      asked = nil
      askNext()
    }
    return asked
  }
}
