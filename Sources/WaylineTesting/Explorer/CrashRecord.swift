/// The commands that crashed a program in earlier workers.
///
/// A crash ends its worker, and the next one begins again without that step. So that one mistake of a
/// program does not take a worker for each of its states, a command that has crashed some screens is
/// no longer taken on screens of their kind, and at last on no screen. The check of a law counts like
/// a command.
struct CrashRecord: Hashable, Sendable {
  /// Commands whose last one crashed the program.
  struct Crash: Hashable, Sendable, Codable {
    /// The kind of the screen on which the last command was taken; empty where it is not known.
    let kind: String
    let commands: [String]
    /// The end of the worker in words, such as `SIGSEGV` or `status 3`; nil while it is not known.
    var ending: String?
    /// The name that the rows of a list share, if the last command uses one of them.
    var row: String?
    /// The sentence of a trap, such as `Fatal error: Index out of range`.
    var sentence: String?

    /// The command that crashed.
    var cause: String { commands.last ?? "" }
    /// The cause that several crashes may share: those with the same one are one violation.
    var group: String { row ?? cause }
    /// True if its last command had not ended when the time of the search was over.
    var isUndecided: Bool { ending == ExploreWorker.stuckPrefix + ExploreWorker.restOfTime }
  }

  /// A command on a kind of screen.
  private struct Place: Hashable, Sendable {
    let kind: String
    let command: String
  }

  private(set) var all: [Crash] = []
  private var paths: Set<[String]> = []
  private var places: [Place: Int] = [:]
  private var causes: [String: Int] = [:]

  /// The crashes of one command on screens of one kind, after which it is not taken there.
  static let limitOfKind = 3
  /// The crashes of one command, after which it is not taken on any screen.
  static let limit = 9
  /// The number of different commands that crash a program which is explored further.
  static let limitOfCauses = 50

  /// Creates a record of crashes.
  init(_ crashes: [Crash] = []) {
    for crash in crashes { add(crash) }
  }

  /// Adds a crash, unless it is known.
  mutating func add(_ crash: Crash) {
    guard paths.insert(crash.commands).inserted else { return }
    all.append(crash)
    places[Place(kind: crash.kind, command: crash.group), default: 0] += 1
    causes[crash.group, default: 0] += 1
  }

  /// The commands that had not ended when the time of a search was over: nobody knows where they lead.
  var undecided: [Crash] { all.filter(\.isUndecided) }

  /// What these commands cut off, in words.
  var cutSentences: [String] {
    undecided.map { crash in
      let check = ExploreWorker.checkPrefix
      return crash.cause.hasPrefix(check)
        ? "the check of '\(crash.cause.dropFirst(check.count))', which had not ended when the time was over."
        : "what '\(crash.cause)' leads to, which had not ended when the time was over."
    }
  }

  /// True if the last of some commands crashed the program.
  func contains(_ commands: [String]) -> Bool {
    !paths.isEmpty && paths.contains(commands)
  }

  /// True if a command has crashed so many screens of one kind, or so many screens in all, that it is
  /// not taken there again.
  func avoids(
    _ command: String, on screen: ExploredScreen, after count: Int = limitOfKind
  ) -> Bool {
    guard !paths.isEmpty else { return false }
    return [command, screen.rowCause(of: command)].compactMap(\.self).contains { group in
      guard let total = causes[group] else { return false }
      return total >= Self.limit
        || places[Place(kind: Self.kind(of: screen), command: group), default: 0] >= count
    }
  }

  /// The causes of other crashes in the state in which `wait` crashed: those of one of its tasks, and of the
  /// check that lets them come to their end.
  func causesOfTasks(besides crash: Crash) -> [String] {
    guard crash.cause == "wait" else { return [] }
    let before = crash.commands.dropLast()
    let isOfTasks = { (cause: String) in
      cause.hasPrefix(DrivenScene.taskPrefix)
        || cause == ExploreWorker.checkPrefix + Law.noLeak.rawValue
    }
    return all.filter { isOfTasks($0.cause) && $0.commands.dropLast() == before }
      .flatMap { LawFinding(crashAfter: $0.cause, ending: $0.ending).causes }
  }

  /// True if a command of a row crashed.
  var hasRows: Bool { all.contains { $0.row != nil } }

  /// The crash after some commands.
  func crash(after commands: [String]) -> Crash? { all.first { $0.commands == commands } }

  /// The crashes after commands, and then those of the checks of laws, which nobody types.
  var commandsFirst: [Crash] {
    let isCheck = { (crash: Crash) in crash.cause.hasPrefix(ExploreWorker.checkPrefix) }
    return all.filter { !isCheck($0) } + all.filter(isCheck)
  }

  /// The commands that are not taken any more on screens of some kind, in order.
  var avoided: [String] {
    let ofKind = places.filter { $0.value >= Self.limitOfKind }.map(\.key.command)
    let groups = Set(ofKind + causes.filter { $0.value >= Self.limit }.map(\.key))
    return groups.map { group in
      all.first { $0.row == group }.map { "'\($0.cause)' of any row" } ?? "'\(group)'"
    }.sorted()
  }

  /// True if the program crashes after so many different commands that it is not explored further.
  var exceedsCauses: Bool { causes.count > Self.limitOfCauses }

  /// The crashes of each command, in the order of the first of each.
  var byCause: [(cause: String, crashes: [Crash])] {
    var order: [String] = []
    for crash in all where !order.contains(crash.group) { order.append(crash.group) }
    return order.map { group in
      let crashes = all.filter { $0.group == group }
      return (crashes[0].cause, crashes)
    }
  }

  /// The name of the kind of a screen, as the record has it.
  static func kind(of screen: ExploredScreen) -> String { screen.shortKind }
}

extension CrashRecord.Crash: LosslessStringConvertible {
  private static let separator: Character = "\u{0}"

  /// The line of a journal or of a list of crashes.
  var description: String {
    ([kind, ending ?? "", row ?? "", sentence ?? ""] + commands).joined(
      separator: String(Self.separator))
  }

  /// Reads a line.
  init?(_ line: String) {
    let parts = line.split(separator: Self.separator, omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count > 4 else { return nil }
    let known = parts.map { $0.isEmpty ? nil : $0 }
    self.init(
      kind: parts[0], commands: Array(parts.dropFirst(4)), ending: known[1], row: known[2],
      sentence: known[3])
  }
}
