import Dispatch
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
public final class Session {
  /// Called with each frame to print.
  package var onFrame: (Frame) -> Void = { _ in }
  /// Called at the start, before the first screen: what has happened until then can end the session.
  package var onStart: () -> Void = {}
  /// Called after an update that no event caused: lines may be wanted again.
  package var onProgress: () -> Void = {}

  let host: ViewHost
  let navigator: (any Navigator)?
  let options: SessionOptions
  let commands: [ShellCommand]
  let commandNames: CommandNames
  // The machine and the frame are values that know nothing of the session, and the screen is replaced
  // as a whole: accesses do not overlap, so they need no check at run time.
  @exclusivity(unchecked) var machine: SessionMachine
  /// The last printed screen: numbers refer to it.
  @exclusivity(unchecked) var shown: Screen?
  var shownRevision = -1
  @exclusivity(unchecked) var frame = Frame()
  var isScreenWanted = false
  /// True while changes that no line caused are not printed by themselves; the next frame has them.
  package var holdsChanges = false
  /// The rest of a long text, for `more`.
  var pager: Pager?
  /// The last progress that the running command reported.
  var reported: ProgressReport?
  /// The number of lines taken so far.
  private(set) var lineNumber = 0
  private var scopes = 0
  /// True if something that no line caused is to be printed at the end of this turn.
  private var isPrintDue = false
  /// The size of the window, once it was read for the present answer.
  private var windowOfAnswer: WindowSize??
  private var isAnswering = false
  private var isAttending = false
  /// The reason why the last line was not accepted; nil if it was, or if a guard blocked its place.
  package internal(set) var refusal: String?
  /// True while the words of the command line are carried out.
  private(set) var isStarting = false

  /// The open question.
  var asked: Asked?
  /// The running command, so that ^C can cancel it.
  var running: Task<Void, Never>?
  var waiting: Waiting?
  /// The line of the running command, if it may turn out to be private.
  var held: HeldLine?

  /// The number of rows that a list makes at once where screens are printed by pages: more than the
  /// tallest window shows.
  package static let rowsAtOnce = 256

  /// A session of a scene. Nothing is printed before ``start()``.
  package init(host: ViewHost, navigator: (any Navigator)? = nil, options: SessionOptions) {
    (self.host, self.navigator, self.options) = (host, navigator, options)
    commands = options.validCommands
    commandNames = CommandNames(commands)
    machine = SessionMachine(
      isScript: options.isScript, isStrict: options.isStrict, answerLimit: options.answerLimit)
    host.onUpdate = { [weak self] in self?.graphDidUpdate() }
    host.onMessage = { [weak self] in self?.report(.note($0)) }
    navigator?.observeFlows { [weak self] in self?.take($0) }
    navigator?.observeLateRefusals { [weak self] in self?.takeLateRefusal($0) }
    options.edits?.onEdit = { [weak self] in self?.announceEdit() }
    options.edits?.clock = { [weak navigator] in navigator?.clock ?? NavigationClock() }
    options.edits?.hasEffect = { [graph = host.graph] in graph.hasEffect($0) }
    if options.printsTransitions { navigator?.observe { [weak self] in self?.report($0) } }
  }
}

// MARK: - Events

extension Session {
  /// Prints the first screen, or carries out the words of the command line: a place or a command.
  ///
  /// A place is printed instead of the first screen. Where there is no such place, or a guard blocks it,
  /// a person continues on the first screen, and a script ends: its lines are meant for another one. In a
  /// script, only the answer of a command is printed, also of one that is refused.
  package func start(arguments words: [String] = []) {
    answering {
      onStart()
      guard ending == nil else { return }
      let command = words.first.map(isCommand) ?? false
      if command, options.isScript { passOverScreen() } else { isScreenWanted = true }
      guard !words.isEmpty else { return }
      isStarting = true
      take(.words(command ? words : ["open"] + words))
      isStarting = false
      if frame.status != nil, !(command && options.isScript) { isScreenWanted = true }
      frame.line = nil
      if frame.status != nil, !command, options.isScript {
        if !frame.isPlaceRefused { perform(machine.add(.usage)) }
        take(.left)
      }
    }
  }

