/// The words of a line, quoted as a POSIX shell quotes them.
///
///     open book "The Go-Between"     →  open, book, The Go-Between
///
/// `where` prints words that this reads back.
package enum Words {
  /// The words of the text; nil when a quote is not closed.
  package static func split(_ text: some StringProtocol) -> [String]? {
    var splitter = WordSplitter()
    for character in text { splitter.take(character) }
    return splitter.finish()
  }

  /// The word as a shell and ``split(_:)`` read it back.
  package static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.utf8.allSatisfy(isPlainByte)
    if isPlain { return word }
    let body = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + body.joined(separator: "'\\''") + "'"
  }

  private static func isPlainByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
    default: "-_./:=@%+,".utf8.contains(byte)
    }
  }
}

/// Splits a line into words, one character after the other.
private struct WordSplitter {
  private enum State {
    /// Between two words, or in one without quotes.
    case open
    /// After a backslash outside single quotes; the state to return to.
    indirect case escaped(State)
    /// Inside quotes of this kind.
    case quoted(Character)
  }

  private var state = State.open
  private var words: [String] = []
  private var word: String?

  mutating func take(_ character: Character) {
    switch state {
    case .open: takeOpen(character)
    case .escaped(let former):
      append(character)
      state = former
    case .quoted(let quote): takeQuoted(character, quote)
    }
  }

  mutating func finish() -> [String]? {
    guard case .open = state else { return nil }
    endWord()
    return words
  }

  private mutating func takeOpen(_ character: Character) {
    switch character {
    case " ", "\t": endWord()
    case "\\": state = .escaped(.open)
    case "'", "\"":
      word = word ?? ""
      state = .quoted(character)
    default: append(character)
    }
  }

  private mutating func takeQuoted(_ character: Character, _ quote: Character) {
    if character == quote {
      state = .open
    } else if character == "\\", quote == "\"" {
      state = .escaped(state)
    } else {
      append(character)
    }
  }

  private mutating func append(_ character: Character) {
    word = (word ?? "") + String(character)
  }

  private mutating func endWord() {
    if let word { words.append(word) }
    word = nil
  }
}
