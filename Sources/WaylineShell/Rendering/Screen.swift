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
    didSet { numbered = Self.numbered(elements) }
  }
  /// The indices of the enabled elements: what the numbers from 1 on mean.
  package private(set) var numbered: [Int]

  /// A screen of a page.
  package init(page: Page, url: String? = nil) {
    (layer, titles, lines, elements) = (page.layer, page.titles, page.lines, page.elements)
    self.url = url
    numbered = Self.numbered(page.elements)
  }

  private static func numbered(_ elements: [Element]) -> [Int] {
    elements.indices.filter { elements[$0].isEnabled }
  }
}

extension Screen {
  /// The number of each element; nil for those that are not enabled.
  package var numbers: [Int?] {
    var numbers = [Int?](repeating: nil, count: elements.count)
    for (number, index) in numbered.enumerated() { numbers[index] = number + 1 }
    return numbers
  }
}
