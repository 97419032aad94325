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
  /// True if states with unfinished tasks are also compared by where these lead.
  let comparesOutcomes: Bool
  /// The progress of the search besides the states.
  let progress: ProgramProgress
  /// The commands that crashed the program, which are not taken again.
  let crashes: [CrashRecord.Crash]

  /// The number of states that were found.
  var found: Int { Int((targets.joined().filter { $0 != TransitionList.new }.max() ?? 0) + 1) }

  /// The number of steps that were taken.
  var transitions: Int { progress.transitions }

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
  /// The answers of properties about steps, messages, and screens after `undo`.
  var ways = WayFindings()
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
