import Wayline

/// Random walks through a program: deep, biased to what was met least, and shrunk.
///
/// A walk prefers the commands that were used least, and begins at a state from which few walks began:
/// so walks continue where others ended, and get deeper than their own number of steps.
/// Source: Go-Explore's archive of states.
@MainActor
final class ProgramWalks {
  private let explorer: Explorer<Screens>
  private let walks: RandomWalks
  private let laws: Set<Law>
  private let runner: CommandRuns
  private var random: SeededRandom
  private var report: ExplorationReport
  private var seen: Set<UInt64> = []
  private var starts = WalkStarts()
  /// The number of uses of each command on each kind of screen.
  private var uses: [String: Int] = [:]
  private var found: Set<Failure> = []
  /// The shortest commands to each goal that was reached.
  private var reached: [String: [String]] = [:]

  init(_ explorer: Explorer<Screens>, _ walks: RandomWalks) {
    (self.explorer, self.walks) = (explorer, walks)
    laws = Set(Law.allCases).subtracting(explorer.subject.excluded)
    runner = CommandRuns(of: explorer.subject)
    random = SeededRandom(seed: explorer.seed)
    report = ExplorationReport(subject: explorer.subject.program)
    report.seed = explorer.seed
    report.cut = [ExplorationCut.walks.sentence(explorer.limits, nil)]
    report.limits = [
      "\(walks.count) random walks of at most \(walks.steps) steps, seed \(explorer.seed), most from "
        + "a state that another one found.",
      "laws about new processes, faults and the graph of states are not checked by random walks.",
    ]
  }

  /// A failure of a walk, by which the same failure is recognised on another.
  private struct Failure: Hashable {
    let name: String
    let message: String
    let cause: String

    static func == (left: Failure, right: Failure) -> Bool {
      left.name == right.name && left.cause == right.cause
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(cause)
    }
  }

  /// Walks until a bound is met, and reports what was found.
  func run() async -> ExplorationReport {
    let start = ContinuousClock.now
    let deadline = explorer.limits.time.map { start + $0 }
    await reportCrashes()
    for _ in 0..<walks.count {
      if let deadline, ContinuousClock.now >= deadline { break }
      if let limit = explorer.limits.states, seen.count >= limit { break }
      await walk()
      await Task.yield()
    }
    report.states = seen.count
    reportGoals()
    runner.end()
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }

  /// Reports the crashes of earlier workers, each with the fewest commands.
  ///
  /// It comes before the walks: a shorter list that crashes ends this worker too.
  private func reportCrashes() async {
    guard laws.contains(.noCrash) else { return }
    for (cause, crashes) in crashes.byCause {
      guard let known = crashes.map(\.commands).min(by: { $0.count < $1.count }) else { continue }
      let short = crashes.count < CrashRecord.limit ? await runner.shrinkCrash(known) : known
      let before = await runner.screen(after: short.dropLast())
      let finding = LawFinding(crashAfter: cause)
      report.violations.append(
        ExplorationReport.Violation(
          property: finding.law.rawValue, message: finding.message, commands: short,
          places: (before?.url).map { [$0] } ?? [], before: before?.lines ?? []))
    }
  }

  private var crashes: CrashRecord { explorer.subject.crashes }

  private func reportGoals() {
    for property in explorer.properties where property.kind == .sometimes {
      if let commands = reached[property.name] {
        report.goals.append(ExplorationReport.Goal(property: property.name, commands: commands))
      } else {
        report.violations.append(
          ExplorationReport.Violation(
            property: property.name, message: "No random walk met a screen that satisfies it.",
            commands: []))
      }
    }
  }
}

// MARK: - One walk

extension ProgramWalks {
  /// Walks until a new failure, a dead end, or the greatest number of steps.
  private func walk() async {
    var (step, commands) = await begin()
    for _ in 0..<walks.steps {
      let choices = runner.choices(on: step.screen).filter {
        !crashes.avoids($0, on: step.screen, after: 1)
      }
      guard let command = choose(on: step.screen, among: choices) else { return }
      step = await runner.take(command, on: step.screen)
      commands.append(command)
      report.transitions += 1
      if seen.insert(step.fingerprint).inserted { starts.add(runner.point) }
      report.depth = max(report.depth, commands.count)
      let hasFailed = await noteFailures(of: step, after: commands)
      let hasReached = await noteGoals(on: step.screen, after: commands)
      // What was found has been shortened in the scene of the walk, which ends with that.
      if hasFailed || hasReached { return }
    }
  }

