import WaylineSystem

/// Cells of rows, put into columns of one width each.
struct Columns {
  private struct Cell {
    var spans: [Line.Span]
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
    var lines = zip(rows, widths).map { row, widths in line(row, widths, columns) }
    // Where weight is shown, the rule below the headings is as wide as they are, also above no rows.
    if !lines.isEmpty { lines[0] = lines[0].filled(from: .rule) }
    return lines
  }

  private func line(_ cells: [Cell], _ widths: [Int], _ columns: [Int]) -> Line {
    var line = Line()
    var blanks = 0
    for (column, cell) in cells.enumerated() {
      if !cell.spans.isEmpty {
        if blanks > 0 {
          line.spans.append(.text(String(repeating: " ", count: blanks), TextStyle()))
        }
        line.spans += cell.spans
        blanks = 0
      }
      blanks += columns[column] - widths[column] + 2
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
    var number = firstNumber
    return elements.map { element in
      guard element.isEnabled else { return "[-] \(element.displayText) (unavailable)" }
      defer { number += 1 }
      return "[\(number)] \(element.displayText)"
    }
  }
}
