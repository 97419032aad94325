/// The place that words may have meant which open none: the words that open it, or its form.
package struct PlaceSuggestion: Hashable, Sendable {
  /// The words as they are typed, such as `book 42`; for a form `book <id>`.
  package let words: String

  /// True if a value is missing, so that the words cannot be typed as they are.
  package let isForm: Bool

  /// Creates a suggestion of its parts.
  package init(words: String, isForm: Bool = false) { (self.words, self.isForm) = (words, isForm) }

  /// The line with the words after a command that opens places; nil after none.
  package func line(after command: String?) -> String { command.map { "\($0) \(words)" } ?? words }
}

extension Router {
  /// More words are not corrected.
  private static var mostWords: Int { 16 }

  /// The place that words name which were not typed as a link: it opens as it is suggested.
  ///
  /// A mistyped name is replaced by the nearest one, and words that are too many are left out. A value
  /// that is missing, or cannot be read, gives the form of the place.
  /// - Returns: nil if no place is near to the first word.
  package func place(meantBy typed: [String]) -> PlaceSuggestion? {
    var words = typed
    if isURL(typed) { words = (try? DeepLink(url: typed[0]).words) ?? [] }
    guard !words.isEmpty, words.count <= Self.mostWords else { return nil }
    do throws(LinkError) {
      _ = try route(of: DeepLink(words: words))
      return Self.suggestion(of: typed)
    } catch {
      if let place = correcting(error, in: words) { return place }
      return isPlace(words[0]) ? place(of: words, keeping: 1) : nil
    }
  }

  /// The place that a refused link may have meant: the one with the nearest name, or the form of the one
  /// whose value is missing.
  func suggestion(for error: LinkError, in words: [String]) -> PlaceSuggestion? {
    guard words.count <= Self.mostWords else { return nil }
    return switch error {
    case .unknownName: correcting(error, in: words)
    case .missing: form(of: words)
    default: nil
    }
  }

  /// The place of words in which an unknown name is replaced by the nearest one.
  ///
  /// - Parameter start: the number of words that are known to be right.
  private func correcting(
    _ error: LinkError, in words: [String], from start: Int = 0
  ) -> PlaceSuggestion? {
    guard case .unknownName(let part, let name?) = error else { return nil }
    for index in words.indices.dropFirst(start) where words[index] == part {
      var corrected = words
      corrected[index] = name
      if let place = place(of: corrected, keeping: index + 1) { return place }
    }
    return nil
  }

  /// The place that the longest beginning of some words opens, or else the form that the first of them begin.
  private func place(of words: [String], keeping count: Int) -> PlaceSuggestion? {
    for end in (count...words.count).reversed() {
      let beginning = Array(words[..<end])
      do throws(LinkError) {
        _ = try route(of: DeepLink(words: beginning))
        return Self.suggestion(of: beginning)
      } catch {
        if end == words.count, let place = correcting(error, in: words, from: count) {
          return place
        }
      }
    }
    return form(of: Array(words[..<count]))
  }

  /// True if a place begins with a word.
  private func isPlace(_ word: String) -> Bool {
    linkTypes.contains { LinkShape.begins(word, linksOf: $0) }
  }

  /// The form of the place that words begin, such as `book <id>`; nil if no place begins with the first.
  private func form(of words: [String]) -> PlaceSuggestion? {
    guard let first = words.first,
      let type = linkTypes.first(where: { LinkShape.begins(first, linksOf: $0) })
    else { return nil }
    let form = LinkPattern.completing(words, of: type)
    let missing = form.dropFirst(words.joined(separator: " ").count)
    return PlaceSuggestion(words: Self.quoted(words) + missing, isForm: true)
  }

  private static func suggestion(of words: [String]) -> PlaceSuggestion {
    PlaceSuggestion(words: quoted(words))
  }

  private static func quoted(_ words: [String]) -> String {
    words.map(ShellWord.quote).joined(separator: " ")
  }
}
