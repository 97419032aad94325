import Synchronization
import WaylineGraph

/// The words for the cases of a type in links, and their former words.
///
/// ```swift
/// extension DeskRoute: LinkNamed {
///   static var linkNames: LinkNames { LinkNames(renamed: ["book": "volume"], aliases: ["tome": "book"]) }
/// }
/// ```
///
/// With these names `.book(id: 42)` is `/volume/42`, and `/tome/42` still opens it.
public struct LinkNames: Hashable, Sendable {
  /// The word for the whole type when it is not an enum; nil for the type's own name.
  public var typeWord: String?

  /// The words under which cases are written, by the name of the case.
  public var renamed: [String: String]

  /// Further words that are read, each with the name of its case.
  public var aliases: [String: String]

  /// Names under which the type was saved by older versions of the program.
  public var formerTypeNames: [String]

  /// Creates names that spell every case as it is declared, except for the given ones.
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

  /// The words that can be typed for the given cases, present names before aliases.
  func words(for caseNames: [String]) -> [String] {
    caseNames.map(word) + aliases.keys.sorted()
  }

  /// The names of a type: its own if it has any, else the spelling of the declaration.
  static func of(_ type: any Any.Type) -> LinkNames { LinkForm.of(type).names }
}

/// A type, a route or one nested in a route, that chooses the words of its links.
///
/// ```swift
/// enum MemberRoute: NavigationValue, LinkNamed {
///   case member(name: String)
///
///   static var linkNames: LinkNames { LinkNames(aliases: ["reader": "member"]) }
/// }
/// ```
public protocol LinkNamed {
  /// The words for the cases of this type.
  static var linkNames: LinkNames { get }
}

/// The form of the links of one type, found once; its reversible cases are added in use.
final class LinkForm: Sendable {
  /// The words for its cases.
  let names: LinkNames
  /// The word before a route whose own words do not begin with the name of a case.
  let typeWord: String?

  /// The cases that were read back as they were written, by the types of their keys.
  private let reversible = Mutex<Set<ObjectIdentifier>>([])

  /// The form of a nested container, whose names belong to the values around it.
  static let nameless = LinkForm(Never.self)

  private init(_ type: any Any.Type) {
    names = (type as? any LinkNamed.Type)?.linkNames ?? LinkNames()
    typeWord =
      LinkShape.namesItself(type) ? nil : names.typeWord ?? LinkShape.lowercasedName(of: type)
  }

  /// The form of a type.
  static func of(_ type: any Any.Type) -> LinkForm {
    let id = ObjectIdentifier(type)
    if let form = known.withLock({ $0[id] }) { return form }
    // NB: the names are the program's code, which may itself ask for a link; so no lock is held.
    let form = LinkForm(type)
    known.withLock { $0[id] = form }
    return form
  }

  private static let known = Mutex<[ObjectIdentifier: LinkForm]>([:])
}

extension LinkForm {
  /// True if every value of a case is known to be read back as it was written.
  func isReversible(_ plainCase: LinkSink.PlainCase?) -> Bool {
    guard let plainCase else { return false }
    return reversible.withLock { $0.contains(plainCase.id) }
  }

  /// Stores that a value of a case was read back as it was written.
  ///
  /// One value stands for all of its case only when the compiler has written the coding: then its
  /// keys have the compiler's names, and each plain value is one key.
  func noteReversible(_ plainCase: LinkSink.PlainCase?) {
    guard let plainCase, plainCase.isSynthesized else { return }
    reversible.withLock { _ = $0.insert(plainCase.id) }
  }
}

extension LinkSink {
  /// The case of an enum that was written as its name and plain values: numbers, texts, truth values.
  struct PlainCase {
    let outer: any CodingKey.Type
    let inner: any CodingKey.Type
    let name: String

    var id: ObjectIdentifier { ObjectIdentifier(inner) }

    /// True if the types of the keys have the names that the compiler gives to its own.
    var isSynthesized: Bool {
      lastName(of: outer) == "CodingKeys"
        && lastName(of: inner) == name.prefix(1).uppercased() + name.dropFirst() + "CodingKeys"
    }

