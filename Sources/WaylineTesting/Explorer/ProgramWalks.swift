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
  private var progress: WalkProgress
  /// The known states at which walks can begin, with their snapshots.
  private var points: [Int: ProgramProbe.Point] = [:]

  init(_ explorer: Explorer<Screens>, _ walks: RandomWalks) {
    (self.explorer, self.walks) = (explorer, walks)
    laws = Set(Law.allCases).subtracting(explorer.subject.excluded)
    progress = explorer.subject.walked ?? WalkProgress(seed: explorer.seed)
    runner = CommandRuns(
      of: explorer.subject, crashes: CrashRecord(progress.crashes), unfinished: progress.unfinished,
      isOutOfTime: { explorer.isOutOfTime })
  }

  /// Walks until a bound is met, and reports what was found.
  func run() async -> ExplorationReport {
    let start = explorer.subject.startTime ?? .now
    explorer.subject.arrivals.noteWait(of: Array(progress.waiting))
    while progress.walks < walks.count, progress.fruitless < Self.patience {
      if explorer.isOutOfSearchTime || hasEnough { break }
      if let limit = explorer.limits.states, progress.states.count >= limit { break }
      let before = found
      await walk()
      progress.walks += 1
      progress.fruitless = found == before ? progress.fruitless + 1 : 0
      progress.crashes = runner.crashes.all
      progress.unfinished = runner.unfinished
      progress.waiting = explorer.subject.arrivals.waiting
      explorer.subject.onWalk? { progress }
      explorer.subject.onProgress?(progress.states.count)
      await Task.yield()
    }
    await noteCrashesOfShrinking()
    runner.end()
    var report = makeReport()
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }

  /// True if a violation was found that ends the walks.
  private var hasEnough: Bool {
    explorer.stopsFirst
      && (!progress.violations.isEmpty
        || !explorer.subject.crashes.all.allSatisfy(\.isUndecided))
  }

  /// The number of walks in a row without anything new after which all is taken for found.
  private static let patience = 200

  /// The number of things found so far.
  private var found: Int {
    progress.states.count + progress.found.count + progress.ways.reached.count
  }

  private func makeReport() -> ExplorationReport {
    var report = ExplorationReport(subject: explorer.subject.program)
    report.seed = explorer.seed
    report.states = progress.states.count
    report.transitions = progress.transitions
    report.depth = progress.depth
    (report.violations, report.unrepeated) = (progress.violations, progress.unrepeated)
    for finding in progress.refuted + (explorer.subject.earlier?.refuted ?? [])
    where !report.has(finding) { report.note(refuted: finding) }
    report.note(progress.use, of: explorer.subject.alphabet)
    report.cut = [ExplorationCut.walks.sentence(explorer.limits, nil)]
    report.cut += explorer.subject.crashes.cutSentences
    if explorer.isOutOfSearchTime {
      report.cut.append(explorer.cutOfTime.sentence(explorer.limits, nil))
    }
    let end =
      progress.fruitless < Self.patience
      ? "" : " The last \(Self.patience) found nothing new, so they ended after \(progress.walks)."
    report.limits = [
      "\(walks), seed \(explorer.seed), most from a state that another one found.\(end)",
      "laws about new processes, faults and the graph of states are not checked by random walks.",
    ]
    if runner.unfinished > 0 {
      report.limits.append(
        "shortening stopped after \(CommandRuns.limit) commands, or when the time was over, in "
          + "\(ExplorationReport.counted(runner.unfinished, "case")); fewer commands may do.")
    }
    report.limits += explorer.subject.limits(of: runner.loss, usesSnapshots: runner.usesSnapshots)
    report.limits += explorer.subject.arrivals.limits
    let ways = progress.ways
    for property in explorer.properties where !property.needsGraph {
      // What is broken has been shortened when it was found.
      report.decide(
        property, noun: ProgramSearch.noun, hasApplied: ways.applied.contains(property.name),
        reached: ways.reached[property.name], broken: nil)
    }
    report.vacuous += explorer.subject.steps.map(\.name).filter { !ways.applied.contains($0) }
    return report
  }
}

// MARK: - One walk

extension ProgramWalks {
  /// A walk on its way: its last step, the state after it, and all commands from the start.
  private struct Walk {
    var step: CommandRuns.Step
    var state: Int
    var commands: [String]
  }

