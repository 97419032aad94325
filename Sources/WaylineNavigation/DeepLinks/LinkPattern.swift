import WaylineGraph

/// The forms of the commands that open the places of a type, for help and completion.
enum LinkPattern {
  /// The greatest number of places inside each other in a pattern.
  private static let deepest = 4

  /// One pattern for each case, such as `book <id>` or `search [text]`; a case that contains
  /// another place has one for each of its cases.
  ///
  /// The values of a case are found by reading it from sample words. A value that no sample word
  /// gives ends its pattern with `…`.
  static func all<Value: NavigationValue>(of type: Value.Type) -> [String] {
    presentWords(LinkShape.firstWords(of: type), of: type).flatMap { all(of: type, from: [$0]) }
  }

  /// A place of each case, read from sample words.
  static func samples<Value: NavigationValue>(of type: Value.Type) -> [Value] {
    presentWords(LinkShape.firstWords(of: type), of: type).compactMap { word in
      let source = LinkSource(probing: [word])
      guard (try? LinkShape.readTypeWord(of: type, from: source)) != nil else { return nil }
      return try? source.value(of: type, label: "place")
    }
  }

  /// The pattern of the place that some words begin.
  static func completing<Value: NavigationValue>(
    _ words: [String], of type: Value.Type
  ) -> String {
    probe(words, of: type).pattern
  }

  private static func all<Value: NavigationValue>(
    of type: Value.Type, from words: [String]
  ) -> [String] {
    let (pattern, inner) = probe(words, of: type)
    guard let inner, words.count < deepest else { return [pattern] }
    let names = LinkNames.of(inner.type).words(for: EnumCases.names(of: inner.type))
    let patterns = presentWords(names, of: inner.type).flatMap { all(of: type, from: words + [$0]) }
    return inner.isOptional ? [words.joined(separator: " ")] + patterns : patterns
  }

  /// The words without aliases.
  private static func presentWords(_ words: [String], of type: any Any.Type) -> [String] {
    let aliases = LinkNames.of(type).aliases
    return words.filter { aliases[$0] == nil }
  }

  private static func probe<Value: NavigationValue>(
    _ words: [String], of type: Value.Type
  ) -> (pattern: String, inner: LinkSource.Inner?) {
    let source = LinkSource(probing: words)
    do {
      try LinkShape.readTypeWord(of: type, from: source)
      _ = try source.value(of: type, label: "place")
      return (source.pattern, source.inner)
    } catch {
      return (source.pattern + " …", source.inner)
    }
  }
}
