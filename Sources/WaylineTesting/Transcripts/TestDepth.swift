import Dispatch
import Wayline

/// The depth at which a session is driven: a scene in this process, or the built program.
///
/// One test body covers all, so a difference between the views and the program is found:
///
/// ```swift
/// let counter = Program.built("counter")
/// let depths = [TestDepth.scene { CounterView() }, .process(counter), .terminal(counter)]
/// for depth in depths {
///   let differences = transcript.differences(from: try await depth.session(transcript))
///   #expect(differences.isEmpty, "\(differences.map(\.description))")
/// }
/// ```
@MainActor
public struct TestDepth: CustomStringConvertible {
  /// The name of the depth and that of its program, such as `process counter`.
  nonisolated public let description: String
  private let run: @MainActor (Transcript) async throws -> [String]

  private init(
    _ description: String, run: @escaping @MainActor (Transcript) async throws -> [String]
  ) {
    (self.description, self.run) = (description, run)
  }

  /// Drives the views in a scene without a terminal.
  public static func scene<Content: View>(
    @ViewBuilder _ content: @escaping @MainActor () -> Content
  ) -> TestDepth {
    scene(in: { TestHost(content: content) })
  }

  /// Drives a whole program, with its commands, in a scene without a terminal.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - options: the values of its options.
  public static func scene<Program: App>(
    of program: Program.Type, options: OptionValues = OptionValues()
  ) -> TestDepth {
    scene(in: { TestHost(of: program, options: options) })
  }

  private static func scene(in host: @escaping @MainActor () -> TestHost) -> TestDepth {
    TestDepth("scene") { transcript in
      let host = host()
      var session = host.lines
      for line in transcript.typed {
        session += ["> \(line)"] + host.send(line)
        await host.settle()
      }
      await host.end()
      return session
    }
  }

  /// Drives a built program behind a pipe, with stores in memory.
  ///
  /// With `--full` it prints whole screens, as a scene does.
  ///
  /// - Parameters:
  ///   - program: the program to start for each transcript.
  ///   - arguments: its options, and the place at which it begins.
  ///   - environment: all variables of the program; it sees no others.
  public static func process(
    _ program: Program, arguments: [String] = [], environment: [String: String] = [:]
  ) -> TestDepth {
    TestDepth("process \(program.name)") { transcript in
      let run = try await onAnotherThread {
        try program.run(
          ["--echo", "--full", "--store", ":memory:"] + arguments, input: transcript.input,
          environment: environment)
      }
      // The last line is the prompt at which the input ended.
      return run.lines.last == "> " ? run.lines.dropLast() : run.lines
    }
  }

  /// Drives a built program at a pseudo-terminal, with stores in memory.
  ///
  /// Each line is typed when the program prints its prompt or a question, as a person would do it. It
  /// is the terminal of a person who wants no colour and no line editing: `TERM` is `dumb`. With `--full` it
  /// prints whole screens, as the other depths do.
  ///
  /// - Parameters:
  ///   - program: the program to start for each transcript.
  ///   - arguments: its options, and the place at which it begins.
  ///   - environment: all variables of the program besides `TERM`; it sees no others.
  public static func terminal(
    _ program: Program, arguments: [String] = [], environment: [String: String] = [:]
  ) -> TestDepth {
    TestDepth("terminal \(program.name)") { transcript in
      try await onAnotherThread {
        let session = try TerminalSession(
          program, arguments: ["--full", "--store", ":memory:"] + arguments,
          environment: environment,
          limit: 60)
        return session.type(transcript.typed)
      }
    }
  }

  /// Runs what waits for a process, which would hold the main actor.
  private static func onAnotherThread<Result: Sendable>(
    _ action: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "wayline.transcript").async {
        continuation.resume(with: Swift.Result { try action() })
      }
    }
  }

  /// Takes the typed lines of a transcript, and returns the session, which begins with the first screen.
  ///
  /// - Throws: ``ProgramError`` when the program cannot be started.
  public func session(_ transcript: Transcript) async throws -> [String] {
    try await run(transcript)
  }
}
