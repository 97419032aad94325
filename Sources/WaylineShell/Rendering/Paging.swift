import WaylineSystem
import WaylineViews

/// The size of the terminal that a session is printed to.
package struct WindowSize: Hashable, Sendable {
  /// The width, in columns.
  package var columns: Int
  /// The height, in rows.
  package var rows: Int

  /// A size; at least large enough for a line and a prompt.
  package init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(8, columns), max(4, rows))
  }
}

extension WindowSize {
  /// A window whose lines do not wrap.
  package static func unwrapped(rows: Int) -> WindowSize {
    WindowSize(columns: Int(Int32.max), rows: rows)
  }

  /// The room that messages leave below them.
  func below(_ messages: [Message]) -> WindowSize {
    guard !messages.isEmpty else { return self }
    let wrapping = LineWrapping(columns: columns)
    let taken = messages.reduce(0) { count, message in
      SafeText.lines(of: message.text).reduce(count) { $0 + wrapping.rows(of: $1) }
    }
    return WindowSize(columns: columns, rows: rows - taken)
  }
}

/// The part of a long screen that is printed at once.
package struct ScreenPage: Hashable, Sendable {
  /// The lines of the page, as positions among the lines of the screen.
  package var lines: [Int]
  /// The number of lines after the page; of rows where some are not made yet.
  package var remaining: Int
  /// True if the titles are printed above the lines.
  var hasTitles: Bool
  /// True if what is left is above the page: the pages go up.
  var leavesEarlier = false

  /// True if nothing of the screen is left out.
  func isWhole(of screen: Screen) -> Bool {
    hasTitles && lines.count == screen.lines.count && remaining == 0
  }
}

/// The position in a long text that is printed page by page. Pure.
///
/// ```
/// … 9,980 more lines: more, /text, top, all
/// ```
///
/// The rows of a long list are made as pages need them; until then they count as a line each, and the
/// hint speaks of rows. A page has room for the prompt below it. Lines are counted as they wrap at the window's width.
/// The pages of a screen that begins at its end go up: the position is then the first line that was printed.
struct Pager: Hashable, Sendable {
  /// The text that is printed; in a box, since most sessions have none.
  private indirect enum Content: Hashable, Sendable {
    case screen(Screen, lines: [Int]?)
    case messages([Message])
  }

  /// The part of the text that is printed next.
  enum Part: Hashable, Sendable {
    case screen(Screen, ScreenPage)
    case messages([Message], remaining: Int)
  }

  private var content: Content
  private var position = 0
  /// True if each page is the one above the page before it.
  private var goesUp = false
  private var hasBegun = false

  /// A pager of the lines of a screen from one on.
  init(_ screen: Screen, from position: Int) {
    content = .screen(screen, lines: nil)
    self.position = position
  }

  /// A pager of all lines of a screen, or of some of them.
  init(_ screen: Screen, lines: [Int]? = nil) {
    content = .screen(screen, lines: lines)
  }

  /// A pager of the lines of a screen from its end up.
  init(up screen: Screen) {
    content = .screen(screen, lines: nil)
    (position, goesUp) = (screen.lines.count, true)
  }

  /// A pager of messages.
  init(_ messages: [Message]) {
    // A message of several lines is several lines here.
    content = .messages(
      messages.flatMap { message in
        SafeText.lines(of: message.text).map { line in
          var part = message
          part.text = line
          return part
        }
      })
  }

  /// True for the lines of a screen.
  var isOfScreen: Bool { if case .screen = content { true } else { false } }

  /// True if nothing has been printed.
  var isAtBeginning: Bool { goesUp ? !hasBegun : position == 0 }

  /// True if nothing is left to print.
  var isAtEnd: Bool { remaining == 0 }

  /// True if lines are left that can be printed now.
  var hasLines: Bool { goesUp ? position > 0 : position < count }

  /// True if rows of the screen are not made yet.
  var hasWaitingRows: Bool { waitingRows > 0 }

  /// The number of lines of the screen that the next page needs.
  func neededLines(in window: WindowSize) -> Int { position + window.rows }

  /// Continues with more rows of its screen.
  mutating func take(rowsOf screen: Screen) {
    guard case .screen(let own, lines: nil) = content, screen.continues(own) else { return }
    content = .screen(screen, lines: nil)
  }

