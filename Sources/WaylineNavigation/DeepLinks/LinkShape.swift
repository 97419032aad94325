import Synchronization
import WaylineGraph

/// What the declaration of a type says about its links.
enum LinkShape {
  /// The word in front of a route whose own words do not begin with the name of a case.
  ///
  /// It is found once per type.
  static func typeWord<Value: NavigationValue>(
    of type: Value.Type, _ names: LinkNames
  ) -> String? {
    let id = ObjectIdentifier(type)
    if let known = typeWords.withLock({ $0[id] }) { return known }
    let word = makeTypeWord(of: type, names)
    typeWords.withLock { $0[id] = .some(word) }
    return word
  }

  private static let typeWords = Mutex<[ObjectIdentifier: String?]>([:])

  private static func makeTypeWord<Value: NavigationValue>(
    of type: Value.Type, _ names: LinkNames
  ) -> String? {
    if namesItself(type) { return nil }
    if let word = names.typeWord { return word }
    let name = _typeName(type, qualified: false).split(separator: ".").last ?? ""
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  /// Takes the word of the type from the front of a link.
  static func readTypeWord<Value: NavigationValue>(
    of type: Value.Type, from source: LinkSource
  ) throws {
    guard let expected = typeWord(of: type, LinkNames.of(type)) else { return }
    let word = try source.take("place")
    guard word != expected else { return }
    throw LinkError.unknownName(part: word, nearest: nearest(to: word, among: [expected]))
  }

  /// The words that a link to a route of this type may begin with.
  static func firstWords<Value: NavigationValue>(of type: Value.Type) -> [String] {
    let names = LinkNames.of(type)
    return typeWord(of: type, names).map { [$0] } ?? names.words(for: EnumCases.names(of: type))
  }

  /// The refusal of a word that names no case of a type.
  static func unknown(_ word: String, in type: Any.Type) -> LinkError {
    let words = LinkNames.of(type).words(for: EnumCases.names(of: type))
    return .unknownName(part: word, nearest: nearest(to: word, among: words))
  }

  /// Whether a value of the type is always at least one word.
  static func needsWords(_ type: Any.Type) -> Bool {
    type is any RawRepresentable.Type || !EnumCases.names(of: type).isEmpty
  }

  private static func namesItself<Value>(_ type: Value.Type) -> Bool {
    guard !EnumCases.names(of: type).isEmpty else { return false }
    guard let raw = type as? any RawRepresentable.Type else { return true }
    return isText(raw)
  }

  private static func isText<Value: RawRepresentable>(_ type: Value.Type) -> Bool {
    Value.RawValue.self == String.self
  }
}
