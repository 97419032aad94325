import Dispatch
import WaylineGraph
import WaylineViews

// The frames of a session: the answer of a line, and what no line has caused.

// MARK: - Answers

extension Session {
  /// Runs an action, and prints everything that it says as one frame.
  ///
  /// What comes up during an update is printed after it, with the screen that it leads to.
  func answering(_ action: () -> Void) {
    if !streamed.isEmpty { printStreamed() }
    isAnswering = true
    scopes += 1
    action()
    guard scopes == 1 else {
      scopes -= 1
      return
    }
    guard ending != nil || heldAnswer == nil && !host.graph.isUpdating else {
      endScope()
      return heldAnswer == nil ? printLater() : ()
    }
    // The rows that a page needs are made within this scope: they are no change of their own.
    let next = completeFrame()
    endScope()
    isPrintDue = false
    if !next.isIdle { print(next) }
  }

  private func endScope() {
    scopes = 0
    (isAnswering, windowOfAnswer) = (false, nil)
  }

  /// Prints a frame, which is part of the present step of a log; the last one ends it.
  func print(_ frame: Frame) {
    // Most frames have no such message, and a copy costs more than the look.
    if frame.hasUnnumberedLink { return print(numbered(frame)) }
    // The screen says later what progress says now.
    if frame.progress == nil { options.follower?.add(frame) } else if holdsBack(frame) { return }
    onFrame(frame)
    if frame.ending != nil { endStep() }
  }

  /// Runs an action that prints what a line has caused: apart from the held answer of another line.
  func answering(of line: Int?, _ action: () -> Void) {
    guard scopes == 0, let cause = earlier(line) else { return answering(action) }
    if heldAnswer != nil { return printApart(of: cause, action) }
    frame.cause = cause
    answering(action)
  }

  /// Prints what no line causes now, but an earlier one may have.
  func printUnasked(of line: Int?, _ action: () -> Void) {
    if heldAnswer == nil { frame.isUnasked = true }
    answering(of: line, action)
    if !isAttending { onProgress() }
  }

  /// True if a line was answered before the present one.
  func isEarlier(_ line: Int?) -> Bool { earlier(line) != nil }

  private func earlier(_ line: Int?) -> Int? { line.flatMap { $0 < lineNumber ? $0 : nil } }

  /// Prints what an earlier line has caused as a frame of its own; the held answer stays as it is.
  private func printApart(of line: Int, _ action: () -> Void) {
    var other = Frame(isUnasked: true)
    let refusal = refusal
    other.cause = line
    swap(&other, &frame)
    scopes += 1
    action()
    scopes -= 1
    // What ends the session ends the held answer, too.
    guard ending == nil else { return endHeldAnswer(of: other) }
    reportProblems()
    swap(&other, &frame)
    self.refusal = refusal
    if !other.isIdle { onFrame(other.hasUnnumberedLink ? numbered(other) : other) }
  }

  /// Prints the answer that was held when the session ended, with the messages that came last.
  private func endHeldAnswer(of held: Frame) {
    let last = frame
    frame = held
    frame.messages += last.messages
    frame.ending = last.ending
    answering {}
  }

  /// Adds what belongs to the frame, and begins another one.
  private func completeFrame() -> Frame {
    if isAttending, !frame.messages.isEmpty { frame.isUnasked = false }
    askFocused()
    addScreen()
    if !frame.isEmpty {
      addNotices()
      addPageOfMessages()
      reportProblems()
      if frame.columns == nil { frame.columns = options.columns?() }
      endedWork = 0
    }
    return Self.take(&frame)
  }

  /// Returns a frame, and begins another one in its place.
  nonisolated private static func take(_ frame: inout Frame) -> Frame {
    // Moved, since it is large: to exchange two of them copies three. Not isolated, since the runtime would
    // check the closure for its thread.
    withUnsafeMutablePointer(to: &frame) { present in
      defer { present.initialize(to: Frame()) }
      return present.move()
    }
  }

