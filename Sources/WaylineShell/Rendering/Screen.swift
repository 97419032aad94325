import WaylineViews

/// Everything that is printed for one place: the same content for every renderer.
///
/// Copies share what they show, so a screen can be handed around and compared with itself for
/// nothing.
package struct Screen: Hashable, Sendable {
  private let content: Content
  /// The link that opens this place; nil when there is none.
  package var url: String?

  /// A screen of a page.
  package init(page: Page, url: String? = nil) {
    content = Content(page)
    self.url = url
  }
}

extension Screen {
  /// What the lines belong to: the root, or what is presented above it.
  package var layer: Page.Layer { content.page.layer }
  /// The titles from the root to the top.
  package var titles: [String] { content.page.titles }
  /// The lines, safe to print.
  package var lines: [Line] { content.page.lines }
  /// What can be acted on, in reading order.
  package var elements: [Element] { content.page.elements }
  /// Whether one of the elements takes a secret.
  package var hasSecretField: Bool { content.hasSecretField }
  /// What the numbers from 1 on mean.
  package var numbering: ElementNumbers { content.numbering }

  /// The number of an element by its index; nil when it is not enabled.
  package func number(of index: Int) -> Int? {
    content.numbering.number(of: index)
  }

  /// The number of each element; nil for those that are not enabled.
  package var numbers: [Int?] { elements.indices.map(number) }
}

/// What a screen shows.
private final class Content: Hashable, Sendable {
  let page: Page
  let numbering: ElementNumbers
  let hasSecretField: Bool

  init(_ page: Page) {
    self.page = page
    hasSecretField = page.elements.contains { $0.kind == .secret }
    numbering = ElementNumbers(page.elements)
  }

  static func == (first: Content, second: Content) -> Bool {
    first === second || first.page == second.page
  }

  func hash(into hasher: inout Hasher) { hasher.combine(page) }
}
