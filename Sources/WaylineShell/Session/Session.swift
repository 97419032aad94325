import WaylineGraph
import WaylineNavigation
import WaylineViews

/// One scene that is used line by line: it takes a line, carries it out, and prints the outcome.
///
/// A session knows neither descriptors nor time. Events go in by `receive`, frames come out of
/// `onFrame`; a `ShellDriver` connects both with a terminal or a pipe, a test host with arrays.
///
/// The path of a line: `receive` → `SessionMachine` → `perform(_:)` → `carryOut(_:)` (with
/// `CommandParser`) or `giveAnswer(_:)` → an element, the navigator or a command → `completeFrame()`.
@MainActor
package final class Session {
  // Accesses to these variables call no other code, so they cannot overlap and need no check at run time.
  /// Called with each frame to print.
  @exclusivity(unchecked) package var onFrame: (Frame) -> Void = { _ in }
  /// Called at the start, before the first screen: what has happened until then can end the session.
  package var onStart: () -> Void = {}
  /// Called after an update that no event caused: lines may be wanted again.
  @exclusivity(unchecked) package var onProgress: () -> Void = {}
  /// Called before each line is read: the time to look for changes that others have made.
  package var beforeInput: () -> Void = {}
  /// Subjects that others may change while a line is waited for.
  package var notices: () -> [Notice] = { [] }

  let host: ViewHost
  let navigator: (any Navigator)?
  // Only ``configure(_:)`` changes it, before the start, and a change does not use the session.
  @exclusivity(unchecked) private(set) var options: SceneConfiguration
  let commands: [ShellCommand]
  let commandNames: CommandNames
  @exclusivity(unchecked) var machine: SessionMachine
  /// The last printed screen: numbers refer to it.
  @exclusivity(unchecked) var shown: Screen?
  @exclusivity(unchecked) var shownRevision = -1
  /// The number of navigations before the last printed screen.
  @exclusivity(unchecked) var shownNavigations = 0
  /// The titles of the screens that were printed, for the names of steps that `undo` reverts.
  @exclusivity(unchecked) var visitTitles = VisitTitles()
  @exclusivity(unchecked) var frame = Frame()
  @exclusivity(unchecked) var isScreenWanted = false
  /// The rest of a long text, for `more`.
  @exclusivity(unchecked) var pager: Pager?
  /// The lines of the running command that are not printed yet.
  @exclusivity(unchecked) var streamed = StreamedLines()
  /// True while a command runs that ends when it returns.
  var runsAtOnce = false
  /// The pace of the reports for programs.
  var pacer = ProgressPacer()
  /// The last progress that the running command reported.
  var reported: ProgressReport?
  /// The number of lines taken so far.
  @exclusivity(unchecked) var lineNumber = 0
  @exclusivity(unchecked) var scopes = 0
  /// True if something that no line caused is to be printed at the end of this turn.
  @exclusivity(unchecked) var isPrintDue = false
  /// The size of the window, once it was read for the present answer.
  @exclusivity(unchecked) var windowOfAnswer: WindowSize??
  /// True if something is typed on the line that is being edited.
  package var isTyping: () -> Bool = { false }
  /// The elements by the numbers under which they were printed last; nil where that is the last printed screen.
  @exclusivity(unchecked) var seenNumbers: SeenNumbers?
  /// The numbers before something was printed above a line that is being typed; nil if nothing was.
  @exclusivity(unchecked) var typedNumbers: SeenNumbers?
  /// True if the line began before the last printed screen was printed.
  @exclusivity(unchecked) var isTypedAhead = false
  /// The last printed screen when the last line began that was not typed ahead.
  @exclusivity(unchecked) var typedAt: Screen?
  /// The lines of the last printed screen that were printed; nil for all.
  @exclusivity(unchecked) var seenLines: [Int]?
  /// The time during which no further change is printed.
  var changeTimer: Task<Void, Never>?
  /// True if work of a line has ended since something was printed.
  @exclusivity(unchecked) var hasEndedWork = false
  @exclusivity(unchecked) var isAnswering = false
  @exclusivity(unchecked) var isAttending = false
  /// The reason why the last line was not accepted; nil if it was, or if a guard blocked its place.
  package internal(set) var refusal: String?
  /// True while the words of the command line are carried out.
  private(set) var isStarting = false
  /// True while `undo` or `redo` runs, which notes no step.
  var isReverting = false

  /// The open question.
  var asked: Asked?
  /// The running command, so that ^C can cancel it.
  @exclusivity(unchecked) var running: Task<Void, Never>?
  @exclusivity(unchecked) var waiting: Waiting?
  /// The answer that is printed when the work of its line has ended.
  @exclusivity(unchecked) var heldAnswer: HeldAnswer?
  /// The questions of the running command that wait for the open one.
  var nextQuestions: [CheckedContinuation<Void, Never>] = []
  /// The line of the running command, if it may turn out to be private.
  @exclusivity(unchecked) var held: HeldLine?

  /// The number of rows that a list makes at once where screens are printed by pages: more than the
  /// tallest window shows.
  package static let rowsAtOnce = 256

  /// A session of a scene. Nothing is printed before ``start()``.
  package init(host: ViewHost, navigator: (any Navigator)? = nil, options: SceneConfiguration) {
    (self.host, self.navigator, self.options) = (host, navigator, options)
    commands = options.validCommands
    commandNames = CommandNames(commands)
    machine = SessionMachine(options)
    host.onUpdate = { [weak self] in self?.graphDidUpdate() }
    host.graph.pending.onEnd = { [weak self] in self?.workDidEnd() }
    host.onMessage = { [weak self] in self?.report(.note($0)) }
    navigator?.observeFlows { [weak self] in self?.take($0) }
    navigator?.observeLateRefusals { [weak self] in self?.takeLateRefusal($0) }
    connectEdits()
    if options.printsTransitions { navigator?.observe { [weak self] in self?.report($0) } }
  }
}

