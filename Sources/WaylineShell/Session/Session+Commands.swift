import WaylineGraph
import WaylineNavigation
import WaylineSystem
import WaylineViews

// MARK: - From a line to a command

extension Session {
  /// Takes a line of `--json`: an object, or a plain command. A command is never an answer.
  package func receive(typed line: String) {
    switch TypedInput.read(line) {
    case .success(.answer) where question == nil: refuse(request: line, .noQuestion)
    case .success(.answer(let answer)): receive(.answered(answer))
    case .success(.cancel): receive(.cancelled)
    case .failure(let message): refuse(request: line, message)
    case .success(let input):
      if let question { return refuse(request: line, .questionIsOpen(prompt: question.prompt)) }
      if case .changes(let isOn) = input { return sendChanges(isOn, asked: line) }
      receive(request: input)
    }
  }

  /// Takes a request that is not an answer.
  func receive(request input: TypedInput) {
    if case .line = input {} else { lineNumber += 1 }
    switch input {
    case .line(let line): receive(.line(line))
    case .number(let number, let value):
      act(.element(number: number, label: nil, value: value)) {
        $0.act(onNumber: number, value: value)
      }
    case .label(let label, let value):
      act(.element(number: nil, label: label, value: value)) {
        $0.act(onLabel: label, value: value)
      }
    case .answer, .cancel, .changes: break
    }
  }

  private func act(
    _ input: LoggedInput, _ read: (CommandParser) -> Result<Command, ShellMessage>
  ) {
    guard wantsInput else { return }
    endStep()
    answeringLine(after: host.graph.pending.mark) {
      frame.input = input
      carryOut("\(input)", read)
      // A value that is a secret, or may be one, is not in the line either.
      if frame.isSecret { frame.input = input.giving(Self.mask) }
      if !frame.isSecret, frame.line == Self.mask { frame.input = .refused }
    }
  }

  /// A parser of lines for the screen that was printed last.
  package var parser: CommandParser {
    CommandParser(
      screen: shown ?? beginningOfScreen(), registered: commandNames, offersPages: pager != nil,
      program: options.program, seen: typedNumbers ?? seenNumbers,
      links: knownLinks, typedAt: isTypedAhead ? typedAt : nil)
  }

  /// Reads a line as a command and carries it out.
  func carryOut(_ line: String) {
    let isEnter = options.takesDefault && line[...].isBlank
    let line = isEnter ? lineOfEnter ?? line : line
    carryOut(line) { $0.read(line) }
  }

  /// The line that Enter stands for: the default action of the last printed screen, or else `fill` where its
  /// first field is empty; nil without either, and where the screen was printed after the line was begun.
  private var lineOfEnter: String? {
    guard !isTypedAhead, let shown else { return nil }
    if let index = shown.defaultElement { return parser.wholeForm(of: index) }
    return shown.offersFilling ? ":fill" : nil
  }

  /// The command that gives the only empty field of the screen the line that was typed; nil where the line
  /// resembles something else.
  private func commandForOnlyField(
    _ line: String, _ message: ShellMessage
  ) -> (line: String, command: Command)? {
    guard options.takesDefault, !isTypedAhead, !hasSecretField, let shown else { return nil }
    switch message {
    case .unknown(_, let near): guard near.isEmpty else { return nil }
    case .noElement(_, _, let near): guard near.isEmpty else { return nil }
    default: return nil
    }
    let text = String(line[...].droppingBlanks().trimmingBlanksAtEnd())
    let empty = shown.elements.indices.filter {
      shown.elements[$0].isField && shown.elements[$0].kind == .text
        && shown.elements[$0].value.isEmpty
    }
    guard empty.count == 1 else { return nil }
    let label = shown.elements[empty[0]].label
    sayAtTerminal(["\(label): \(SafeText.line(of: text))"], .valueGiven)
    return ("\(parser.wholeForm(of: empty[0])): \(text)", .act(on: empty[0], value: text))
  }

  /// Reads the words of a command line as a command and carries it out.
  func carryOut(_ words: [String]) {
    carryOut(words.map(ShellWord.quote).joined(separator: " ")) { $0.read(words: words) }
  }

