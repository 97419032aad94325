import FoundationEssentials

extension LinkText {
  /// A date in the form of ISO 8601 when that is exact, else the seconds since 2001.
  static func date(_ date: Date) -> String {
    let text = date.formatted(.iso8601)
    return self.date(text) == date ? text : String(date.timeIntervalSinceReferenceDate)
  }

  /// Reads either form of a date, or a day alone.
  static func date(_ word: String) -> Date? {
    if let seconds = Double(word) { return Date(timeIntervalSinceReferenceDate: seconds) }
    if let date = try? Date.ISO8601FormatStyle().parse(word) { return date }
    return try? Date.ISO8601FormatStyle().year().month().day().parse(word)
  }
}
