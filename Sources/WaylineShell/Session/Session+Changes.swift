import WaylineGraph
import WaylineViews

// Changes that no line caused, on the screen that stays: at most the changed lines are printed.

extension Session {
  /// The largest number of changed lines that are printed.
  private static let changedLines = 3
  /// The shortest time between two changes that are printed.
  static let changeInterval = Duration.seconds(2)

  /// True if only the lines that changed are printed of a screen: nothing that a line has begun, and that
  /// ends, has led to it, and the place is the same.
  func isChange(_ screen: Screen) -> Bool {
    guard options.printsOnlyChanges, frame.isUnasked, !isScreenWanted, waiting == nil, let shown,
      !hasEndedWork, host.graph.pending.isEmpty, navigator?.clock.now ?? 0 == shownNavigations
    else { return false }
    return screen.layer == shown.layer && screen.titles == shown.titles && screen.url == shown.url
  }

  /// Adds the changes on the printed page. Returns false where they are to be printed later.
  func addChanges(to screen: Screen) -> Bool {
    guard let shown, changeTimer == nil else { return false }
    beginChangeInterval()
    let changes = ScreenChanges(from: shown, to: screen)
    let visible = changes.on(seenLines.map { Set($0) })
    var numbers = seenNumbers ?? SeenNumbers(shown, isComplete: shown.waitingRows == 0)
    if visible.count > Self.changedLines {
      say([ShellMessage.linesChanged(visible.count).description])
    } else {
      say(visible.removed)
      numbers.note(visible.lines, of: screen)
      if !visible.lines.isEmpty {
        frame.screen = screen
        frame.page = ScreenPage(lines: visible.lines, remaining: 0, hasTitles: false)
      }
    }
    seenNumbers = numbers
    seenLines = seenLines.map { ($0.compactMap(changes.position) + visible.lines).sorted() }
    pager?.move(to: screen, changes)
    return true
  }

  /// Looks for a change again after some time; until then none is printed.
  private func beginChangeInterval() {
    changeTimer = Task { @MainActor [weak self, sleep = options.sleep] in
      try? await sleep(Self.changeInterval)
      if !Task.isCancelled { self?.endChangeInterval() }
    }
  }

  /// Prints the change that has waited for the end of the interval, if there is one.
  package func endChangeInterval() {
    guard let timer = changeTimer, ending == nil else { return }
    timer.cancel()
    changeTimer = nil
    if host.revision != shownRevision { printNow() }
  }

  /// Retains the numbers that were printed before the line that is typed now was begun: it means those.
  func retainTypedNumbers() {
    guard isTyping() else {
      typedNumbers = nil
      return
    }
    guard frame.isUnasked, typedNumbers == nil else { return }
    typedNumbers = seenNumbers ?? shown.map { SeenNumbers($0, isComplete: $0.waitingRows == 0) }
  }

  /// Records that lines of a screen are printed: of all of it, or of a part.
  func see(_ screen: Screen, _ page: ScreenPage?) {
    guard let page, !page.isWhole(of: screen) else {
      (seenNumbers, seenLines) = (nil, nil)
      return
    }
    var numbers = seenNumbers ?? SeenNumbers()
    numbers.note(page.lines, of: screen)
    (seenNumbers, seenLines) = (numbers, page.lines)
  }
}
