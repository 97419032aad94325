/// One line of a screen: pieces of text, and elements by their place on the page.
///
/// The text is safe: no control byte of any data can be in it.
package struct Line: Hashable, Sendable {
  /// Its parts in order.
  package var spans: [Span]

  /// A line made of parts.
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

  /// The line with a style for the text that has none of its own.
  func filled(from style: TextStyle) -> Line {
    guard !style.isPlain else { return self }
    return Line(
      spans.map { span in
        if case .text(let text, let own) = span {
          .text(text, own.filled(from: style))
        } else {
          span
        }
      })
  }
}

extension Line {
  /// Whether the line begins like an element, a prompt or a place of the shell.
  var posesAsShell: Bool {
    guard case .text(let text, _)? = spans.first else { return false }
    return SafeText.posesAsShell(
      spans.count == 1 ? text : spans.map(\.plainText).joined())
  }

  /// The line with a leading blank where it would look like the shell's own.
  var unposed: Line {
    guard posesAsShell else { return self }
    return Line([.text(" ", TextStyle())] + spans)
  }
}

extension Line.Span {
  fileprivate var plainText: String {
    if case .text(let text, _) = self { text } else { "" }
  }
}

/// How text is set off where the output can show it; never the only carrier of meaning.
package struct TextStyle: Hashable, Sendable {
  /// Whether it is set off by weight.
  package var isBold = false
  /// Whether it is set off by slant.
  package var isItalic = false
  /// Whether it is underlined.
  package var isUnderlined = false
  /// Its colour; nil is the terminal's own.
  package var color: Color?

  /// Makes one with nothing said.
  package init() {}

  /// Whether nothing is set off.
  var isPlain: Bool { !isBold && !isItalic && !isUnderlined && color == nil }

  /// The style with what `outer` says and it does not.
  func filled(from outer: TextStyle) -> TextStyle {
    var style = self
    style.isBold = isBold || outer.isBold
    style.isItalic = isItalic || outer.isItalic
    style.isUnderlined = isUnderlined || outer.isUnderlined
    style.color = color ?? outer.color
    return style
  }
}