  /// Continues on the screen that its own has become, below the same line.
  mutating func move(to screen: Screen, _ changes: ScreenChanges) {
    guard case .screen(let own, lines: nil) = content, own.lines.count >= position else { return }
    content = .screen(screen, lines: nil)
    if goesUp {
      let below = (position..<own.lines.count).lazy.compactMap(changes.position).first
      position = below ?? min(position, screen.lines.count)
      return
    }
    let above = (0..<position).reversed().lazy.compactMap(changes.position).first
    position = above.map { $0 + 1 } ?? min(position, screen.lines.count)
  }

  /// Everything that is left, as one part; the whole of a screen whose pages go up.
  var rest: Part {
    switch content {
    case .screen(let screen, let lines):
      let all = lines ?? Array(screen.lines.indices)
      let first = goesUp ? 0 : position
      return .screen(
        screen, ScreenPage(lines: Array(all[first...]), remaining: 0, hasTitles: first == 0))
    case .messages(let messages): return .messages(Array(messages[position...]), remaining: 0)
    }
  }

  /// The number of lines from the position on, with a line for each row that is not made yet.
  private var remaining: Int { goesUp ? position : count - position + waitingRows }

  private var waitingRows: Int {
    if case .screen(let screen, lines: nil) = content { screen.waitingRows } else { 0 }
  }

  private var count: Int {
    switch content {
    case .screen(let screen, let lines): lines?.count ?? screen.lines.count
    case .messages(let messages): messages.count
    }
  }

  /// Takes the next page that fits into a window.
  ///
  /// - Complexity: O(lines of the page).
  mutating func next(in window: WindowSize) -> Part {
    let start = position
    defer { hasBegun = true }
    switch content {
    case .screen(let screen, _) where goesUp:
      let titles = hasBegun ? [] : Place.lines(of: screen)
      retreat(in: window, below: titles) { PlainRenderer.line($0, of: screen) }
      var page = ScreenPage(
        lines: Array(position..<start), remaining: remaining, hasTitles: !hasBegun)
      page.leavesEarlier = remaining > 0
      return .screen(screen, page)
    case .screen(let screen, let lines):
      let titles = start == 0 ? Place.lines(of: screen) : []
      advance(in: window, below: titles) { index in
        PlainRenderer.line(lines?[index] ?? index, of: screen)
      }
      let page = ScreenPage(
        lines: (start..<position).map { lines?[$0] ?? $0 }, remaining: remaining,
        hasTitles: start == 0)
      return .screen(screen, page)
    case .messages(let messages):
      advance(in: window, below: []) { messages[$0].text }
      return .messages(Array(messages[start..<position]), remaining: remaining)
    }
  }

  /// Moves on by as many lines as fit, one at least if there is any. The last row is the prompt's, and the one
  /// before it that of the hint if anything remains.
  private mutating func advance(
    in window: WindowSize, below titles: [String], line: (Int) -> String
  ) {
    let wrapping = LineWrapping(columns: window.columns)
    let start = position
    var free = window.rows - 1 - titles.reduce(0) { $0 + wrapping.rows(of: $1) }
    while position < count {
      free -= wrapping.rows(of: line(position))
      if free < 0 { break }
      position += 1
    }
    if remaining > 0, free < 1, position > start + 1 { position -= 1 }
    if position == start, position < count { position += 1 }
  }

  /// Moves up by as many lines as fit, one at least if there is any.
  private mutating func retreat(
    in window: WindowSize, below titles: [String], line: (Int) -> String
  ) {
    let wrapping = LineWrapping(columns: window.columns)
    let start = position
    var free = window.rows - 1 - titles.reduce(0) { $0 + wrapping.rows(of: $1) }
    while position > 0 {
      free -= wrapping.rows(of: line(position - 1))
      if free < 0 { break }
      position -= 1
    }
    if position > 0, free < 1, position < start - 1 { position += 1 }
    if position == start, position > 0 { position -= 1 }
  }
}

/// Breaks a line at the width of a terminal, between words, with a hanging indent. Pure.
///
/// The lines after the first begin below the text of a label (`[12] Title`), or below the second
/// column of a list (`  open place…  Open a place`), so that the eye finds the next item. A second
/// column in the right half of the window has lines of its own below the first.
struct LineWrapping: Hashable, Sendable {
  /// The width, in columns.
  let columns: Int

  /// The number of rows that a line takes.
  func rows(of line: String) -> Int {
    DisplayWidth.of(line) <= columns ? 1 : 1 + wrapped(line).count { $0 == "\n" }
  }

