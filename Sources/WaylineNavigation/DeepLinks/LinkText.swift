import FoundationEssentials

/// The words of single values in a link.
enum LinkText {
  /// The word for nil.
  static let none = "-"
  /// The word for an empty array.
  static let emptyList = ","

  /// The word for a text: with a leading `@` when it could be read as something else.
  ///
  /// `.` and `..` are marked because tools shorten paths that contain them.
  static func escape(_ text: String) -> String {
    let first = text.utf8.first
    let needsMark =
      first == nil || first == UInt8(ascii: "@") || first == UInt8(ascii: "-")
      || text == emptyList || text == "." || text == ".."
    return needsMark ? "@" + text : text
  }

  /// True if the text contains NUL, which ends every argument of a program.
  static func hasNUL(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { $0.contains(0) }
  }

  /// The text of a word.
  static func unescape(_ word: String) -> String {
    word.utf8.first == UInt8(ascii: "@") ? String(word.unicodeScalars.dropFirst()) : word
  }

  /// Reads a Boolean value in the words of the shell.
  static func bool(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }
}

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
