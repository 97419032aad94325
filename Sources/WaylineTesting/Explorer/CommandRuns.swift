import Wayline

/// Runs lists of commands from the start of a program, and shortens a list that has some outcome.
///
/// Each shorter list is run from the start; one with a command that is not possible where it is taken
/// does not count. When nothing can be left out any more, the states are searched breadth first for a
/// way with fewer commands.
@MainActor
final class CommandRuns {
  /// The screen after a command, with what happened on the way.
  struct Step {
    let screen: ExploredScreen
    let answer: DrivenScene.Answer
    let fingerprint: UInt64
    /// The screen before the command, and the command; nil at the beginning.
    var origin: (before: ExploredScreen, command: String)?
  }

  /// Commands, and the screens before, between and after them.
  struct Run {
    var commands: [String]
    var steps: [Step]
  }

  /// The number of commands that are taken to shorten one list.
  nonisolated static let limit = 3_000
  /// The number of crashes that are caused to shorten one list.
  private static let limitOfCrashes = 24

  private let subject: Screens
  private let isOutOfTime: () -> Bool
  private let probe: ProgramProbe
  /// The crashes that were met: their commands are avoided on screens of their kind.
  private(set) var crashes: CrashRecord
  /// The number of lists that were not shortened further, because the limit was met or the time was over.
  private(set) var unfinished: Int

  init(
    of subject: Screens, crashes: CrashRecord = CrashRecord(), unfinished: Int = 0,
    isOutOfTime: @escaping () -> Bool = { false }
  ) {
    (self.subject, self.isOutOfTime) = (subject, isOutOfTime)
    self.crashes = crashes
    self.unfinished = unfinished
    probe = ProgramProbe(subject)
    probe.usesSnapshots = !subject.isReplayed
  }

  /// Tests whether a line runs a command on the present screen.
  var isCommand: (String) -> Bool { probe.scene.isCommand }

  /// Starts the program anew.
  func begin() -> Step {
    probe.begin()
    return step(DrivenScene.Answer(), after: nil)
  }

  /// Brings the program to a state.
  func begin(at point: ProgramProbe.Point) async -> Step {
    await probe.come(to: point)
    return step(DrivenScene.Answer(), after: nil)
  }

  /// The present state, to begin at later.
  var point: ProgramProbe.Point { probe.point }

  /// Takes one command on the present screen.
  func take(_ command: String, on screen: ExploredScreen) async -> Step {
    var step = step(await probe.take(command, on: screen), after: screen.rows)
    step.origin = (screen.with(messages: []), command)
    return step
  }

  private func step(_ answer: DrivenScene.Answer, after before: ScreenRows?) -> Step {
    var screen = probe.screen
    if subject.seesRows { screen.rows = probe.rows(on: screen, after: before) }
    return Step(screen: screen, answer: answer, fingerprint: probe.fingerprint)
  }

  /// The commands that are possible on the present screen.
  func choices(on screen: ExploredScreen) -> [String] {
    let commands = screen.commands(subject.alphabet, isCommand: isCommand)
    guard let rows = subject.alphabet.rows else { return commands }
    return commands.filter { screen.rows.isChosen($0, by: rows) }
  }

  /// The possible commands without those that crashed a screen of this kind.
  func safeChoices(on screen: ExploredScreen) -> [String] {
    choices(on: screen).filter { !crashes.avoids($0, on: screen, after: 1) }
  }

  /// True if a command crashed an earlier worker after the same commands; it is avoided from now on.
  func crashes(_ command: String, after commands: [String], on screen: ExploredScreen) -> Bool {
    let list = commands + [command]
    guard subject.crashes.contains(list) else { return false }
    crashes.add(
      CrashRecord.Crash(
        kind: CrashRecord.kind(of: screen), commands: list,
        row: subject.crashes.crash(after: list)?.row))
    return true
  }

  /// True if states are reached by snapshots where that works.
  var usesSnapshots: Bool {
    get { probe.usesSnapshots }
    set { probe.usesSnapshots = newValue }
  }

  /// The state that snapshots do not bring back.
  var loss: SnapshotLoss { probe.loss }

  /// Ends the program.
  func end() {
    MisuseNotes.ignoring { probe.scene.end() }
  }

  /// The screen after commands from the start; nil when one is not possible where it is taken.
  func screen(after commands: [String]) async -> ExploredScreen? {
    let trials = Trials()
    _ = await run(commands, trials) { _ in false }
    return trials.hasCompleted ? probe.screen : nil
  }
}

// MARK: - Shrinking

/// The steps that were taken while one list was shortened, by which others are judged without them.
private final class Trials {
  private struct Place: Hashable {
    let fingerprint: UInt64
    let command: String
  }

  private var start: UInt64?
  private var targets: [Place: UInt64?] = [:]
  /// The commands that may still be taken.
  var rest = CommandRuns.limit
  /// True if the last list was taken to its end.
  var hasCompleted = false

