import WaylineViews

/// A link on a screen, as the words that open its place.
package struct PageLink: Hashable, Sendable {
  /// The words of the place, such as `desk`, `book`, `42`.
  package let words: [String]
  /// The label of the link.
  package let label: String

  /// Returns the links on the present page that words can open; none is followed.
  ///
  /// - Parameters:
  ///   - router: the router of the scene.
  ///   - limit: the number of links after which the search ends.
  /// - Complexity: O(limit).
  @MainActor
  package static func all(in host: ViewHost, of router: Router, limit: Int) -> [PageLink] {
    var links: [PageLink] = []
    var label = ""
    router.onLink = { route in
      guard let value = route.value as? any NavigationValue, let words = words(of: value)
      else { return }
      links.append(PageLink(words: words, label: label))
    }
    defer { router.onLink = nil }
    for element in host.page().elements where element.kind == .link && element.isEnabled {
      guard links.count < limit else { break }
      label = element.label
      _ = host.perform(.activate, on: element.id)
    }
    return links
  }

  private static func words(of value: some NavigationValue) -> [String]? {
    (try? DeepLink(value))?.words
  }
}
