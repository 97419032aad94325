/// A program's search that was stopped: where every command leads, from which it is resumed.
///
/// States are not stored. Resuming takes one command for each state and checks no law again, so it
/// works in another process and takes a part of the time of the first search.
///
/// ```swift
/// let part = await explorer.budget(states: 3).run()
/// let saved = try JSONEncoder().encode(part.programCheckpoint)
///
/// let read = try JSONDecoder().decode(ProgramCheckpoint.self, from: saved)
/// let report = try await explorer.run(resuming: read)
/// ```
public struct ProgramCheckpoint: Hashable, Sendable, Codable {
  /// The name of the program.
  let program: String
  /// The states to which the commands of each expanded state lead.
  let targets: [[UInt32]]
  /// The links that are opened on every screen.
  let links: [String]
  /// The progress of the search besides the states.
  let progress: ProgramProgress
  /// The commands that crashed the program, which are not taken again.
  let crashes: [CrashRecord.Crash]

  /// The number of states whose commands have been taken.
  public var expanded: Int { targets.count }
}

/// The progress of a search besides its states.
struct ProgramProgress: Hashable, Sendable, Codable {
  var transitions = 0
  var replayed = 0
  var violations = ViolationList()
  /// The kinds of screens on which the costly laws have been checked.
  var kinds: Set<String> = []
  /// The number of those on which the laws about processes were checked.
  var checkedKinds = 0
  var notes: Set<String> = []
  /// The use of the lines and values of the plan.
  var use = PlanUse()
  /// The tasks that waited for something that is no task.
  var waiting: Set<String> = []
  /// The state that snapshots do not bring back.
  var loss = SnapshotLoss()
  /// True if the program can be left, by the kind of screen on which it was tried.
  var quitAnswers: [String: Bool] = [:]
  /// The same by state.
  var canQuit: [Int: Bool] = [:]
}

/// A finding that may be the same as another one.
protocol ComparableFinding {
  /// The sentence of a property, or the name of a law.
  var property: String { get }
  /// The causes of a broken law; none for a property.
  var causes: [String] { get set }
}

extension ComparableFinding {
  /// True if another is about the same property, or about the same law with a cause in common.
  func isSame(as other: some ComparableFinding) -> Bool {
    guard property == other.property else { return false }
    return causes.isEmpty && other.causes.isEmpty || causes.contains(where: other.causes.contains)
  }

  /// Adds the causes of a finding that is the same.
  mutating func addCauses(of other: some ComparableFinding) {
    causes += other.causes.filter { !causes.contains($0) }
  }
}

extension ExplorationReport.Violation: ComparableFinding {
  /// Adds a violation that is the same: of both the fewest commands are taken.
  fileprivate mutating func add(_ other: Self) {
    let (known, count) = (self, count + 1)
    if other.commands.count < commands.count { self = other }
    self.count = count
    addCauses(of: known)
    addCauses(of: other)
  }
}

/// Violations by cause: of each the one with the fewest commands, and how often it was seen.
struct ViolationList: Hashable, Sendable, Codable {
  private struct Key: Hashable, Sendable, Codable {
    let law: Law
    let cause: String
  }

  private var order: [Key] = []
  private var found: [Key: ExplorationReport.Violation] = [:]
  /// The keys under which violations are found, by all causes that were met.
  private var keys: [Key: Key] = [:]

  /// The violations in the order in which they were found.
  var all: [ExplorationReport.Violation] { order.compactMap { found[$0] } }

  /// Adds a finding.
  /// - Returns: Whether it is the first one of its cause.
  mutating func add(_ finding: LawFinding, _ violation: ExplorationReport.Violation) -> Bool {
    let causes = finding.causes.map { Key(law: finding.law, cause: $0) }
    let key = causes.compactMap { keys[$0] }.first ?? causes[0]
    for cause in causes where keys[cause] == nil { keys[cause] = key }
    guard found[key] != nil else {
      order.append(key)
      found[key] = violation
      return true
    }
    found[key]?.add(violation)
    return false
  }
}
