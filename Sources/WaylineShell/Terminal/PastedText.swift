import WaylineSystem
import WaylineViews

/// A text that was pasted at a terminal. Pure.
///
/// A terminal in mode 2004 sets a mark before and behind what is pasted, so that a paste differs
/// from keys. A paste is one value or it is refused: several lines would be a value and then commands.
/// Source: "Bracketed Paste Mode" of xterm's control sequences.
struct PastedText: Hashable, Sendable {
  /// The sequence before a pasted text.
  static let begin = "\u{1B}[200~"
  /// The sequence behind it.
  static let end = "\u{1B}[201~"
  /// The sequence that makes a terminal set the marks.
  static let enable = "\u{1B}[?2004h"
  /// The sequence that ends it.
  static let disable = "\u{1B}[?2004l"

  /// The lines of the text; line ends behind the last one are not part of it.
  let lines: [String]

  /// Creates a text of what stands between the marks.
  init(_ text: some StringProtocol) {
    let unified = String(text).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let bytes = Substring(unified).utf8
    let count = bytes.reversed().prefix { $0 == 0x0A }.count
    lines = Substring(bytes.dropLast(count)).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }

  /// The reason to refuse the text; nil where it is taken.
  func refusal(for question: LineQuestion?) -> ShellMessage? {
    guard lines.count > 1 else { return nil }
    guard let question else { return .pastedCommands(lines.count) }
    guard question.isMultiline else { return .pastedAnswers(lines.count) }
    return lines.contains(".") ? .pastedEnd : nil
  }
}

/// Reads the marks of pasted texts in whole lines, as a terminal without an editor passes them on.
struct PasteReader: Hashable, Sendable {
  /// The outcome of a line.
  enum Outcome<Line: Hashable & Sendable>: Hashable, Sendable {
    /// Lines to take, without marks.
    case lines([Line])
    /// The end of a pasted text has not come yet.
    case unfinished
    /// A pasted text is refused, with everything that was typed on its lines.
    case refused(ShellMessage)
  }

  /// The typed text before the open paste, with the pastes before it.
  private var typed = ""
  /// The pasted text so far; nil outside of one.
  private var pasted: String?
  private var refusal: ShellMessage?
  /// The lines of a secret so far, of which `typed` and `pasted` have only the shape.
  private var secret: TypedSecret?

  /// True if the end of a pasted text has not come yet.
  var isOpen: Bool { pasted != nil }

  /// Takes a line that answers a question, or a command.
  mutating func take(_ line: String, for question: LineQuestion?) -> Outcome<String> {
    if pasted == nil, !line.utf8.contains(0x1B) { return .lines([line]) }
    var rest = line[...]
    while true {
      let mark = pasted == nil ? PastedText.begin : PastedText.end
      guard let found = rest.utf8.firstRange(of: mark.utf8) else { break }
      if pasted == nil {
        typed += rest[..<found.lowerBound]
        pasted = ""
      } else {
        close(with: rest[..<found.lowerBound], for: question)
      }
      rest = rest[found.upperBound...]
    }
    if pasted != nil {
      pasted? += rest + "\n"
      return .unfinished
    }
    typed += rest
    defer { self = PasteReader() }
    if let refusal { return .refused(refusal) }
    return .lines(typed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  /// Takes a line that answers a secret question, of which only the shape becomes a text.
  mutating func take(_ line: TypedSecret, for question: LineQuestion?) -> Outcome<TypedSecret> {
    if pasted == nil, !line.contains(KeySequence.escape) { return .lines([line]) }
    // Another line within a paste makes a text that is refused.
    let isPart = !isOpen || line.isEmpty || line.contains(KeySequence.escape)
    let whole = isPart ? secret?.followed(by: line) ?? line : secret ?? line
    switch take(line.withUnsafeBytes(Self.shape), for: question) {
    case .lines: return .lines([whole.withoutPasteMarks])
    case .refused(let message): return .refused(message)
    case .unfinished:
      secret = whole
      return .unfinished
    }
  }

  /// The marks and line ends of a line, with an `x` for every other byte.
  private static func shape(of line: UnsafeRawBufferPointer) -> String {
    var (shape, rest) = ("", line[...])
    while let first = rest.first {
      if let mark = [PastedText.begin, PastedText.end].first(where: { rest.starts(with: $0.utf8) })
      {
        shape += mark
        rest = rest.dropFirst(mark.utf8.count)
      } else {
        shape += first == 0x0D ? "\r" : "x"
        rest = rest.dropFirst()
      }
    }
    return shape
  }

  private mutating func close(with rest: Substring, for question: LineQuestion?) {
    let text = PastedText((pasted ?? "") + rest)
    pasted = nil
    refusal = refusal ?? text.refusal(for: question)
    typed += text.lines.joined(separator: "\n")
  }
}

extension TypedSecret {
  /// The secret without the marks and the line ends of pasted texts.
  var withoutPasteMarks: TypedSecret {
    rewritten { bytes, write in
      var (rest, isOpen) = (bytes[...], false)
      while let first = rest.first {
        let mark = isOpen ? PastedText.end : PastedText.begin
        if rest.starts(with: mark.utf8) {
          rest = rest.dropFirst(mark.utf8.count)
          isOpen.toggle()
        } else {
          if first != 0x0A, first != 0x0D { write(first) }
          rest = rest.dropFirst()
        }
      }
    }
  }
}
