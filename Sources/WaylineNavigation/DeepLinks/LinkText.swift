/// How single values are written in a link.
enum LinkText {
  /// The word that stands for nil.
  static let none = "-"
  /// The word that stands for an array without elements.
  static let emptyList = ","

  /// A text as a word: with `@` in front when it could be taken for something else.
  ///
  /// `.` and `..` are marked because tools shorten paths that contain them.
  static func escape(_ text: String) -> String {
    let first = text.utf8.first
    let needsMark =
      first == nil || first == UInt8(ascii: "@") || first == UInt8(ascii: "-")
      || text == emptyList || text == "." || text == ".."
    return needsMark ? "@" + text : text
  }

  /// Whether there is a mark in the text that ends every argument of a program.
  static func hasNUL(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { $0.contains(0) }
  }

  /// The text that a word stands for.
  static func unescape(_ word: String) -> String {
    word.utf8.first == UInt8(ascii: "@") ? String(word.unicodeScalars.dropFirst()) : word
  }

  /// Reads a truth value in the words that the shell takes too.
  static func bool(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }
}
