/// The window of a terminal after some output: its lines, and those that were scrolled out at its top.
///
/// Every character is one column wide. A sequence that it does not know is recorded.
///
/// Sources: ECMA-48; "Control Sequences" of xterm for DECSTBM, DECSC and DECRC.
package struct TerminalScreen {
  private let columns: Int
  private let rows: Int
  private var cells: [[Character]]
  private var (row, column) = (0, 0)
  private var saved = (row: 0, column: 0)
  /// The first and the last row that scroll.
  private var region: ClosedRange<Int>
  private var history: [String] = []
  /// Sequences that are not known.
  package private(set) var unknown: [String] = []

  /// Shows an output in an empty window.
  package init(_ output: String, columns: Int = 80, rows: Int = 24) {
    (self.columns, self.rows, region) = (columns, rows, 0...(rows - 1))
    cells = Array(repeating: [], count: rows)
    var rest = Array(output.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{1B}": takeSequence(&rest)
      case "\r": column = 0
      case "\n": index()
      case "\u{8}": column = max(column - 1, 0)
      case "\u{7}": break
      default: put(Character(scalar))
      }
    }
  }

  /// All lines, also those that were scrolled out, without empty ones at the end.
  package var lines: [String] {
    let all = history + cells.map(Self.text)
    return Array(all.prefix((all.lastIndex { !$0.isEmpty } ?? -1) + 1))
  }

  /// The lines in the window, without empty ones at the end.
  package var window: [String] { Array(lines.dropFirst(history.count)) }

  /// True if the whole window scrolls, as at the start.
  package var scrollsWhole: Bool { region == 0...(rows - 1) }

  private static func text(_ cells: [Character]) -> String {
    let line = String(cells)
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private mutating func put(_ character: Character) {
    if column >= columns {
      column = 0
      index()
    }
    fill(to: column + 1)
    cells[row][column] = character
    column += 1
  }

  private mutating func fill(to count: Int) {
    let missing = count - cells[row].count
    if missing > 0 { cells[row] += Array(repeating: " ", count: missing) }
  }

  /// Moves the cursor down, and scrolls at the end of the region.
  private mutating func index() {
    guard row == region.upperBound else {
      row = min(row + 1, rows - 1)
      return
    }
    let line = cells.remove(at: region.lowerBound)
    if region.lowerBound == 0 { history.append(Self.text(line)) }
    cells.insert([], at: region.upperBound)
  }

  private mutating func takeSequence(_ rest: inout ArraySlice<Unicode.Scalar>) {
    guard let kind = rest.popFirst() else { return }
    switch kind {
    case "7": saved = (row, column)
    case "8": (row, column) = saved
    case "D": index()
    case "[":
      let parameters = rest.prefix { (0x30...0x3F).contains($0.value) }
      rest = rest.dropFirst(parameters.count)
      guard let final = rest.popFirst() else { return }
      let text = String(String.UnicodeScalarView(parameters))
      control(text, final)
    default: unknown.append("ESC \(kind)")
    }
  }

  private mutating func control(_ text: String, _ final: Unicode.Scalar) {
    if text.hasPrefix("?") || final == "m" { return }
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let first = numbers.first ?? nil
    let count = max(first ?? 1, 1)
    switch final {
    case "A": row = max(row - count, row >= region.lowerBound ? region.lowerBound : 0)
    case "B": row = min(row + count, row <= region.upperBound ? region.upperBound : rows - 1)
    case "C": column = min(column + count, columns - 1)
    case "D": column = max(column - count, 0)
    case "H":
      let second = numbers.count > 1 ? numbers[1] ?? 1 : 1
      (row, column) = (min(count, rows) - 1, min(max(second, 1), columns) - 1)
    case "K": cells[row] = Array(cells[row].prefix(column))
    case "J":
      cells[row] = Array(cells[row].prefix(column))
      for below in (row + 1)..<max(rows, row + 1) where below < rows { cells[below] = [] }
    case "r":
      let last = numbers.count > 1 ? numbers[1] ?? rows : rows
      region = (count - 1)...(min(last, rows) - 1)
      (row, column) = (0, 0)
    default: unknown.append("ESC [ \(text) \(final)")
    }
  }
}
