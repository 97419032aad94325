/// The names of the commands of the facade and the program, made ready for many lines.
package struct CommandNames: Sendable {
  /// The names as they are listed.
  package let all: [String]
  private let byWord: [String: String]

  /// Names of commands; of those that differ only in case the first is meant.
  package init(_ names: [String]) {
    all = names
    byWord = Dictionary(
      names.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The name that a word in lower case means.
  func name(of word: String) -> String? { byWord[word] }
}

extension CommandNames: ExpressibleByArrayLiteral {
  /// The given names.
  package init(arrayLiteral names: String...) { self.init(names) }
}