  func begin(at fingerprint: UInt64) { start = fingerprint }

  /// Notes that a command led to a state without the outcome; nil when it is not possible.
  ///
  /// Not where a task is unfinished, which may hold another value after other commands.
  func note(_ command: String, from step: CommandRuns.Step, to target: UInt64?) {
    if step.screen.hasWork { return }
    targets[Place(fingerprint: step.fingerprint, command: command)] = .some(target)
  }

  /// True if every step of a list is known not to have the outcome.
  func excludes(_ commands: [String]) -> Bool {
    guard var state = start else { return false }
    for command in commands {
      guard let target = targets[Place(fingerprint: state, command: command)] else { return false }
      guard let target else { return true }
      state = target
    }
    return true
  }
}

extension CommandRuns {
  /// The fewest commands found that lead to a step of which a predicate holds.
  ///
  /// Nil if no list leads there from the start: a snapshot was wrong, so none is used any more.
  ///
  /// - Parameter lists: commands that may lead there, the shortest first.
  func shrink(_ lists: [[String]], to holds: (Step) -> Bool) async -> Run? {
    let trials = Trials()
    var found: Run?
    for list in lists where found == nil { found = await run(list, trials, holds) }
    guard var best = found else {
      usesSnapshots = false
      probe.note(SnapshotLoss(commands: lists.first))
      return nil
    }
    repeat {
      var shortening = Shortening(best.commands)
      while !isSpent(trials), let list = shortening.next() {
        guard let shorter = await run(list, trials, holds) else { continue }
        best = shorter
        shortening.accept(shorter.commands)
      }
    } while await searchShorter(&best, trials, holds)
    if isSpent(trials) { unfinished += 1 }
    return best
  }

  /// True if a list is not shortened further.
  private func isSpent(_ trials: Trials) -> Bool { trials.rest <= 0 || isOutOfTime() }

  /// Takes commands from the start up to the first step of which the predicate holds.
  private func run(
    _ commands: [String], _ trials: Trials, _ holds: (Step) -> Bool
  ) async -> Run? {
    trials.hasCompleted = false
    guard !trials.excludes(commands) else { return nil }
    var last = begin()
    var run = Run(commands: [], steps: [last])
    if holds(last) { return run }
    trials.begin(at: last.fingerprint)
    for command in commands {
      guard choices(on: last.screen).contains(command) else {
        trials.note(command, from: last, to: nil)
        return nil
      }
      if crashes(command, after: run.commands, on: last.screen) { return nil }
      let next = await take(command, on: last.screen)
      trials.rest -= 1
      run.commands.append(command)
      run.steps.append(next)
      if holds(next) { return run }
      trials.note(command, from: last, to: next.fingerprint)
      last = next
    }
    trials.hasCompleted = true
    return nil
  }

  /// Searches the states breadth first for fewer commands, as far as the limit allows.
  /// - Returns: Whether there are.
  private func searchShorter(
    _ best: inout Run, _ trials: Trials, _ holds: (Step) -> Bool
  ) async -> Bool {
    var seen: Set<UInt64> = [begin().fingerprint]
    var frontier = [point]
    for _ in 1..<max(1, best.commands.count) {
      var following: [ProgramProbe.Point] = []
      for point in frontier {
        let screen = await begin(at: point).screen
        for command in safeChoices(on: screen) {
          if crashes(command, after: point.commands, on: screen) { continue }
          if isSpent(trials) { return false }
          await probe.come(to: point)
          let next = await take(command, on: screen)
          trials.rest -= 1
          if holds(next), let shorter = await run(point.commands + [command], trials, holds),
            shorter.commands.count < best.commands.count
          {
            best = shorter
            return true
          }
          if seen.insert(next.fingerprint).inserted { following.append(self.point) }
        }
      }
      frontier = following
    }
    return false
  }

  /// The fewest commands found of which the last still crashes the program.
  ///
  /// A shorter list that crashes it too ends this process, and counts in the next one.
  ///
  /// - Parameter lists: commands that may crash it, the shortest first, one that does last.
  func shrinkCrash(_ lists: [[String]]) async -> [String] {
    let trials = Trials()
    var found: [String]?
    for list in lists where found == nil { if await crashes(list, trials) { found = list } }
    guard let list = found, let last = list.last else { return lists.last ?? [] }
    var shortening = Shortening(Array(list.dropLast()))
    var count = 0
    while !isSpent(trials), count < Self.limitOfCrashes, let rest = shortening.next() {
      guard await crashes(rest + [last], trials) else { continue }
      shortening.accept(rest)
      count += 1
    }
    return shortening.best + [last]
  }

  /// True if the last of some commands crashed an earlier process; it is tried if that is not known.
  private func crashes(_ commands: [String], _ trials: Trials) async -> Bool {
    if !subject.crashes.contains(commands) { _ = await run(commands, trials) { _ in false } }
    return subject.crashes.contains(commands)
  }
}