  /// Adds the screen if it is wanted, or differs from the last printed one.
  private func addScreen() {
    guard options.showsScreens || hasNavigated, isScreenDue else { return }
    guard machine.wantsInput || printsWhileRunning else { return }
    if frame.isUnasked, !options.printsUnasked { return }
    // The questions of a form come one after the other; the screen comes after the last one.
    if filling != nil { return }
    var screen = keepingNumbers(beginningOfScreen())
    if let report = progress(to: screen) {
      frame.progress = report
    } else if waiting != nil {
      return
    } else if isScreenWanted || givenSecret != nil || screen != shown {
      retainTypedNumbers()
      if isChange(screen) {
        guard let printed = addChanges(to: screen) else { return }
        screen = printed
      } else if addAnswer(as: screen) {
        isScreenUnsent = false
      } else {
        frame.hasPlace = !stays(on: screen)
        screen = addPages(of: screen)
        if sendsChanges { noteEarlierScreen() }
        isScreenUnsent = false
      }
    }
    (isScreenWanted, isTopWanted, scrolled) = (false, false, nil)
    if filled != nil || givenSecret != nil { (filled, givenSecret) = (nil, nil) }
    use(screen)
    shownNavigations = navigator?.clock.now ?? 0
  }

  /// True if the screen is wanted, or may differ from the last printed one.
  private var isScreenDue: Bool {
    isScreenWanted || host.revision != shownRevision || givenSecret != nil
  }

  /// Takes a screen as the one to which numbers refer, and notes the title of its visit.
  private func use(_ screen: Screen) {
    // Where nothing has moved, the visit is the one of the last screen.
    if let navigator, navigator.clock.now != shownNavigations || screen.titles != shown?.titles {
      visitTitles.note(screen.titles, of: navigator.topVisit)
    }
    (shown, shownRevision) = (screen, host.revision)
  }

  /// The progress up to a screen, where nothing else changed or is printed, and no line caused it.
  private func progress(to screen: Screen) -> ProgressReport? {
    guard options.printsProgressLines, frame.isUnasked, frame.isEmpty, !isScreenWanted, let shown
    else { return nil }
    return ProgressReport(from: shown, to: screen)
  }

  /// Holds back a report for programs until its time has come. Returns whether it does.
  private func holdsBack(_ frame: Frame) -> Bool {
    guard options.renderer.printsProgress else { return false }
    let pacer = pacer ?? ProgressPacer()
    self.pacer = pacer
    let isWaiting = pacer.waiting != nil
    guard let time = pacer.take(frame, at: .now) else { return false }
    guard !isWaiting else { return true }
    Task { @MainActor [weak self, sleep = options.sleep] in
      try? await sleep(time)
      guard let self, ending == nil, let frame = pacer.takeWaiting(at: .now) else { return }
      onFrame(frame)
      onProgress()
    }
    return true
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
    frame.isStreamed = true
    print(frame)
  }

  /// The size of the window, read once for each answer; nil where screens are not printed by pages.
  var window: WindowSize? {
    guard let read = options.window else { return nil }
    if let windowOfAnswer { return windowOfAnswer }
    let size = read()
    if isAnswering { windowOfAnswer = .some(size) }
    return size
  }

  /// Adds a whole screen, whose numbers are places, or its first page. Returns it.
  func addPages(of screen: Screen) -> Screen {
    let screen = screen.numberedByPlace
    defer {
      if options.answersWithChanges, shown != nil, frame.screen != nil {
        frame.isApart = frame.page?.hasTitles ?? true
      }
    }
    guard options.window != nil || scrolled != nil else {
      frame.screen = screen
      see(screen, nil)
      return screen
    }
    if let shown, !shown.isSamePlace(as: screen) { (seenNumbers, seenLines) = (nil, nil) }
    let pager =
      screen.beginsAtEnd && options.window != nil && scrolled == nil && !isTopWanted
      ? Pager(up: screen)
      : Pager(screen, from: scrolled.map { firstNewLine(of: screen, after: $0) } ?? 0)
    guard options.window == nil, pager.isAtBeginning else {
      add(pager)
      return screen
    }
    frame.screen = screen
    see(screen, nil)
    return screen
  }