  /// The line with line ends where it wraps; escape sequences take no room.
  ///
  /// - Parameter hanging: the indent of the further lines; nil for that of the text.
  func wrapped(_ line: String, hanging: Int? = nil) -> String {
    guard line.utf8.count > columns, Self.width(line) > columns else { return line }
    var (indent, splits) = hanging.map { (min($0, columns / 2), false) } ?? layout(of: line)
    var (result, column, blanks) = ("", 0, "")
    var style = OpenStyle()
    for piece in Self.pieces(of: line) {
      if piece.first == " " {
        blanks = String(piece)
        continue
      }
      let width = Self.width(piece)
      let isSecond = splits && column > 0 && blanks.count > 1
      if isSecond || column > indent && column + blanks.count + width > columns {
        if isSecond { splits = false }
        result += style.lineBreak(indent: indent)
        column = indent
      } else {
        result += blanks
        column += blanks.count
      }
      blanks = ""
      append(piece, width, to: &result, &column, indent, style)
      style.read(piece)
    }
    return result
  }

  /// Adds a word; one that is wider than the line is broken where the line ends.
  private func append(
    _ word: Substring, _ width: Int, to result: inout String, _ column: inout Int, _ indent: Int,
    _ style: OpenStyle
  ) {
    guard column + width > columns else {
      result += word
      column += width
      return
    }
    var (isEscape, style) = (false, style)
    for position in word.indices {
      let character = word[position]
      if character == "\u{1B}" { isEscape = true }
      let width = isEscape ? 0 : DisplayWidth.of(character)
      if isEscape, character == "m" {
        isEscape = false
        style.read(word[...position])
      }
      if column + width > columns {
        result += style.lineBreak(indent: indent)
        column = indent
      }
      result.append(character)
      column += width
    }
  }

  /// The column of the text after a label's number, or of the second column, at most half the width; and
  /// true if the second column begins on a line of its own, a few columns further in than the first.
  private func layout(of line: String) -> (indent: Int, splits: Bool) {
    let plain = Self.plain(line)
    let blanks = plain.prefix { $0 == " " }.count
    if let label = plain.prefixMatch(of: /\ *\[\d+\]\ /) {
      let indent = label.output.count
      return (indent <= columns / 2 ? indent : min(blanks, columns / 2), false)
    }
    // A row of columns, such as the headings of a table; two blanks after a sentence make no columns.
    if blanks == 0, plain.contains(/[^.!?\ ]\ {2,}\S/) { return (min(2, columns / 2), false) }
    guard blanks > 0, let column = plain.prefixMatch(of: /\ +\S.*?\ {2,}(?=\S)/) else {
      return (min(blanks, columns / 2), false)
    }
    let indent = DisplayWidth.of(String(column.output))
    return indent <= columns / 2 ? (indent, false) : (min(blanks + 4, columns / 2), true)
  }

  /// Words and the blanks between them, in turn.
  private static func pieces(of line: String) -> [Substring] {
    var (pieces, start) = ([Substring](), line.startIndex)
    while start < line.endIndex {
      let isBlank = line[start] == " "
      let end = line[start...].firstIndex { ($0 == " ") != isBlank } ?? line.endIndex
      pieces.append(line[start..<end])
      start = end
    }
    return pieces
  }

  private static func width(_ text: some StringProtocol) -> Int { DisplayWidth.of(plain(text)) }

  /// The text without the sequences that set colour and weight.
  private static func plain(_ text: some StringProtocol) -> String {
    var plain = ""
    var rest = Substring(text)
    while let escape = rest.firstIndex(of: "\u{1B}") {
      plain += rest[..<escape]
      rest = rest[escape...].drop { $0 != "m" }.dropFirst()
    }
    return plain + rest
  }
}

/// The colour and weight that are set at a position of a line.
private struct OpenStyle {
  /// The sequence that has set them; empty for none.
  private var sequence: Substring = ""

  /// Reads a part of the line.
  mutating func read(_ part: Substring) {
    guard let start = part.lastIndex(of: "\u{1B}") else { return }
    let last = part[start...].prefix { $0 != "m" } + "m"
    sequence = last == "\u{1B}[0m" ? "" : last
  }

  /// The end of a line and the blanks of the next one, which have no style.
  func lineBreak(indent: Int) -> String {
    (sequence.isEmpty ? "" : "\u{1B}[0m") + "\n" + String(repeating: " ", count: indent) + sequence
  }
}
