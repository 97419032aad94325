/// The outcome of an exploration: violations with their shortest commands, goals, and limits.
///
/// The description fits on a screen and has no times in it, so it is the same for the same seed.
public struct ExplorationReport: Hashable, Sendable, Codable {
  /// A property or law that does not hold.
  public struct Violation: Hashable, Sendable, Codable {
    /// The sentence of a property, or the name of a law.
    public var property: String
    /// The finding, with the names of the screens and values concerned.
    public var message: String
    /// The fewest commands that lead there, as a person types them.
    public var commands: [String]
    /// The commands that then repeat for ever; empty unless a goal is avoided.
    public var loop: [String] = []
    /// The links of the places on the way, for a program.
    public var places: [String] = []
    /// The screen or state before the last command.
    public var before: [String] = []
    /// The screen or state after it.
    public var after: [String] = []
    /// The number of states in which it was seen.
    public var count = 1
    /// The causes of the broken law; none for a property.
    var causes: [String] = []
    /// The part of the plan that its commands need.
    var setup = ViolationSetup()

    /// A script that reproduces it with `PROGRAM explore --script FILE`, and where no task and no restart is among its
    /// commands also with `PROGRAM --script FILE`.
    public var script: String {
      let text = "\(property): \(message)".replacing("\n", with: " ")
      let note = needsExplorer ? "# Repeat it with: explore --script FILE\n" : ""
      return "# \(text)\n\(note)" + (commands + loop).map { $0 + "\n" }.joined()
    }

    /// True if its commands choose the order of tasks, let time pass, or start the program again.
    var needsExplorer: Bool {
      (commands + loop).contains {
        DrivenScene.isWait($0) || setup.lines.contains(Screens.restart) && $0 == Screens.restart
      }
    }
  }

  /// A goal that was reached, and the shortest way.
  public struct Goal: Hashable, Sendable, Codable {
    /// The sentence of the property.
    public var property: String
    /// The fewest commands that lead there.
    public var commands: [String]
  }

  /// The subject, such as the type of a machine.
  public var subject: String
  /// The number of distinct states.
  public var states = 0
  /// The number of steps taken from one state to another.
  public var transitions = 0
  /// The number of commands to the state that is furthest away.
  public var depth = 0
  /// True if every reachable state was found and expanded.
  ///
  /// Nobody knows that of a program that is not deterministic: the same commands lead elsewhere another time.
  public var isComplete: Bool { cut.isEmpty && unstable.isEmpty }
  /// The time that it took.
  public var seconds = 0.0
  /// The seed of random walks and fingerprints.
  public var seed: UInt64 = 0
  /// The properties and laws that do not hold.
  public var violations: [Violation] = []
  /// The findings that did not happen again when their commands were taken again from the start.
  ///
  /// They were seen in the running program, which is not deterministic, so it is not sound.
  public var unrepeated: [Violation] = []
  /// The commands that led to another state when they were taken again, although no snapshot was used.
  ///
  /// States that were taken for one differ in something that is not compared, or the program is not
  /// deterministic. So it is not sound.
  public var unstable: [[String]] = []
  /// The goals that were reached.
  public var goals: [Goal] = []
  /// The properties that no state was about: they are neither kept nor broken.
  public var vacuous: [String] = []
  /// The goals that were not reached before a bound ended the search: it is not known whether they can be.
  public var undecided: [String] = []
  /// The elements and routes that were not tried, and the parts of the plan without effect, in words.
  public var uncovered: [String] = []
  /// The bounds that cut something off, in words.
  public var cut: [String] = []
  /// The limits of the proof: states that were sampled, not hashed or not stored.
  public var limits: [String] = []
  /// The observations that are no violation, such as state that a restart loses.
  public var notes: [String] = []
  /// The screens with the number of their elements, and those tried.
  public var coverage: [String] = []
  /// The states and transitions, if they were recorded.
  public var graph: StateGraph?
  /// The data to resume the search where a bound stopped it.
  public var checkpoint: ExplorationCheckpoint?
  /// The data to resume a program's search where a bound stopped it.
  public var programCheckpoint: ProgramCheckpoint?
  /// The bytes that the table of states has reserved.
  public var tableBytes = 0
  /// The fingerprints of the states of a shard, by which merging counts each once.
  var fingerprints: [UInt64] = []
  /// The number of steps that were taken from each of these states, by which merging counts each once.
  var steps: [UInt32] = []
  /// The parts of the plan that had no effect; ``uncovered`` has their sentences.
  var unused: [UnusedPart] = []
  /// The part of the states that was explored, and the state in which all parts begin.
  var part: Part?

  /// One of several shards of an exploration.
  struct Part: Hashable, Sendable, Codable {
    let index: Int
    let count: Int
    /// The fingerprint of the first state: that of another exploration differs.
    let start: String
  }

  /// True if no property and no law was seen to be broken, also not once, and commands lead to one state.
  public var isSound: Bool { violations.isEmpty && unrepeated.isEmpty && unstable.isEmpty }

  /// True if ^C ended the search.
  var isStopped: Bool { cut.contains(ExplorationCut.stopSentence) }

  private enum CodingKeys: String, CodingKey {
    case subject, states, transitions, depth, seconds, seed, violations, goals, vacuous, uncovered
    case cut, limits, notes, coverage, part, unused
    case unrepeated, unstable, undecided
  }

  init(subject: String) { self.subject = subject }

  /// Adds a goal that was not reached: vacuous if all was explored and no state was about it.
  mutating func note<State>(unreached goal: Property<State>, noun: String, hasApplied: Bool) {
    if isComplete, goal.condition != nil, !hasApplied { return vacuous.append(goal.name) }
    note(unreached: goal.name, noun: noun)
  }

