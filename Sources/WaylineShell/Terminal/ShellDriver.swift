import WaylineGraph
import WaylineNavigation
import WaylineSystem
import WaylineViews

/// Connects a session with its input and its output, in the one loop of the program.
///
/// It reads a line only when the session wants one, writes each frame at once and whole, and ends
/// in order at the end of input, on signals, and when nothing reads the output.
@MainActor
package final class ShellDriver {
  let session: Session
  let input: LineSource
  let output: Output
  let terminal: Terminal?
  let signals: SignalSource
  /// Edits the lines of a terminal, if there is a library for it.
  let editor: LineEditor?
  /// True if other rows than that of the edited line may be drawn over: not for a screen reader, which would read
  /// them again.
  let redrawsRows: Bool
  /// True if the terminal marks what is pasted.
  let marksPastes: Bool
  /// True if questions with choices are answered key by key.
  let asksLive: Bool
  /// Types instead of the input; then nothing is printed.
  let replayer: Replayer?
  /// The time by which progress is printed.
  let now: @MainActor () -> ContinuousClock.Instant
  let loop: MainLoop
  let watcher: ChangeWatcher
  /// The name of the program; empty for a session inside of another program.
  private(set) var program = ""
  private var inputWatch: MainLoop.Watch?
  // An access calls no other code.
  @exclusivity(unchecked) private var isInputActive = true
  /// True once the loop has waited for something to happen.
  @exclusivity(unchecked) private var hasWaited = false
  // Accesses to these variables call no other code, so they cannot overlap and need no check at run time.
  /// The text to be written, and the prompt.
  @exclusivity(unchecked) var conversation: Conversation
  /// The last ^D.
  var endKey = EndKey.none
  /// True if typed and unread text is the beginning of a command.
  @exclusivity(unchecked) var isLineOpen = false
  /// True if the next line, or its beginning, was typed before the prompt was printed.
  var hasTypedAhead = false
  /// The line that is being edited, or was edited last.
  var edited = EditedLine()
  /// The question that is answered key by key; nil without one.
  @exclusivity(unchecked) var live: LiveChoice?
  /// The text of several lines that is changed where it stands.
  var editedText = OfferedText()
  /// The line of progress that is redrawn.
  @exclusivity(unchecked) var progress = ProgressLine()
  /// The marks of pasted texts in lines that are not edited.
  var pastes = PasteReader()
  /// True if the output took no more, and that was reported.
  @exclusivity(unchecked) var hasGivenUp = false
  /// True if the terminal marks what is pasted now.
  var hasPasteMarks = false
  /// The end of the time in which cancelled work may clean up; nil unless the session was ended from outside.
  var cleanupEnd: ContinuousClock.Instant?
  /// True if another program has the terminal.
  var isSuspended = false
  /// True if the driver gives the main actor free while it waits, and lines are edited on their own thread.
  @exclusivity(unchecked) var awaits = false
  /// The time at which an escape was read after which nothing has come; nil without one.
  var escape: ContinuousClock.Instant?
  /// The time at which a digit has answered a question; nil once another key came.
  var digitTime: ContinuousClock.Instant?
  /// True if a character can be read for the line that is being edited.
  var isInputReady = false
  /// The typed bytes that are no whole character yet.
  var typed = TypedBytes()
  /// The number by which calls that take long are told of the driver; nil before it is connected.
  var attendance: Int?

  /// The driver as the closures of its session and its loop reach it.
  let reference = BackReference<ShellDriver>()

  deinit {
    attendance.map(ForegroundWait.end)
    reference.object = nil
  }

  /// A driver of a session that has not started.
  ///
  /// - Parameters:
  ///   - editor: edits the lines of a terminal, if there is a library for it.
  ///   - redrawsRows: whether other rows than that of the edited line may be drawn over.
  ///   - marksPastes: whether the terminal marks what is pasted.
  ///   - asksLive: whether questions with choices are answered key by key, where lines are edited.
  ///   - replayer: types instead of the input; then nothing is printed.
  ///   - now: the time by which progress is printed.
  package init(
    session: Session, input: LineSource, output: Output, editor: LineEditor? = nil,
    redrawsRows: Bool = true, marksPastes: Bool = false, asksLive: Bool = false,
    replayer: Replayer? = nil,
    signals: SignalSource = .none, loop: MainLoop = MainLoop(),
    now: @escaping @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    (self.session, self.input, self.output) = (session, input, output)
    (self.editor, self.redrawsRows) = (editor, redrawsRows)
    (self.marksPastes, self.asksLive) = (marksPastes, asksLive && redrawsRows)
    self.replayer = replayer
    (self.signals, self.loop, self.now) = (signals, loop, now)
    conversation = Conversation(session.options)
    watcher = ChangeWatcher(session.changeSources(), loop: loop)
    terminal = input.descriptor < 0 ? nil : Terminal(descriptor: input.descriptor)
    reference.object = self
  }

  /// Runs the session to its end. Returns the exit status.
  package func run(program: String = "") -> ShellStatus {
    begin(program)
    while session.ending == nil { step() }
    return finish()
  }
}

