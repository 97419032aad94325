/// What a person may type to open the places of a type, for help and completion.
enum LinkPattern {
  /// One pattern for each case, such as `book <id>` or `search [text]`.
  ///
  /// The values of a case are learned by reading it from made-up words. A value that nothing made up
  /// can stand for ends its pattern with `…`.
  static func all<Value: NavigationValue>(of type: Value.Type) -> [String] {
    let names = LinkNames.of(type)
    return LinkShape.firstWords(of: type).filter { names.aliases[$0] == nil }.map { word in
      let source = LinkSource(probing: word)
      do {
        try LinkShape.readTypeWord(of: type, from: source)
        _ = try source.value(of: type, label: "place")
        return source.pattern
      } catch {
        return source.pattern + " …"
      }
    }
  }
}
