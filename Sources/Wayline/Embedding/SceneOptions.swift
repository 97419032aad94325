import WaylineShell
import WaylineSystem

/// The options of a scene: how it reads and prints, and the words it begins with.
///
/// `App` fills it from the command line; a program that embeds a scene fills it itself.
public struct SceneOptions {
  /// The form of the output.
  public enum Form: Hashable, Sendable {
    /// Lines of text; with colour only at a terminal of this process that allows it.
    case automatic
    /// Lines of text, without colour or line editing.
    case plain
    /// Lines of text without colour; a terminal edits lines as usual.
    case monochrome
    /// Lines of text with colour, for a terminal.
    case color
    /// One JSON object a line; lines of input may be objects too.
    case json
  }

  /// The name that `where` prints; nil for that of the program, or `program`.
  public var program: String?
  /// The form of the output.
  public var form = Form.automatic
  /// True if a prompt is printed before each line. In JSON it is an object, which is always printed.
  public var showsPrompt = false
  /// True if lines are printed as they are read, so that the output is a transcript.
  public var echoes = false
  /// True if a person types the lines: a line that fails is then reported and not counted.
  public var isInteractive = false
  /// True if a script ends at the first line that fails.
  public var isStrict = false
  /// True if a screen that changes by itself is printed at once; in JSON it always is.
  public var printsChanges = false
  /// True if JSON has the values that flows return, beside their endings; a `Secret` has none.
  public var printsResults = false
  /// True if a last line without its end is run: a pipe may have one, a connection that ends within
  /// a line has been lost.
  public var takesUnendedLine = true
  /// The longest time of a `wait` without one, and of an answer that waits for its navigation.
  public var timeLimit = Duration.seconds(10)
  /// The words of a command or a place to begin with, as on a command line.
  public var arguments: [String] = []
  /// The values that views read with `@Environment(\.options)`.
  public var values = OptionValues()
  /// Commands beside the built-in ones and those of the program.
  public var commands: [ShellCommand] = []
  /// True if `store`, `keys`, `passphrase` and the like can be typed. They read and write files that
  /// are named in the line, so they are for the owner of the stores only.
  public var offersStoreCommands = false
  /// The bounds on buffered input and output.
  public var limits = StreamLimits()
  /// True if the scene is one flow, which `quit` cancels.
  var isFlow = false

  /// Creates the options of a script: lines of text, without prompt and echo.
  public init() {}
}

// MARK: - Options of the shell

extension SceneOptions {
  /// The same options for a scene that a person uses at a terminal, if one does.
  func interactive(if isTerminal: Bool) -> SceneOptions {
    var options = self
    options.isInteractive = isInteractive || isTerminal
    options.showsPrompt = showsPrompt || isTerminal
    options.printsChanges = printsChanges || isTerminal
    return options
  }

  /// The options of a session.
  func session(_ name: String) -> SessionOptions {
    var options = SessionOptions(program: program ?? name)
    options.arguments = arguments
    options.isScript = !isInteractive
    options.isStrict = isStrict
    options.asksAgain = isInteractive || form == .json
    options.printsUnasked = printsChanges || form == .json
    options.patience = options.printsUnasked ? Session.patience : nil
    options.waitLimit = timeLimit
    options.navigationLimit = isInteractive && form != .json ? nil : timeLimit
    options.printsLinks = form == .json
    options.printsTransitions = form == .json
    options.printsResults = printsResults
    options.answerLimit = limits.answerBytes
    options.commands = commands
    options.isFlow = isFlow
    return options
  }

  /// The options of a session that prints to an output of this process.
  ///
  /// At a terminal, lines wrap at its width and a long screen is printed by pages. One that is only called
  /// dumb has no pages. A screen reader (`ACCESSIBLE`), like `--plain`, gets each line in one piece.
  @MainActor
  func session(
    _ name: String, output: FileDescriptor, isTerminal: Bool, environment: [String: String]
  ) -> SessionOptions {
    var options = session(name)
    options.printsProgressLines = printsProgress(to: output, isTerminal: isTerminal)
    guard isTerminal, output.isTerminal, form != .json, form != .plain else { return options }
    let window = { @MainActor () -> WindowSize? in
      output.terminalSize.flatMap { size in
        size.rows > 0 ? WindowSize(columns: size.columns, rows: size.rows) : nil
      }
    }
    if Appearance.allowsEscapes(environment) {
      options.window = window
    } else if Appearance.wrapsWithoutEscapes(environment) {
      options.columns = { window()?.columns }
    }
    return options
  }

  /// True if lines of progress have somebody who reads them, and are no part of a result.
  func printsProgress(to output: FileDescriptor, isTerminal: Bool) -> Bool {
    isTerminal && output.isTerminal && form != .json
  }

  /// The settings of a driver of bytes.
  var stream: DriverSettings {
    var settings = DriverSettings()
    settings.renderer = appearance(atTerminal: false, environment: [:]).renderer
    settings.showsPrompt = showsPrompt || form == .json
    settings.echoes = echoes && form != .json
    settings.readsJSON = form == .json
    settings.takesUnendedLine = takesUnendedLine
    settings.limits = limits
    return settings
  }

  /// The settings of a driver that reads the standard input of this process.
  ///
  /// - Parameters:
  ///   - input: the descriptor that lines come from.
  ///   - output: the output for screens and messages.
  ///   - isTerminal: whether a person types at a terminal.
  @MainActor
  func shell(
    _ host: SceneHost, input: Int32, output: FileDescriptor, isTerminal: Bool,
    environment: [String: String]
  ) -> DriverSettings {
    let printsToTerminal = output.isTerminal
    let appearance = appearance(atTerminal: printsToTerminal, environment: environment)
    var settings = DriverSettings()
    settings.renderer = appearance.renderer
    settings.readsJSON = form == .json
    settings.showsPrompt = showsPrompt || form == .json
    settings.echoes = echoes && !isTerminal && form != .json
    settings.notices = host.monitor.notices
    if isTerminal, printsToTerminal, form != .json, form != .plain,
      Appearance.allowsEscapes(environment)
    {
      settings.editor = LineEditor(
        program: program ?? "program", input: input, output: output.number)
      settings.marksPastes = true
    }
    return settings
  }

  private func appearance(
    atTerminal isTerminal: Bool, environment: [String: String]
  ) -> Appearance {
    .of(
      isJSON: form == .json, isPlain: form == .plain, color: color, isTerminal: isTerminal,
      environment: environment)
  }

  private var color: ColorChoice {
    switch form {
    case .automatic, .json: .auto
    case .color: .always
    case .plain, .monochrome: .never
    }
  }
}