  /// The first line of a screen that differs from the one before; 0 where they are different places, and for
  /// programs, which take each screen as a whole.
  private func firstNewLine(of screen: Screen, after before: Screen) -> Int {
    guard !options.readsJSON, screen.isSamePlace(as: before) else { return 0 }
    let first = ScreenChanges(from: before, to: screen).start
    return first < screen.lines.count ? first : 0
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

  /// Prints problems of a script or of the command line elsewhere, with the number of their line. Those of a pipe
  /// are printed in their place, and begin with it.
  private func reportProblems() {
    if options.numbersProblems, frame.messages.contains(where: { $0.kind == .problem }) {
      let line = frame.cause ?? lineNumber
      frame.problemLine = line > 0 ? line : nil
    }
    guard let report = options.reportProblem else { return }
    for message in frame.messages where message.kind == .problem {
      if report(message.text, frame.cause ?? lineNumber) { frame.hidesProblems = true }
    }
  }

  private var link: String? { options.printsLinks ? navigator?.placeURL : nil }

  /// Uses the present screen for numbers without printing it.
  package func passOverScreen() {
    host.graph.flush()
    let screen = beginningOfScreen()
    use(screen)
    isScreenUnsent = true
    links.giveWay { $0 <= screen.lastNumber }
  }

  /// The screen as it is now, printed or not.
  ///
  /// - Complexity: O(1) as long as the last printed screen has not changed, otherwise O(lines).
  package func currentScreen() -> Screen {
    completeScreen()
    return shownScreen ?? screen(of: host.page())
  }

  /// The screen as it is now, up to the end of a page at least: the rows of long lists that no page
  /// needed yet are not made.
  func beginningOfScreen() -> Screen {
    guard let window else { return currentScreen() }
    return shownScreen ?? screen(of: host.beginningOfPage(lines: window.rows))
  }

  /// The screen of a page, with the mark of its default action where an empty line takes it.
  private func screen(of page: consuming Page) -> Screen {
    Screen(page: page, url: link, marksDefault: options.takesDefault)
  }

  /// The titles of the present screen, without the search for its link.
  var titles: [String] { presentScreen?.titles ?? beginningOfScreen().titles }

  /// The last printed screen with its present link, if it is the present one.
  private var shownScreen: Screen? { presentScreen?.with(url: link) }

  /// The last printed screen as it was printed, if it is the present one.
  private var presentScreen: Screen? { shownRevision == host.revision ? shown : nil }

  /// Makes all rows of the last printed screen, so that each of its labels and numbers is known.
  func completeScreen() { makeRows(lines: .max) }

  /// Makes the rows up to a line of the last printed screen, unless it has changed since.
  func makeRows(lines: Int) {
    guard let shown, shown.waitingRows > 0 else { return }
    let isPresent = shownRevision == host.revision
    let screen = screen(of: host.beginningOfPage(lines: lines))
    guard screen.continues(shown) else { return }
    (self.shown, shownRevision) = (screen, host.revision)
    // Its elements are those of before, but a text may have changed since it was printed.
    if !isPresent { isScreenWanted = true }
    pager?.take(rowsOf: screen)
  }

  /// True if progress is printed although no line is read.
  private var reportsWhileWaiting: Bool { waiting != nil && options.printsProgressLines }

  /// True if the screen is printed although no line is read: what a running command has opened, and progress.
  private var printsWhileRunning: Bool {
    reportsWhileWaiting || options.printsUnasked && running != nil && held == nil && hasMoved
  }

  /// True if the scene has moved since the last printed screen.
  private var hasMoved: Bool { navigator.map { $0.clock.now != shownNavigations } ?? false }

  /// True if the scene is a single command that has navigated.
  var hasNavigated: Bool { options.makeScreens != nil && hasMoved }

  /// Called at the end of each update; one within an answer is a part of it.
  func graphDidUpdate() {
    if waiting != nil { lookForText() }
    guard scopes == 0, options.printsUnasked, heldAnswer == nil else { return }
    guard host.graph.isScheduledUpdate else { return printLater() }
    printNow()
  }
}

// MARK: - Changes that no line caused

extension Session {
  /// Prints what no line caused, if anything is due.
  package func printChanges() {
    guard isPrintDue else { return }
    isPrintDue = false
    printNow()
  }

  /// Prints what no line caused. Within an answer, or before its end, it is a part of that.
  func printNow() {
    guard scopes == 0, heldAnswer == nil, !host.graph.isUpdating else { return }
    let isIdle = isFrameIdle
    guard printsChanges || !isIdle else { return }
    // Nothing is put together where nothing is to be printed, as before most lines.
    if isScreenDue || !isIdle || !streamed.isEmpty {
      frame.isUnasked = true
      answering {}
    }
    onProgress()
  }

  /// True if the screen is printed when it changes by itself.
  private var printsChanges: Bool {
    options.printsUnasked && (machine.wantsInput || printsWhileRunning)
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
}
