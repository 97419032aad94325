import WaylineGraph
import WaylineNavigation
import WaylineViews

/// One scene that is used line by line: it reads a line, does what it asks, and tells what came of it.
///
/// A session knows neither descriptors nor time. Events go in by `receive`, frames come out of
/// `onFrame`; a `ShellDriver` connects both with a terminal or a pipe, a test host with arrays.
@MainActor
public final class Session {
  /// Called with everything that is to be printed.
  package var onFrame: (Frame) -> Void = { _ in }
  /// Called after something happened that no event asked for: lines may be wanted again.
  package var onProgress: () -> Void = {}

  let host: ViewHost
  let navigator: (any Navigator)?
  let options: SessionOptions
  let commands: [ShellCommand]
  let commandNames: CommandNames
  var machine: SessionMachine
  /// The last printed screen: what numbers mean.
  var shown: Screen?
  var shownRevision = -1
  var frame = Frame()
  var isScreenWanted = false
  private var scopes = 0

  /// The question that is not answered yet.
  var asked: Asked?
  /// What runs, so that ^C can cancel it.
  var running: Task<Void, Never>?
  var waiting: Waiting?
  /// The line of the running command, if it may turn out to be private.
  var held: HeldLine?

  /// A session of a scene. Nothing is printed before ``start()``.
  package init(host: ViewHost, navigator: (any Navigator)? = nil, options: SessionOptions) {
    (self.host, self.navigator, self.options) = (host, navigator, options)
    commands = options.validCommands
    commandNames = CommandNames(commands.map(\.name))
    machine = SessionMachine(
      isScript: options.isScript, isStrict: options.isStrict, answerLimit: options.answerLimit)
    host.graph.onUpdate = { [weak self] in self?.graphDidUpdate() }
    host.onMessage = { [weak self] in self?.tell(.note($0)) }
    navigator?.observeFlows { [weak self] in self?.take($0) }
    if options.tellsTransitions { navigator?.observe { [weak self] in self?.tell($0) } }
  }
}

// MARK: - What drives it

extension Session {
  /// Prints the first screen, or what the words of the command line ask for: a place or a command.
  ///
  /// A place is printed instead of the first screen, which is printed when there is no such place. A
  /// script that is given a command prints only what that answers.
  package func start(arguments words: [String] = []) {
    answering {
      let command = words.first.map(isCommand) ?? false
      if command, options.isScript { passOverScreen() } else { isScreenWanted = true }
      guard !words.isEmpty else { return }
      let line = words.map(ShellWord.quote).joined(separator: " ")
      take(.line(command ? line : "open \(line)"))
      if frame.status != nil { isScreenWanted = true }
      frame.line = nil
      // On another screen than the named one a script would do something else than it says.
      if frame.status != nil, !command, options.isScript {
        perform(machine.add(.usage))
        take(.left)
      }
    }
  }

  /// Takes an event and prints what comes of it.
  package func receive(_ event: SessionMachine.Event) {
    answering { take(event) }
  }

  /// Takes the event that ends it, with a last message.
  package func receive(_ event: SessionMachine.Event, after message: Message) {
    answering {
      frame.messages.append(message)
      take(event)
    }
  }

  /// Whether words that were given as arguments begin with a command of the facade or the program.
  package func isRegistered(_ words: [String]) -> Bool {
    guard let first = words.first?.lowercased() else { return false }
    return commands.contains { $0.name.lowercased() == first }
  }

  private func isCommand(_ word: String) -> Bool {
    BuiltInCommand.byWord[word.lowercased()] != nil || isRegistered([word])
  }

  /// The question that the next line answers; nil when it is a command.
  package var question: Question? { machine.question }

  /// Whether some lines of an answer have come, and not the last one.
  package var isWithinAnswer: Bool { machine.isWithinAnswer }

  /// Whether a line is wanted now.
  package var wantsInput: Bool { machine.wantsInput }

  /// How it ended; nil as long as it goes on.
  package var ending: Ending? { machine.ending }

  /// What it tells the parent process when it ends.
  public var status: ShellStatus { machine.account.status }

  /// Tells the person something that nobody asked for.
  package func tell(_ message: Message) {
    guard scopes == 0 else { return frame.messages.append(message) }
    frame.isUnasked = true
    answering { frame.messages.append(message) }
    onProgress()
  }

  /// Brings the screen up to date with what others have written, and tells it if it changed.
  package func catchUp() {
    host.graph.flush()
    graphDidUpdate()
  }

  /// Prints the screen as it is now, which nobody has asked for.
  package func showUnasked() {
    guard machine.wantsInput, options.showsScreens else { return }
    (frame.isUnasked, isScreenWanted) = (options.tellsUnasked, true)
    answering {}
  }

  private func tell(_ transition: Transition) {
    guard ending == nil else { return }
    answering { frame.transitions.append(transition) }
  }

  /// A flow has ended: programs are told, and the end of the input counts.
  private func take(_ flow: FlowReport) {
    if flow.lacksInput { add(.noResult) }
    guard options.tellsTransitions else { return }
    answering { frame.flows.append(flow) }
  }

  /// Adds to the exit status, such as for a flow that ended without its result.
  package func add(_ status: ShellStatus) {
    answering { perform(machine.add(status)) }
  }
}

// MARK: - Frames

extension Session {
  /// Runs what may print, and prints all of it as one frame.
  func answering(_ action: () -> Void) {
    scopes += 1
    action()
    scopes -= 1
    if scopes == 0 { emit() }
  }

  func take(_ event: SessionMachine.Event) {
    perform(machine.take(event))
  }

  func perform(_ effects: [SessionMachine.Effect]) {
    for effect in effects {
      switch effect {
      case .carryOut(let line): carryOut(line)
      case .answer(let answer): giveAnswer(answer)
      case .dropQuestion: dropQuestion()
      case .cancel: cancel()
      case .tell(let message): frame.messages.append(message)
      case .end(let ending): end(ending)
      }
    }
  }

  private func emit() {
    addScreen()
    var next = Frame()
    swap(&next, &frame)
    if !next.isEmpty || next.line != nil { onFrame(next) }
  }

  /// Adds the screen if it is wanted, or is not the one that was printed last.
  private func addScreen() {
    guard options.showsScreens, machine.wantsInput,
      isScreenWanted || host.revision != shownRevision
    else { return }
    if frame.isUnasked, !options.tellsUnasked { return }
    let screen = host.revision == shownRevision ? shownScreen : currentScreen()
    if isScreenWanted || screen != shown { frame.screen = screen }
    (shown, shownRevision, isScreenWanted) = (screen, host.revision, false)
  }

  /// The screen that was printed last, with the present link of its place.
  private var shownScreen: Screen {
    guard var screen = shown else { return currentScreen() }
    screen.url = link
    return screen
  }

  private var link: String? { options.tellsLinks ? navigator?.placeReport.url : nil }

  /// Takes the screen as if it had been printed.
  private func passOverScreen() {
    host.graph.flush()
    (shown, shownRevision) = (currentScreen(), host.revision)
  }

  /// The screen as it is now, printed or not.
  package func currentScreen() -> Screen {
    Screen(page: host.page(), url: link)
  }

  private func graphDidUpdate() {
    guard scopes == 0, machine.wantsInput, options.tellsUnasked else { return }
    frame.isUnasked = true
    answering {}
    onProgress()
  }

  private func end(_ ending: Ending) {
    dropQuestion()
    running?.cancel()
    waiting?.timer.cancel()
    navigator?.end(ending)
    frame.ending = status
  }
}
