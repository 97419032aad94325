/// What a node contributes to a screen: lines of its own, or its children's in order.
///
/// A fragment is never changed, so an unchanged subtree's is used again as it is.
final class Fragment {
  /// Puts lines together whose columns depend on the width of the elements' numbers.
  typealias Layout = (_ firstNumber: Int) -> [Line]

  let lines: [Line]
  let elements: [Element]
  let parts: [Fragment]
  let lineCount: Int
  let elementCount: Int
  /// Whether a blank line sets it off from what stands before.
  let isSetOff: Bool
  /// How text is set off that says nothing else itself.
  let style: TextStyle
  /// The label that begins its one line, where labels of a list are aligned.
  let leadingLabel: LeadingLabel?
  private let layout: Layout?
  private let mayPoseAsShell: Bool

  nonisolated(unsafe) static let empty = Fragment()  // constant, with constant members only

  init(
    _ lines: [Line] = [], elements: [Element] = [], leadingLabel: LeadingLabel? = nil,
    layout: Layout? = nil
  ) {
    self.lines = lines
    self.elements = elements
    parts = []
    lineCount = lines.count
    elementCount = elements.count
    isSetOff = false
    style = TextStyle()
    self.leadingLabel = leadingLabel
    self.layout = layout
    mayPoseAsShell = layout != nil || lines.contains(where: \.posesAsShell)
  }

  init(parts: [Fragment], isSetOff: Bool = false, style: TextStyle = TextStyle()) {
    lines = []
    elements = []
    self.parts = parts
    var (lineCount, elementCount) = (0, 0)
    for part in parts {
      lineCount += part.lineCount
      elementCount += part.elementCount
    }
    self.lineCount = lineCount
    self.elementCount = elementCount
    self.isSetOff = isSetOff
    self.style = style
    leadingLabel = nil
    layout = nil
    mayPoseAsShell = false
  }
}

extension Fragment {
  /// Appends its lines to a page and numbers its elements from there.
  ///
  /// - Parameter isScreen: whether the page is shown as it is, so that no line of data may look
  ///   like the shell's own; false where lines are taken as parts of others.
  /// - Complexity: O(lines).
  func append(to page: inout Page, style outer: TextStyle = TextStyle(), isScreen: Bool = true) {
    if isSetOff, lineCount > 0, let last = page.lines.last, !last.spans.isEmpty {
      page.lines.append(Line())
    }
    let style = outer.isPlain ? style : style.filled(from: outer)
    let base = page.elements.count
    if layout == nil, style.isPlain, elements.isEmpty || base == 0, !mayPoseAsShell {
      page.lines += lines
    } else {
      for line in layout?(page.nextNumber) ?? lines {
        let safe = isScreen && mayPoseAsShell ? line.unposed : line
        page.lines.append(safe.shifted(by: base).filled(from: style))
      }
    }
    if !elements.isEmpty { page.elements += elements }
    for part in parts { part.append(to: &page, style: style, isScreen: isScreen) }
  }

  /// All of it as one page without layer and titles, to be a part of other lines.
  var flattened: Page {
    var page = Page(layer: .root, titles: [])
    append(to: &page, isScreen: false)
    return page
  }

  /// The text on one line, with what its elements show.
  var text: String { flattened.text }
}

extension Page {
  /// The number that the next element gets, if a person can act on it.
  fileprivate var nextNumber: Int { elements.count(where: \.isEnabled) + 1 }
}