  /// Takes an event and prints the outcome.
  package func receive(_ event: SessionMachine.Event) {
    // What came up before the line is not a part of its answer.
    if !frame.isIdle { printChanges() }
    var event = event
    refusal = nil
    switch event {
    case .line(let line): event = .line(counted(line))
    case .answered, .unreadable: lineNumber += 1
    default: break
    }
    answering {
      frame.input = loggedInput(of: event)
      take(event)
    }
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
    // A command may have failed with the problem that the store reports now.
    if message.kind == .problem, message.text == refusal { return }
    guard scopes == 0 else { return frame.messages.append(message) }
    frame.isUnasked = true
    answering { frame.messages.append(message) }
    onProgress()
  }

  /// Prints a problem with the line that is received next, such as one that is too long to be read.
  func reportNextLine(_ problem: String) {
    lineNumber += 1
    frame.isAboutForm = true
    attend { report(.problem(problem)) }
    lineNumber -= 1
  }

  /// Runs a closure that looks at what a line, or the start, has caused: its messages are part of the answer.
  func attend(_ look: () -> Void) {
    isAttending = true
    look()
    isAttending = false
  }

  /// Applies the writes of others, and prints the screen if it changed.
  package func catchUp() {
    host.graph.flush()
    isPrintDue = true
    printChanges()
  }

  /// Prints what no line caused, if anything is due.
  package func printChanges() {
    guard isPrintDue, scopes == 0, !host.graph.isUpdating else { return }
    isPrintDue = false
    guard printsChanges || !frame.isIdle else { return }
    frame.isUnasked = true
    answering {}
    onProgress()
  }

  /// True if the screen is printed when it changes by itself.
  private var printsChanges: Bool {
    options.printsUnasked && !holdsChanges && (machine.wantsInput || reportsWhileWaiting)
  }

  /// Prints what no line caused at the end of this turn of the main queue.
  ///
  /// The program may be between two of its changes now, and a frame shows one moment.
  private func printLater() {
    guard !isPrintDue else { return }
    isPrintDue = true
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.printChanges() }
    }
  }

  /// Prints the present screen, which no line caused.
  func showUnasked() {
    guard machine.wantsInput, options.showsScreens else { return }
    (frame.isUnasked, isScreenWanted) = (options.printsUnasked, true)
    answering {}
  }

  private func report(_ transition: Transition) {
    guard ending == nil else { return }
    answering { frame.transitions.append(transition) }
  }

  /// Reports a finished flow to programs; a flow that lacked input counts.
  private func take(_ flow: FlowReport) {
    if flow.lacksInput { add(.noResult) }
    guard options.printsTransitions else { return }
    var flow = flow
    if !options.printsResults { flow.json = nil }
    answering { frame.flows.append(flow) }
  }

  /// Prints the reason for which a guard has refused the link of an earlier line, and counts it.
  private func takeLateRefusal(_ sentence: String) {
    guard ending == nil else { return }
    if scopes == 0 { frame.isUnasked = true }
    answering { refuse(sentence) }
    onProgress()
  }

  /// Adds to the exit status.
  package func add(_ status: ShellStatus) {
    answering { perform(machine.add(status)) }
  }
}

// MARK: - Frames

extension Session {
  /// Runs an action, and prints everything that it says as one frame.
  ///
  /// What comes up during an update is printed after it, with the screen that it leads to.
  func answering(_ action: () -> Void) {
    isAnswering = true
    scopes += 1
    action()
    guard scopes == 1 else {
      scopes -= 1
      return
    }
    let isComplete = ending != nil || !host.graph.isUpdating
    // The rows that a page needs are made within this scope: they are no change of their own.
    let next = isComplete ? completeFrame() : nil
    scopes = 0
    (isAnswering, windowOfAnswer) = (false, nil)
    guard let next else { return printLater() }
    if !next.isIdle { onFrame(next) }
  }

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

  /// Adds what belongs to the frame, and begins another one.
  private func completeFrame() -> Frame {
    if isAttending, !frame.messages.isEmpty { frame.isUnasked = false }
    addScreen()
    if !frame.isEmpty {
      addPageOfMessages()
      reportProblems()
      if frame.columns == nil { frame.columns = options.columns?() }
    }
    var next = Frame()
    swap(&next, &frame)
    return next
  }

  /// Adds the screen if it is wanted, or differs from the last printed one.
  private func addScreen() {
    guard options.showsScreens, isScreenWanted || host.revision != shownRevision else { return }
    guard machine.wantsInput || reportsWhileWaiting else { return }
    if frame.isUnasked, !options.printsUnasked { return }
    let screen = beginningOfScreen()
    if let report = progress(to: screen) {
      frame.progress = report
    } else if waiting != nil {
      return
    } else if isScreenWanted || screen != shown {
      addPages(of: screen)
    }
    (shown, shownRevision, isScreenWanted) = (screen, host.revision, false)
  }

