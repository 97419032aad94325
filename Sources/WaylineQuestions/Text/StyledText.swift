import WaylineSystem

/// One line of text with styles: `"Created \(name, .bold)"`. Pure.
public struct StyledText: Hashable, Sendable {
  /// The look of a part of a text.
  public struct Style: OptionSet, Hashable, Sendable {
    /// The styles as bits, in the order of their codes.
    public let rawValue: Int

    /// Combines styles by their bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Bold, faint and underlined letters.
    public static let (bold, faint, underline) = (
      Style(rawValue: 1), Style(rawValue: 2), Style(rawValue: 4)
    )
    /// Colours; of several the last one counts.
    public static let (red, green, yellow, blue, magenta, cyan) = (
      Style(rawValue: 8), Style(rawValue: 16), Style(rawValue: 32), Style(rawValue: 64),
      Style(rawValue: 128), Style(rawValue: 256)
    )

    /// The codes of ECMA-48 for the bits. Source: "Character Attributes (SGR)" in xterm's "Control Sequences".
    private static let codes = [1, 2, 4, 31, 32, 33, 34, 35, 36]

    fileprivate var sequence: String {
      let codes = Self.codes.indices.filter { rawValue & 1 << $0 != 0 }.map { "\(Self.codes[$0])" }
      return codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
    }
  }

  fileprivate struct Part: Hashable {
    var text: String
    var style: Style
  }

  fileprivate var parts: [Part]

  /// Creates a text with one style, or without any.
  public init(_ text: String, _ style: Style = []) {
    parts = [Part(text: SafeText.line(of: text), style: style)]
  }

  /// Joins two texts.
  public static func + (first: StyledText, second: StyledText) -> StyledText {
    var text = first
    text.parts += second.parts
    return text
  }

  /// The text with one more character, which joins a last part of the same style.
  func followed(by character: Character, _ style: Style) -> StyledText {
    var text = self
    if let last = text.parts.indices.last, text.parts[last].style == style {
      text.parts[last].text.append(character)
    } else {
      text.parts.append(Part(text: String(character), style: style))
    }
    return text
  }

  /// The width in columns of a terminal.
  var width: Int { parts.map { DisplayWidth.of($0.text) }.reduce(0, +) }

  /// The characters, with the bytes that style them or without.
  func text(hasStyles: Bool) -> String {
    parts.map { part in
      let sequence = hasStyles ? part.style.sequence : ""
      return sequence.isEmpty ? part.text : "\(sequence)\(part.text)\u{1B}[0m"
    }.joined()
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  /// Creates a text from a literal.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// Creates a text from a literal with values in it.
  public init(stringInterpolation: StringInterpolation) {
    parts = stringInterpolation.parts
  }

  /// The parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// Creates a literal without parts.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a part of the literal.
    public mutating func appendLiteral(_ text: String) { append(text, []) }

    /// Adds a value, with a style if one is given.
    public mutating func appendInterpolation(_ value: some Any, _ style: Style = []) {
      append("\(value)", style)
    }

    private mutating func append(_ text: String, _ style: Style) {
      if !text.isEmpty { parts.append(Part(text: SafeText.line(of: text), style: style)) }
    }
  }
}
