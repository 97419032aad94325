import Wayline

/// The words after `explore`.
struct ExploreOptions: Hashable, Sendable {
  var depth: Int?
  var states: Int?
  var seconds: Double?
  /// True if the link of every place is opened on every screen.
  var opensLinks = false
  var isRandom = false
  var seed: UInt64 = 0
  var shard: ExplorationShard?
  var graph: String?
  var repro: String?
  /// The file of commands that are taken as a search takes them.
  var script: String?
  /// The file of a search that a bound stopped.
  var resume: String?
  /// The address of the server in which workers share the states.
  var share: String?
  var isJSON = false
  /// True if tasks continue after each command, in the order of their beginning.
  var takesTasksInOrder = false
  /// True if the first violation ends the search.
  var stopsFirst = false
  /// True if an undecided goal counts like a violation.
  var isStrict = false
  var browses = false
  /// True if the options are to be printed, and nothing explored.
  var isHelp = false
  /// The time that the search takes at most.
  ///
  /// A shared search has no bound unless one is given: it continues when workers are started again.
  var time: Duration { .seconds(seconds ?? (share == nil ? 60 : Self.longestTime)) }
  /// The files to merge; nil to explore.
  var merged: [String]?

  static let usage = """
    Usage: explore [--depth N] [--states N] [--budget SECONDS] [--links] [--tasks-in-order]
                   [--random] [--seed S] [--shard I/N] [--resume FILE] [--graph FILE]
                   [--repro FOLDER] [--json] [--strict] [--stop-first] [--browse]
                   \(sharingUsage)[OPTION OF THE PROGRAM]…
           explore --script FILE
           explore merge FILE…
    """

  #if Postgres
    private static let sharingUsage = "[--share ADDRESS] "
    private static let sharing = [
      option("--share", "ADDRESS", "Explore with all workers that name this server: postgres:….")
    ]
  #else
    private static let sharingUsage = ""
    private static let sharing: [LaunchVerb.Option] = []
  #endif

  static let listed = searching + sharing + reporting

  private static let searching = [
    option("--depth", "N", "Stop after N commands; 30 if not given."),
    option("--states", "N", "Stop after N states; 20000 if not given."),
    option("--budget", "SECONDS", "Stop after a time; 60 seconds if not given."),
    option("--links", nil, "Open the link of every place on every screen, too."),
    option("--tasks-in-order", nil, "Let tasks continue before the next command, in one order."),
    option("--random", nil, "Walk at random instead of searching breadth first."),
    option("--seed", "S", "Repeat the random choices of another run."),
    option("--shard", "I/N", "Explore one of N parts, and write the result to a file."),
  ]

  private static let reporting = [
    option("--resume", "FILE", "Save a search that was stopped in FILE, and resume it."),
    option("--graph", "FILE", "Draw the states in FILE: Mermaid, or DOT if it ends in .dot."),
    option("--repro", "FOLDER", "Write a script and a test for each violation to FOLDER."),
    option("--script", "FILE", "Take the commands of FILE as the search does; explore nothing."),
    option("--json", nil, "Print the report as one line of JSON at the end."),
    option("--strict", nil, "End with 1 also if a goal was not reached within the bounds."),
    option("--stop-first", nil, "Stop after the first violation."),
    option("--browse", nil, "Walk through the states as screens."),
    option("merge", "FILE…", "Join the files of all shards to one report."),
  ]

  private static let summary =
    "Search the screens of the program, and check laws on each. No stored data is used."

  /// The text of `--help`.
  ///
  /// - Parameters:
  ///   - program: the options of the program, which its scenes are given.
  ///   - columns: the width at which lines wrap; nil where they do not.
  static func help(of program: [AppOptions.Element], columns: Int?) -> String {
    let listed = listed.map { option in
      (option.operand.map { "\(option.word) \($0)" } ?? option.word, option.summary)
    }
    let rows = listed + program.map { ($0.form, $0.summary) }
    let usage = usage.split(separator: "\n").flatMap {
      DefinitionList.wrap(String($0), columns: columns)
    }
    let lines =
      usage + [""] + DefinitionList.wrap(summary, columns: columns) + [""]
      + DefinitionList(rows).lines(columns: columns)
    return lines.joined(separator: "\n")
  }

  private static func option(
    _ word: String, _ operand: String?, _ summary: String
  ) -> LaunchVerb.Option {
    LaunchVerb.Option(word, operand: operand, summary: summary)
  }

