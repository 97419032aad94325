/// Prints rows for people, each as soon as it is measured.
struct Table {
  private static let widths = [-58, 9, 9, 9, 8, 8]

  static var heading: String {
    line(["measure", "median", "p99", "floor", "ratio", "reach"]) + "   floor is"
  }

  static func line(of row: Row) -> String {
    let figures = row.figures
    let amount = row.unit == .time ? Amount.time : Amount.bytes
    let cells = [
      row.name, amount(figures.median), figures.p99.map(amount) ?? "",
      figures.floor.map(amount) ?? "",
      figures.ratio.map { Amount.ratio($0, as: row.reach) } ?? "",
      row.reach.map(Amount.reach) ?? "",
    ]
    let mark = row.isReached ? "  " : " !"
    return line(cells) + mark + " " + (row.floorName ?? "–")
  }

  private static func line(_ cells: [String]) -> String {
    zip(cells, widths).map { cell, width in
      let padding = String(repeating: " ", count: max(0, abs(width) - cell.count))
      return width < 0 ? cell + padding : padding + cell
    }.joined(separator: " ")
  }
}
