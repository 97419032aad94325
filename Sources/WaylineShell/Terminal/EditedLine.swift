import WaylineSystem
import WaylineViews

/// A line of an editor, from its prompt to its end.
struct EditedLine {
  /// The end of a line, beside the key that completes it.
  enum Fate {
    /// It is edited, or was completed.
    case open
    /// ^C has given it up.
    case abandoned
    /// It has made way for something that came up by itself.
    case madeWay
    /// ^D has ended the text that it is a line of.
    case endedText
  }

  /// The question that it answers; nil when it is a command.
  var question: LineQuestion?
  /// True if the value of a field stands on it.
  var isOffered = false
  /// The end of the line.
  var fate = Fate.open
  /// True if nothing but characters was typed, and no other key.
  var isPlain = true
  /// True if the terminal has another size since the line was printed.
  var isResized = false
  /// The number of bytes to read that came while the terminal read lines; nil until it is known.
  var typedAhead: Int?
}

/// The lines of a text that are offered to be changed, one after the other. Pure.
struct OfferedText: Hashable, Sendable {
  /// All lines; empty for a text that is typed anew.
  private(set) var lines: [String] = []
  private var position = 0

  /// No text.
  init() {}

  /// The present text of a question; none where a line of it could not be typed again.
  init(_ question: LineQuestion) {
    guard question.isMultiline, question.isEditable, let present = question.present,
      !present.isEmpty
    else { return }
    let lines = present.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let isTypable = lines.allSatisfy { $0 != "." && SafeText.line(of: $0) == $0 }
    if isTypable { self.lines = lines }
  }

  /// The next line; nil after the last one.
  mutating func next() -> String? {
    guard position < lines.count else { return nil }
    defer { position += 1 }
    return lines[position]
  }

  /// Puts the last line back.
  mutating func returnLine() { position -= 1 }

  /// Offers no more lines.
  mutating func drop() { position = lines.count }
}
