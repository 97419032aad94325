import WaylineViews

/// What colour adds to the plain text, and never more than that.
enum Ink: Sendable {
  /// Adds nothing: no escape byte can come out.
  case none
  /// Weight and the eight colours that every terminal has; their shades are the person's choice.
  case ansi

  /// A part of a screen that colour may set apart.
  enum Part {
    case plain, place, number, unavailable, problem
    case styled(TextStyle)
  }

  @inline(__always)
  func write(_ content: String, as part: @autoclosure () -> Part, into text: inout TextBytes) {
    if self == .none { text.append(content) } else { color(content, part(), &text) }
  }

  private func color(_ content: String, _ part: Part, _ text: inout TextBytes) {
    guard !content.isEmpty, let codes = Self.codes(part) else { return text.append(content) }
    text.append("\u{1B}[\(codes)m\(content)\u{1B}[0m")
  }

  private static func codes(_ part: Part) -> String? {
    switch part {
    case .plain: nil
    case .place: "1"
    case .number: "36"
    case .unavailable: "2"
    case .problem: "33"
    case .styled(let style): codes(style)
    }
  }

  private static func codes(_ style: TextStyle) -> String? {
    var codes: [String] = []
    if style.isBold { codes.append("1") }
    if style.isItalic { codes.append("3") }
    if style.isUnderlined { codes.append("4") }
    if let color = style.color, let code = code(color) { codes.append(code) }
    return codes.isEmpty ? nil : codes.joined(separator: ";")
  }

  /// NB: black and white are left to the terminal, or text would vanish on half of them.
  private static func code(_ color: Color) -> String? {
    switch color {
    case .primary, .black, .white, .clear: nil
    case .red, .pink: "31"
    case .green, .mint: "32"
    case .yellow, .orange, .brown: "33"
    case .blue, .indigo: "34"
    case .purple: "35"
    case .cyan, .teal: "36"
    case .secondary, .gray: "90"
    }
  }
}
