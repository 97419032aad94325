import WaylineSystem
import WaylineViews

/// The values of `--color`.
package enum ColorChoice: String, CaseIterable, Hashable, Sendable {
  /// Colour at a terminal that wants it.
  case auto
  /// Colour at every terminal; also without one.
  case always
  /// No colour.
  case never
}

/// The form in which a program prints.
package enum Appearance: Hashable, Sendable {
  case plain, color, json
  /// Text with bars, which are characters, and without colour: at a terminal with `NO_COLOR`.
  case monochrome

  /// The form for the options, the output and the environment.
  ///
  /// Colour is printed to a terminal, unless `NO_COLOR` (no-color.org) is set, `TERM` is `dumb`, or
  /// `ACCESSIBLE` requests the plainest form. `CLICOLOR_FORCE` prints it without a terminal too, but not
  /// where `TERM` is `dumb`, and `--color` overrules all of them. Without colour no escape byte is printed; a
  /// terminal that could show colour has the bars of it still, unless `--plain` is given.
  package static func of(
    isJSON: Bool = false, isPlain: Bool = false, color: ColorChoice = .auto, isTerminal: Bool,
    environment: [String: String]
  ) -> Appearance {
    if isJSON { return .json }
    if isPlain { return .plain }
    let isColored =
      switch color {
      case .always: true
      case .never: false
      case .auto: wantsColor(isTerminal, environment)
      }
    if isColored { return .color }
    return isTerminal && TerminalAbilities.allowsEscapes(environment) ? .monochrome : .plain
  }

  private static func wantsColor(_ isTerminal: Bool, _ environment: [String: String]) -> Bool {
    if TerminalAbilities.isSet("NO_COLOR", environment) || environment["TERM"] == "dumb" {
      return false
    }
    if TerminalAbilities.isSet("CLICOLOR_FORCE", environment), environment["CLICOLOR_FORCE"] != "0"
    {
      return true
    }
    return isTerminal && TerminalAbilities.allowsEscapes(environment)
  }

  /// The renderer of the form.
  package var renderer: any Renderer {
    switch self {
    case .plain: PlainRenderer()
    case .color: PlainRenderer(style: .ansi)
    case .monochrome: PlainRenderer(style: .characters)
    case .json: JSONRenderer()
    }
  }
}

/// The colour and weight added to the plain text.
enum OutputStyle: Sendable {
  /// Adds nothing: no escape byte can come out.
  case none
  /// Adds characters alone, such as bars, and no escape byte.
  case characters
  /// Weight and the eight colours that every terminal has; their shades are the person's choice.
  case ansi

  /// A part of a screen that can have a style of its own.
  enum Part {
    case plain, place, number, unavailable, problem, hint, danger, value, chosen
    case styled(TextStyle)
  }

  @inline(__always)
  func write(_ content: String, as part: @autoclosure () -> Part, into text: inout TextBytes) {
    if self != .ansi { text.append(content) } else { color(content, part(), &text) }
  }

  /// A text with its style, to be wrapped.
  func styled(_ content: String, as part: Part) -> String {
    guard self == .ansi, !content.isEmpty, let codes = Self.codes(part) else { return content }
    return "\u{1B}[\(codes)m\(content)\u{1B}[0m"
  }

  private func color(_ content: String, _ part: Part, _ text: inout TextBytes) {
    text.append(styled(content, as: part))
  }

  /// A bar of a share in per cent, which is said in words before it; empty where nothing is added.
  func bar(_ share: UInt8) -> String {
    guard self != .none else { return "" }
    let full = (Int(share) * Self.barWidth + 50) / 100
    return " " + String(repeating: "█", count: full)
      + String(repeating: "░", count: Self.barWidth - full)
  }

  /// The width of a whole bar, in columns.
  private static let barWidth = 10
  /// The width that a bar takes after its words, in columns.
  static let barRoom = barWidth + 1

  private static func codes(_ part: Part) -> String? {
    switch part {
    case .plain: nil
    case .place: "1;7"
    case .number: "36"
    case .value: "1"
    case .chosen: "1;4"
    case .unavailable, .hint: "2"
    case .problem, .danger: "31"
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