  /// Carries out the command in a line, which is printed and stored without secrets.
  private func carryOut(
    _ line: String, _ read: (CommandParser) -> Result<Command, ShellMessage>
  ) {
    host.graph.flush()
    inLine {
      switch reading(line, read) {
      case .success(let command) where isRepaired && command.namesThings:
        refuse(line, .commandIsNoText)
      case .success(let command): if !refusesWords(of: command) { carryOut(command, line) }
      case .failure(let message):
        let message = suggestingPlaces(message)
        if let given = commandForOnlyField(line, message) {
          carryOut(given.command, given.line)
        } else {
          refuse(line, message)
          if meansKeptNumber(message) { frame.input = .refused }
        }
      }
    }
  }

  /// Runs the code of a line, whose edits are one.
  func inLine(isAnswer: Bool = false, _ action: () -> Void) {
    let pending = host.graph.pending
    let outer = pending.line
    pending.beginLine(lineNumber)
    if let edits = options.edits { edits.inLine(isAnswer: isAnswer, action) } else { action() }
    pending.beginLine(outer)
  }

  /// Reads a line against the rows that are made, and against all rows where it may mean a label.
  private func reading(
    _ line: String, _ read: (CommandParser) -> Result<Command, ShellMessage>
  ) -> Result<Command, ShellMessage> {
    let result = read(parser)
    guard let shown, shown.waitingRows > 0, mayMeanLabel(result, line) else { return result }
    completeScreen()
    return read(parser)
  }

  private func mayMeanLabel(_ result: Result<Command, ShellMessage>, _ line: String) -> Bool {
    switch result {
    case .success(.act):
      let first = line[...].droppingBlanks().utf8.first ?? 0
      return !first.isDigit && first != UInt8(ascii: "[")
    case .success(.registered(let name, let words, _)): return !commandNames.fits(name, words)
    case .success: return false
    case .failure: return true
    }
  }

  private func carryOut(_ command: Command, _ line: String) {
    let masked = masked(line, command)
    (frame.line, frame.isSecret) = (masked, masked != line)
    if frame.isSecret, frame.input == nil, case .act(let index, _) = command {
      frame.input = loggedSecret(at: index)
    }
    let place = frame.input == nil ? loggedPlace(of: command, typed: line) : nil
    guard hasSecretField else {
      if let place { frame.input = place }
      keep(line, command)
      return perform(command)
    }
    // A comment does nothing, but it may be a secret that was typed too early.
    if command == .nothing, !line[...].isBlank { frame.line = Self.mask }
    let count = frame.messages.count
    perform(command)
    settle(line, command, messagesFrom: count)
    if let place, frame.line == line { frame.input = place }
    nameHiddenWay(command)
  }

  /// Adds a line to the history.
  func keep(_ line: String, _ command: Command) {
    if command != .nothing { options.history?.append(line) }
  }

  /// The words of a place alone are not a command: the line that opens it is suggested, and where a value is
  /// missing the form of that line.
  private func suggestingPlaces(_ message: ShellMessage) -> ShellMessage {
    guard case .unknown(let line, var near) = message else { return message }
    if let covered = coveredTab(line) { return covered }
    if navigator != nil { near = openable(near) }
    let message = ShellMessage.unknown(line, nearest: near)
    guard let words = ShellWord.split(line), let first = words.first,
      let place = navigator?.place(meantBy: words)
    else { return message }
    let isNamed = ShellWord.split(place.words)?.first?.lowercased() == first.lowercased()
    // A mistyped name of a place is one where nothing else is near.
    guard isNamed || near.isEmpty else { return message }
    let opening = place.line(after: "open")
    guard !place.isForm else { return .unknown(line, nearest: near.with(form: opening)) }
    let others = near.lines.filter { $0 != place.words && !place.words.hasPrefix("\($0) ") }
    return .unknown(line, nearest: Suggestions([opening] + others, form: near.form))
  }