// MARK: - Course

extension ShellDriver {
  func begin(_ program: String) {
    connect(program)
    start()
  }

  /// Takes the input, the output, the terminal and the signals for the session.
  func connect(_ program: String) {
    self.program = program
    session.onFrame = { [reference, loop] in
      reference.object?.add($0)
      loop.wake()
    }
    session.isTyping = { [editor] in editor.map { $0.isReading && $0.hasText } ?? false }
    signals.interruptEnds = terminal == nil
    output.interruption = signals.descriptor
    output.isInterrupted = { [reference, signals] in
      if signals.takeStop() { reference.object?.stopWhileBlocked() }
      return signals.hasEnding()
    }
    if let editor { output.editedText = { editor.takePrinted() } }
    attendWaits()
    terminal?.keepTypedAtInterrupt()
    hideTyped()
    offerTerminal()
    inputWatch = loop.watch(input.descriptor) { [reference] in reference.object?.fill() }
    loop.watch(signals.descriptor) { [reference] in reference.object?.takeSignals() }
  }

  /// Prints the first screen, or carries out the words that were given.
  func start() {
    conversation.greet(program: program)
    session.start()
    // What was typed ahead was meant for the screen.
    if terminal != nil, replayer == nil, !input.hasLine(),
      FileDescriptor(borrowing: input.descriptor).waitingBytes == 0
    {
      session.fillFirstScreen()
    }
  }

  /// Takes one line if one is wanted and there; otherwise waits for something to happen.
  private func step() {
    let hasTaken = advance()
    guard session.ending == nil else { return }
    guard hasTaken else { return wait(forInput: session.wantsInput || readsCancellation) }
    pass()
    if !input.hasLine() { endTurn() }
  }

  /// Writes what there is, and takes one line if one is wanted and there. Returns whether it did.
  func advance() -> Bool {
    if live != nil { return continueChoice() }
    if awaits, let editor, editor.isReading { return continueLine(editor) }
    if session.wantsInput, !conversation.isPrompted { session.attend() }
    if session.hasRunCommand { session.receive(.left) }
    flush()
    guard session.wantsInput else { return takeCancellation() || cancelAsRecorded() }
    if let replayer {
      if !replayer.replay.isHurried { settle() }
      replayer.type(into: session)
    } else if editsNextLine, let editor {
      if beginChoice() { return continueChoice() }
      if awaits { return continueLine(editor) }
      editLine(editor)
    } else if session.asksSecret, let line = input.nextSecret() {
      takeTyped(line)
    } else if let line = input.next() {
      takeTyped(line)
    } else if input.isAtEnd {
      session.receive(.endOfInput)
    } else if input.hasReadAhead {
      fill()
    } else {
      return false
    }
    return true
  }

  func wait(forInput isWanted: Bool, timeout: Duration? = nil) {
    guard prepareToWait(forInput: isWanted) else { return }
    if timeout == .zero {
      loop.turn(timeout: .zero)
    } else if hasWaited || !loop.turn(timeout: .zero) {
      // What is there already comes first. Watching files costs the program some milliseconds when it
      // ends, and one whose input never lets it wait has no use for that.
      hasWaited = true
      watcher.attend()
      loop.turn(timeout: timeout ?? waitLimit)
    }
    endTurn()
  }

