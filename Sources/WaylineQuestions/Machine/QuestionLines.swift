import WaylineSystem

/// The lines that show a question while it is answered, and the place of the cursor on the first of them.
package struct QuestionLines: Hashable, Sendable {
  /// The lines with their styles, none wider than the terminal.
  let styled: [StyledText]
  /// The lines without styles.
  package var lines: [String] { styled.map { $0.text(hasStyles: false) } }
  /// The column of the cursor on the first line.
  package let cursor: Int

  /// The most lines of a question.
  package static let limit = 10
}

extension QuestionMachine {
  /// The lines of the question: the prompt with what was typed, a problem, the labels around the marker, and
  /// the keys.
  ///
  /// - Parameters:
  ///   - columns: the width of the terminal.
  ///   - rows: its height.
  package func lines(columns: Int, rows: Int) -> QuestionLines {
    let width = max(columns - 1, 10)
    let (first, cursor) = firstLine(width)
    let note = problem ?? (allowsBack && !hasLabels && !takesDates ? "Shift-Tab goes back" : nil)
    let notes = note.map { [StyledText(Self.cut("  \($0)", to: width))] } ?? []
    let room = min(QuestionLines.limit, max(rows, 2)) - 1 - notes.count
    return QuestionLines(
      styled: [StyledText(first)] + notes
        + (takesDates ? keyLine(width, room) : labelLines(width, room)), cursor: cursor)
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
    case .confirmation(nil): "(yes or no)"
    case .choice, .choices, .confirmation, .secret, .editor: ""
    }
  }

  private func labelLines(_ width: Int, _ room: Int) -> [StyledText] {
    guard hasLabels, room > 0 else { return [] }
    guard !matches.isEmpty else {
      return [StyledText(Self.cut("  no match", to: width))] + keyLine(width, room - 1)
    }
    let isCut = matches.count > min(room, Self.page)
    let count = min(matches.count, Self.page, isCut && room > 1 ? room - 1 : room)
    // The marker stays in the middle where it can.
    let first = min(max((marker ?? 0) - count / 2, 0), matches.count - count)
    let part = isCut ? "\(first + 1) to \(first + count) of \(matches.count)   " : ""
    return (first..<first + count).map { labelLine($0, width) } + keyLine(width, room - count, part)
  }

  /// The line that names the keys, after the part of the labels that is shown; none without room.
  private func keyLine(_ width: Int, _ room: Int, _ part: String = "") -> [StyledText] {
    let first: String? =
      switch form.kind {
      case _ where takesDates: "Up and Down move a day, PageUp and PageDown a month"
      case .choices: takesDigits ? "Space or a digit chooses" : "Space chooses"
      case .choice: "Type to filter"
      case .confirmation, .text, .secret, .editor: nil
      }
    let back = allowsBack ? "Shift-Tab goes back" : nil
    let takes =
      takesDigits && !form.allowsSeveral ? "Enter or a digit takes" : "Enter takes\(takenText)"
    let keys = [first, takes, "Esc leaves", back, "Tab completes"].compactMap { $0 }
    let line = Self.cut("  \(part)\(keys.joined(separator: ", "))", to: width)
    return room > 0 ? [StyledText(line, .faint)] : []
  }

  /// The labels that Enter takes where they are others than the chosen ones: one name, or a number of choices.
  private var takenText: String {
    guard let taken else { return "" }
    return taken.count == 1 ? " only \(form.labels[taken[0]])" : " \(taken.count) choices"
  }

  /// A label behind its mark, with the letters underlined that the typed text matches.
  private func labelLine(_ position: Int, _ width: Int) -> StyledText {
    let index = matches[position]
    let mark = position == marker ? ">" : " "
    let number = takesDigits ? "\(index + 1) " : ""
    let box = form.allowsSeveral ? chosen.contains(index) ? "[x] " : "[ ] " : ""
    let (head, label) = ("\(mark) \(number)\(box)", form.labels[index])
    let line = Self.cut(head + label, to: width)
    guard !typed.isEmpty else { return StyledText(line) }
    let marks = LabelFilter.marks(of: typed.text, in: label)
    let isWhole = line.count == head.count + label.count
    var text = StyledText("")
    for (place, character) in line.enumerated() {
      let isMarked =
        marks.contains(place - head.count) && (isWhole || place < line.count - 1)
      text = text.followed(by: character, isMarked ? .underline : [])
    }
    return text
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
