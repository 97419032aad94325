import WaylineGraph
import WaylineNavigation
import WaylineViews

// Notices: lines that the program posts from anywhere. Those of a line are part of its answer; all others are printed
// as changes that no line has caused, and as seldom.

/// The notices that no line has asked for, and that are not printed yet.
struct WaitingNotices {
  /// The most notices that are printed together.
  static let most = 3

  private var messages: [Message] = []
  /// The number of notices that came before these, and are not printed.
  private var passedOver = 0

  /// True if nothing waits.
  var isEmpty: Bool { messages.isEmpty }

  /// Adds a notice; one that waits already waits once.
  mutating func add(_ message: Message) {
    guard !messages.contains(message) else { return }
    messages.append(message)
    guard messages.count > Self.most else { return }
    messages.removeFirst()
    passedOver += 1
  }

  /// Removes and returns what is to be printed.
  mutating func take() -> [Message] {
    defer { self = WaitingNotices() }
    guard passedOver > 0 else { return messages }
    var rest = Message.note(.noticesPassedOver(passedOver))
    rest.isUnasked = true
    return [rest] + messages
  }
}

/// The notices that `wait until` sees: those that were posted since the line before it was taken.
///
/// A comment and a `wait` are no such line, so a script may have them between a line and the notice of its
/// work.
struct AwaitedNotices {
  /// The most notices that are retained.
  static let most = 100

  private var posted: [(text: String, line: Int)] = []

  /// Adds a notice that was posted while a line was the last one.
  mutating func add(_ text: String, at line: Int) {
    posted.removeAll { $0.line < line }
    if posted.count == Self.most { posted.removeFirst() }
    posted.append((text, line))
  }

  /// Retains what the line before saw: the present one takes its place.
  mutating func passOver(_ line: Int) {
    guard !posted.isEmpty else { return }
    posted = posted.filter { $0.line >= line - 1 }.map { ($0.text, line) }
  }

  /// The position of the first notice since a line was taken with a text; nil without one.
  func index(since line: Int, where hasText: (String) -> Bool) -> Int? {
    posted.firstIndex { $0.line >= line && hasText($0.text) }
  }

  /// Removes a notice that was awaited: the next `wait until` awaits another one.
  mutating func remove(at index: Int) { posted.remove(at: index) }
}

extension Session {
  /// Takes the notices of the program, and those that it has posted already.
  func connectNotices() { host.onMessage = { [reference] in reference.object?.post($0) } }

  /// Prints a notice: with the answer of its line, as a line of its command, or as a change that no line
  /// caused.
  private func post(_ notice: PostedNotice) {
    guard ending == nil else { return }
    onNotice(notice.text)
    awaitedNotices.add(notice.text, at: lineNumber)
    if waiting != nil { lookForText() }
    var message = Message.note(notice.text, .notice)
    message.link = (notice.link as? Route).map { MessageLink($0) }
    let line = StartedTasks.line(in: host.graph.pending)
    let isOfCommand = runsAtOnce || running != nil && scopes == 0 && running?.line == line
    if isOfCommand { return print(message) }
    if scopes > 0 || heldAnswer != nil && line != nil, !isEarlier(line) {
      return frame.messages.append(message)
    }
    message.isUnasked = true
    notices.add(message)
    printNotices()
  }

  /// Prints the notices that wait, unless a change was printed a short time ago, or an answer is to be printed
  /// first.
  func printNotices() {
    guard !notices.isEmpty, scopes == 0, heldAnswer == nil, changeTimer == nil else {
      return
    }
    printUnasked(of: nil) { frame.messages += notices.take() }
    if options.printsOnlyChanges, changeTimer == nil, ending == nil { beginChangeInterval() }
  }

  /// Adds the notices that wait to a frame that is printed now.
  func addNotices() {
    if !notices.isEmpty { frame.messages = notices.take() + frame.messages }
  }

  /// The frame with the numbers of its messages that lead to a place, above those of the screen.
  func numbered(_ frame: Frame) -> Frame {
    var frame = frame
    for index in frame.messages.indices {
      guard let link = frame.messages[index].link else { continue }
      let url = options.printsLinks ? navigator?.url(of: link.place) : nil
      let number =
        options.showsScreens && frame.ending == nil && navigator != nil
        ? addLink(link.place, frame.messages[index].text) : nil
      frame.messages[index].link = MessageLink(
        link.place, number: number, url: url, isPrinted: true)
    }
    return frame
  }

  private func addLink(_ place: Route, _ text: String) -> Int {
    if typedLinks == nil, isTyping() { typedLinks = links }
    let screen = shown.map { $0.lastNumber + $0.waitingRows } ?? 0
    return links.add(place, text, above: max(screen, seenNumbers?.last ?? 0))
  }

  /// The places that numbers can mean in the present line: none whose number was printed after it was begun.
  var knownLinks: PrintedLinks {
    if links.isEmpty, typedLinks == nil { return PrintedLinks() }
    let links = typedLinks ?? links
    return isTypedAhead ? links.first(typedAtLinks) : links
  }

  /// The number that opens the place of the last printed notice with a text; nil without one.
  package func number(ofNotice text: String) -> Int? { links.link(named: text)?.number }

  /// Opens the place of a notice.
  func open(_ number: Int) {
    guard let link = knownLinks[number] else { return }
    navigate(.openPlace(link.place))
  }
}