  /// The first screen, three times of four that of a state from which few walks began.
  private func begin() async -> (step: CommandRuns.Step, commands: [String]) {
    if !starts.isEmpty, Int.random(in: 0..<4, using: &random) > 0 {
      let start = starts.next(using: &random)
      return (await runner.begin(at: start), start.commands)
    }
    let step = runner.begin()
    if seen.insert(step.fingerprint).inserted { starts.add(runner.point) }
    return (step, [])
  }

  /// A command, three times of four one that was used least on such a screen.
  private func choose(on screen: ExploredScreen, among choices: [String]) -> String? {
    guard !choices.isEmpty else { return nil }
    let names = choices.map { "\(screen.kind)\u{0}\($0)" }
    let counts = names.map { uses[$0, default: 0] }
    let least = counts.min() ?? 0
    let rare = choices.indices.filter { counts[$0] == least }
    let prefersRare = Int.random(in: 0..<4, using: &random) > 0
    let index =
      prefersRare
      ? rare[Int.random(in: 0..<rare.count, using: &random)]
      : Int.random(in: 0..<choices.count, using: &random)
    uses[names[index], default: 0] += 1
    return choices[index]
  }

  /// Notes the goals that a step reaches for the first time.
  /// - Returns: Whether there was one.
  private func noteGoals(on screen: ExploredScreen, after commands: [String]) async -> Bool {
    let known = reached.count
    for property in explorer.properties
    where property.kind == .sometimes && reached[property.name] == nil && property.predicate(screen)
    {
      reached[property.name] = await runner.shrink(commands) { property.predicate($0.screen) }
        .commands
    }
    return reached.count > known
  }

  /// Reports the failures of a step that are new.
  /// - Returns: Whether there was one.
  private func noteFailures(of step: CommandRuns.Step, after commands: [String]) async -> Bool {
    guard let failure = failures(of: step).first(where: { found.insert($0).inserted }) else {
      return false
    }
    let short = await runner.shrink(commands) { self.failures(of: $0).contains(failure) }
    report.violations.append(
      ExplorationReport.Violation(
        property: failure.name, message: failure.message, commands: short.commands,
        places: short.steps.last?.screen.url.map { [$0] } ?? [],
        before: short.steps.dropLast().last?.screen.lines ?? [],
        after: short.steps.last?.screen.lines ?? []))
    return true
  }

  private func failures(of step: CommandRuns.Step) -> [Failure] {
    let screenLaws = ScreenLaws(laws: laws, isCommand: runner.isCommand)
    let broken =
      screenLaws.findings(step.screen, printed: step.answer.printed)
      + step.answer.findings.filter { laws.contains($0.law) }
    let own = explorer.properties.filter {
      $0.kind == .always && ($0.condition?(step.screen) ?? true) && !$0.predicate(step.screen)
    }
    return broken.map { Failure(name: $0.law.rawValue, message: $0.message, cause: $0.cause) }
      + own.map { Failure(name: $0.name, message: "This screen breaks it.", cause: "") }
  }
}

/// The states that walks have found, in groups by the number of walks that began there.
private struct WalkStarts {
  private var groups: [[ProgramProbe.Point]] = [[]]

  var isEmpty: Bool { groups.allSatisfy(\.isEmpty) }

  /// Adds a state from which no walk began.
  mutating func add(_ point: ProgramProbe.Point) {
    groups[0].append(point)
  }

  /// A state of the first group that has one; it moves to the next group.
  mutating func next(using random: inout SeededRandom) -> ProgramProbe.Point {
    let group = groups.firstIndex { !$0.isEmpty } ?? 0
    let position = Int.random(in: groups[group].indices, using: &random)
    groups[group].swapAt(position, groups[group].count - 1)
    let point = groups[group].removeLast()
    if group + 1 == groups.count { groups.append([]) }
    groups[group + 1].append(point)
    return point
  }
}
