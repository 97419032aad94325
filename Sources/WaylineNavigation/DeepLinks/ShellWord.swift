/// The quoting rules of a POSIX shell (Shell Command Language, section 2.2).
package enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%")

  /// The word that a shell reads as this text, in single quotes if necessary.
  package static func quote(_ text: String) -> String {
    if !text.isEmpty, text.allSatisfy(plain.contains) { return text }
    let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.map(String.init).joined(separator: "'\\''") + "'"
  }

  /// The words of a line as a shell reads them; nil when a quote is never closed.
  ///
  /// There are no expansions: `$HOME` and `*` are text.
  package static func split(_ line: String) -> [String]? {
    var reader = ShellReader(rest: line.unicodeScalars[...])
    while reader.step() {}
    return reader.finish()
  }

  /// The words of a line that is being typed; the last one is not finished, and may be empty.
  ///
  /// - Returns: nil after a backslash that takes the meaning of the next mark.
  package static func typed(_ line: String) -> (words: [String], quote: Quote)? {
    var reader = ShellReader(rest: line.unicodeScalars[...])
    while reader.step() {}
    return reader.typed
  }

  /// The rest of an unfinished word as it is typed behind its beginning, with the end of the quotes.
  package static func rest(_ text: String, in quote: Quote) -> String {
    switch quote {
    case .none: text.map { plain.contains($0) ? "\($0)" : "\\\($0)" }.joined()
    case .single:
      text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    case .double: text.map { "\\\"$`".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
    }
  }

  /// The quotes that a mark of a line is in.
  package enum Quote {
    /// Outside of quotes.
    case none
    /// Between single quotes: nothing has a meaning.
    case single
    /// Between double quotes: a backslash may take the next mark's meaning.
    case double
  }
}

/// Reads a shell line one mark at a time.
private struct ShellReader {
  var rest: Substring.UnicodeScalarView
  private var words: [String] = []
  private var word: String?
  private var quote = ShellWord.Quote.none
  private var isBroken = false

  init(rest: Substring.UnicodeScalarView) { self.rest = rest }

  mutating func step() -> Bool {
    // Most of a line has no meaning for a shell, and is taken at once.
    let plain = Substring(rest).utf8.prefix { !Self.hasMeaning($0) }
    if !plain.isEmpty {
      append(Substring(plain))
      rest = rest[plain.endIndex...]
    }
    guard let mark = rest.popFirst() else { return false }
    switch (quote, mark) {
    case (.none, " "), (.none, "\t"), (.none, "\n"): endWord()
    case (.none, "'"): open(.single)
    case (.none, "\""): open(.double)
    case (.single, "'"), (.double, "\""): quote = .none
    case (.none, "\\"): escape { _ in true }
    case (.double, "\\"): escape { "\\\"$`\n".unicodeScalars.contains($0) }
    default: append(Substring(String(mark)))
    }
    return true
  }

  /// True if a byte is a mark that has a meaning for a shell, between quotes or outside of them.
  private static func hasMeaning(_ byte: UInt8) -> Bool {
    switch UnicodeScalar(byte) {
    case " ", "\t", "\n", "'", "\"", "\\": true
    default: false
    }
  }

  mutating func finish() -> [String]? {
    guard quote == .none, !isBroken else { return nil }
    endWord()
    return words
  }

  /// The words so far with the unfinished one; nil after a backslash without its mark.
  var typed: (words: [String], quote: ShellWord.Quote)? {
    isBroken ? nil : (words + [word ?? ""], quote)
  }

  private mutating func open(_ kind: ShellWord.Quote) {
    quote = kind
    word = word ?? ""
  }

  private mutating func escape(_ takes: (UnicodeScalar) -> Bool) {
    guard let next = rest.popFirst() else {
      isBroken = true
      return
    }
    if !takes(next) { append("\\") }
    append(Substring(String(next)))
  }

  private mutating func append(_ text: Substring) {
    word = word ?? ""
    word?.append(contentsOf: text)
  }

  private mutating func endWord() {
    if let word { words.append(word) }
    word = nil
  }
}
