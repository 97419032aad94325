/// The rows of a terminal that show a question, as the bytes that draw and clear them. Pure.
///
/// It is all that is ever drawn over: while the question is answered, its rows are the last of the terminal, and
/// the cursor is on the first of them.
package struct QuestionRegion: Hashable, Sendable {
  private struct Drawing: Hashable {
    let columns: Int
    let rows: Int
    let cursor: Int
  }

  private let hasStyles: Bool
  /// The present rows; nil while nothing is drawn.
  private var drawing: Drawing?

  private static let (clearRest, clearBelow) = ("\u{1B}[K", "\u{1B}[J")

  /// Creates a region that is not drawn.
  ///
  /// - Parameter hasStyles: whether letters are underlined and dimmed.
  package init(hasStyles: Bool) {
    self.hasStyles = hasStyles
  }

  /// True if the question is drawn for a window of this size.
  package func isDrawn(columns: Int, rows: Int) -> Bool {
    drawing.map { $0.columns == columns && $0.rows == rows } ?? false
  }

  /// The bytes that show a question as it is now.
  package mutating func draw(_ machine: QuestionMachine, columns: Int, rows: Int) -> String {
    let shown = machine.lines(columns: columns, rows: rows)
    let lines = shown.styled.map { $0.text(hasStyles: hasStyles) }
    var text = toFirstLine(columns: columns) + lines.joined(separator: "\(Self.clearRest)\n")
    text += Self.clearRest + Self.clearBelow
    if lines.count > 1 { text += "\u{1B}[\(lines.count - 1)A" }
    text += shown.cursor > 0 ? "\r\u{1B}[\(shown.cursor)C" : "\r"
    drawing = Drawing(columns: columns, rows: rows, cursor: shown.cursor)
    return text
  }

  /// The bytes that clear the rows, with the cursor at the beginning of the first of them; empty while nothing
  /// is drawn.
  package mutating func clear(columns: Int) -> String {
    defer { drawing = nil }
    return drawing == nil ? "" : toFirstLine(columns: columns) + Self.clearBelow
  }

  /// The bytes that move the cursor to the beginning of the question.
  ///
  /// A window that has become narrower has wrapped the lines, and the cursor stays with its character.
  private func toFirstLine(columns: Int) -> String {
    guard let drawing, columns < drawing.columns else { return "\r" }
    let rows = drawing.cursor / columns
    return rows > 0 ? "\r\u{1B}[\(rows)A" : "\r"
  }
}