  /// Writes everything that was printed. Returns false if something is to be done before a wait.
  func prepareToWait(forInput isWanted: Bool) -> Bool {
    output.flush()
    if endIfClosed() { return false }
    if takeWaitingSignals() {
      endTurn()
      return false
    }
    setInputActive(isWanted)
    return true
  }

  /// The longest wait after which there is something to look at or to draw; nil for no end.
  var waitLimit: Duration? {
    let look = Self.earlier(watcher.timeout, progressTimeout)
    let held = Self.earlier(session.heldTime, escape == nil ? nil : Self.escapeLimit)
    return Self.earlier(look, held)
  }

  private static func earlier(_ first: Duration?, _ second: Duration?) -> Duration? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }

  func endTurn() {
    watcher.look()
    drawProgress()
    session.releaseIfOver()
    session.printWantedScreen()
  }

  /// Takes a line as it was typed, without the marks of what was pasted, and without ^L; a line of nothing
  /// else prints the screen again.
  func takeTyped(_ line: InputLine) {
    var line = line
    if terminal != nil, line.text.unicodeScalars.contains(Self.redraw) {
      line.text.unicodeScalars.removeAll { $0 == Self.redraw }
      if line.text.isEmpty, session.question == nil {
        beginAnswer()
        return showScreen()
      }
    }
    // Such as an arrow in a secret, which is not edited.
    if terminal != nil, !hasPasteMarks { line.text = KeySequence.removed(from: line.text) }
    if isCut(line.text.utf8.count) {
      return refuseCut(isPasted: pastes.isOpen || line.text.contains(PastedText.begin))
    }
    guard hasPasteMarks else { return take(line) }
    switch pastes.take(line.text, for: session.question) {
    case .unfinished: break
    case .refused(let message): refuse(.problem(message))
    case .lines(let lines):
      for text in lines {
        var line = line
        line.text = KeySequence.removed(from: text)
        take(line)
      }
    }
  }

  /// ^L, with which terminals draw their window again.
  static let redraw: Unicode.Scalar = "\u{C}"

  /// Prints the screen again, without a command.
  func showScreen() {
    session.showAgain()
    session.printWantedScreen()
  }

  /// Refuses a line before it is read as anything.
  func refuse(_ reason: Message) {
    beginAnswer()
    hideTyped()
    session.reportNextLine(reason)
    session.receive(.unreadable)
  }

  /// Lets others run between two lines that have been read already.
  private func pass() {
    setInputActive(false)
    loop.pass()
    session.printChanges()
    takeWaitingSignals()
  }

  func setInputActive(_ isActive: Bool) {
    guard let inputWatch, isActive != isInputActive else { return }
    loop.setActive(isActive, inputWatch)
    isInputActive = isActive
  }

  func take(_ line: InputLine) {
    hideSecret(in: line.text)
    take { session.receive(line, asJSON: session.options.readsJSON) }
  }

  func take(_ receive: () -> Void) {
    beginAnswer()
    endKey = .none
    hideTyped()
    if terminal != nil { session.noteTyping(isAhead: hasTypedAhead) }
    receive()
    conversation.endAnswer(isWithinAnswer: session.isWithinAnswer)
  }

  /// Begins the answer of a line, nothing of which is to be read any more.
  private func beginAnswer() {
    conversation.takeLine()
    isLineOpen = false
  }

  func fill() {
    if editor?.isReading == true || live != nil {
      isInputReady = true
      return
    }
    let isText = terminal != nil && session.question?.isMultiline == true
    let asksToLeave = terminal != nil && !isText && endKey != .pressed
    switch input.fill(continuingAfterEnd: isText || asksToLeave) {
    // A terminal that reads lines passes on the beginning of one at ^D only, which it keeps.
    case .bytes where isText && input.hasUnended && terminal?.readsLines == true:
      endText()
      endKey = .endedText
    case .end where endIfHungUp(): break
    case .failed(let code) where endIfHungUp(code): break
    case .end where input.isAtEnd: break
    case .end where endKey == .endedText: endKey = .none
    case .end where isText: endText()
    case .end where asksToLeave:
      takeEndKey()
    case .failed(let code) where code != .badDescriptor:
      session.report(.problem("The input could not be read: \(code).", .inputUnreadable))
      session.add(.unreadableData)
    default: break
    }
  }

  /// Takes ^D at a terminal that reads lines: it ends the line that was begun, and leaves a question or the
  /// program. A question that the line answers is not left, nor the program behind it.
  private func takeEndKey() {
    let isAsking = session.question != nil
    conversation.leavePrompt()
    if session.asksSecret, let line = input.takeUnendedSecret() { return takeTyped(line) }
    if let line = input.takeUnended() {
      takeTyped(line)
      if isAsking { return }
    }
    isAsking ? session.receive(.interrupt(hadText: true)) : endTyping()
  }

  /// Ends the session if the input ended because its terminal was closed: that is no ^D, which would take
  /// what was typed. Returns whether it was closed.
  func endIfHungUp(_ error: ErrorCode? = nil) -> Bool {
    guard let terminal, terminal.isHungUp(after: error) else { return false }
    end(by: .hangUp)
    return true
  }

  /// Ends a text of several lines at ^D, as the line with a single dot does.
  func endText() {
    conversation.leavePrompt()
    if let line = input.takeUnended() { takeTyped(line) }
    if session.question?.isMultiline == true { take(InputLine(text: ".")) }
  }

  /// Asks the guards of the page at the first ^D; the second one ends the input without them.
  func endTyping() {
    guard session.ending == nil else { return }
    if endKey == .pressed {
      session.receive(.endOfInput)
    } else {
      endKey = .pressed
      session.endTyping()
    }
  }

  /// Waits for tasks, so that a replay sees the same screens; bounded.
  private func settle() {
    wait { !session.host.graph.pending.isEmpty }
  }

  /// Cancels the running command where ^C did when the session was recorded, in the same state if it
  /// comes to that. Returns whether it did.
  private func cancelAsRecorded() -> Bool {
    guard session.ending == nil,
      let state = replayer?.replay.stateBeforeCancellation
    else { return false }
    wait { !session.wantsInput && session.ending == nil && LogStep(of: session).state != state }
    guard !session.wantsInput, session.ending == nil else { return false }
    session.receive(logged: .cancelCommand)
    return true
  }

  /// True if a line may come that cancels what runs; it is read as the next line only.
  private var readsCancellation: Bool {
    session.options.readsJSON && replayer == nil && !input.hasLine() && !input.isAtEnd
  }

  /// Cancels what runs if that is the next line of a program. Returns whether it did.
  private func takeCancellation() -> Bool {
    guard session.options.readsJSON, replayer == nil, session.ending == nil,
      input.hasCancellation, let line = input.next()
    else { return false }
    take(line)
    return true
  }

  /// Lets the loop run as long as a condition holds, but not beyond the patience of a replay.
  private func wait(while condition: () -> Bool) {
    let deadline = ContinuousClock.now + Replayer.patience
    while condition(), ContinuousClock.now < deadline {
      wait(forInput: false, timeout: .milliseconds(20))
    }
  }

  func finish() -> ShellStatus {
    endChoice()
    setPasteMarks(false)
    endProgress()
    conversation.leavePrompt()
    flush()
    output.flush()
    endIfClosed()
    withdrawTerminal()
    terminal?.restore()
    cleanUp { session.hasCommands }
    return session.status
  }

  /// The time in which a command may clean up when nothing reads the output: the reader waits for the end.
  static let cleanupOfClosedOutput = Duration.milliseconds(200)

  /// Lets cancelled work run to its end after a signal, up to the limit or to a second signal.
  ///
  /// - Parameter isRunning: whether there is any.
  package func cleanUp(while isRunning: () -> Bool) {
    guard !awaits else { return }
    setInputActive(false)
    while let end = cleanupEnd, isRunning() {
      let left = now().duration(to: end)
      guard left > .zero else { return }
      // A task may end on another thread, which wakes the loop through the main queue only.
      loop.turn(timeout: min(left, .milliseconds(50)))
    }
  }
}

/// The effect of the last ^D at a terminal, which a line clears.
enum EndKey {
  /// There was none since the last line.
  case none
  /// It has ended a text behind the beginning of a line, where many press it twice.
  case endedText
  /// It did not end the session; the next one does.
  case pressed
}
