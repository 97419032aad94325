import WaylineSystem

/// Lines of text.
///
/// ```swift
/// Text("On the shelf.")
/// ```
///
/// Data is shown safely: a control byte becomes visible, it is never sent to the terminal. Only a
/// text may hold newlines. Source: SwiftUI's `Text`.
public struct Text: Hashable, Sendable {
  /// A piece with its style, and those after it; most texts have one.
  private var first: Piece
  private var rest: [Piece] = []

  private struct Piece: Hashable, Sendable {
    var text: String
    var style = TextStyle()
  }

  // NB: disfavoured, so that a literal is a `LocalizedStringKey`, which keeps styles inside.
  // It is inlinable, because converting to `String` without knowing the type is slow.
  /// Shows a text as it is.
  @_disfavoredOverload
  @inlinable
  nonisolated public init<Content: StringProtocol>(_ content: Content) {
    self.init(verbatim: String(content))
  }

  /// Shows a text as it is.
  nonisolated public init(verbatim content: String) {
    first = Piece(text: content)
  }

  /// One text after the other.
  nonisolated public static func + (first: Text, second: Text) -> Text {
    var both = first
    both.rest += [second.first] + second.rest
    return both
  }

  /// The text without its styles.
  nonisolated package var plain: String { rest.reduce(first.text) { $0 + $1.text } }

  /// The text with the share that it says, of which a terminal draws a bar.
  nonisolated func saying(share percent: Int?) -> Text {
    percent.map { percent in styled { $0.share = UInt8(clamping: percent) } } ?? self
  }

  nonisolated private func styled(_ change: (inout TextStyle) -> Void) -> Text {
    var copy = self
    change(&copy.first.style)
    for index in copy.rest.indices { change(&copy.rest[index].style) }
    return copy
  }
}

extension Text {
  /// Sets the text off by weight, where the output can.
  nonisolated public func bold(_ isActive: Bool = true) -> Text {
    styled { $0.isBold = isActive }
  }

  /// Sets the text off by slant, where the output can.
  nonisolated public func italic(_ isActive: Bool = true) -> Text {
    styled { $0.isItalic = isActive }
  }

  /// Underlines the text, where the output can.
  nonisolated public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text {
    styled { $0.isUnderlined = isActive }
  }

  /// Colours the text, where the output can; the colour never carries meaning alone.
  nonisolated public func foregroundStyle(_ color: Color) -> Text {
    styled { $0.color = color }
  }

  /// Colours the text, where the output can; the colour never carries meaning alone.
  nonisolated public func foregroundColor(_ color: Color?) -> Text {
    styled { $0.color = color }
  }
}

extension Text: PrimitiveView {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> TextNode {
    TextNode(view, in: context)
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: TextNode, to view: Self) {
    node.update(to: view)
  }
}

extension Text {
  /// The text, where it is one line in one style that needs no escapes.
  nonisolated fileprivate var plainLine: String? {
    rest.isEmpty && !first.text.isEmpty && SafeText.isPlain(first.text) ? first.text : nil
  }

  /// The style of the text, where it has one.
  nonisolated fileprivate var plainStyle: TextStyle { first.style }

  /// The pieces as safe lines.
  nonisolated var lines: [Line] {
    var lines = [Line()]
    for piece in [first] + rest {
      for (index, text) in SafeText.lines(of: piece.text).enumerated() {
        if index > 0 { lines.append(Line()) }
        if !text.isEmpty { lines[lines.count - 1].spans.append(.text(text, piece.style)) }
      }
    }
    return lines
  }

  nonisolated fileprivate var fragment: Fragment {
    if let line = plainLine { return Fragment(Line([.text(line, first.style)])) }
    return Fragment(lines, original: self)
  }

  /// True if a fragment was made of an equal text.
  nonisolated fileprivate func made(_ fragment: Fragment) -> Bool {
    if let original = fragment.original { return original == self }
    guard rest.isEmpty, let line = fragment.soleText else { return false }
    return line.text == first.text && line.style == first.style
  }
}

// NB: most nodes of a long list are texts. The fragment is all that one retains.
/// The node of a text.
package final class TextNode: ViewNode {
  private var shown: Fragment

  init(_ text: Text, in context: NodeContext) {
    shown = text.fragment
    super.init(in: context)
  }

  func update(to text: Text) {
    guard !text.made(shown) else { return }
    if shown.isSoleText, shown.original == nil, let line = text.plainLine {
      shown.exchangeText(for: line, text.plainStyle)
      return lineExchanged()
    }
    shown = text.fragment
    linesChanged()
  }

  override var fragment: Fragment {
    noteRead()
    guard let mark = context.redaction?.mark else { return shown }
    return Fragment(Line([.text(mark, TextStyle())]))
  }

  /// The text, also where it is hidden.
  var original: String { shown.text }

  override var lineText: String {
    guard context.redaction?.mark == nil, shown.original == nil, let line = shown.soleText else {
      return super.lineText
    }
    noteRead()
    return line.text
  }

  override var name: String { "Text" }
}