  /// The suggestions without lines that open no place, which are replaced by the nearest ones that do.
  private func openable(_ near: Suggestions) -> Suggestions {
    var openable = Suggestions([], form: near.form)
    for line in near.lines {
      guard case .success(.navigate(.open(let words))) = parser.read(line), words != ["/"] else {
        openable.lines.append(line)
        continue
      }
      guard let place = navigator?.place(meantBy: words) else { continue }
      let opening = place.line(after: "open")
      if place.isForm { openable.form = opening } else { openable.lines.append(opening) }
    }
    return openable
  }

  /// The message for the name of a tab that a sheet, a cover or an alert hides; nil for another line.
  private func coveredTab(_ line: String) -> ShellMessage? {
    let form: String
    switch (shown ?? currentScreen()).layer {
    case .sheet: form = "sheet"
    case .cover: form = "cover"
    case .alert: form = "alert"
    case .root: return nil
    }
    let name = navigator?.tabNames.first { $0.lowercased() == line.lowercased() }
    return name.map { .tabCovered($0, by: form) }
  }

  private func perform(_ command: Command) {
    switch command {
    case .nothing:
      awaitedNotices.passOver(lineNumber)
      mentionElement(command, parser)
    case .act(let index, let value): act(on: index, value)
    case .openLink(let number): open(number)
    case .navigate(.undo): revert()
    case .navigate(.redo): repeatStep()
    case .navigate(let verb): navigate(verb)
    case .registered(let name, let words, let text):
      mentionElement(command, parser)
      run(name, words: words, text: text)
    default:
      mentionElement(command, parser)
      performHere(command)
    }
  }

  /// Carries out a command that stays on the screen.
  private func performHere(_ command: Command) {
    switch command {
    case .show: isScreenWanted = true
    case .fill: beginFilling()
    case .page(let request): turn(request)
    case .place: sayPlace()
    case .history: say((options.history?.lines ?? []).suffix(Self.printedHistory), .history)
    case .help(let word): sayHelp(word)
    case .wait(let request):
      awaitedNotices.passOver(lineNumber)
      wait(request)
    case .tree: say(options.tree, "tree")
    case .why: say(options.why, "why")
    case .nothing, .act, .openLink, .navigate, .registered: break
    }
  }

  /// The number of lines that `history` prints.
  private static let printedHistory = 100
}

// MARK: - Saying

extension Session {
  /// Adds lines to the frame.
  func say(_ lines: some Sequence<String>, _ code: MessageCode) {
    frame.messages += lines.map { .note($0, code) }
  }

  /// Adds a message to the frame.
  func say(_ message: ShellMessage) { frame.messages.append(.note(message)) }

  /// Prints lines that belong to the way in which a terminal shows an answer, and not to the answer.
  func sayAtTerminal(_ lines: some Sequence<String>, _ code: MessageCode) {
    frame.messages += lines.map { line in
      var message = Message.note(line, code)
      message.isOfTerminal = true
      return message
    }
  }

  /// Prints a message that belongs to the way in which a terminal shows an answer, and not to the answer.
  func sayAtTerminal(_ message: ShellMessage) {
    sayAtTerminal([message.description], message.code)
  }

  /// Prints the reason that a line was not accepted, and counts it.
  func refuse(_ message: ShellMessage, status: ShellStatus = .notAccepted) {
    refuse(message.description, message.code, status: status)
  }

  /// Prints the reason that a line was not accepted, and counts it.
  func refuse(_ sentence: String, _ code: MessageCode, status: ShellStatus = .notAccepted) {
    // A guard that read locked secrets has had the same problem printed already.
    let last = frame.messages.last
    if last?.kind != .problem || last?.text != sentence {
      frame.messages.append(.problem(sentence, code))
    }
    refusal = frame.isPlaceRefused ? nil : sentence
    count(status)
  }

  /// Counts a status for the line and for the session.
  func count(_ status: ShellStatus) {
    frame.status = status
    perform(machine.add(status))
  }

  private func say(_ lines: (@MainActor () -> [String])?, _ word: String) {
    guard let lines else { return refuse(.notInThisBuild(word)) }
    say(lines(), .diagnostics)
  }

