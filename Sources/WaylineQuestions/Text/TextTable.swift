import WaylineSystem

/// Rows of text in columns, under headings. Pure.
///
/// ```
/// Title        Copies
/// The Leopard       2
/// Middlemarch      12
/// ```
///
/// A column of numbers is aligned at its right. In a terminal that is too narrow the widest column is cut, with an
/// ellipsis; elsewhere nothing is.
public struct TextTable: Hashable, Sendable {
  private let headings: [String]
  private let rows: [[String]]

  private static let gap = 2
  /// The width that a column keeps.
  private static let narrowest = 4

  /// Creates a table. Missing cells of a row are empty, and those without a heading are not shown.
  public init(_ headings: String..., rows: [[String]]) {
    self.headings = headings.map(SafeText.line)
    self.rows = rows.map { row in
      headings.indices.map { $0 < row.count ? SafeText.line(of: row[$0]) : "" }
    }
  }

  /// The lines of a table, at most so many columns wide.
  func lines(columns: Int?) -> [StyledText] {
    let widths = widths(columns)
    let isNumber = headings.indices.map { index in
      !rows.isEmpty && rows.allSatisfy { NumberFormatting.isNumber($0[index]) }
    }
    func line(_ cells: [String], _ style: StyledText.Style) -> StyledText {
      var text = ""
      for index in cells.indices {
        let cell = Self.cut(cells[index], to: widths[index])
        let blanks = String(repeating: " ", count: widths[index] - DisplayWidth.of(cell))
        if index > 0 { text += String(repeating: " ", count: Self.gap) }
        let isLast = index == cells.count - 1
        text += isNumber[index] ? blanks + cell : isLast ? cell : cell + blanks
      }
      return StyledText(text, style)
    }
    return [line(headings, .bold)] + rows.map { line($0, []) }
  }

  /// The widths of the columns; the widest one becomes narrower until the table fits.
  private func widths(_ columns: Int?) -> [Int] {
    var widths = headings.indices.map { index in
      ([headings[index]] + rows.map { $0[index] }).map { DisplayWidth.of($0) }.max() ?? 0
    }
    guard let columns else { return widths }
    while widths.reduce(0, +) + Self.gap * (widths.count - 1) > columns,
      let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Self.narrowest
    {
      widths[widest] -= 1
    }
    return widths
  }

  private static func cut(_ text: String, to width: Int) -> String {
    DisplayWidth.of(text) <= width
      ? text : DisplayWidth.beginning(of: text, within: width - 1) + "…"
  }
}
