/// What is visible at one moment: safe lines, and the elements in reading order.
package struct Page: Hashable, Sendable {
  /// What the page is shown in.
  package enum Layer: Hashable, Sendable {
    case root
    /// A sheet, with the title of what it shows; empty without one.
    case sheet(String)
    /// A full-screen cover, with the title of what it shows; empty without one.
    case cover(String)
    case alert(title: String, message: String)
  }

  /// What the page is.
  package var layer: Layer
  /// From the root to the top; empty where no title was given.
  package var titles: [String]
  /// Its lines from top to bottom.
  package var lines: [Line] = []
  /// What a person can act on, in reading order.
  package var elements: [Element] = []

  /// A page without lines.
  package init(layer: Layer, titles: [String]) {
    self.layer = layer
    self.titles = titles
  }

  /// The text of all lines on one, with what the elements show.
  var text: String {
    lines.map { Self.text(of: $0.spans, elements) }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The text of the pieces of a line, with what its elements show.
  static func text(of spans: some Collection<Line.Span>, _ elements: [Element] = []) -> String {
    spans.map { span in
      switch span {
      case .text(let text, _): text
      case .element(let index): elements[index].displayText
      }
    }.joined()
  }
}
