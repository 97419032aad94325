/// What `--color` can be.
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

  /// The form that the options, the output and the environment ask for.
  ///
  /// No escape byte leaves the program when the output is not a terminal, `NO_COLOR` is set to
  /// anything (no-color.org), `TERM` is `dumb`, or `ACCESSIBLE` asks for the plainest form; only
  /// `--color always` overrules that.
  package static func of(
    isJSON: Bool = false, isPlain: Bool = false, color: ColorChoice = .auto, isTerminal: Bool,
    environment: [String: String]
  ) -> Appearance {
    if isJSON { return .json }
    switch color {
    case _ where isPlain: return .plain
    case .always: return .color
    case .never: return .plain
    case .auto: return isTerminal && allowsEscapes(environment) ? .color : .plain
    }
  }

  /// The renderer of the form.
  package var renderer: any Renderer {
    switch self {
    case .plain: PlainRenderer()
    case .color: PlainRenderer(ink: .ansi)
    case .json: JSONRenderer()
    }
  }

  /// Whether the environment lets escape bytes go to a terminal.
  package static func allowsEscapes(_ environment: [String: String]) -> Bool {
    let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    let isAccessible = environment["ACCESSIBLE"].map { !$0.isEmpty && $0 != "0" } ?? false
    let terminal = environment["TERM"] ?? ""
    return !isRefused && !isAccessible && terminal != "dumb" && !terminal.isEmpty
  }
}
