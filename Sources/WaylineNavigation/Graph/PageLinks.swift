import WaylineViews

/// A link on a screen, as the words that open its place.
package struct PageLink: Hashable, Sendable {
  /// The words of the place, such as `desk`, `book`, `42`.
  package let words: [String]
  /// The label of the link.
  package let label: String

  /// Returns the links on the present page that words can open; none is followed, and none is returned
  /// that a guard refuses.
  ///
  /// - Parameters:
  ///   - router: the router of the scene.
  ///   - limit: the number of links after which the search ends.
  ///   - asksGuards: false if links are returned that a guard refuses, too.
  ///   - isWanted: true for the words of a link that is returned.
  /// - Complexity: O(elements of the page); rows of links that were not made yet stay so.
  @MainActor
  package static func all(
    in host: ViewHost, of router: Router, limit: Int, asksGuards: Bool = true,
    where isWanted: ([String]) -> Bool = { _ in true }
  ) -> [PageLink] {
    var links: [PageLink] = []
    var found: Route?
    var reader = (type: Any.Type?.none, words: WordsReader?.none)
    func words(of value: any Sendable) -> [String]? {
      // The rows of a list have values of one type: its conformance is looked up once.
      if type(of: value) != reader.type {
        let type = type(of: value) as? any NavigationValue.Type
        reader = (Swift.type(of: value), type.map { wordsReader(of: $0) })
      }
      return reader.words?(value)
    }
    let asksGuards = asksGuards && !router.mounted.entering.isEmpty
    // A row is looked at before it is made, and its link after that.
    var answers: [[String]: Bool] = [:]
    func wanted(_ value: any Sendable, route: () -> Route?) -> [String]? {
      guard let words = words(of: value), isWanted(words) else { return nil }
      guard asksGuards else { return words }
      let isRefused = answers[words] ?? (route().map(router.refuses) ?? false)
      answers[words] = isRefused
      return isRefused ? nil : words
    }
    router.onLink = { found = $0 }
    defer { router.onLink = nil }
    func isWantedValue(_ value: any Sendable) -> Bool {
      wanted(value) { (value as? any NavigationValue).map { Route($0) } } != nil
    }
    host.visitElements(where: isWantedValue) { elements in
      for element in elements where element.kind == .link && element.isEnabled {
        guard links.count < limit else { return false }
        found = nil
        _ = host.perform(.locate, on: element.id)
        if let route = found, let words = wanted(route.value, route: { route }) {
          links.append(PageLink(words: words, label: element.label))
        }
      }
      return links.count < limit
    }
    return links
  }

  /// Reads the words that open a place of a type; nil for one that no words can open.
  private typealias WordsReader = (any Sendable) -> [String]?

  private static func wordsReader<Value: NavigationValue>(of type: Value.Type) -> WordsReader {
    type is any PresentedValue.Type
      ? { _ in nil } : { ($0 as? Value).flatMap { (try? DeepLink($0))?.words } }
  }
}
