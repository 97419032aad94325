import Foundation
import WaylineViews

// Formatters are classes of Foundation. Formats, such as `.number`, need no import.

extension Text {
  /// A value as a formatter shows it; empty where the formatter cannot show it.
  ///
  /// Source: SwiftUI's `Text(_:formatter:)`.
  ///
  /// ```swift
  /// Text(dueDate, formatter: dateFormatter)
  /// ```
  public init<Subject>(_ subject: Subject, formatter: Formatter) {
    self.init(verbatim: formatter.string(for: subject) ?? "")
  }
}

extension LocalizedStringKey.StringInterpolation {
  /// Appends a value as a formatter shows it.
  public mutating func appendInterpolation<Subject>(_ subject: Subject, formatter: Formatter) {
    appendInterpolation(formatter.string(for: subject) ?? "")
  }
}
