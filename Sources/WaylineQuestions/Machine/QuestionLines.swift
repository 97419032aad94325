import WaylineSystem

/// The lines that show a question while it is answered, and the place of the cursor on the first of them.
package struct QuestionLines: Hashable, Sendable {
  /// The lines, none wider than the terminal.
  package let lines: [String]
  /// The column of the cursor on the first line.
  package let cursor: Int

  /// The most lines of a question.
  package static let limit = 10
}

extension QuestionMachine {
  /// The lines of the question: the prompt with what was typed, a problem, and the labels around the marker.
  ///
  /// - Parameters:
  ///   - columns: the width of the terminal.
  ///   - rows: its height.
  package func lines(columns: Int, rows: Int) -> QuestionLines {
    let width = max(columns - 1, 10)
    let (first, cursor) = firstLine(width)
    let note = problem ?? (allowsBack ? "Shift-Tab goes back" : nil)
    let notes = note.map { [Self.cut("  \($0)", to: width)] } ?? []
    let room = min(QuestionLines.limit, max(rows, 2)) - 1 - notes.count
    return QuestionLines(lines: [first] + notes + labelLines(width, room), cursor: cursor)
  }

  private func firstLine(_ width: Int) -> (line: String, cursor: Int) {
    let prompt = Self.cut(form.promptBeforeAnswer, to: width / 2 + width / 4)
    let hint = typed.isEmpty ? hint : ""
    let head = prompt + " "
    // The part of the text around the cursor that fits.
    let room = max(width - DisplayWidth.of(head), 1)
    let before = Self.end(of: SafeText.line(of: typed.before), within: room)
    let rest = room - DisplayWidth.of(before)
    let after = DisplayWidth.beginning(of: SafeText.line(of: typed.after), within: rest)
    let line =
      head + before + (typed.isEmpty ? DisplayWidth.beginning(of: hint, within: rest) : after)
    return (line, DisplayWidth.of(head + before))
  }

  /// The text in the place of what is not typed yet.
  private var hint: String {
    switch form.kind {
    case .text: form.defaultText.map { "(\($0))" } ?? ""
    case .choices: "(Space chooses, Enter continues)"
    case .confirmation(nil): "(yes or no)"
    case .choice, .confirmation, .secret, .editor: ""
    }
  }

  private func labelLines(_ width: Int, _ room: Int) -> [String] {
    guard hasLabels, room > 0 else { return [] }
    guard !matches.isEmpty else { return [Self.cut("  no match", to: width)] }
    let isCut = matches.count > min(room, Self.page)
    let count = min(matches.count, Self.page, isCut && room > 1 ? room - 1 : room)
    // The marker stays in the middle where it can.
    let first = min(max((marker ?? 0) - count / 2, 0), matches.count - count)
    let lines = (first..<first + count).map { Self.cut(labelLine($0), to: width) }
    return isCut && room > 1
      ? lines + [Self.cut("  \(first + 1) to \(first + count) of \(matches.count)", to: width)]
      : lines
  }

  private func labelLine(_ position: Int) -> String {
    let index = matches[position]
    let mark = position == marker ? ">" : " "
    let box = form.allowsSeveral ? chosen.contains(index) ? "[x] " : "[ ] " : ""
    return "\(mark) \(box)\(form.labels[index])"
  }

  /// A line that fits, with an ellipsis if something is missing.
  private static func cut(_ line: String, to width: Int) -> String {
    DisplayWidth.of(line) <= width
      ? line : DisplayWidth.beginning(of: line, within: width - 1) + "…"
  }

  private static func end(of text: String, within width: Int) -> String {
    String(DisplayWidth.beginning(of: String(text.reversed()), within: width).reversed())
  }
}