  /// Walks until a new failure, a crash, a dead end, or the greatest number of steps.
  private func walk() async {
    var walk = await begin()
    noteProperties(of: walk.step)
    if walk.commands.isEmpty {
      let hasFailed = await noteFailures(of: walk.step, after: [[]])
      let hasReached = await noteGoals(on: walk.step.screen, after: [[]])
      if hasFailed || hasReached { return }
    }
    for _ in 0..<walks.steps {
      if explorer.isOutOfSearchTime { return }
      let screen = walk.step.screen
      progress.use.note(screen.names(of: explorer.subject.alphabet.values.given(on: screen)))
      let choices = runner.safeChoices(on: screen)
      guard let command = choose(on: screen, among: choices) else { return }
      if runner.crashes(command, after: walk.commands, on: screen) {
        return await report(
          crash: command, [way(to: walk.state) + [command], walk.commands + [command]])
      }
      let origin = walk.state
      walk.step = await runner.take(command, on: screen)
      noteProperties(of: walk.step)
      walk.commands.append(command)
      walk.state = add(walk.step, from: origin, by: command)
      progress.transitions += 1
      progress.use.note(
        command, on: screen, refusal: walk.step.answer.refusal, of: explorer.subject.alphabet)
      progress.depth = max(progress.depth, walk.commands.count)
      let ways = [way(to: walk.state), way(to: origin) + [command], walk.commands]
      let hasFailed = await noteFailures(of: walk.step, after: ways)
      let hasReached = await noteGoals(on: walk.step.screen, after: ways)
      // What was found has been shortened in the scene of the walk, which ends with that.
      if hasFailed || hasReached { return }
    }
  }

  /// The first screen, three times of four that of a state from which few walks began.
  private func begin() async -> Walk {
    if !progress.starts.isEmpty, Int.random(in: 0..<4, using: &progress.random) > 0 {
      let state = progress.nextStart()
      let point = point(of: state)
      let step = await runner.begin(at: point)
      if point.snapshot == nil { points[state] = runner.point }
      return Walk(step: step, state: state, commands: point.commands)
    }
    let step = runner.begin()
    return Walk(step: step, state: add(step), commands: [])
  }

  /// A state to begin at; that of an earlier process has its commands only.
  private func point(of state: Int) -> ProgramProbe.Point {
    var point =
      points[state]
      ?? ProgramProbe.Point(
        commands: [], fingerprint: progress.states.fingerprints[state], snapshot: nil,
        settings: [:], surroundings: ProgramProbe.Surroundings())
    point.commands = way(to: state)
    return point
  }

  /// The number of a state, at which later walks begin if it is new.
  private func add(
    _ step: CommandRuns.Step, from origin: Int? = nil, by command: String = ""
  ) -> Int {
    let (state, isNew) = progress.states.add(step.fingerprint, from: origin, by: command)
    if isNew {
      progress.starts.add(state)
      points[state] = runner.point
    }
    return state
  }

  /// The commands of the shortest known way to a state.
  private func way(to state: Int) -> [String] { progress.states.commands(to: state) }

  /// A command, three times of four one that was used least on such a screen.
  private func choose(on screen: ExploredScreen, among choices: [String]) -> String? {
    guard !choices.isEmpty else { return nil }
    let names = choices.map { "\(screen.kind)\u{0}\($0)" }
    let counts = names.map { progress.uses[$0, default: 0] }
    let least = counts.min() ?? 0
    let rare = choices.indices.filter { counts[$0] == least }
    let prefersRare = Int.random(in: 0..<4, using: &progress.random) > 0
    let index =
      prefersRare
      ? rare[Int.random(in: 0..<rare.count, using: &progress.random)]
      : Int.random(in: 0..<choices.count, using: &progress.random)
    progress.uses[names[index], default: 0] += 1
    return choices[index]
  }

  /// Notes the goals that a step reaches for the first time.
  /// - Returns: Whether there was one, also if its commands do not lead there from the start.
  private func noteGoals(on screen: ExploredScreen, after ways: [[String]]) async -> Bool {
    var hasReached = false
    for property in explorer.properties
    where progress.ways.reached[property.name] == nil && property.isReached(by: screen) {
      hasReached = true
      let short = await runner.shrink(ways) { property.isReached(by: $0.screen) }
      if let short { _ = progress.ways.note(reached: property.name, by: short.commands) }
    }
    return hasReached
  }

