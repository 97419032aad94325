/// One line of a screen: pieces of text, and elements by their place on the page.
///
/// The text is safe: no control byte of any data can be in it.
package struct Line: Hashable, Sendable {
  package var spans: [Span]

  package init(_ spans: [Span] = []) {
    self.spans = spans
  }

  /// A piece of a line.
  package enum Span: Hashable, Sendable {
    case text(String, TextStyle)
    /// An element: its index in the elements of the page, or of the fragment it lies in.
    case element(Int)
  }

  func shifted(by base: Int) -> Line {
    guard base > 0 else { return self }
    return Line(
      spans.map { span in
        if case .element(let index) = span { .element(index + base) } else { span }
      })
  }
}

/// How text is set off where the output can show it; never the only carrier of meaning.
package struct TextStyle: Hashable, Sendable {
  package var isBold = false
  package var isItalic = false
  package var isUnderlined = false
  package var color: Color?

  package init() {}
}
