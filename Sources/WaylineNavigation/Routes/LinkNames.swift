/// How the cases of a type are spelled in links, and how they were spelled before.
///
/// ```swift
/// extension DeskRoute: LinkNamed {
///   static var linkNames: LinkNames { LinkNames(renamed: ["book": "volume"], aliases: ["tome": "book"]) }
/// }
/// ```
///
/// With these names `.book(id: 42)` is `/volume/42`, and `/tome/42` still opens it.
public struct LinkNames: Hashable, Sendable {
  /// The word that stands for the whole type when it is not an enum; nil for the type's own name.
  public var typeWord: String?

  /// The words under which cases are written, by the name of the case.
  public var renamed: [String: String]

  /// Further words that are read, each with the name of the case it stands for.
  public var aliases: [String: String]

  /// Names under which the type was saved by older versions of the program.
  public var formerTypeNames: [String]

  /// Spells every case as it is declared, except for those that are given.
  public init(
    typeWord: String? = nil, renamed: [String: String] = [:], aliases: [String: String] = [:],
    formerTypeNames: [String] = []
  ) {
    self.typeWord = typeWord
    self.renamed = renamed
    self.aliases = aliases
    self.formerTypeNames = formerTypeNames
  }

  /// The word under which a case is written.
  func word(for caseName: String) -> String {
    renamed.isEmpty ? caseName : renamed[caseName] ?? caseName
  }

  /// The case that a word stands for; an unknown word stands for itself.
  func caseName(for word: String) -> String {
    if renamed.isEmpty, aliases.isEmpty { return word }
    return renamed.first { $0.value == word }?.key ?? aliases[word] ?? word
  }

  /// The words a person may type for the given cases, present names before aliases.
  func words(for caseNames: [String]) -> [String] {
    caseNames.map(word) + aliases.keys.sorted()
  }

  /// The names of a type: its own if it has any, else the spelling of the declaration.
  static func of(_ type: any Any.Type) -> LinkNames { LinkForm.of(type).names }
}

/// A type, a route or one nested in a route, that chooses the words of its links.
public protocol LinkNamed {
  /// The words for the cases of this type.
  static var linkNames: LinkNames { get }
}