  /// Reports the failures of a step that are new.
  /// - Returns: Whether there was one, also if its commands do not lead there from the start.
  private func noteFailures(
    of step: CommandRuns.Step, after ways: [[String]]
  ) async -> Bool {
    guard let failure = failures(of: step).first(where: { progress.note($0) })
    else { return false }
    let usedSnapshots = runner.usesSnapshots
    let short = await runner.shrink(ways) {
      self.failures(of: $0).contains(where: failure.isSame)
    }
    guard let short else {
      let once = ExplorationReport.Violation(
        property: failure.property, message: failure.message, commands: ways.last ?? [],
        places: [step.screen.url].compactMap(\.self), after: step.screen.lines,
        causes: failure.causes)
      // A snapshot may have been wrong. Without them the program has failed, and is not deterministic.
      if usedSnapshots {
        progress.found.removeAll(where: failure.isSame)
        progress.refuted.append(once)
      } else {
        progress.unrepeated.append(once)
      }
      return true
    }
    var violation = ExplorationReport.Violation(
      property: failure.property, message: failure.message, commands: short.commands,
      places: short.steps.last?.screen.url.map { [$0] } ?? [],
      before: short.steps.dropLast().last?.screen.lines ?? [],
      after: short.steps.last?.screen.lines ?? [], causes: failure.causes)
    for (command, step) in zip(short.commands, short.steps) {
      violation.setup.add(
        command, on: step.screen, explorer.subject.alphabet, isCommand: runner.isCommand)
    }
    progress.violations.append(violation)
    explorer.subject.onFinding?(EarlierFindings(violations: [violation]))
    return true
  }

  private func failures(of step: CommandRuns.Step) -> [WalkFailure] {
    let screenLaws = ScreenLaws(laws: laws, isCommand: runner.isCommand)
    let broken =
      screenLaws.findings(step.screen, printed: step.answer.printed)
      + step.answer.findings.filter { laws.contains($0.law) }
    let own = explorer.properties.filter { $0.isBroken(by: step.screen) }
    let steps = explorer.subject.steps.filter { property in
      step.origin.map { property.isBroken(by: $0.before, $0.command, step.screen) } ?? false
    }
    return broken.map(WalkFailure.init)
      + own.map { WalkFailure(property: $0.name, message: "This screen breaks it.") }
      + steps.map { WalkFailure(property: $0.name, message: "The last command breaks it.") }
  }

  /// Notes the properties that a step is about.
  private func noteProperties(of step: CommandRuns.Step) {
    let applied = progress.ways.applied
    for property in explorer.properties
    where !applied.contains(property.name) && property.applies(to: step.screen) {
      progress.ways.note(applied: property.name)
    }
    guard let origin = step.origin else { return }
    for property in explorer.subject.steps
    where !applied.contains(property.name)
      && property.applies(to: origin.before, origin.command, step.screen)
    {
      progress.ways.note(applied: property.name)
    }
  }
}

// MARK: - Crashes

extension ProgramWalks {
  /// Reports the crash of an earlier worker after a command, if it is the first one, with the fewest
  /// commands.
  private func report(crash command: String, _ lists: [[String]]) async {
    let known = explorer.subject.crashes
    let crash = lists.lazy.compactMap(known.crash).first
    if crash?.isUndecided == true { return }
    let finding = crash.map(LawFinding.init) ?? LawFinding(crashAfter: command, ending: nil)
    let failure = WalkFailure(finding)
    guard laws.contains(.noCrash), progress.note(failure) else { return }
    let commands = await runner.shrinkCrash(lists)
    let before = await runner.screen(after: commands.dropLast())
    progress.violations.append(
      ExplorationReport.Violation(
        property: failure.property, message: failure.message, commands: commands,
        places: (before?.url).map { [$0] } ?? [], before: before?.lines ?? [],
        causes: failure.causes))
  }

  /// Reports the crashes that no walk met, only the shortening of other commands.
  private func noteCrashesOfShrinking() async {
    for (command, crashes) in explorer.subject.crashes.byCause {
      await report(crash: command, crashes.map(\.commands).sorted { $0.count < $1.count })
    }
  }
}
