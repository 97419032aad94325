import WaylineGraph
import WaylineSystem

/// The one record of how a scene is used: its form, its rules, and its surroundings.
///
/// The facade makes it from the options that a program gives, for a terminal, a pipe, a connection or a test.
package struct SceneConfiguration {
  /// The name of the program, as `where` prints it.
  package var program: String
  /// The words of a place or a command to begin with, as on a command line.
  package var arguments: [String] = []
  /// The observer of the session, for a log.
  package var follower: SessionFollower?

  // MARK: Form

  /// Prints the frames.
  package var renderer: any Renderer = PlainRenderer()
  /// True if a prompt is printed before each line.
  package var showsPrompt = false
  /// True if lines are shown as they are read, so that the output is a transcript.
  package var echoes = false
  /// True if a line of input may be a JSON object.
  package var readsJSON = false
  /// True if a last line without its end is carried out; only over a connection.
  package var takesUnendedLine = true
  /// The most input and output that is retained over a connection, and the longest answer anywhere.
  package var limits = StreamLimits()

  // MARK: Rules

  /// True if lines come from a script or a pipe; then those that are not accepted count.
  package var isScript = true
  /// True if a script ends at the first line that is not accepted.
  package var isStrict = false
  /// True if a refused answer is asked for again: by a script, the next line is not its answer.
  package var asksAgain = false
  /// True if the answer to a line on a screen that stays is the lines that it has changed.
  package var answersWithChanges = false
  /// True if an element keeps its number until its screen is printed again; else a number is the place of an element,
  /// whatever was printed, as in a script.
  package var keepsNumbers = false
  /// True if the hint below a page is a sentence, for a screen reader.
  package var saysHints = false
  /// True if an empty line takes the default action of a screen; in a script it does nothing.
  package var takesDefault = false
  /// True if the scene is one flow, which `quit` cancels.
  package var isFlow = false
  /// True if screens that no line caused are printed.
  package var printsUnasked = false
  /// True if a change that no line caused prints only the lines that changed.
  package var printsOnlyChanges = false
  /// True if screens are printed at all; a scene that is a single command, which its arguments name, has none.
  package var showsScreens = true
  /// Makes the screens of a scene that is a single command, when the command uses them; nil where they are made.
  package var makeScreens: (@MainActor () -> Void)?
  /// True if screens contain the link of their place.
  package var printsLinks = false
  /// True if a change of progress alone is reported as such, at a terminal or to programs, and prints no screen.
  package var printsProgressLines = false
  /// The present size of the window, whose width wraps lines; nil where screens are printed whole.
  package var window: (@MainActor () -> WindowSize?)?
  /// The present width at which lines wrap where there is no window; nil where they do not.
  package var columns: (@MainActor () -> Int?)?
  /// Prints a problem elsewhere, and returns true, or leaves it to the frame. The line is the number of the
  /// one that caused the problem, 0 before the first.
  package var reportProblem: (@MainActor (_ problem: String, _ line: Int) -> Bool)?
  /// True if a printed problem begins with the number of its line, since nothing else says which one it was.
  package var numbersProblems = false
  /// Reads the value of a secret that a script names, such as `@fd:3`; nil takes it as it is.
  package var secretValue: (@MainActor (_ source: TypedSecret) throws -> TypedSecret)?
  /// True if each finished navigation is reported.
  package var printsTransitions = false
  /// True if the values of finished flows are reported with their endings.
  package var printsResults = false

  // MARK: Surroundings

  /// Commands beside the built-in ones.
  package var commands: [ShellCommand] = []
  /// The commands that screens declare; nil where they cannot.
  package var screenCommands: ScreenCommands?
  /// The options of the program, beside which commands have theirs.
  package var programOptions: [AppOptions.Element] = []
  /// True for an option that every program has, which no command can have.
  package var isReservedOption: (String) -> Bool = { _ in false }
  /// The variables of the environment that options of commands have, and their values.
  package var variables: [String: String] = [:]
  /// The files that can be named at the prompt; nil where the person is at another machine.
  package var files: FileNames?
  /// The advice for a word of the command line that is no place, where the names of places are no help;
  /// nil leaves the advice that is given at the prompt.
  package var startAdvice: (@MainActor (_ word: String, _ isLost: Bool) -> String?)?
  /// The store of the typed lines; nil stores none.
  package var history: (any HistoryStore)?
  /// The edits of the program that `undo` reverts; nil when it registers none.
  package var edits: EditHistory?
  /// The terminal that views can leave to other programs.
  package var terminal: SceneTerminal?
  /// The lines of `:tree`, if there are any in this build.
  package var tree: (@MainActor () -> [String])?
  /// The lines of `:why`, if there are any in this build.
  package var why: (@MainActor () -> [String])?
  /// The values that can follow the words of a place and begin as typed, each with its meaning, for Tab.
  package var placeValues:
    (@MainActor (_ words: [String], _ beginning: String) -> [(word: String, meaning: String)])?
  /// The longest time for which an answer waits for tasks of its line; nil where it does not.
  package var patience: Duration?
  /// The longest time for which an answer waits for a navigation of its line; nil where it does not, since a
  /// person can type meanwhile.
  package var navigationLimit: Duration?
  /// The longest time of a `wait` without one.
  package var waitLimit = Duration.seconds(10)
  /// The longest time in which cancelled work may clean up when a signal ends the program.
  package var cleanupLimit = Duration.seconds(5)
  /// Waits for a duration, for `wait`.
  package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// Creates the options of a script.
  package init(program: String) {
    self.program = program
    limits.answerBytes = LineBuffer.limit
  }

  /// The commands that can be typed: the first of each name, none that is built in, each with its valid options.
  var validCommands: [ShellCommand] {
    var valid: [ShellCommand] = []
    for command in commands {
      let name = command.name.lowercased()
      if BuiltInCommand.byWord[name] != nil
        || valid.contains(where: { $0.name.lowercased() == name })
      {
        Misuse.report("Two commands are called '\(command.name)': only the first is used.")
      } else {
        let (command, mistakes) = checked(command)
        for mistake in mistakes { Misuse.report(mistake) }
        valid.append(command)
      }
    }
    return valid
  }

  /// A command without the options that cannot be typed, and the mistakes in those.
  func checked(_ command: ShellCommand) -> (ShellCommand, mistakes: [String]) {
    guard !command.options.isEmpty else { return (command, []) }
    var command = command
    let (valid, mistakes) = command.checkedOptions(
      beside: programOptions, isReserved: isReservedOption)
    command.validOptions = valid
    return (command, mistakes.map { "In the command '\(command.name)': \($0)" })
  }
}
