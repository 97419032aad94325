import WaylineSystem

/// Cells of rows, put into columns of one width each. A column of numbers is aligned at its right.
struct Columns {
  private struct Cell {
    var spans: [Line.Span]

    /// True if it shows nothing.
    var isEmpty: Bool { spans.isEmpty }

    /// True if it is the text of a number.
    var isNumber: Bool {
      let texts = spans.map { span in
        if case .text(let text, _) = span { text } else { "x" }
      }
      return NumberFormatting.isNumber(texts.joined())
    }
  }

  private let rows: [[Cell]]
  /// The elements of all cells, in reading order.
  let elements: [Element]

  /// Columns of rows of cells; a cell of several lines is put on one.
  init(rows: [[Page]]) {
    var elements: [Element] = []
    self.rows = rows.map { row in
      row.map { page in
        let first = elements.count
        elements += page.elements
        let lines = page.lines.filter { !$0.spans.isEmpty }.map { $0.shifted(by: first).spans }
        let spans = lines.joined(separator: [.text(" ", TextStyle())])
        return Cell(spans: Array(spans))
      }
    }
    self.elements = elements
  }

  /// The rows as lines, with room for the numbers of the elements.
  ///
  /// - Complexity: O(text of all cells).
  func lines(firstNumber: Int) -> [Line] {
    let shown = shownElements(firstNumber: firstNumber)
    let widths = rows.map { $0.map { width(of: $0, shown) } }
    let columnCount = rows.map(\.count).max() ?? 0
    // A single cell below several columns is a line of its own.
    let cells = widths.filter { $0.count > 1 || columnCount == 1 }
    let columns = (0..<columnCount).map { column in
      cells.map { column < $0.count ? $0[column] : 0 }.max() ?? 0
    }
    let isNumber = (0..<columnCount).map(isNumberColumn)
    var lines = zip(rows, widths).map { row, widths in line(row, widths, columns, isNumber) }
    // Where weight is shown, the rule below the headings is as wide as they are, also above no rows.
    if !lines.isEmpty { lines[0] = lines[0].filled(from: .rule) }
    return lines
  }

  /// True if all cells below the heading of a column are numbers; some may be empty.
  private func isNumberColumn(_ column: Int) -> Bool {
    let cells = rows.dropFirst().compactMap { row in
      row.count > 1 && column < row.count && !row[column].isEmpty ? row[column] : nil
    }
    return !cells.isEmpty && cells.allSatisfy(\.isNumber)
  }

  private func line(
    _ cells: [Cell], _ widths: [Int], _ columns: [Int], _ isNumber: [Bool]
  ) -> Line {
    var line = Line()
    var blanks = 0
    for (column, cell) in cells.enumerated() {
      let isAtRight = cells.count > 1 && isNumber[column] && !cell.isEmpty
      if isAtRight { blanks += columns[column] - widths[column] }
      if !cell.spans.isEmpty {
        if blanks > 0 {
          line.spans.append(.text(String(repeating: " ", count: blanks), TextStyle()))
        }
        line.spans += cell.spans
        blanks = 0
      }
      blanks += (isAtRight ? 0 : columns[column] - widths[column]) + 2
    }
    return line
  }

  private func width(of cell: Cell, _ shown: [String]) -> Int {
    cell.spans.reduce(0) { width, span in
      switch span {
      case .text(let text, _): width + DisplayWidth.of(text)
      case .element(let index): width + DisplayWidth.of(shown[index])
      }
    }
  }

  /// The text of each element on the screen, its number included.
  private func shownElements(firstNumber: Int) -> [String] {
    elements.indices.map { index in
      let (number, element) = (firstNumber + index, elements[index])
      return "[\(number)] \(element.displayText)\(element.isEnabled ? "" : " (unavailable)")"
    }
  }
}
