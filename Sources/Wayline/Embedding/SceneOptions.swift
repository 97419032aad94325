import WaylineShell

/// How an embedded scene reads and prints: what the options of a command line say for an `App`.
public struct SceneOptions {
  /// The form in which frames are printed.
  public enum Form: Hashable, Sendable {
    /// Lines of text; with colour only at a terminal of this process that wants it.
    case automatic
    /// Lines of text.
    case plain
    /// Lines of text with colour, for a terminal.
    case color
    /// One JSON object a line; lines of input may be objects too.
    case json
  }

  /// The name that `where` prints; nil for that of the program, or `program`.
  public var program: String?
  /// The form in which frames are printed.
  public var form = Form.automatic
  /// Whether a prompt stands before each line. In JSON it is an object, which is always there.
  public var showsPrompt = false
  /// Whether lines are printed as they are read, so that the output is a transcript.
  public var echoes = false
  /// Whether somebody types the lines: then one that is not accepted is told, and counts for nothing.
  public var isInteractive = false
  /// Whether a script ends at the first line that is not accepted.
  public var isStrict = false
  /// Whether a screen that changes by itself is printed at once; in JSON it always is.
  public var printsChanges = false
  /// Whether a last line without its end is carried out: a pipe may have one, a connection that
  /// ends within a line has been lost.
  public var takesUnendedLine = true
  /// The words of a command or a place to begin with, as on a command line.
  public var arguments: [String] = []
  /// What views read with `@Environment(\.options)`.
  public var values = OptionValues()
  /// Words that can be typed besides the built-in commands, and those of the program.
  public var commands: [ShellCommand] = []
  /// Whether `store`, `keys`, `passphrase` and the like can be typed. They read and write files that
  /// are named in the line, so they are for the owner of the stores only.
  public var offersStoreCommands = false
  /// What is kept of input and output at most.
  public var limits = StreamLimits()

  /// Lines of text from a script, without prompt and echo.
  public init() {}
}

extension SceneOptions {
  /// What a session is told.
  func session(_ name: String) -> SessionOptions {
    var options = SessionOptions(program: program ?? name)
    options.isScript = !isInteractive
    options.isStrict = isStrict
    options.tellsUnasked = printsChanges || form == .json
    options.tellsLinks = form == .json
    options.tellsTransitions = form == .json
    options.answerLimit = limits.answerBytes
    options.commands = commands
    return options
  }

  /// What a driver of bytes is told.
  var stream: StreamDriver.Settings {
    var settings = StreamDriver.Settings()
    settings.renderer = appearance(atTerminal: false, environment: [:]).renderer
    settings.showsPrompt = showsPrompt || form == .json
    settings.echoes = echoes && form != .json
    settings.readsJSON = form == .json
    settings.arguments = arguments
    settings.takesUnendedLine = takesUnendedLine
    settings.limits = limits
    return settings
  }

  /// The form at a descriptor that is a terminal, or none.
  func appearance(atTerminal isTerminal: Bool, environment: [String: String]) -> Appearance {
    switch form {
    case .automatic: .of(isTerminal: isTerminal, environment: environment)
    case .plain: .plain
    case .color: .color
    case .json: .json
    }
  }
}
