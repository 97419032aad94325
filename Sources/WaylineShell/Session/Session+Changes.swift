import WaylineGraph
import WaylineViews

// Changes that no line caused, on the screen that stays: at most the changed lines are printed.

/// The line that stands in the place of a question, which says what its answer has changed.
struct Conclusion: Hashable, Sendable {
  /// The label and the value.
  let text: String
  /// The number of the line that gave the answer.
  let line: Int

  /// True if a line of a screen says the same of the element that had its number before, and nothing else.
  func says(_ line: Int, of screen: Screen, after former: Screen) -> Bool {
    guard case .element(let index)? = screen.lines[line].spans.first,
      screen.lines[line].spans.count == 1,
      let before = former.index(ofNumber: screen.number(of: index)),
      former.elements[before].id == screen.elements[index].id
    else { return false }
    let element = screen.elements[index]
    return text == "\(element.label): \(element.value)"
  }
}

extension Session {
  /// The largest number of changed lines that are printed.
  private static let changedLines = 3
  /// The shortest time between two changes that are printed.
  static let changeInterval = Duration.seconds(2)

  /// True if only the lines that changed are printed of a screen: no work that a line has begun has ended
  /// with it, and the place is the same.
  func isChange(_ screen: Screen) -> Bool {
    guard options.printsOnlyChanges, frame.isUnasked, !isScreenWanted, waiting == nil, let shown,
      endedWork == 0, navigator?.clock.now ?? 0 == shownNavigations
    else { return false }
    return screen.isSamePlace(as: shown) && screen.url == shown.url
  }

  /// True if a screen is the answer to a line that has stayed on it, where that is what has changed.
  func stays(on screen: Screen) -> Bool {
    guard options.answersWithChanges, !frame.isUnasked, !isScreenWanted, !isScreenUnsent,
      waiting == nil, let shown, navigator?.clock.now ?? 0 == shownNavigations
    else { return false }
    return screen.isSamePlace(as: shown) && screen.url == shown.url
  }

  /// The screen with the numbers under which its elements were printed, where these stay.
  func keepingNumbers(_ screen: Screen) -> Screen {
    guard options.keepsNumbers, let shown, !isScreenWanted,
      navigator?.clock.now ?? 0 == shownNavigations, screen.isSamePlace(as: shown),
      screen.url == shown.url
    else { return screen.numberedByPlace }
    return screen.numbered(as: shown)
  }

  /// Adds only the lines that a line has changed of the screen that stays. Returns false where the whole screen
  /// is printed: it is another one, or wanted, or did not fit, or more than half of it has changed.
  ///
  /// A line whose number has changed counts as changed, so a number means what was printed under it last. What has not
  /// changed of a line, its choices, is not repeated.
  func addAnswer(as screen: Screen) -> Bool {
    guard stays(on: screen), let shown, seenLines == nil, seenNumbers?.isComplete ?? true,
      shown.waitingRows + screen.waitingRows == 0, !screen.beginsAtEnd
    else { return false }
    var changes = ScreenChanges(from: shown, to: screen, comparingNumbers: true)
    if let filled { changes.keep(filled.others(changes.lines, of: screen)) }
    guard changes.count * 2 <= max(screen.lines.count, shown.lines.count) else { return false }
    if let conclusion, conclusion.line == lineNumber {
      changes.keep(changes.lines.filter { !conclusion.says($0, of: screen, after: shown) })
    }
    if filled == nil, let secret = givenSecret { changes.add(secret, of: screen) }
    sayAtTerminal(changes.removed, .removedLine)
    if !changes.lines.isEmpty {
      frame.screen = screen.notingRegained(since: shown).abbreviating(changes.lines, since: shown)
      frame.page = ScreenPage(lines: changes.lines, remaining: 0, hasTitles: false)
      frame.columns = window?.columns
    }
    pager = nil
    if seenNumbers != nil || !changes.removed.isEmpty, options.keepsNumbers {
      // A number whose element is gone still means it.
      var numbers = seenNumbers ?? SeenNumbers(shown, isComplete: true)
      numbers.note(changes.lines, of: screen)
      seenNumbers = numbers
      links.giveWay { $0 <= screen.lastNumber }
    } else {
      see(screen, nil)
    }
    return true
  }