  /// Adds a goal that was not reached: a violation if all was explored, undecided otherwise.
  mutating func note(unreached goal: String, noun: String) {
    guard isComplete else { return undecided.append(goal) }
    violations.append(
      Violation(property: goal, message: "No reachable \(noun) satisfies it.", commands: []))
  }

  /// Takes a violation back that steps decide which were not seen.
  mutating func leaveUndecided(_ violation: Violation) {
    violations.removeAll { $0 == violation }
    if !undecided.contains(violation.property) { undecided.append(violation.property) }
  }

  /// Adds what had no effect of a plan to what is not covered.
  mutating func note(_ use: PlanUse, of alphabet: Alphabet) {
    unused = use.unused(of: alphabet)
    uncovered += unused.map(\.sentence)
    if alphabet.opensLinks, alphabet.links.isEmpty {
      uncovered.append("No link was opened: no screen declares a place with a link.")
    }
  }
}

extension ExplorationReport: CustomStringConvertible {
  /// The report as text, the verdict first; of ``coverage`` and ``uncovered`` the first 50 entries.
  public var description: String {
    var lines = ["\(subject): \(verdict)", size]
    for violation in violations { lines += Self.lines(of: violation) }
    for finding in unrepeated { lines += Self.lines(of: finding, isRepeated: false) }
    for goal in goals { lines.append("Reached: \(goal.property). \(Self.spoken(goal.commands))") }
    lines += undecided.map { "Undecided: \($0). It was not reached in the part that was explored." }
    lines += vacuous.map { "Vacuous: \($0). Its condition never held." }
    lines += Self.list("Coverage:", coverage) + Self.list("Not covered:", uncovered)
    lines += notes.map { "Note: \($0)" }
    lines += cut.map { "Cut off: \($0)" }
    lines += limits.map { "Limit: \($0)" }
    return lines.joined(separator: "\n")
  }

  /// The number of entries of a list after which the text says only how many there are: the rows of a long
  /// list are one entry each.
  private static let longestList = 50

  private static func list(_ heading: String, _ entries: [String]) -> [String] {
    guard !entries.isEmpty else { return [] }
    let rest = entries.count - longestList
    return [heading] + entries.prefix(longestList).map { "  \($0)" }
      + (rest > 0 ? ["  and \(rest) more"] : [])
  }

  private var verdict: String {
    let once = unrepeated.isEmpty ? [] : [Self.counted(unrepeated.count, "finding") + " seen once"]
    let found = violations.isEmpty ? [] : [Self.counted(violations.count, "violation")]
    let differing = unstable.isEmpty ? [] : ["not deterministic"]
    if !isSound { return (found + once + differing).joined(separator: ", ") }
    return isComplete ? "sound" : "no violation in the part that was explored"
  }

  private var size: String {
    "\(extent), " + (isComplete ? "all explored." : "not all explored.")
  }

  /// The numbers of states and transitions, and the depth, in words.
  var extent: String {
    "\(Self.counted(states, "state")), \(Self.counted(transitions, "transition")), depth \(depth)"
  }

  /// A number with its noun, such as "1 state" or "2 states".
  static func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func lines(of violation: Violation, isRepeated: Bool = true) -> [String] {
    let name = isRepeated ? "Violation" : "Seen once"
    let again = violation.count > 1 ? " (in \(violation.count) states)" : ""
    var lines = ["", "\(name): \(violation.property)\(again)", "  \(violation.message)"]
    if !isRepeated { lines.append("  \(unrepeatedSentence)") }
    // A goal that is never reached has no way to it, and a property that is never kept has no screen.
    if !violation.commands.isEmpty || !violation.after.isEmpty {
      lines.append("  \(spoken(violation.commands))")
    }
    lines += violation.commands.map { "    > \($0)" }
    if !violation.loop.isEmpty {
      lines += ["  Then, repeated forever:"] + violation.loop.map { "    > \($0)" }
    }
    if !violation.before.isEmpty { lines += ["  Before:"] + violation.before.map { "    \($0)" } }
    if !violation.after.isEmpty { lines += ["  After:"] + violation.after.map { "    \($0)" } }
    return lines + [""]
  }

  static let unrepeatedSentence =
    "It did not happen again when its commands were taken again: the program is not deterministic."

  static func spoken(_ commands: [String]) -> String {
    commands.isEmpty
      ? "At the start."
      : "With \(counted(commands.count, "command")): \(commands.joined(separator: ", "))"
  }
}

/// A bound that ended a search before every state was expanded.
enum ExplorationCut: Hashable, Sendable {
  case states, depth, time, stop, shard, walks, rows, order, first

  /// The sentence of a search that was stopped.
  static let stopSentence = "states not reached before ^C."

  func sentence(_ limits: ExplorationLimits, _ shard: ExplorationShard?) -> String {
    let counted = ExplorationReport.counted
    return switch self {
    case .states: "states beyond the first \(limits.states ?? 0)."
    case .depth: "states that need more than \(counted(limits.depth ?? 0, "command"))."
    case .time: "states not reached within \(limits.time.map { "\($0)" } ?? "the time")."
    case .stop: Self.stopSentence
    case .shard: "the states of the other \(counted((shard?.count ?? 1) - 1, "shard"))."
    case .rows: "what other rows of lists lead to than those that the plan chooses."
    case .order:
      "other orders of tasks than that of their beginning, and commands before these continue."
    case .first: "states not reached before the first violation."
    case .walks: "states that the random walks did not meet."
    }
  }
}
