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

  /// True if a fragment was made of an equal text.
  nonisolated fileprivate func made(_ fragment: Fragment) -> Bool {
    if let original = fragment.original { return original == self }
    return fragment.soleText.map { isLine($0.text, $0.style) } ?? false
  }

  /// True if it is a line with a style, and nothing else.
  nonisolated fileprivate func isLine(_ line: String, _ style: TextStyle) -> Bool {
    rest.isEmpty && first.text == line && first.style == style
  }
}

// NB: most nodes of a long list are texts. The line, or the fragment that has it, is all that one retains.
/// The node of a text.
package final class TextNode: ViewNode {
  private var shown: Shown

  private enum Shown {
    /// A line of which no fragment was made: the label of an element is read without one.
    case line(String, TextStyle)
    case fragment(Fragment)

    init(_ text: Text) {
      if let line = text.plainLine {
        self = .line(line, text.plainStyle)
      } else {
        self = .fragment(Fragment(text.lines, original: text))
      }
    }

    /// True if it was made of an equal text.
    func isMade(of text: Text) -> Bool {
      switch self {
      case .line(let line, let style): text.isLine(line, style)
      case .fragment(let fragment): text.made(fragment)
      }
    }
  }

  init(_ text: Text, in context: NodeContext) {
    shown = Shown(text)
    super.init(in: context)
  }

  func update(to text: Text) {
    guard !shown.isMade(of: text) else { return }
    if exchangeLine(for: text) { return lineExchanged() }
    shown = Shown(text)
    linesChanged()
  }

  /// Exchanges the line, in place, where it is one line before and after.
  private func exchangeLine(for text: Text) -> Bool {
    guard let line = text.plainLine else { return false }
    if case .fragment(let fragment) = shown {
      guard fragment.isSoleText, fragment.original == nil else { return false }
      fragment.exchangeText(for: line, text.plainStyle)
    } else {
      shown = .line(line, text.plainStyle)
    }
    return true
  }

  override var fragment: Fragment {
    noteRead()
    guard let mark = context.redaction?.mark else { return whole }
    return Fragment(Line([.text(mark, TextStyle())]))
  }

  /// The fragment of the text, made when it is first needed.
  private var whole: Fragment {
    switch shown {
    case .fragment(let fragment): return fragment
    case .line(let line, let style):
      let made = Fragment(Line([.text(line, style)]))
      shown = .fragment(made)
      return made
    }
  }

  /// The text, also where it is hidden.
  var original: String {
    switch shown {
    case .line(let line, _): line
    case .fragment(let fragment): fragment.text
    }
  }

  override var lineText: String {
    guard context.redaction?.mark == nil else { return super.lineText }
    switch shown {
    case .line(let line, _):
      noteRead()
      return line
    case .fragment(let fragment):
      guard fragment.original == nil, let line = fragment.soleText else { return super.lineText }
      noteRead()
      return line.text
    }
  }

  override var name: String { "Text" }
}
