import WaylineGraph

/// A command of a program, typed like the built-in ones.
///
///     ShellCommand("lend", usage: "lend member", summary: "Lend the book on screen.") { call in
///       guard let member = call.words.first else { throw ShellFailure("Who borrows it?") }
///       desk.lend(to: member)
///       return .lines(["Lent to \(member)."])
///     }
///
/// A command goes before a label and a place of the same name; a label goes before a command whose
/// usage does not fit the words after it: no words, or others than those between brackets. Two
/// commands of the same name are a mistake that the session reports once. A command whose usage names
/// no words takes none: words are refused and not repeated, since they may be a secret that was typed
/// too early.
public struct ShellCommand: Sendable {
  /// The word that is typed.
  public let name: String
  /// The form as `help` prints it.
  public let usage: String
  /// One line for `help`.
  public let summary: String
  let work: Work
  /// True if every program has the command, for its stored data.
  package var isGeneral = false
  /// The forms of a command of several, each with its summary, as `help` prints them for this command.
  package var forms: [String] = []
  /// True if the command takes these words; nil for a command that decides when it runs.
  private var words: (@Sendable ([String]) -> Bool)?

  enum Work: Sendable {
    /// Finished when the call returns.
    case immediate(@MainActor @Sendable (ShellCall) throws -> ShellReply)
    /// Runs in a task; the next line is read when it ends. ^C cancels it.
    case task(@MainActor @Sendable (ShellCall) async throws -> ShellReply)
  }

  /// Creates a command that is finished when its closure returns.
  public init(
    _ name: String, usage: String? = nil, summary: String,
    run: @escaping @MainActor @Sendable (ShellCall) throws -> ShellReply
  ) {
    (self.name, self.usage, self.summary) = (name, usage ?? name, summary)
    work = .immediate(run)
  }

  /// Creates a command that runs as a task. The next line is read when it ends; ^C cancels it.
  public init(
    _ name: String, usage: String? = nil, summary: String,
    run: @escaping @MainActor @Sendable (ShellCall) async throws -> ShellReply
  ) {
    (self.name, self.usage, self.summary) = (name, usage ?? name, summary)
    work = .task(run)
  }
}

extension ShellCommand {
  /// The same command, which takes only some words; others are never shown, logged or stored.
  ///
  /// For commands that ask for a secret, which could be typed behind them.
  package func accepting(_ words: @escaping @Sendable ([String]) -> Bool) -> ShellCommand {
    var command = self
    command.words = words
    return command
  }

  /// The words of a command line, without those that their command does not take.
  package static func loggable(_ words: [String], _ commands: [ShellCommand]) -> [String] {
    guard let name = words.first?.lowercased(),
      let command = commands.first(where: { $0.name.lowercased() == name }),
      !command.accepts(Array(words.dropFirst()))
    else { return words }
    return [words[0], Session.mask]
  }

  /// The words of a usage that may follow its name: `list` and `erase` of `scene [list|erase NAME]`.
  package static func words(after usage: String) -> [String] {
    guard let bracket = usage.firstIndex(of: "["), usage.contains("|") else { return [] }
    var (choices, depth) = ([""], 0)
    for mark in usage[bracket...] {
      if mark == "[" { depth += 1 }
      if mark == "]" { depth -= 1 }
      if depth == 0 { break }
      if mark == "|", depth == 1 {
        choices.append("")
      } else if mark != "[" || depth > 1 {
        choices[choices.count - 1].append(mark)
      }
    }
    return choices.compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  /// True if the words may follow the command: it takes them, and its usage lists the first, if any.
  ///
  /// `the` does not fit `store [status|doctor]`, so the line `Store the cards` may be a label.
  func fits(_ words: [String]) -> Bool {
    guard accepts(words), let first = words.first else { return accepts(words) }
    let listed = Self.words(after: usage)
    return listed.isEmpty || listed.contains(first)
  }

  /// True if words that the command does not take may be a secret.
  var isSensitive: Bool { words != nil }

  /// True if the command takes these words.
  func accepts(_ words: [String]) -> Bool {
    self.words?(words) ?? (words.isEmpty || usage != name)
  }
}

/// One use of a ``ShellCommand``: the typed words, and a way to ask the user.
public struct ShellCall: Sendable {
  /// The words after the command without their quotes; with them if one is not closed.
  public let words: [String]
  /// Everything after the command as it was typed; the words of a command line, joined by blanks.
  public let text: String
  let ask: @MainActor @Sendable (Question) async throws -> String
  let report: @MainActor @Sendable (_ title: String, _ value: Double, _ total: Double) -> Void
  /// The environment of the first view.
  let inherited: @MainActor @Sendable () -> EnvironmentValues

  /// The values that the first view inherits.
  @MainActor package var environment: EnvironmentValues { inherited() }

  /// Asks the user for a line. Throws ``ShellFailure`` after ^C, or at the end of the input.
  @MainActor
  public func ask(_ prompt: String) async throws -> String {
    try await ask(Question(prompt: prompt))
  }

  /// Reports how far the command is: `Importing: 120 of 400, 30 %`.
  ///
  /// At a terminal it is one line that is redrawn, with the pace and the time that is left, at most ten
  /// times a second. Where nothing can be redrawn a line is printed at every quarter, and in a pipe
  /// none. A total of 1 counts no steps. Only commands that run as a task can report.
  @MainActor
  public func report(_ title: String, value: Double, total: Double = 1) {
    report(title, value, total)
  }

  /// Asks without echo; the answer is in no history, log or transcript.
  @MainActor
  public func askSecret(_ prompt: String) async throws -> String {
    try await ask(Question(prompt: prompt, isSecret: true))
  }
}

/// The answer of a ``ShellCommand``.
public struct ShellReply: Hashable, Sendable {
  /// The lines to print. They may contain any text; control characters are made visible.
  public var lines: [String]
  /// The contribution of the command to the exit status.
  public var status: ShellStatus
  /// True if the session ends after this.
  public var isLast = false

  /// A reply with lines and a status.
  public init(lines: [String] = [], status: ShellStatus = .success) {
    (self.lines, self.status) = (lines, status)
  }

  /// Finished, with nothing to print.
  public static let done = ShellReply()

  /// Finished, with lines to print.
  public static func lines(_ lines: [String]) -> ShellReply {
    ShellReply(lines: lines)
  }
}

/// The failure of a command, as one sentence and an exit status.
public struct ShellFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence: it names the thing, then says what to do.
  public let description: String
  /// The contribution of the failure to the exit status.
  public let status: ShellStatus

  /// Creates a failure with its sentence.
  public init(_ sentence: String, status: ShellStatus = .notAccepted) {
    (description, self.status) = (sentence, status)
  }
}