// MARK: - Events

extension Session {
  /// Changes the configuration of a session that has not started, when its surroundings are known.
  package func configure(_ change: (inout SceneConfiguration) -> Void) {
    change(&options)
    machine = SessionMachine(options)
  }

  /// Prints the first screen, or carries out the words of the command line: a place or a command.
  ///
  /// A place is printed instead of the first screen. Where there is no such place, or a guard blocks it,
  /// a person continues on the first screen, and a script ends: its lines are meant for another one. In a
  /// script, only the answer of a command is printed, also of one that is refused.
  package func start(arguments words: [String]? = nil) {
    let words = words ?? options.arguments
    guard options.showsScreens else { return receive(.words(words)) }
    let command = words.first.map(isCommand) ?? false
    answeringLine(after: .start) {
      onStart()
      guard ending == nil else { return }
      if command, options.isScript { passOverScreen() } else { isScreenWanted = true }
      guard !words.isEmpty else { return }
      isStarting = true
      take(.words(command ? words : ["open"] + words))
    } finally: { [self] in
      isStarting = false
      if frame.status != nil, !(command && options.isScript) { isScreenWanted = true }
      if !words.isEmpty { frame.line = nil }
      if frame.status != nil, !command, options.isScript {
        if !frame.isPlaceRefused { perform(machine.add(.usage)) }
        take(.left)
      }
    }
  }

  /// Takes an event and prints the outcome.
  package func receive(_ event: SessionMachine.Event) {
    if beginsStep(event) { endStep() }
    // What came up before the line is not a part of its answer.
    if !frame.isIdle { printChanges() }
    var event = event
    refusal = nil
    switch event {
    case .line(let line): event = .line(counted(line))
    case .answered, .unreadable: lineNumber += 1
    default: break
    }
    answeringLine(after: host.graph.pending.mark) {
      frame.input = loggedInput(of: event)
      take(event)
      typedNumbers = nil
    }
  }

  /// Takes a line as it was read. One that cannot be taken is refused, and the reason is part of the answer.
  ///
  /// - Parameter isJSON: whether the line may be an object.
  func receive(_ line: InputLine, asJSON isJSON: Bool) {
    if let notice = line.notice { reportNextLine(notice) }
    if line.excess != nil {
      receive(.unreadable)
    } else if isJSON {
      receive(typed: line.text)
    } else {
      receive(.line(line.text))
    }
  }

  /// Records when the next line was typed: a number that was typed ahead presses nothing dangerous that the
  /// user had not seen.
  ///
  /// - Parameter isAhead: whether it began before the last printed screen was printed.
  func noteTyping(isAhead: Bool) {
    isTypedAhead = isAhead
    if !isAhead { typedAt = shown }
  }

  /// Counts a line. A byte-order mark at the very beginning is not part of it.
  private func counted(_ line: String) -> String {
    lineNumber += 1
    guard lineNumber == 1, line.unicodeScalars.first == "\u{FEFF}" else { return line }
    return String(line.unicodeScalars.dropFirst())
  }

