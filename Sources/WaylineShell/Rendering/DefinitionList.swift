import WaylineSystem
import WaylineViews

/// Forms that can be typed, each with its meaning, in two columns. Pure.
///
/// The column of the meanings lies behind the widest form that is not too wide. Where the width is known,
/// the meaning of a wider form begins below it, and long rows wrap with a hanging indent:
///
///     where         Show this place, its link and
///                   the command that opens it.
///     wait [time] [for task|until text]
///                   Wait for work to finish.
package struct DefinitionList {
  /// A form and its meaning; empty if it has none.
  package typealias Row = (form: String, meaning: String)

  /// The widest form that moves the meanings of the others to the right, in columns.
  private static let widestForm = 26
  /// The indent of the further lines of a form.
  private static let indent = 6

  private let rows: [Row]

  /// A list of rows.
  package init(_ rows: [Row]) { self.rows = rows }

  /// The lines, which do not wrap without a width.
  ///
  /// - Complexity: O(text).
  package func lines(columns: Int?) -> [String] {
    let widths = rows.map { DisplayWidth.of($0.form) }
    let width = widths.filter { $0 <= Self.widestForm }.max() ?? 0
    return zip(rows, widths).flatMap { row, own in
      let gap = String(repeating: " ", count: max(0, width - own) + 2)
      let line = row.meaning.isEmpty ? "  \(row.form)" : "  \(row.form)\(gap)\(row.meaning)"
      guard let columns else { return [line] }
      let wrapping = LineWrapping(columns: columns)
      guard own > width, width + 4 <= columns / 2 else {
        return wrapping.lines(line, hanging: row.meaning.isEmpty ? Self.indent : nil)
      }
      let meaning = String(repeating: " ", count: width + 4) + row.meaning
      return wrapping.lines("  \(row.form)", hanging: Self.indent)
        + (row.meaning.isEmpty ? [] : wrapping.lines(meaning))
    }
  }

  /// The lines of other texts beside lists, such as a usage.
  ///
  /// - Parameter indent: the indent of further lines; nil for that of the first.
  package static func wrap(_ line: String, columns: Int?, hanging indent: Int? = nil) -> [String] {
    columns.map { LineWrapping(columns: $0).lines(line, hanging: indent) } ?? [line]
  }
}

extension LineWrapping {
  /// The lines of a wrapped line.
  fileprivate func lines(_ line: String, hanging indent: Int? = nil) -> [String] {
    wrapped(line, hanging: indent).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }
}
