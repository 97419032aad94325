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

/// The part of a long screen that is printed at once.
package struct ScreenPage: Hashable, Sendable {
  /// The lines of the page, as positions among the lines of the screen.
  package var lines: [Int]
  /// The number of lines after the page; of rows where some are not made yet.
  package var remaining: Int
  /// True if the titles are printed above the lines.
  var hasTitles: Bool

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
struct Pager: Hashable, Sendable {
  /// The text that is printed.
  private enum Content: Hashable, Sendable {
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

  /// A pager of all lines of a screen, or of some of them.
  init(_ screen: Screen, lines: [Int]? = nil) {
    content = .screen(screen, lines: lines)
  }

  /// A pager of messages.
  init(_ messages: [Message]) {
    // A message of several lines is several lines here.
    content = .messages(
      messages.flatMap { message in
        SafeText.lines(of: message.text).map { Message(kind: message.kind, text: $0) }
      })
  }

  /// True if nothing is left to print.
  var isAtEnd: Bool { remaining == 0 }

  /// True if lines are left that can be printed now.
  var hasLines: Bool { position < count }

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
    let above = (0..<position).reversed().lazy.compactMap(changes.position).first
    content = .screen(screen, lines: nil)
    position = above.map { $0 + 1 } ?? min(position, screen.lines.count)
  }

  /// Everything that is left, as one part.
  var rest: Part {
    switch content {
    case .screen(let screen, let lines):
      let all = lines ?? Array(screen.lines.indices)
      return .screen(
        screen, ScreenPage(lines: Array(all[position...]), remaining: 0, hasTitles: position == 0))
    case .messages(let messages): return .messages(Array(messages[position...]), remaining: 0)
    }
  }

  /// The number of lines from the position on, with a line for each row that is not made yet.
  private var remaining: Int { count - position + waitingRows }

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
    switch content {
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
  func wrapped(_ line: String) -> String {
    guard line.utf8.count > columns, Self.width(line) > columns else { return line }
    var (indent, splits) = layout(of: line)
    var (result, column, blanks) = ("", 0, "")
    for piece in Self.pieces(of: line) {
      if piece.first == " " {
        blanks = String(piece)
        continue
      }
      let width = Self.width(piece)
      let isSecond = splits && column > 0 && blanks.count > 1
      if isSecond || column > indent && column + blanks.count + width > columns {
        if isSecond { splits = false }
        result += "\n" + String(repeating: " ", count: indent)
        column = indent
      } else {
        result += blanks
        column += blanks.count
      }
      blanks = ""
      append(piece, width, to: &result, &column, indent)
    }
    return result
  }

  /// Adds a word; one that is wider than the line is broken where the line ends.
  private func append(
    _ word: Substring, _ width: Int, to result: inout String, _ column: inout Int, _ indent: Int
  ) {
    guard column + width > columns else {
      result += word
      column += width
      return
    }
    var isEscape = false
    for character in word {
      if character == "\u{1B}" { isEscape = true }
      let width = isEscape ? 0 : DisplayWidth.of(character)
      if isEscape, character == "m" { isEscape = false }
      if column + width > columns {
        result += "\n" + String(repeating: " ", count: indent)
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
    if let label = plain.prefixMatch(of: /\ *\[(\d+|-)\]\ /) {
      let indent = label.output.0.count
      return (indent <= columns / 2 ? indent : min(blanks, columns / 2), false)
    }
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
