import WaylineViews

@testable import WaylineShell

extension Element {
  /// An element for tests.
  static func make(
    _ kind: Kind, _ label: String, _ value: String = "", isEnabled: Bool = true,
    shortcut: String? = nil
  ) -> Element {
    var element = Element(id: ElementID(label.hashValue), kind: kind, label: label)
    element.value = value
    (element.isEnabled, element.shortcut) = (isEnabled, shortcut)
    return element
  }
}

extension Line {
  /// A line of plain text.
  static func text(_ text: String) -> Line {
    Line([.text(text, TextStyle())])
  }

  /// A line that holds one element.
  static func element(_ index: Int) -> Line {
    Line([.element(index)])
  }
}

extension Screen {
  /// A root screen of lines followed by one line for each element.
  static func make(
    titles: [String] = ["Lending desk"], lines: [Line] = [], elements: [Element] = [],
    layer: Page.Layer = .root
  ) -> Screen {
    let all = lines + elements.indices.map(Line.element)
    var page = Page(layer: layer, titles: titles)
    (page.lines, page.elements) = (all, elements)
    return Screen(page: page)
  }

  /// The book of the desk that the documentation shows.
  static let book = Screen.make(
    titles: ["Lending desk", "Catalog", "The Go-Between"],
    lines: [.text("1 copy on the shelf.")],
    elements: [
      .make(.button, "Lend to a member", shortcut: "lend"), .make(.number, "Copies", "3"),
      .make(.toggle, "Notify me", "off"), .make(.button, "Delete", isEnabled: false),
    ])
}
