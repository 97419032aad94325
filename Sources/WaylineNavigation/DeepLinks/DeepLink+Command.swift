extension DeepLink {
  /// The link as it is typed at a shell: one word each, quoted where a POSIX shell needs it.
  public var command: String {
    words.map(ShellWord.quote).joined(separator: " ")
  }

  /// Reads words as they are typed at a shell, with its quotes and backslashes.
  ///
  /// - Throws: `LinkError.unreadable` for a quote that is never closed.
  public init(command: String) throws(LinkError) {
    guard let words = ShellWord.split(command) else {
      throw .unreadable(part: command, expected: "a complete command: a quote is not closed")
    }
    self.words = words
  }
}

/// The quoting rules of a POSIX shell (Shell Command Language, section 2.2).
package enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%")

  /// A word that a shell reads as this text, in single quotes if it must be.
  package static func quote(_ text: String) -> String {
    if !text.isEmpty, text.allSatisfy(plain.contains) { return text }
    let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.map(String.init).joined(separator: "'\\''") + "'"
  }

  /// The words of a line as a shell reads them; nil when a quote is never closed.
  ///
  /// Expansions are left alone: `$HOME` and `*` are text.
  package static func split(_ line: String) -> [String]? {
    var reader = ShellReader(rest: line.unicodeScalars[...])
    while reader.step() {}
    return reader.finish()
  }
}

/// Reads a shell line one mark at a time.
private struct ShellReader {
  private enum Quote {
    /// Outside of quotes.
    case none
    /// Between single quotes: nothing has a meaning.
    case single
    /// Between double quotes: a backslash may take the next mark's meaning.
    case double
  }

  var rest: Substring.UnicodeScalarView
  private var words: [String] = []
  private var word: String.UnicodeScalarView?
  private var quote = Quote.none
  private var isBroken = false

  init(rest: Substring.UnicodeScalarView) { self.rest = rest }

  mutating func step() -> Bool {
    guard let mark = rest.popFirst() else { return false }
    switch (quote, mark) {
    case (.none, " "), (.none, "\t"), (.none, "\n"): endWord()
    case (.none, "'"): open(.single)
    case (.none, "\""): open(.double)
    case (.single, "'"), (.double, "\""): quote = .none
    case (.none, "\\"): escape { _ in true }
    case (.double, "\\"): escape { "\\\"$`\n".unicodeScalars.contains($0) }
    default: append(mark)
    }
    return true
  }

  mutating func finish() -> [String]? {
    guard quote == .none, !isBroken else { return nil }
    endWord()
    return words
  }

  private mutating func open(_ kind: Quote) {
    quote = kind
    word = word ?? String.UnicodeScalarView()
  }

  private mutating func escape(_ takes: (UnicodeScalar) -> Bool) {
    guard let next = rest.popFirst() else {
      isBroken = true
      return
    }
    if !takes(next) { append("\\") }
    append(next)
  }

  private mutating func append(_ mark: UnicodeScalar) {
    word = word ?? String.UnicodeScalarView()
    word?.append(mark)
  }

  private mutating func endWord() {
    if let word { words.append(String(word)) }
    word = nil
  }
}