  private func sayPlace() {
    if let line = Place.wholeLine(titles) { frame.messages.append(.place(line)) }
    let place = navigator?.placeReport ?? PlaceReport()
    let words = place.words.map { [options.program] + $0 }
    let command = words?.map(ShellWord.quote).joined(separator: " ")
    let parts: [(String?, MessageCode)] = [
      (place.url, .placeLink), (command, .placeCommand), (place.notice, .placeNote),
    ]
    frame.messages += parts.compactMap { text, code in text.map { .note($0, code) } }
  }

  private func sayHelp(_ word: String?) {
    let help = Help(
      screen: shown ?? beginningOfScreen(), commands: programCommands,
      screenCommands: screenCommands, places: navigator?.places ?? [],
      isFlow: options.isFlow, columns: window?.columns ?? options.columns?())
    switch help.lines(about: word) {
    case .success(let lines): say(lines, .help)
    case .failure(let message): refuse(message)
    }
    if word?.lowercased() == "wait" { sayWork() }
    if word == "undo", let next = step(.undo) { say(.canUndo(name(of: next))) }
  }
}

// MARK: - Long texts

extension Session {
  /// Prints another part of the last long text, or of the screen.
  private func turn(_ request: PageRequest) {
    switch request {
    case .top: (isScreenWanted, isTopWanted) = (true, true)
    case .find(let text): find(text)
    case .more:
      guard let rest = pager else { return showMoreRows() }
      if let window { makeRows(lines: rest.neededLines(in: window), for: rest) }
      guard let rest = pager, rest.hasLines else {
        isScreenWanted = true
        return
      }
      add(rest)
    case .all:
      if let pager { makeRows(lines: .max, for: pager) } else { completeScreen() }
      let rest = pager ?? Pager(shown ?? currentScreen())
      guard rest.hasLines, !isScreenWanted else {
        isScreenWanted = true
        return
      }
      pager = nil
      add(rest.rest)
    }
  }

  /// Shows the rows of lists that wait until the user asks for more, from the first of them on.
  private func showMoreRows() {
    let before = host.graph.updates
    let wasHolding = host.holdsRows
    let last = shown
    host.showMoreRows()
    let isLoading = !host.graph.pending.isEmpty
    if !wasHolding, host.revision == shownRevision {
      guard host.graph.updates != before, isLoading else { return refuse(.noMoreLines) }
      return
    }
    (scrolled, isScreenWanted) = (last, true)
  }

  /// Makes the rows that a pager needs, unless the screen has changed since its last page.
  private func makeRows(lines: Int, for pager: Pager) {
    if pager.hasWaitingRows { makeRows(lines: lines) }
  }

  /// Prints the lines of the screen that contain a text, in any case.
  private func find(_ text: String) {
    completeScreen()
    let screen = shown ?? currentScreen()
    let query = text.lowercased()
    let lines = screen.lines.indices.filter {
      PlainRenderer.line($0, of: screen).lowercased().contains(query)
    }
    guard !lines.isEmpty else { return refuse(.noLineFound(text)) }
    say(.linesFound(lines.count, of: screen.lines.count, text: text))
    add(Pager(screen, lines: lines))
  }

  /// Adds the next page of a text to the frame, and a hint if there are more.
  func add(_ text: Pager) {
    guard let window else { return add(text.rest) }
    var text = text
    // What stands above the page is a part of it, so that a refusal does not leave the window.
    add(text.next(in: text.isOfScreen ? window.below(frame.messages) : window))
    pager = text.isAtEnd ? nil : text
  }

  private func add(_ part: Pager.Part) {
    switch part {
    case .screen(let screen, let page):
      (frame.screen, frame.page) = (screen, page.isWhole(of: screen) ? nil : page)
      see(screen, page)
      let more: ShellMessage =
        page.leavesEarlier
        ? .earlierLines(page.remaining)
        : screen.waitingRows > 0 ? .moreRows(page.remaining) : .moreLines(page.remaining)
      frame.hint = page.remaining > 0 ? hint(more) : nil
    case .messages(let messages, let remaining):
      (frame.messages, frame.isPaged) = (messages, true)
      frame.hint = remaining > 0 ? hint(.moreLines(remaining)) : nil
    }
    frame.columns = window?.columns
  }

