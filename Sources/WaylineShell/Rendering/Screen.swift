import WaylineViews

/// Everything that is printed for one place: the same content for every renderer.
package struct Screen: Hashable, Sendable {
  /// What the lines belong to: the root, or what is presented above it.
  package var layer: Page.Layer
  /// The titles from the root to the top.
  package var titles: [String]
  /// The link that opens this place; nil when there is none.
  package var url: String?
  /// The lines, safe to print.
  package var lines: [Line]
  /// What can be acted on, in reading order.
  package var elements: [Element] {
    didSet { numbering = ElementNumbers(elements) }
  }
  /// What the numbers from 1 on mean.
  package private(set) var numbering: ElementNumbers

  /// A screen of a page.
  package init(page: Page, url: String? = nil) {
    (layer, titles, lines, elements) = (page.layer, page.titles, page.lines, page.elements)
    self.url = url
    numbering = ElementNumbers(page.elements)
  }
}

extension Screen {
  /// The number of an element by its index; nil when it is not enabled.
  package func number(of index: Int) -> Int? {
    numbering.number(of: index)
  }

  /// The number of each element; nil for those that are not enabled.
  package var numbers: [Int?] { elements.indices.map(number) }
}