  /// Takes an event that ends the session, with a last message.
  package func receive(_ event: SessionMachine.Event, after message: Message) {
    answering {
      frame.messages.append(message)
      take(event)
    }
  }

  /// True if the words begin with a command of the facade or the program.
  func isRegistered(_ words: [String]) -> Bool {
    guard let first = words.first?.lowercased() else { return false }
    return commands.contains { $0.name.lowercased() == first }
  }

  private func isCommand(_ word: String) -> Bool {
    BuiltInCommand.byWord[word.lowercased()] != nil || isRegistered([word])
  }

  /// The question that the next line answers; nil when it is a command.
  package var question: Question? { machine.question }

  /// True if some lines of an answer have come, and not the last one.
  var isWithinAnswer: Bool { machine.isWithinAnswer }

  /// True if the next line can be read now.
  package var wantsInput: Bool { machine.wantsInput }

  /// The ending; nil while the session runs.
  package var ending: Ending? { machine.ending }

  /// The exit status so far.
  public var status: ShellStatus { machine.account.status }

  /// Prints a message that no line caused.
  package func report(_ message: Message) {
    report(message, of: StartedTasks.line(in: host.graph.pending))
  }

  /// Prints a message that a line has caused earlier; nil for none.
  func report(_ message: Message, of line: Int?) {
    // A command may have failed with the problem that the store reports now.
    if message.kind == .problem, message.text == refusal { return }
    if scopes == 0, heldAnswer == nil || isEarlier(line) {
      return printUnasked(of: line) { frame.messages.append(message) }
    }
    frame.messages.append(message)
  }

  /// Prints a problem with the line that is received next, such as one that is too long to be read.
  func reportNextLine(_ problem: String) {
    endStep()
    lineNumber += 1
    frame.isAboutForm = true
    attend { report(.problem(problem)) }
    lineNumber -= 1
  }

  /// Looks at what a line, or the start, has caused: messages about it are part of the answer.
  func attend() { attend(beforeInput) }

  private func attend(_ look: () -> Void) {
    isAttending = true
    look()
    isAttending = false
  }

  /// True if the scene is a single command of the command line, which has been run.
  var hasRunCommand: Bool { !options.showsScreens && machine.wantsInput && machine.question == nil }

  /// Applies the writes of others, and prints the screen if it changed.
  package func catchUp() {
    host.graph.flush()
    printNow()
  }

  /// Prints the present screen, which no line caused.
  func showUnasked() {
    guard machine.wantsInput, options.showsScreens else { return }
    (frame.isUnasked, isScreenWanted) = (options.printsUnasked, true)
    answering {}
  }

  private func report(_ transition: Transition) {
    guard ending == nil else { return }
    answering(of: StartedTasks.line(in: host.graph.pending)) {
      frame.transitions.append(transition)
    }
  }

  /// Reports a finished flow to programs; a flow that lacked input counts.
  private func take(_ flow: FlowReport) {
    if flow.lacksInput { add(.noResult) }
    guard options.printsTransitions else { return }
    var flow = flow
    if !options.printsResults { flow.json = nil }
    answering(of: StartedTasks.line(in: host.graph.pending)) { frame.flows.append(flow) }
  }

  /// Prints the reason for which a guard has refused the link of an earlier line, and counts it.
  private func takeLateRefusal(_ sentence: String) {
    guard ending == nil else { return }
    let line = StartedTasks.line(in: host.graph.pending)
    if scopes == 0 { printUnasked(of: line) { refuse(sentence) } } else { refuse(sentence) }
  }

  /// Adds to the exit status.
  package func add(_ status: ShellStatus) {
    answering { perform(machine.add(status)) }
  }
}

// MARK: - Effects

extension Session {
  func take(_ event: SessionMachine.Event) {
    perform(machine.take(event))
  }

  func perform(_ effects: [SessionMachine.Effect]) {
    for effect in effects {
      switch effect {
      case .carryOut(let line): carryOut(line)
      case .carryOutWords(let words): carryOut(words)
      case .answer(let answer): giveAnswer(answer)
      case .keepValue: keepValue()
      case .dropQuestion: dropQuestion()
      case .cancel: cancel()
      case .report(let message): frame.messages.append(message)
      case .end(let ending): end(ending)
      }
    }
  }

  private func end(_ ending: Ending) {
    dropQuestion()
    running?.cancel()
    waiting?.timer.cancel()
    heldAnswer?.timer.cancel()
    changeTimer?.cancel()
    heldAnswer = nil
    askNext()
    navigator?.end(ending)
    frame.ending = status
  }
}