  private func hint(_ message: ShellMessage) -> String {
    options.saysHints ? message.spokenHint : message.hint(columns: window?.columns)
  }
}

// MARK: - Navigation

extension Session {
  /// Asks the navigator, and prints the reason for a refusal.
  ///
  /// - Parameter undone: the name of the step that the navigation reverts.
  func navigate(_ verb: NavigationVerb, undone: String? = nil) {
    guard let navigator else { return verb == .leave ? take(.left) : refuse(.noPlaces) }
    follow(navigator.perform(verb), verb, undone: undone)
  }

  /// - Parameters:
  ///   - undone: the name of the step that the navigation reverts.
  ///   - end: the event with which the session ends when `leave` is accepted.
  private func follow(
    _ answer: NavigationAnswer, _ verb: NavigationVerb, undone: String? = nil,
    end: SessionMachine.Event = .left
  ) {
    switch answer {
    case .accepted(let note):
      // Of a program that starts at its first screen it goes without saying.
      let isExpected = isStarting && note == "\(NavigationOutcome.duplicate)"
      if let note, !isExpected { frame.messages.append(.note(note, .navigationNote)) }
      if note == "\(NavigationOutcome.duplicate)" {
        mentionElement(.navigate(verb), parser)
      } else if verb != .leave {
        mentionElement(.navigate(verb), parser, returning: verb == .undo ? "redo" : "undo")
      }
      if let undone { say(.undone(undone)) }
      if verb == .undo || verb == .redo { options.edits?.restoreTyped() }
      if verb == .leave { take(end) }
    case .refused(let sentence):
      if verb.isOpening { frame.isPlaceRefused = true }
      if let undone {
        refuse(.undoRefused(undone, reason: sentence))
      } else {
        refuse(sentence, .navigationRefused)
      }
      mentionElement(.navigate(verb), parser)
      if case .endOfInput = end { say(.pressEndAgain) }
    case .unknown(let problem, let part, let isLost):
      let sentence = problem.sentence(typedAfter: isStarting ? nil : "open")
      let advice = startAdvice(on: part, isLost) ?? (isLost ? placesAdvice : "")
      refuse(advice.isEmpty ? sentence : "\(sentence) \(advice)", .noSuchPlace)
      mentionElement(.navigate(verb), parser)
    case .undecided(let decision):
      awaitDecision(decision) { [weak self] in
        self?.follow($0, verb, undone: undone, end: end)
      }
    case .asking(let answer):
      whenConfirmed { [weak self] in self?.follow(answer(), verb, undone: undone, end: end) }
    }
  }

  /// The advice for a word that is no place and near to none.
  private var placesAdvice: String {
    let hasPlaces = navigator?.places.isEmpty == false
    return hasPlaces ? "'help' lists the places." : "\(ShellMessage.noPlaces)"
  }

  /// The advice for a word of the command line that is no place; nil at the prompt.
  private func startAdvice(on part: String, _ isLost: Bool) -> String? {
    isStarting ? options.startAdvice?(part, isLost) : nil
  }

  /// Ends the input at ^D if the guards of the page allow to leave; a second ^D ends it anyway.
  func endTyping() {
    guard let navigator else { return receive(.endOfInput) }
    endStep()
    answering {
      frame.input = .end
      follow(navigator.perform(.leave), .leave, end: .endOfInput)
    }
  }

  /// Follows the answer of a guard when it has decided.
  ///
  /// Lines can be typed meanwhile: another navigation replaces this one.
  func awaitDecision(
    _ decision: @escaping @MainActor @Sendable () async -> NavigationAnswer,
    then follow: @escaping @MainActor (NavigationAnswer) -> Void
  ) {
    let token = host.graph.pending.begin("a guard", as: .navigation)
    let line = StartedTasks.line(in: host.graph.pending)
    decisions.insert(token)
    Task { @MainActor [weak self, pending = host.graph.pending] in
      let answer = await decision()
      self?.decisions.remove(token)
      self?.answering(of: line) { if self?.ending == nil { follow(answer) } }
      pending.end(token)
      self?.onProgress()
    }
  }
}