  /// Reads the words.
  ///
  /// - Throws: ``ExploreProblem`` naming the word that is not understood.
  init(_ words: [String]) throws {
    var rest = words[...]
    if rest.first == "merge" {
      rest = rest.dropFirst()
      (isJSON, isStrict) = (rest.contains("--json"), rest.contains("--strict"))
      merged = rest.filter { !["--json", "--strict"].contains($0) }
      if merged?.isEmpty != false { throw ExploreProblem("'merge' requires a FILE.") }
      return
    }
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2, Self.flags.contains(parts[0]) {
        throw ExploreProblem("\(parts[0]) takes no value.")
      }
      switch parts.first ?? "" {
      case "--help", "-h": isHelp = true
      case "--links": opensLinks = true
      case "--tasks-in-order": takesTasksInOrder = true
      case "--random": isRandom = true
      case "--json": isJSON = true
      case "--strict": isStrict = true
      case "--stop-first": stopsFirst = true
      case "--browse": browses = true
      case "--depth": depth = try Self.number(parts, &rest)
      case "--states": states = try Self.number(parts, &rest)
      case "--seed": seed = UInt64(try Self.number(parts, &rest))
      case "--budget":
        let text = try Self.value(parts, &rest)
        guard let value = Double(text), value > 0, value <= Self.longestTime else {
          throw ExploreProblem("'\(text)' is not a number of seconds.")
        }
        seconds = value
      case "--shard": shard = try Self.shard(try Self.value(parts, &rest))
      case "--graph": graph = try Self.value(parts, &rest)
      case "--script": script = try Self.value(parts, &rest)
      case "--repro": repro = try Self.value(parts, &rest)
      case "--share": share = try Self.value(parts, &rest)
      case "--resume": resume = try Self.value(parts, &rest)
      default: throw ExploreProblem("Unknown option '\(word)'.")
      }
    }
    try checkTogether()
  }

  /// Refuses options that exclude each other.
  private func checkTogether() throws {
    if script != nil,
      isRandom || shard != nil || resume != nil || graph != nil || repro != nil || browses || isJSON
    {
      throw ExploreProblem("--script can be used with options of the program only.")
    }
    if browses, graph != nil || repro != nil || isJSON {
      throw ExploreProblem("--browse cannot be used with --graph, --repro or --json.")
    }
    if isRandom, depth != nil || shard != nil || graph != nil || browses {
      throw ExploreProblem("--random cannot be used with --depth, --shard, --graph or --browse.")
    }
    if resume != nil, isRandom || shard != nil || browses {
      throw ExploreProblem("--resume cannot be used with --random, --shard or --browse.")
    }
    if share != nil,
      isRandom || shard != nil || resume != nil || graph != nil || browses || script != nil
    {
      throw ExploreProblem(
        "--share cannot be used with --random, --shard, --resume, --graph, --browse or --script.")
    }
  }

  /// A year: a longer time cannot be added to each other time of a clock.
  private static let longestTime = 365.0 * 24 * 3_600

  /// True for an option of the command, which goes before one of the program.
  static func isFlag(_ word: Substring) -> Bool {
    ["--help", "-h", "--share"].contains(word) || listed.contains { $0.word == word }
  }

  /// The options without a value.
  private static let flags = Set(listed.filter { $0.operand == nil }.map(\.word))

  private static func value(
    _ parts: [String], _ rest: inout ArraySlice<String>
  ) throws -> String {
    if parts.count == 2 { return parts[1] }
    guard let value = rest.popFirst(), !value.hasPrefix("--") else {
      throw ExploreProblem("\(parts[0]) requires a value.")
    }
    return value
  }

  private static func number(
    _ parts: [String], _ rest: inout ArraySlice<String>
  ) throws -> Int {
    let text = try value(parts, &rest)
    guard let number = Int(text), number >= 0 else {
      throw ExploreProblem("'\(text)' is not a whole number; \(parts[0]) requires one.")
    }
    return number
  }

  private static func shard(_ text: String) throws -> ExplorationShard {
    let numbers = text.split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 2, numbers[0] >= 1, numbers[0] <= numbers[1] else {
      throw ExploreProblem("'\(text)' is not a shard such as 3/16.")
    }
    return ExplorationShard(index: numbers[0], count: numbers[1])
  }
}

/// A word that the command does not understand, or a file that it cannot use.
struct ExploreProblem: Error, CustomStringConvertible {
  let description: String
  /// The status of the command.
  let status: ShellStatus

  init(_ description: String, status: ShellStatus = .usage) {
    (self.description, self.status) = (description, status)
  }
}
