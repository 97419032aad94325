import WaylineGraph
import WaylineNavigation
import WaylineSystem
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
  @exclusivity(unchecked) package var beforeInput: () -> Void = {}
  /// Called with the text of each notice that the program posts, in order.
  package var onNotice: (String) -> Void = { _ in }
  /// Subjects that others may change while a line is waited for.
  package var changeSources: () -> [ChangeSource] = { [] }

  let host: ViewHost
  let navigator: (any Navigator)?
  // Only ``configure(_:)`` changes it, before the start, and a change does not use the session.
  @exclusivity(unchecked) package private(set) var options: SceneConfiguration
  /// The commands of the facade and the program.
  let programCommands: [ShellCommand]
  let programCommandNames: CommandNames
  @exclusivity(unchecked) var machine: SessionMachine
  /// The last printed screen: numbers refer to it.
  @exclusivity(unchecked) var shown: Screen?
  @exclusivity(unchecked) var shownRevision = -1
  /// The number of navigations before the last printed screen.
  @exclusivity(unchecked) var shownNavigations = 0
  /// The titles of the screens that were printed, for the names of steps that `undo` reverts.
  @exclusivity(unchecked) var visitTitles = VisitTitles()
  // Not in a box, though most sessions wait: what retains the box at each access costs 3 % of a line.
  /// What is printed next.
  @exclusivity(unchecked) var frame = Frame()
  @exclusivity(unchecked) var isScreenWanted = false
  /// True if the beginning of a screen is wanted that begins at its end.
  @exclusivity(unchecked) var isTopWanted = false
  /// The rest of a long text, for `more`.
  @exclusivity(unchecked) var pager: Pager?
  /// The number of moves of the focus when a field was asked last.
  @exclusivity(unchecked) var askedFocus = 0
  /// The last printed screen, if only the lines from its first change on are printed of the next one.
  @exclusivity(unchecked) var scrolled: Screen?
  /// The lines of the running command that are not printed yet.
  @exclusivity(unchecked) var streamed = StreamedLines()
  /// True while a command runs that ends when it returns.
  var runsAtOnce = false
  /// The pace of the reports for programs; nil before the first one.
  var pacer: ProgressPacer?
  /// The last progress that the running command reported.
  var reported: ProgressReport?
  /// True while a line is taken of which bytes that are no text were replaced.
  @exclusivity(unchecked) var isRepaired = false
  /// The number of lines taken so far.
  @exclusivity(unchecked) var lineNumber = 0
  @exclusivity(unchecked) var scopes = 0
  /// True if something that no line caused is to be printed at the end of this turn.
  @exclusivity(unchecked) var isPrintDue = false
  /// The size of the window, once it was read for the present answer.
  @exclusivity(unchecked) var windowOfAnswer: WindowSize??
  /// True if something is typed on the line that is being edited.
  @exclusivity(unchecked) package var isTyping: () -> Bool = { false }
  /// The elements by the numbers under which they were printed last; nil where that is the last printed screen.
  @exclusivity(unchecked) var seenNumbers: SeenNumbers?
  /// The numbers before something was printed above a line that is being typed; nil if nothing was.
  @exclusivity(unchecked) var typedNumbers: SeenNumbers?
  /// True if the line began before the last printed screen was printed.
  @exclusivity(unchecked) var isTypedAhead = false
  /// The last printed screen when the last line began that was not typed ahead.
  @exclusivity(unchecked) var typedAt: Screen?
  /// The number of notices with a place that were printed before that line.
  @exclusivity(unchecked) var typedAtLinks = 0
  /// The places of printed notices, by their numbers.
  @exclusivity(unchecked) var links = PrintedLinks()
  /// These places before something was printed above a line that is being typed; nil if nothing was.
  @exclusivity(unchecked) var typedLinks: PrintedLinks?
  /// The notices that wait to be printed.
  @exclusivity(unchecked) var notices = WaitingNotices()
  /// The notices that `wait until` sees.
  @exclusivity(unchecked) var awaitedNotices = AwaitedNotices()
  /// The lines of the last printed screen that were printed; nil for all.
  @exclusivity(unchecked) var seenLines: [Int]?
  /// True if a program wants the changes of screens that no line caused, not the screens.
  @exclusivity(unchecked) var sendsChanges = false
  /// True if the last screen was passed over, and not printed.
  @exclusivity(unchecked) var isScreenUnsent = false
  /// The time during which no further change is printed.
  var changeTimer: Task<Void, Never>?
  /// The pieces of work of lines that have ended since something was printed, and whose outcome may come.
  @exclusivity(unchecked) var endedWork = 0
  @exclusivity(unchecked) var isAnswering = false
  @exclusivity(unchecked) var isAttending = false
  /// The reason why the last line was not accepted; nil if it was, or if a guard blocked its place.
  @exclusivity(unchecked) package internal(set) var refusal: String?
  /// True while the words of the command line are carried out.
  private(set) var isStarting = false
  /// The fields of the screen that are asked one after the other; nil while they are not.
  @exclusivity(unchecked) var filling: FormFilling?
  /// The fields that were asked one after the other, until the screen after them is printed.
  @exclusivity(unchecked) var filled: FormFilling?
  /// The secret field that was given a value, until its line is printed.
  @exclusivity(unchecked) var givenSecret: ElementID?
  /// The line that stands in the place of the question that was answered last; nil without one.
  @exclusivity(unchecked) var conclusion: Conclusion?
  /// True if the way in which the fields are asked was described.
  var hasNamedFilling = false
  /// True if the way to enter a secret that shows nothing was named.
  var hasNamedHiddenWay = false
  /// True while `undo` or `redo` runs, which notes no step.
  var isReverting = false

  // An access calls no other code.
  /// The open question.
  @exclusivity(unchecked) var asked: Asked?
  /// The running command, so that ^C can cancel it.
  @exclusivity(unchecked) var running: RunningCommand?
  /// The commands that await the result of a flow, which lines give.
  var awaiting: [RunningCommand] = []
  /// The last navigation that a command has requested which ends when it returns.
  var requested: NavigationHandle?
  @exclusivity(unchecked) var waiting: Waiting?
  /// The decisions of guards that answers await.
  var decisions: Set<PendingWork.Token> = []
  /// The answer that is printed when the work of its line has ended.
  @exclusivity(unchecked) var heldAnswer: HeldAnswer?
  /// The questions of the running command that wait for the open one.
  var nextQuestions: [CheckedContinuation<Void, Never>] = []
  /// The line of the running command, if it may turn out to be private.
  @exclusivity(unchecked) var held: HeldLine?

  /// The session as the closures of its scene reach it.
  let reference = BackReference<Session>()

  deinit {
    reference.object = nil
  }

  /// The number of rows that a list makes at once where screens are printed by pages: more than the
  /// tallest window shows.
  package static let rowsAtOnce = 256

  /// A session of a scene. Nothing is printed before ``start()``.
  package init(host: ViewHost, navigator: (any Navigator)? = nil, options: SceneConfiguration) {
    (self.host, self.navigator, self.options) = (host, navigator, options)
    programCommands = options.validCommands
    programCommandNames = CommandNames(programCommands)
    machine = SessionMachine(options)
    reference.object = self
    host.onUpdate = { [reference] in reference.object?.graphDidUpdate() }
    host.graph.pending.onEnd = { [reference] in reference.object?.workDidEnd() }
    host.graph.pending.onAwait = { [reference] in reference.object?.commandAwaits($0, $1) }
    navigator?.onQuestion = { [reference] in reference.object?.confirm($0, $1) ?? false }
    navigator?.observeFlows { [reference] in reference.object?.take($0) }
    navigator?.observeLateRefusals { [reference] in reference.object?.takeLateRefusal($0) }
    navigator?.observeRedirects { [reference] in reference.object?.report(.note($0, .redirected)) }
    connectEdits()
    if options.printsTransitions {
      navigator?.observe { [reference] in reference.object?.report($0) }
    }
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
    guard options.showsScreens else {
      connectNotices()
      return receive(.words(words))
    }
    let command = words.first.map(isCommand) ?? false
    answeringLine(after: .start) {
      onStart()
      connectNotices()
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
    if isPrintDue, !isFrameIdle { printChanges() }
    refusal = nil
    if event.isLine { lineNumber += 1 }
    // A byte-order mark at the very beginning is not part of the first line.
    if lineNumber == 1 { answer(event.withoutMark) } else { answer(event) }
  }

  private func answer(_ event: SessionMachine.Event) {
    answeringLine(after: host.graph.pending.mark) {
      frame.input = loggedInput(of: event)
      take(event)
      (typedNumbers, typedLinks) = (nil, nil)
    }
  }

  /// Takes a line as it was read. One that cannot be taken is refused, and the reason is part of the answer.
  ///
  /// - Parameter isJSON: whether the line may be an object.
  func receive(_ line: InputLine, asJSON isJSON: Bool) {
    receive(line) { isJSON ? receive(typed: line.text) : receive(.line(line.text)) }
  }

  /// Takes the answer to a secret question as it was read.
  func receive(_ line: SecretLine, asJSON isJSON: Bool) {
    receive(line.line) {
      // A command is never an answer there, so the line is a request.
      isJSON ? receive(typed: line.secret.text) : receive(.secret(line.secret))
    }
  }

  private func receive(_ line: InputLine, _ body: () -> Void) {
    if let notice = line.notice {
      reportNextLine(.problem(notice, line.excess == nil ? .bytesReplaced : .lineTooLong))
      isRepaired = line.excess == nil
    }
    defer { if isRepaired { isRepaired = false } }
    if line.excess != nil {
      receive(.unreadable)
    } else {
      body()
    }
  }

  /// Records when the next line was typed: a number that was typed ahead presses nothing dangerous that the
  /// user had not seen.
  ///
  /// - Parameter isAhead: whether it began before the last printed screen was printed.
  func noteTyping(isAhead: Bool) {
    isTypedAhead = isAhead
    if !isAhead { (typedAt, typedAtLinks) = (shown, links.count) }
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
    return programCommands.contains { $0.name.lowercased() == first }
  }

  private func isCommand(_ word: String) -> Bool {
    BuiltInCommand.byWord[word.lowercased()] != nil || isRegistered([word])
  }

  /// The question that the next line answers; nil when it is a command.
  package var question: LineQuestion? { machine.question }

  /// True if the next line is the answer to a secret question.
  var asksSecret: Bool { machine.asksSecret }

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
  func reportNextLine(_ problem: Message) {
    endStep()
    lineNumber += 1
    frame.isAboutForm = true
    attend { report(problem) }
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
    if scopes == 0 {
      printUnasked(of: line) { refuse(sentence, .navigationRefused) }
    } else {
      refuse(sentence, .navigationRefused)
    }
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
      case .report(let message):
        frame.messages.append(message)
        if message.code == .pressAgainToLeave, !pendingNames.isEmpty {
          say(.leavingStops(pendingNames))
        }
      case .end(let ending): end(ending)
      }
    }
  }

  private func end(_ ending: Ending) {
    dropQuestion()
    for command in [running].compactMap({ $0 }) + awaiting { command.cancel() }
    waiting?.timer.cancel()
    heldAnswer?.timer.cancel()
    changeTimer?.cancel()
    heldAnswer = nil
    askNext()
    navigator?.end(ending)
    frame.ending = status
  }
}
