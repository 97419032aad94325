/// The progress of random walks between two of them, from which another process continues.
///
/// A walk that is taken again from the same progress takes the same commands.
struct WalkProgress: Codable, Sendable {
  /// The number of walks that have ended.
  var walks = 0
  /// The number of walks since one met a new state, a new failure or a new goal.
  var fruitless = 0
  var random: SeededRandom
  var transitions = 0
  var depth = 0
  var states = WalkedStates()
  var starts = WalkStarts()
  /// The number of uses of each command on each kind of screen.
  var uses: [String: Int] = [:]
  var found: [WalkFailure] = []
  var violations: [ExplorationReport.Violation] = []
  /// The failures to which their commands did not lead again.
  var unrepeated: [ExplorationReport.Violation] = []
  /// The failures to which only a snapshot led.
  var refuted: [ExplorationReport.Violation] = []
  /// The properties that some step or screen was about, and the shortest commands to each goal that was reached.
  var ways = WayFindings()
  /// The crashes that walks have met.
  var crashes: [CrashRecord.Crash] = []
  /// The number of lists of commands that may not be the shortest.
  var unfinished = 0
  /// The use of the lines and values of the plan.
  var use = PlanUse()
  /// The tasks that waited for something that is no task.
  var waiting: Set<String> = []

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Notes a failure.
  /// - Returns: Whether it is new.
  mutating func note(_ failure: WalkFailure) -> Bool {
    guard let known = found.firstIndex(where: failure.isSame) else {
      found.append(failure)
      return true
    }
    found[known].addCauses(of: failure)
    return false
  }

  /// The number of a state from which few walks began.
  mutating func nextStart() -> Int { starts.next(using: &random) }
}

/// A failure of a walk, by which the same failure is recognised on another.
struct WalkFailure: ComparableFinding, Codable, Sendable {
  let property: String
  let message: String
  var causes: [String] = []
}

extension WalkFailure {
  init(_ finding: LawFinding) {
    self.init(
      property: finding.law.rawValue, message: finding.message, causes: finding.causes)
  }
}

/// The states that walks have met, each with the last command of the shortest known way to it.
struct WalkedStates: Sendable {
  private struct Origin: Codable {
    var parent: Int
    var command: String
    /// The length of the way when it was found; that of the parent may be shorter since.
    var depth: Int
  }

  private(set) var fingerprints: [UInt64] = []
  private var origins: [Origin] = []
  private var numbers: [UInt64: Int] = [:]

  init() {}

  var count: Int { fingerprints.count }

  /// Adds a state, or a shorter way to a known one; without an origin, that of the first screen.
  /// - Returns: The number of the state, and true if it is new.
  mutating func add(
    _ fingerprint: UInt64, from parent: Int? = nil, by command: String = ""
  ) -> (number: Int, isNew: Bool) {
    let origin = Origin(
      parent: parent ?? -1, command: command, depth: parent.map { origins[$0].depth + 1 } ?? 0)
    if let number = numbers[fingerprint] {
      if origin.depth < origins[number].depth { origins[number] = origin }
      return (number, false)
    }
    numbers[fingerprint] = count
    fingerprints.append(fingerprint)
    origins.append(origin)
    return (count - 1, true)
  }

  /// The commands of the shortest known way to a state.
  func commands(to number: Int) -> [String] {
    var commands: [String] = []
    var number = number
    // The depth falls with each step, so the way comes to its end.
    while origins[number].parent >= 0 {
      commands.append(origins[number].command)
      number = origins[number].parent
    }
    return commands.reversed()
  }
}

extension WalkedStates: Codable {
  private enum CodingKeys: String, CodingKey {
    case fingerprints, origins
  }

  /// Reads the states, and numbers them.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    fingerprints = try values.decode([UInt64].self, forKey: .fingerprints)
    origins = try values.decode([Origin].self, forKey: .origins)
    for (number, fingerprint) in fingerprints.enumerated() { numbers[fingerprint] = number }
  }
}

/// The numbers of the states that walks have found, in groups by how many walks began there.
struct WalkStarts: Codable, Sendable {
  private var groups: [[Int]] = [[]]

  var isEmpty: Bool { groups.allSatisfy(\.isEmpty) }

  /// Adds a state from which no walk began.
  mutating func add(_ state: Int) {
    groups[0].append(state)
  }

  /// A state of the first group that has one; it moves to the next group.
  mutating func next(using random: inout SeededRandom) -> Int {
    let group = groups.firstIndex { !$0.isEmpty } ?? 0
    let position = Int.random(in: groups[group].indices, using: &random)
    groups[group].swapAt(position, groups[group].count - 1)
    let state = groups[group].removeLast()
    if group + 1 == groups.count { groups.append([]) }
    groups[group + 1].append(state)
    return state
  }
}
