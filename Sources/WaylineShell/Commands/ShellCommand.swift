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
/// A command can have options of its own. They are typed after its name, on the command line and at the prompt, and
/// `help` of the command lists them:
///
///     static let copies = AppOption(
///       "copies", short: "c", operand: "N", default: 1, summary: "Order N copies.")
///     static let order = ShellCommand(
///       "order", usage: "order TITLE", summary: "Order a book.", options: AppOptions(copies)
///     ) { call in
///       .lines(["Ordered \(call.options[copies]) of \(call.text)."])
///     }
///
/// `order Emma --copies 2` or `order -c 2 Emma`; `--` ends the options. An option that is not known, or whose value is
/// not accepted, is one sentence, and the command does not run.
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
  /// The options that are typed after the name, each with its value.
  public let options: AppOptions
  let work: Work
  /// The options that can be typed; set when those of the program are known.
  var validOptions: [AppOptions.Element]
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

  private init(
    _ name: String, _ usage: String?, _ summary: String, _ options: AppOptions, _ work: Work
  ) {
    (self.name, self.usage, self.summary) = (name, usage ?? name, summary)
    (self.options, self.work) = (options, work)
    validOptions = options.elements
  }
}

// MARK: - Commands by their closures

// NB: the compiler does not look for a missing `return` when it chooses an initialiser. So the closures that return
// nothing come first, then those that return an expression of the type, and `.done` and the like last.

extension ShellCommand {
  /// Creates a command that is finished when its closure returns.
  @_disfavoredOverload
  public init(
    _ name: String, usage: String? = nil, summary: String, options: AppOptions = AppOptions(),
    run: @escaping @MainActor @Sendable (ShellCall) throws -> ShellReply
  ) {
    self.init(name, usage, summary, options, .immediate(run))
  }

  /// Creates a command that runs as a task. The next line is read when it ends; ^C cancels it.
  @_disfavoredOverload
  public init(
    _ name: String, usage: String? = nil, summary: String, options: AppOptions = AppOptions(),
    run: @escaping @MainActor @Sendable (ShellCall) async throws -> ShellReply
  ) {
    self.init(name, usage, summary, options, .task(run))
  }

  /// Creates a command that prints with its call, and is finished when its closure returns.
  public init(
    _ name: String, usage: String? = nil, summary: String, options: AppOptions = AppOptions(),
    run: @escaping @MainActor @Sendable (ShellCall) throws -> Void
  ) {
    let work = Work.immediate { call in
      try run(call)
      return .done
    }
    self.init(name, usage, summary, options, work)
  }

  /// Creates a command that runs as a task and prints with its call, such as one without an end.
  public init(
    _ name: String, usage: String? = nil, summary: String, options: AppOptions = AppOptions(),
    run: @escaping @MainActor @Sendable (ShellCall) async throws -> Void
  ) {
    let work = Work.task { call in
      try await run(call)
      return .done
    }
    self.init(name, usage, summary, options, work)
  }

  /// Creates a command whose closure is one expression, such as the call of a function.
  public init<Result: ShellResult>(
    _ name: String, usage: String? = nil, summary: String, options: AppOptions = AppOptions(),
    run: @escaping @MainActor @Sendable (ShellCall) throws -> Result
  ) {
    self.init(name, usage, summary, options, .immediate { try run($0).reply })
  }

  /// Creates a command that runs as a task, whose closure is one expression, such as the call of a function.
  public init<Result: ShellResult>(
    _ name: String, usage: String? = nil, summary: String, options: AppOptions = AppOptions(),
    run: @escaping @MainActor @Sendable (ShellCall) async throws -> Result
  ) {
    self.init(name, usage, summary, options, .task { try await run($0).reply })
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
      !command.accepts(command.withoutOptions(words.dropFirst()) ?? [])
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
  func fits(_ typed: [String]) -> Bool {
    guard let words = withoutOptions(typed), accepts(words),
      words.count >= Self.requiredWords(of: usage, name: name)
    else {
      return false
    }
    guard let first = words.first else { return true }
    let listed = Self.words(after: usage)
    return listed.isEmpty || listed.contains(first)
  }

  /// The form as it is listed, with a word for its options.
  package var listedUsage: String { options.isEmpty ? usage : "\(usage) [options]" }

  /// The options that can be typed beside others, and the mistakes in the others.
  package func checkedOptions(
    beside others: [AppOptions.Element], isReserved: (String) -> Bool
  ) -> (valid: [AppOptions.Element], mistakes: [String]) {
    options.checked(beside: others, isReserved: isReserved)
  }

  /// The words without the options among them; nil if an option cannot be read.
  func withoutOptions(_ words: some Sequence<String>) -> [String]? {
    if validOptions.isEmpty { return Array(words) }
    return try? OptionReader.read(Array(words), validOptions).words
  }

  /// True if words that the command does not take may be a secret.
  var isSensitive: Bool { words != nil }

  /// True if the command takes these words.
  func accepts(_ words: [String]) -> Bool {
    self.words?(words) ?? (words.isEmpty || usage != name)
  }
}
