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
  /// True if lines are printed as they are read, so that the output is a transcript: as at a terminal, the answer to
  /// a line that stays on its screen is then the lines that it has changed.
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
  /// The longest time in which cancelled work may clean up when a signal ends the program.
  package var cleanupLimit = Duration.seconds(5)
  /// The words of a command or a place to begin with, as on a command line.
  public var arguments: [String] = []
  /// The values that views read with `@Environment(\.options)`.
  public var values = OptionValues()
  /// Commands beside the built-in ones and those of the program.
  public var commands: [ShellCommand] = []
  /// The options of the program, beside which commands have theirs.
  package var programOptions: [AppOptions.Element] = []
  /// True for an option that the command line of the program has, which no command can have.
  package var isReservedOption: (String) -> Bool = { _ in false }
  /// The variables of the environment that options of commands have, and their values.
  package var variables: [String: String] = [:]
  /// True if `store`, `keys`, `passphrase` and the like can be typed. They read and write files that
  /// are named in the line, so they are for the owner of the stores only.
  public var offersStoreCommands = false
  /// The bounds on buffered input and output.
  public var limits = StreamLimits()
  /// True if the lines are those of a script, whose output somebody reads after it.
  package var readsScript = false
  /// True if each answer has the screens of a pipe: whole ones, without marks, and Enter takes nothing.
  package var printsWholeScreens = false
  /// True if the scene is one flow, which `quit` cancels.
  package var isFlow = false

  /// Creates the options of a script: lines of text, without prompt and echo.
  public init() {}
}

// MARK: - The configuration of the shell

extension SceneOptions {
  /// The name of the program, where one is printed.
  package var programName: String { program ?? "program" }

  /// The configuration of a scene at a port of this process; nil where its caller moves the bytes.
  @MainActor
  package func configuration(at port: ProcessPort? = nil) -> SceneConfiguration {
    var scene = SceneConfiguration(program: programName)
    scene.commands = commands
    (scene.programOptions, scene.isReservedOption) = (programOptions, isReservedOption)
    scene.variables = variables
    configure(&scene, at: port)
    return scene
  }

  /// Sets all that depends on the options and on the port of the scene.
  ///
  /// At a terminal, lines wrap at its width and a long screen is printed by pages. One that is only called
  /// dumb has no pages. A screen reader (`ACCESSIBLE`), like `--plain`, gets each line in one piece, and it has
  /// pages with hints in whole words.
  @MainActor
  package func configure(_ scene: inout SceneConfiguration, at port: ProcessPort?) {
    configureForm(of: &scene, at: port)
    let (isJSON, isTerminal) = (form == .json, port?.isTerminal == true)
    let isTyped = isInteractive || isTerminal
    scene.arguments = arguments
    (scene.isScript, scene.isStrict, scene.isFlow) = (!isTyped, isStrict, isFlow)
    scene.asksAgain = isTyped || isJSON
    scene.numbersProblems = port != nil && !isTyped && !isJSON && !echoes
    scene.takesDefault = isTyped && !isJSON && !printsWholeScreens
    scene.answersWithChanges =
      (isTerminal || echoes || readsScript) && !isJSON && !printsWholeScreens
    scene.keepsNumbers = scene.answersWithChanges && isTerminal && isTyped
    scene.printsUnasked = printsChanges || isTerminal || isJSON
    scene.printsOnlyChanges = scene.printsUnasked && !isJSON
    scene.patience = scene.printsUnasked ? Session.patience : nil
    scene.waitLimit = timeLimit
    scene.navigationLimit = isTyped && !isJSON ? nil : timeLimit
    (scene.printsLinks, scene.printsTransitions) = (isJSON, isJSON)
    scene.printsResults = printsResults
    scene.limits = limits
    guard let port, isTerminal, !isJSON, form != .plain else { return }
    let window = { @MainActor [output = port.output] () -> WindowSize? in
      output.terminalSize.flatMap { size in
        size.rows > 0 ? WindowSize(columns: size.columns, rows: size.rows) : nil
      }
    }
    if controlsScreen(at: port) {
      scene.window = window
    } else if TerminalAbilities.wrapsWithoutEscapes(port.environment) {
      scene.columns = { window()?.columns }
    } else if TerminalAbilities.isAccessible(port.environment) {
      scene.window = { window().map { .unwrapped(rows: $0.rows) } }
      scene.saysHints = true
    }
  }

  /// Sets the form of the input and output: all that a single command has of it.
  ///
  /// Lines of progress need somebody who reads them, and are no part of a result.
  @MainActor
  package func configureForm(of scene: inout SceneConfiguration, at port: ProcessPort?) {
    let (isJSON, isTerminal) = (form == .json, port?.isTerminal == true)
    let appearance = Appearance.of(
      isJSON: isJSON, isPlain: form == .plain, color: color,
      isTerminal: port?.output.isTerminal == true, environment: port?.environment ?? [:])
    scene.renderer = appearance.renderer
    scene.showsPrompt = showsPrompt || isTerminal || isJSON
    scene.echoes = echoes && !isTerminal && !isJSON
    (scene.readsJSON, scene.takesUnendedLine) = (isJSON, takesUnendedLine)
    scene.cleanupLimit = cleanupLimit
    scene.printsProgressLines = isTerminal || isJSON
  }

  /// True if lines are edited at a port, and whole pages are shown.
  @MainActor
  package func controlsScreen(at port: ProcessPort) -> Bool {
    port.isTerminal && form != .json && form != .plain
      && TerminalAbilities.allowsEscapes(port.environment)
  }

  /// True if lines are edited at a port: also for a screen reader, without escape bytes.
  @MainActor
  func editsLines(at port: ProcessPort) -> Bool {
    port.isTerminal && form != .json && form != .plain
      && TerminalAbilities.allowsEditing(port.environment)
  }

  /// True if questions with choices are answered key by key where lines are edited.
  @MainActor
  package func asksLive(at port: ProcessPort) -> Bool {
    !printsWholeScreens && !TerminalAbilities.isOn("NO_EDIT", port.environment)
  }

  private var color: ColorChoice {
    switch form {
    case .automatic, .json: .auto
    case .color: .always
    case .plain, .monochrome: .never
    }
  }
}