    private func lastName(of type: any Any.Type) -> String {
      _typeName(type, qualified: true).split(separator: ".").last.map(String.init) ?? ""
    }
  }
}

/// The properties of links that follow from the declaration of a type.
enum LinkShape {
  /// The name of a type without its module, as the word of a link begins.
  static func lowercasedName(of type: any Any.Type) -> String {
    let name = _typeName(type, qualified: false).split(separator: ".").last ?? ""
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  /// Takes the word of the type from the front of a link.
  static func readTypeWord<Value: NavigationValue>(
    of type: Value.Type, from source: LinkSource
  ) throws {
    guard let expected = LinkForm.of(type).typeWord else { return }
    let word = try source.take("place")
    if word.lowercased() == expected.lowercased() {
      source.place = expected
      return
    }
    throw LinkError.unknownName(part: word, nearest: nearest(to: word, among: [expected]))
  }

  /// The words that a link to a route of this type may begin with.
  static func firstWords<Value: NavigationValue>(of type: Value.Type) -> [String] {
    let form = LinkForm.of(type)
    return form.typeWord.map { [$0] } ?? form.names.words(for: EnumCases.names(of: type))
  }

  /// True if a word begins the links of a type, in any case.
  static func begins<Value: NavigationValue>(_ word: String, linksOf type: Value.Type) -> Bool {
    let word = word.lowercased()
    return firstWords(of: type).contains { $0.lowercased() == word }
  }

  /// The only case that a word names when upper and lower case are the same; nil without one.
  static func caseName(inAnyCase word: String, of type: Any.Type) -> String? {
    let (word, names) = (word.lowercased(), LinkNames.of(type))
    var found = Set(
      EnumCases.names(of: type).filter { names.word(for: $0).lowercased() == word })
    found.formUnion(names.aliases.filter { $0.key.lowercased() == word }.values)
    return found.count == 1 ? found.first : nil
  }

  /// The refusal of a word that gives no value of a type, for the place that has such a value.
  static func unknown(_ word: String, in type: Any.Type, at place: String?) -> LinkError {
    guard let place, !(type is any NavigationValue.Type) else {
      let words = LinkNames.of(type).words(for: EnumCases.names(of: type))
      return .unknownName(part: word, nearest: nearest(to: word, among: words))
    }
    let words = valueWords(of: type).map(ShellWord.quote)
    return .unreadable(part: word, expected: "a value for '\(place)'" + choices(words))
  }

  /// The words of the values of an enum, as far as they are known.
  private static func valueWords(of type: any Any.Type) -> [String] {
    func words<Value: CaseIterable & RawRepresentable>(of type: Value.Type) -> [String] {
      type.allCases.map { "\($0.rawValue)" }
    }
    if let type = type as? any (CaseIterable & RawRepresentable).Type { return words(of: type) }
    if type is any RawRepresentable.Type { return [] }
    return LinkNames.of(type).words(for: EnumCases.names(of: type))
  }

  /// The words to choose from, as the end of a sentence; the first few of many.
  private static func choices(_ words: [String]) -> String {
    guard let last = words.last else { return "" }
    let limit = 8
    if words.count > limit { return ": choose \(words.prefix(limit).joined(separator: ", ")), …" }
    let others = words.dropLast().joined(separator: ", ")
    return ": choose \(others.isEmpty ? last : "\(others) or \(last)")"
  }

  /// True if a value of the type is always at least one word.
  static func needsWords(_ type: Any.Type) -> Bool {
    type is any RawRepresentable.Type || !EnumCases.names(of: type).isEmpty
  }

  /// True if the words of every value begin with the name of a case.
  static func namesItself(_ type: any Any.Type) -> Bool {
    guard !EnumCases.names(of: type).isEmpty else { return false }
    guard let raw = type as? any RawRepresentable.Type else { return true }
    return isText(raw)
  }

  private static func isText<Value: RawRepresentable>(_ type: Value.Type) -> Bool {
    Value.RawValue.self == String.self
  }
}