  /// Takes the request of a program for the changes of screens that no line caused.
  func sendChanges(_ isOn: Bool, asked line: String) {
    endStep()
    lineNumber += 1
    answering {
      sendsChanges = isOn
      frame.input = .request(line: line)
    }
  }

  /// Notes the screen before the one that is printed, if no line caused that, and it is of the same place.
  func noteEarlierScreen() {
    guard frame.isUnasked, !isScreenWanted, !isScreenUnsent, let shown, let screen = frame.screen,
      screen.isSamePlace(as: shown), screen.url == shown.url
    else { return }
    frame.earlier = shown
  }

  /// Adds the changes on the printed page, or the screen if they are many while work goes on. Returns the screen to
  /// which numbers refer then; nil where the changes are to be printed later.
  func addChanges(to screen: Screen) -> Screen? {
    guard let shown else { return nil }
    let changes = ScreenChanges(from: shown, to: screen)
    var visible = changes.on(seenLines.map { Set($0) })
    if screen.beginsAtEnd { visible.dropRemoved() }
    let limit = screen.beginsAtEnd ? linesOfPage : Self.changedLines
    if visible.count > limit, !host.graph.pending.isEmpty {
      // What a line has begun goes on: it may have shown what the user waits for.
      return addPages(of: screen)
    }
    guard changeTimer == nil else { return nil }
    beginChangeInterval()
    var numbers = seenNumbers ?? SeenNumbers(shown, isComplete: shown.waitingRows == 0)
    if visible.count > limit {
      if screen.beginsAtEnd, showsEnd { return addPages(of: screen) }
      say(.linesChanged(visible.count))
    } else {
      say(visible.removed, .removedLine)
      numbers.note(visible.lines, of: screen)
      links.giveWay { numbers[$0] != nil }
      if !visible.lines.isEmpty {
        frame.screen = screen
        frame.page = ScreenPage(lines: visible.lines, remaining: 0, hasTitles: false)
      }
    }
    seenNumbers = numbers
    seenLines = seenLines.map { ($0.compactMap(changes.position) + visible.lines).sorted() }
    pager?.move(to: screen, changes)
    return screen
  }

  /// The number of lines that a screen that is followed at its end prints of a change.
  private var linesOfPage: Int { max(Self.changedLines, (window?.rows ?? 24) - 2) }

  /// True if the last line of the last printed screen was printed.
  private var showsEnd: Bool {
    seenLines.map { $0.last == (shown?.lines.count ?? 0) - 1 } ?? true
  }

  /// Looks for a change again after some time; until then none is printed.
  func beginChangeInterval() {
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
    printNotices()
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

  /// The numbers that were printed before a page of a screen: those of the same place, which it has changed.
  private func numbers(before screen: Screen) -> SeenNumbers {
    guard options.window != nil, let shown, shown != screen, shown.isSamePlace(as: screen) else {
      return SeenNumbers()
    }
    return SeenNumbers(shown, isComplete: false)
  }

  /// Records that lines of a screen are printed: of all of it, or of a part.
  func see(_ screen: Screen, _ page: ScreenPage?) {
    guard let page, !page.isWhole(of: screen) else {
      (seenNumbers, seenLines) = (nil, nil)
      return links.giveWay { $0 <= screen.lastNumber }
    }
    var numbers = seenNumbers ?? numbers(before: screen)
    numbers.note(page.lines, of: screen)
    links.giveWay { numbers[$0] != nil }
    (seenNumbers, seenLines) = (numbers, page.lines)
  }
}
