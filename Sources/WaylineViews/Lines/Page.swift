import WaylineSystem

/// The visible content of a scene: safe lines, and the elements in reading order.
package struct Page: Hashable, Sendable {
  /// The presentation in which a page is shown.
  package enum Layer: Hashable, Sendable {
    case root
    /// A sheet, with the title of its content; empty without one.
    case sheet(String)
    /// A full-screen cover, with the title of its content; empty without one.
    case cover(String)
    case alert(title: String, message: String)
  }

  /// The presentation of the page.
  package var layer: Layer
  /// From the root to the top; empty where no title was given.
  package var titles: [String]
  /// Its lines from top to bottom.
  package var lines: [Line] = []
  /// The elements that can be used, in reading order.
  package var elements: [Element] = []
  /// The number of rows that are not made yet, where the page ends before them.
  package var waitingRows = 0
  /// The number of rows that its last line for rows that wait until the user asks for more stands for.
  var heldRows = 0
  /// True if its end is printed first where it is longer than a window.
  package var beginsAtEnd = false
  /// True if an element that takes a secret is below those rows.
  package var hasSecretBelow = false

  /// A page without lines.
  package init(layer: Layer, titles: [String]) {
    self.layer = layer
    self.titles = titles
  }

  /// The text of all lines as one line, elements included.
  var text: String {
    lines.map { Self.text(of: $0.spans, elements) }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The text of the spans of a line, elements included.
  static func text(of spans: some Collection<Line.Span>, _ elements: [Element] = []) -> String {
    spans.map { span in
      switch span {
      case .text(let text, _): text
      case .element(let index): elements[index].displayText
      }
    }.joined()
  }
}

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

  /// Lines that are one element, by its index: most lines with an element are one of these.
  private static let ofElement = (0..<64).map { Line([.element($0)]) }

  func shifted(by base: Int) -> Line {
    guard base > 0 else { return self }
    if spans.count == 1, case .element(let index) = spans[0], index + base < Self.ofElement.count {
      return Self.ofElement[index + base]
    }
    return Line(
      spans.map { span in
        if case .element(let index) = span { .element(index + base) } else { span }
      })
  }

  /// The line with a style for text that has none of its own.
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
  /// True if the line resembles an element, a prompt or a place line of the shell.
  var posesAsShell: Bool {
    guard case .text(let text, _)? = spans.first else { return false }
    return SafeText.posesAsShell(
      spans.count == 1 ? text : spans.map(\.plainText).joined())
  }

  /// The line with a leading blank where it would resemble a line of the shell.
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

/// The style of text, where the output can show it; never the only carrier of meaning.
package struct TextStyle: Hashable, Sendable {
  /// The marks beside colour; one byte, since each copy of a text copies its style.
  private struct Marks: OptionSet, Hashable {
    let rawValue: UInt8
    static let bold = Marks(rawValue: 1)
    static let italic = Marks(rawValue: 2)
    static let underlined = Marks(rawValue: 4)
  }

  private var marks: Marks = []
  private var shareOrNone = Self.noShare
  /// Its colour; nil is the terminal's own.
  package var color: Color?

  private static let noShare = UInt8.max

  /// True if it is set off by weight.
  package var isBold: Bool {
    get { marks.contains(.bold) }
    set { set(.bold, newValue) }
  }

  /// True if it is set off by slant.
  package var isItalic: Bool {
    get { marks.contains(.italic) }
    set { set(.italic, newValue) }
  }

  /// True if it is underlined.
  package var isUnderlined: Bool {
    get { marks.contains(.underlined) }
    set { set(.underlined, newValue) }
  }

  /// The share of a whole in per cent, from 0 to 100, that the text says, of which a bar can be drawn; nil for
  /// other texts.
  package var share: UInt8? {
    get { shareOrNone == Self.noShare ? nil : shareOrNone }
    set { shareOrNone = newValue.map { min($0, 100) } ?? Self.noShare }
  }

  private mutating func set(_ mark: Marks, _ isOn: Bool) {
    if isOn { marks.insert(mark) } else { marks.remove(mark) }
  }

  /// Creates the plain style.
  package init() {}

  /// The style of the headings of columns: underlined, and so is the space between them.
  static let rule = {
    var style = TextStyle()
    style.isUnderlined = true
    return style
  }()

  /// True if nothing is set off.
  var isPlain: Bool {
    marks.isEmpty && color == nil && shareOrNone == Self.noShare
  }

  /// The style, with the settings of `outer` where it has none.
  func filled(from outer: TextStyle) -> TextStyle {
    var style = self
    style.marks.formUnion(outer.marks)
    style.color = color ?? outer.color
    return style
  }
}
