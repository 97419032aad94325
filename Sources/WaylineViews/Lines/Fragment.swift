/// What a node contributes to a screen: lines of its own, or its children's in order.
///
/// A fragment is never changed, so an unchanged subtree's is used again as it is.
final class Fragment {
  let lines: [Line]
  let elements: [Element]
  let parts: [Fragment]
  let lineCount: Int
  let elementCount: Int
  /// Whether a blank line sets it off from what stands before.
  let isSetOff: Bool

  nonisolated(unsafe) static let empty = Fragment()  // constant, with constant members only

  init(_ lines: [Line] = [], elements: [Element] = []) {
    self.lines = lines
    self.elements = elements
    parts = []
    lineCount = lines.count
    elementCount = elements.count
    isSetOff = false
  }

  init(parts: [Fragment], isSetOff: Bool = false) {
    lines = []
    elements = []
    self.parts = parts
    lineCount = parts.reduce(0) { $0 + $1.lineCount }
    elementCount = parts.reduce(0) { $0 + $1.elementCount }
    self.isSetOff = isSetOff
  }

  /// Appends its lines to a page and numbers its elements from there.
  ///
  /// - Complexity: O(lines).
  func append(to page: inout Page) {
    if isSetOff, lineCount > 0, let last = page.lines.last, !last.spans.isEmpty {
      page.lines.append(Line())
    }
    let base = page.elements.count
    for line in lines { page.lines.append(line.shifted(by: base)) }
    page.elements += elements
    for part in parts { part.append(to: &page) }
  }

  /// All of it as one page without layer and titles.
  var flattened: Page {
    var page = Page(layer: .root, titles: [])
    append(to: &page)
    return page
  }

  /// The text on one line, with what its elements show.
  var text: String { flattened.text }
}
