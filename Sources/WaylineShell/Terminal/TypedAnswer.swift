import WaylineSystem

/// An answer to a question; that to a secret one is in memory which is overwritten.
package enum TypedAnswer: Hashable, Sendable {
  /// A text of ordinary memory.
  case text(String)
  /// A secret, which becomes a text only for a program.
  case secret(TypedSecret)

  /// The answer in ordinary memory.
  package var text: String {
    switch self {
    case .text(let text): text
    case .secret(let secret): secret.text
    }
  }

  /// The answer as a secret; a copy of an answer that is in ordinary memory already.
  package var secret: TypedSecret {
    switch self {
    case .text(let text): TypedSecret(copying: text)
    case .secret(let secret): secret
    }
  }

  /// True if it has no character.
  var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .secret(let secret): secret.isEmpty
    }
  }

  /// True for two quotes, which stand for the empty text.
  var isQuotes: Bool { isTyped("\"\"") }

  /// True if it consists of a word that has a meaning of its own.
  func isTyped(_ word: String) -> Bool {
    switch self {
    case .text(let text): text == word
    case .secret(let secret): secret.count == word.utf8.count && secret.begins(with: word)
    }
  }
}

extension TypedAnswer: ExpressibleByStringLiteral {
  /// An answer that is written in a program.
  package init(stringLiteral text: String) { self = .text(text) }
}