  /// The progress up to a screen, where nothing else changed or is printed, and no line caused it.
  private func progress(to screen: Screen) -> ProgressReport? {
    guard options.printsProgressLines, frame.isUnasked, frame.isEmpty, !isScreenWanted, let shown
    else { return nil }
    return ProgressReport(from: shown, to: screen)
  }

  /// Prints how far the running command is.
  func report(_ title: String, value: Double, total: Double) {
    guard options.printsProgressLines, running != nil, machine.question == nil, scopes == 0 else {
      return
    }
    let report = ProgressReport(title, value: value, total: total, after: reported)
    reported = report
    var frame = Frame(isUnasked: true)
    frame.progress = report
    onFrame(frame)
  }

  /// The size of the window, read once for each answer; nil where screens are not printed by pages.
  var window: WindowSize? {
    guard let read = options.window else { return nil }
    if let windowOfAnswer { return windowOfAnswer }
    let size = read()
    if isAnswering { windowOfAnswer = .some(size) }
    return size
  }

  private func addPages(of screen: Screen) {
    if options.window == nil { frame.screen = screen } else { add(Pager(screen)) }
  }

  /// Stops after a page of messages, such as those of `help`. A screen below them is printed by pages
  /// of its own.
  private func addPageOfMessages() {
    guard let window else { return }
    frame.columns = window.columns
    guard frame.screen == nil, !frame.isPaged, frame.messages.count >= window.rows - 1,
      frame.question == nil,
      machine.ending == nil
    else { return }
    add(Pager(frame.messages))
  }

  /// Prints problems of a script or of the command line elsewhere, with the number of their line.
  private func reportProblems() {
    guard let report = options.reportProblem else { return }
    for message in frame.messages where message.kind == .problem {
      if report(message.text, lineNumber) { frame.hidesProblems = true }
    }
  }

  private var link: String? { options.printsLinks ? navigator?.placeURL : nil }

  /// Uses the present screen for numbers without printing it.
  package func passOverScreen() {
    host.graph.flush()
    let screen = beginningOfScreen()
    (shown, shownRevision) = (screen, host.revision)
  }

  /// The screen as it is now, printed or not.
  ///
  /// - Complexity: O(1) as long as the last printed screen has not changed, otherwise O(lines).
  package func currentScreen() -> Screen {
    completeScreen()
    return shownScreen ?? Screen(page: host.page(), url: link)
  }

  /// The screen as it is now, up to the end of a page at least: the rows of long lists that no page
  /// needed yet are not made.
  func beginningOfScreen() -> Screen {
    guard let window else { return currentScreen() }
    return shownScreen ?? Screen(page: host.beginningOfPage(lines: window.rows), url: link)
  }

  /// The titles of the present screen, without the search for its link.
  var titles: [String] { presentScreen?.titles ?? beginningOfScreen().titles }

  /// The last printed screen with its present link, if it is the present one.
  private var shownScreen: Screen? {
    guard var screen = presentScreen else { return nil }
    screen.url = link
    return screen
  }

  /// The last printed screen as it was printed, if it is the present one.
  private var presentScreen: Screen? { shownRevision == host.revision ? shown : nil }

  /// Makes all rows of the last printed screen, so that each of its labels and numbers is known.
  func completeScreen() { makeRows(lines: .max) }

  /// Makes the rows up to a line of the last printed screen, unless it has changed since.
  func makeRows(lines: Int) {
    guard let shown, shown.waitingRows > 0 else { return }
    let isPresent = shownRevision == host.revision
    let screen = Screen(page: host.beginningOfPage(lines: lines), url: link)
    guard screen.continues(shown) else { return }
    (self.shown, shownRevision) = (screen, host.revision)
    // Its elements are those of before, but a text may have changed since it was printed.
    if !isPresent { isScreenWanted = true }
    pager?.take(rowsOf: screen)
  }

  /// True if progress is printed although no line is read.
  private var reportsWhileWaiting: Bool { waiting != nil && options.printsProgressLines }

  /// Called at the end of each update; one within an answer is a part of it.
  private func graphDidUpdate() {
    guard scopes == 0, options.printsUnasked else { return }
    guard host.graph.isScheduledUpdate else { return printLater() }
    isPrintDue = true
    printChanges()
  }

  private func end(_ ending: Ending) {
    dropQuestion()
    running?.cancel()
    waiting?.timer.cancel()
    navigator?.end(ending)
    frame.ending = status
  }
}
