import WaylineGraph

/// One use of a ``ShellCommand``: the typed words, and the ways to the user and to the scene.
public struct ShellCall: Sendable {
  /// The words after the command without their quotes; with them if one is not closed.
  public let words: [String]
  /// Everything after the command as it was typed; the words of a command line, joined by blanks.
  public let text: String
  let ask: @MainActor @Sendable (Question) async throws -> String
  let report: @MainActor @Sendable (_ title: String, _ value: Double, _ total: Double) -> Void
  let printLine: @MainActor @Sendable (String) -> Void
  /// The environment of the first view.
  let inherited: @MainActor @Sendable () -> EnvironmentValues

  /// The values that the first view inherits.
  @MainActor package var environment: EnvironmentValues { inherited() }
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
    try await ask(Question(prompt: prompt))
  }

  /// Asks without echo; the answer is in no history, log or transcript.
  @MainActor
  public func askSecret(_ prompt: String) async throws -> String {
    try await ask(Question(prompt: prompt, isSecret: true))
  }
}
