import WaylineGraph
import WaylineNavigation
import WaylineSystem

/// One use of a ``ShellCommand``: the typed words, and the ways to the user and to the scene.
public struct ShellCall: Sendable {
  /// The words after the command without their quotes, and without its options; with quotes if one is not closed.
  public let words: [String]
  /// Everything after the command as it was typed; the words of a command line, or those beside options, joined by
  /// blanks.
  public let text: String
  /// The values of the options of the command.
  let given: OptionValues
  let ask: @MainActor @Sendable (LineQuestion) async throws -> TypedAnswer
  let report: @MainActor @Sendable (_ title: String, _ value: Double, _ total: Double) -> Void
  let printLine: @MainActor @Sendable (String) -> Void
  /// The values that the first view inherits.
  let sceneEnvironment: @MainActor @Sendable () -> EnvironmentValues
  /// The environment of the screen at which the command was typed.
  let ambient: AmbientEnvironment
  let showScene: @MainActor @Sendable () -> Void
}

// MARK: - The scene

extension ShellCall {
  /// The router of the scene. A command navigates with it as an action of the screen does.
  ///
  /// ```swift
  /// call.router.push(DeskRoute.book(id: book))
  /// ```
  ///
  /// The screen that the command leads to is printed with its answer. A command that reports no failure of its own has
  /// the outcome of the last navigation that it requests: the reason of a guard is printed, and the line is not
  /// accepted. What a command that runs as a task opens is printed at once where screens are printed by themselves.
  ///
  /// On the command line, where no screen is shown, the command navigates from the first screen of the program, in a
  /// session that is not saved. The screen that it leads to is printed, and the program ends.
  @MainActor public var router: Router {
    showScene()
    return environment.router
  }

  /// The values that the screen inherits at which the command was typed, from its scene and from the modifiers around
  /// its content.
  ///
  /// `@Environment` in the closure of the command reads the same values: `@Environment(\.dismiss) var dismiss`. On
  /// the command line they are those of the first screen of the program, which is made for them and not shown.
  @MainActor public var environment: EnvironmentValues { ambient.values }
}

// MARK: - Options

extension ShellCall {
  /// The values of the options of the command, and of those of the program.
  @MainActor public var options: OptionValues {
    var values = sceneEnvironment().options
    values.merge(given)
    return values
  }
}

// MARK: - Output

extension ShellCall {
  /// Prints a text while the command runs, before its reply.
  ///
  /// ```swift
  /// for await line in events(at: call.text) { call.print(line) }
  /// ```
  ///
  /// At a terminal the text stands above the line of progress; with `--json` it is a `message`. A pipe gets it at
  /// once, and the lines that follow within a few milliseconds together. When nothing reads the output any more, the
  /// command is cancelled, and the program ends with 141. What a command prints after the session has ended is
  /// discarded. A command that does not run as a task prints its texts when it has returned.
  @MainActor
  public func print(_ text: String) { printLine(text) }

  /// Reports how far the command is: `Importing: 120 of 400, 30 %`.
  ///
  /// At a terminal it is one line that is redrawn, with the pace and the time that is left, at most ten
  /// times a second. Where nothing can be redrawn a line is printed at every quarter, and in a pipe
  /// none. A total of 1 counts no steps. Only commands that run as a task can report.
  @MainActor
  public func report(_ title: String, value: Double, total: Double = 1) {
    report(title, value, total)
  }
}

// MARK: - Questions

extension ShellCall {
  /// Asks the user for a line. Throws ``ShellFailure`` after ^C, or at the end of the input.
  @MainActor
  public func ask(_ prompt: String) async throws -> String {
    try await ask(LineQuestion(prompt: prompt)).text
  }

  /// Asks without echo; the answer is in no history, log or transcript.
  ///
  /// It is a text of the program in ordinary memory, which Swift cannot overwrite.
  @MainActor
  public func askSecret(_ prompt: String) async throws -> String {
    try await secret(prompt).text
  }

  /// Asks without echo, as ``askSecret(_:)`` does; the bytes of the answer are overwritten when it is released.
  @MainActor
  package func secret(_ prompt: String) async throws -> TypedSecret {
    try await ask(LineQuestion(prompt: prompt, isSecret: true)).secret
  }
}
