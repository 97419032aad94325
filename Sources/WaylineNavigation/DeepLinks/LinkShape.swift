import WaylineGraph

/// What the declaration of a type says about its links.
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
    guard word != expected else { return }
    throw LinkError.unknownName(part: word, nearest: nearest(to: word, among: [expected]))
  }

  /// The words that a link to a route of this type may begin with.
  static func firstWords<Value: NavigationValue>(of type: Value.Type) -> [String] {
    let form = LinkForm.of(type)
    return form.typeWord.map { [$0] } ?? form.names.words(for: EnumCases.names(of: type))
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

  /// Whether the words of every value begin with the name of a case.
  static func namesItself(_ type: any Any.Type) -> Bool {
    guard !EnumCases.names(of: type).isEmpty else { return false }
    guard let raw = type as? any RawRepresentable.Type else { return true }
    return isText(raw)
  }

  private static func isText<Value: RawRepresentable>(_ type: Value.Type) -> Bool {
    Value.RawValue.self == String.self
  }
}
