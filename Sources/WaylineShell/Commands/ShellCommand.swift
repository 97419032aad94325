import WaylineGraph

/// A command of a program, typed like the built-in ones.
///
///     ShellCommand("lend", usage: "lend member", summary: "Lend the book on screen.") { call in
///       guard let member = call.words.first else { throw ShellFailure("Who borrows it?") }
///       desk.lend(to: member)
///       return .lines(["Lent to \(member)."])
///     }
///
/// A closure that awaits runs as a task, and can print while it runs; it needs no reply:
///
///     ShellCommand("log", usage: "log SHELF", summary: "Print what happens until ^C.") { call in
///       for await line in desk.log(of: call.words[0]) { call.print(line) }
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

  private init(_ name: String, _ usage: String?, _ summary: String, _ work: Work) {
    (self.name, self.usage, self.summary) = (name, usage ?? name, summary)
    self.work = work
  }
}

// MARK: - Commands by their closures

// NB: the compiler does not look for a missing `return` when it chooses an initialiser. So the closures that return
// nothing come first, then those that return an expression of the type, and `.done` and the like last.

extension ShellCommand {
  /// Creates a command that is finished when its closure returns.
  @_disfavoredOverload
  public init(
    _ name: String, usage: String? = nil, summary: String,
    run: @escaping @MainActor @Sendable (ShellCall) throws -> ShellReply
  ) {
    self.init(name, usage, summary, .immediate(run))
  }

  /// Creates a command that runs as a task. The next line is read when it ends; ^C cancels it.
  @_disfavoredOverload
  public init(
    _ name: String, usage: String? = nil, summary: String,
    run: @escaping @MainActor @Sendable (ShellCall) async throws -> ShellReply
  ) {
    self.init(name, usage, summary, .task(run))
  }

  /// Creates a command that prints with its call, and is finished when its closure returns.
  public init(
    _ name: String, usage: String? = nil, summary: String,
    run: @escaping @MainActor @Sendable (ShellCall) throws -> Void
  ) {
    let work = Work.immediate { call in
      try run(call)
      return .done
    }
    self.init(name, usage, summary, work)
  }

  /// Creates a command that runs as a task and prints with its call, such as one without an end.
  public init(
    _ name: String, usage: String? = nil, summary: String,
    run: @escaping @MainActor @Sendable (ShellCall) async throws -> Void
  ) {
    let work = Work.task { call in
      try await run(call)
      return .done
    }
    self.init(name, usage, summary, work)
  }

  /// Creates a command whose closure is one expression, such as the call of a function.
  public init<Result: ShellResult>(
    _ name: String, usage: String? = nil, summary: String,
    run: @escaping @MainActor @Sendable (ShellCall) throws -> Result
  ) {
    self.init(name, usage, summary, .immediate { try run($0).reply })
  }

  /// Creates a command that runs as a task, whose closure is one expression, such as the call of a function.
  public init<Result: ShellResult>(
    _ name: String, usage: String? = nil, summary: String,
    run: @escaping @MainActor @Sendable (ShellCall) async throws -> Result
  ) {
    self.init(name, usage, summary, .task { try await run($0).reply })
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

  /// True if the words may follow the command: it takes them, they are as many as its usage wants, and
  /// its usage lists the first, if any.
  ///
  /// `the` does not fit `store [status|doctor]`, so the line `Store the cards` may be a label.
  func fits(_ words: [String]) -> Bool {
    guard accepts(words), words.count >= Self.requiredWords(of: usage, name: name) else {
      return false
    }
    guard let first = words.first else { return true }
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
