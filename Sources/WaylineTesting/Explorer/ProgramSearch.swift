import Wayline

/// A breadth-first search of a program: its own screens are the states, its elements the actions.
@MainActor
final class ProgramSearch {
  /// A state on the way: the commands to it, and all that is compared and reported.
  private struct State {
    var point: ProgramProbe.Point
    let screen: ExploredScreen
    let commands: [String]
    var depth: Int { point.commands.count }
  }

  private let explorer: Explorer<Screens>
  private let laws: Set<Law>
  private let probe: ProgramProbe
  private let deadline: ContinuousClock.Instant?
  private var states: [State] = []
  private var numbers: [UInt64: Int] = [:]
  private var edges = TransitionList()
  private var findings: [Findings] = []
  private var record: PropertyRecord
  private var violations = ViolationList()
  private var kinds: Set<String> = []
  private var notes: Set<String> = []
  private var coverage = ProgramCoverage()
  private var cuts: Set<ExplorationCut> = []
  private var transitions = 0
  private var replayed = 0
  private var canQuit: [Int: Bool] = [:]
  private var reached: Set<String> = []
  /// The states that other shards explore.
  private var foreign: Set<Int> = []

  init(_ explorer: Explorer<Screens>, usesSnapshots: Bool = true) {
    self.explorer = explorer
    laws = Set(Law.allCases).subtracting(explorer.subject.excluded)
    probe = ProgramProbe(explorer.subject)
    probe.usesSnapshots = usesSnapshots
    deadline = explorer.limits.time.map { ContinuousClock.now + $0 }
    record = PropertyRecord(count: explorer.properties.count)
  }

  /// Whether a sampled state was not the same when its commands were taken again.
  private(set) var hasWrongSnapshot = false

  func run() async -> ExplorationReport {
    let start = ContinuousClock.now
    await begin()
    var number = 0
    var depth = 0
    while number < states.count, cuts.isDisjoint(with: [.states, .time]), !hasWrongSnapshot {
      if states[number].depth > depth {
        depth = states[number].depth
        divide(from: number)
      }
      if foreign.contains(number) {
        number += 1
        continue
      }
      if let limit = explorer.limits.depth, states[number].depth >= limit {
        cuts.insert(.depth)
        break
      }
      await expand(number)
      // Other work of the main actor runs between two states.
      await Task.yield()
      number += 1
      if number % 100 == 0 { explorer.subject.onProgress?(states.count) }
    }
    MisuseNotes.ignoring { probe.scene.end() }
    var report = makeReport()
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }
}

// MARK: - Searching

extension ProgramSearch {
  private func begin() async {
    let misuses = MisuseNotes()
    await Misuse.$handler.withValue(misuses.note) { await probe.begin() }
    let screen = ExploredScreen(probe.scene)
    _ = enter(screen, from: nil, ordinal: 0, printed: [])
    for finding in misuses.sentences.map(LawFinding.init(misuse:)) {
      note(finding, commands: [], before: nil, after: screen)
    }
  }

  private func expand(_ number: Int) async {
    let state = states[number]
    await probe.come(to: state.point)
    await checkLaws(at: number)
    if number % 64 == 63 { await sample(state) }
    var targets: [UInt32] = []
    for (ordinal, command) in state.commands.enumerated() {
      if let deadline, ContinuousClock.now >= deadline {
        cuts.insert(.time)
        return
      }
      if explorer.subject.crashes.contains(state.point.commands + [command]) {
        targets.append(UInt32(number))
        continue
      }
      await probe.come(to: state.point)
      guard let target = await step(command, from: number, ordinal) else { return }
      targets.append(UInt32(target))
    }
    edges.append(targets, of: number)
    // A snapshot is needed only as long as its state is on the frontier.
    states[number].point.snapshot = nil
  }

  /// Takes a command, and returns the number of the state that follows; nil at the bound of states.
  private func step(_ command: String, from number: Int, _ ordinal: Int) async -> Int? {
    let navigation = NavigationLaws(laws: laws, probe: probe)
    let before = navigation.before
    let (values, secrets) = (probe.stores.stateValues, probe.stores.secretValues)
    let answer = await probe.take(command)
    transitions += 1
    let screen = ExploredScreen(probe.scene)
    let from = states[number]
    coverage.note(command, on: from.screen, changed: screen != from.screen)
    let commands = from.point.commands + [command]
    for finding in answer.findings {
      note(finding, commands: commands, before: from.screen, after: screen)
    }
    let known = numbers[probe.fingerprint]
    let target = known ?? enter(screen, from: number, ordinal: ordinal, printed: answer.printed)
    guard let target else { return nil }
    if known == nil {
      let changes = (
        state: probe.stores.stateValues != values, secrets: probe.stores.secretValues != secrets
      )
      for finding in await navigation.wayBack(from: before, to: command) {
        let way = finding.law == .dismissAfterPresent ? "dismiss" : "back"
        note(finding, commands: commands + [way], before: screen, after: nil)
      }
      if changes.state || changes.secrets,
        kinds.insert("refusal \(command) \(from.screen.kind)").inserted
      {
        await checkRefusals(from, command, changes)
      }
    }
    return target
  }

  /// Leaves the states from a number on to the shards that they belong to, once there are many.
  private func divide(from number: Int) {
    guard let shard = explorer.shard, !cuts.contains(.shard),
      states.count - number >= shard.count * 4
    else { return }
    cuts.insert(.shard)
    foreign = Set((number..<states.count).filter { $0 % shard.count != shard.index - 1 })
  }

  /// Adds the present state; nil when there is no room for it.
  private func enter(
    _ screen: ExploredScreen, from parent: Int?, ordinal: Int, printed: [String]
  ) -> Int? {
    if let limit = explorer.limits.states, states.count >= limit {
      cuts.insert(.states)
      return nil
    }
    let point = probe.point
    let number = states.count
    let scene = probe.scene
    let commands =
      scene.isEnded
      ? []
      : screen.commands(values: explorer.subject.values, isCommand: scene.isCommand)
    states.append(State(point: point, screen: screen, commands: commands))
    numbers[point.fingerprint] = number
    let answers = Findings(explorer.properties, about: screen)
    findings.append(answers)
    record.note(answers, about: number)
    if let url = screen.url { reached.insert(url) }
    coverage.note(screen, commands: commands.count)
    let laws = ScreenLaws(laws: laws, isCommand: scene.isCommand)
    for finding in laws.findings(screen, printed: printed) {
      note(
        finding, commands: point.commands, before: parent.map { states[$0].screen }, after: screen)
    }
    for finding in NavigationLaws(laws: self.laws, probe: probe).invariants() {
      note(
        finding, commands: point.commands, before: parent.map { states[$0].screen }, after: screen)
    }
    return number
  }

  /// Takes the commands of a state again, and compares.
  private func sample(_ state: State) async {
    await probe.replay(state.point)
    replayed += 1
    if probe.fingerprint != state.point.fingerprint, probe.restorations > 0 {
      hasWrongSnapshot = true
    }
  }
}

// MARK: - Laws

extension ProgramSearch {
  private func checkLaws(at number: Int) async {
    let state = states[number]
    let navigation = NavigationLaws(laws: laws, probe: probe)
    for finding in navigation.pureBodies() {
      note(finding, commands: state.point.commands, before: nil, after: state.screen)
    }
    guard kinds.insert(state.screen.kind).inserted else { return }
    await probe.replay(state.point)
    for finding in await navigation.undoRedo() {
      note(
        finding, commands: state.point.commands + ["undo", "redo"], before: state.screen, after: nil
      )
    }
    if laws.contains(.reachesQuit) { canQuit[number] = await quits(state) }
    let process = ProcessLaws(
      laws: laws, subject: explorer.subject, commands: state.point.commands, screen: state.screen)
    let (found, lost) = await process.findings()
    for finding in found {
      note(finding, commands: state.point.commands, before: nil, after: state.screen)
    }
    notes.formUnion(lost)
  }

  private func quits(_ state: State) async -> Bool {
    await probe.replay(state.point)
    _ = await probe.take("quit")
    return probe.scene.isEnded || !probe.scene.pending.isEmpty
  }

  private func checkRefusals(
    _ state: State, _ command: String, _ changes: (state: Bool, secrets: Bool)
  ) async {
    let refusals = RefusalLaws(
      laws: laws, subject: explorer.subject, commands: state.point.commands, last: command,
      changes: changes)
    for finding in await refusals.findings() {
      note(
        finding, commands: state.point.commands + [command], before: state.screen, after: nil)
    }
  }

  /// The steps that crashed the program in earlier workers.
  private func noteCrashes() {
    guard laws.contains(.noCrash) else { return }
    for path in explorer.subject.crashes {
      let last = path.last ?? ""
      let before = states.first { $0.point.commands == Array(path.dropLast()) }
      note(
        LawFinding(law: .noCrash, message: "The program crashed after '\(last)'.", cause: last),
        commands: path, before: before?.screen, after: nil)
    }
  }

  private func note(
    _ finding: LawFinding, commands: [String], before: ExploredScreen?, after: ExploredScreen?
  ) {
    guard laws.contains(finding.law) else { return }
    violations.add(
      finding,
      ExplorationReport.Violation(
        property: finding.law.rawValue, message: finding.message, commands: commands,
        places: [after?.url ?? before?.url].compactMap { $0 }, before: before?.lines ?? [],
        after: after?.lines ?? []))
  }
}

// MARK: - The report

extension ProgramSearch {
  private func makeReport() -> ExplorationReport {
    var report = ExplorationReport(subject: explorer.subject.program)
    report.states = states.count
    report.transitions = transitions
    report.depth = states.map(\.depth).max() ?? 0
    report.seed = explorer.seed
    report.cut = cuts.map { $0.sentence(explorer.limits, explorer.shard) }.sorted()
    report.fingerprints = states.map(\.point.fingerprint)
    for (index, property) in explorer.properties.enumerated() { decide(property, index, &report) }
    decideGraphLaws()
    noteCrashes()
    report.violations = violations.all + report.violations
    report.notes = notes.sorted()
    report.coverage = coverage.lines
    report.uncovered = coverage.untried + unreachedRoutes()
    report.limits = limits
    if explorer.recordsGraph { report.graph = graph }
    return report
  }

  private var limits: [String] {
    var limits = ["states were told apart by 64-bit fingerprints of screens, states and stores."]
    limits.append("closures were not compared.")
    if replayed > 0 {
      limits.append("\(replayed) states were reached again by their commands, and compared.")
    }
    if !probe.usesSnapshots {
      limits.append("the program keeps what snapshots cannot hold; commands were taken again.")
    }
    if let commands = probe.unstable.first {
      limits.append(
        "the program is not deterministic: '\(commands.joined(separator: ", "))' leads to another "
          + "state when it is taken again.")
    }
    return limits
  }

  private func violation(
    _ name: String, _ message: String, at number: Int, count: Int = 1
  ) -> ExplorationReport.Violation {
    let state = states[number]
    let before = states.first { $0.point.commands == Array(state.point.commands.dropLast()) }
    return ExplorationReport.Violation(
      property: name, message: message, commands: state.point.commands,
      places: state.screen.url.map { [$0] } ?? [],
      before: state.point.commands.isEmpty ? [] : before?.screen.lines ?? [],
      after: state.screen.lines, count: count)
  }

  private func decide(
    _ property: Property<ExploredScreen>, _ index: Int, _ report: inout ExplorationReport
  ) {
    if property.kind != .sometimes, !record.applied[index] {
      return report.vacuous.append(property.name)
    }
    let check = ProgressCheck(edges: edges, findings: findings)
    switch property.kind {
    case .always:
      guard let first = record.firstBroken[index] else { return }
      report.violations.append(
        violation(
          property.name, "This screen breaks it.", at: first, count: record.brokenCounts[index]))
    case .sometimes:
      guard let first = record.firstHolding[index] else {
        let extent = report.isComplete ? "No reachable screen" : "No screen within the bounds"
        return report.violations.append(
          ExplorationReport.Violation(
            property: property.name, message: "\(extent) satisfies it.", commands: []))
      }
      report.goals.append(
        ExplorationReport.Goal(property: property.name, commands: states[first].point.commands))
    case .leadsTo:
      guard let stuck = check.firstStuck(index) else { return }
      report.violations.append(
        violation(
          property.name, "From this screen the goal cannot be reached any more.", at: stuck.first,
          count: stuck.count))
    case .leadsInevitablyTo:
      guard let escape = check.escape(index, actions: { states[$0].commands }) else { return }
      var found = violation(property.name, "A run avoids the goal for ever.", at: escape.start)
      let way = [escape.start] + escape.path
      found.commands += commands(along: way)
      found.loop = commands(along: way.suffix(1) + escape.loop)
      report.violations.append(found)
    }
  }

  private func commands(along way: [Int]) -> [String] {
    zip(way, way.dropFirst()).compactMap { from, to in
      let successors = edges.successors(of: from)
      guard let position = successors.firstIndex(of: UInt32(to)) else { return nil }
      return states[from].commands[position - successors.startIndex]
    }
  }

  /// Decides the laws that are about the graph of all states.
  private func decideGraphLaws() {
    if laws.contains(.reachesFirstScreen) {
      decide(.reachesFirstScreen, "The first screen cannot be reached from here.") {
        states[$0].screen.isFirst
      }
    }
    if laws.contains(.reachesQuit) {
      var answers: [String: Bool] = [:]
      for (number, answer) in canQuit { answers[states[number].screen.kind] = answer }
      decide(.reachesQuit, "The program cannot be left from here, nor from what follows.") {
        answers[states[$0].screen.kind] ?? true
      }
    }
    guard laws.contains(.deadEnd) else { return }
    for (number, state) in states.enumerated() where edges.isExpanded(number) {
      let stays = edges.successors(of: number).allSatisfy { Int($0) == number }
      // A program that never leads anywhere has one state, and no end.
      guard stays, number > 0 else { continue }
      note(
        LawFinding(
          law: .deadEnd, message: "Nothing on this screen leads anywhere else.",
          cause: state.screen.kind),
        commands: state.point.commands, before: nil, after: state.screen)
    }
  }

  private func decide(_ law: Law, _ message: String, _ isGoal: (Int) -> Bool) {
    let property = states.indices.map { number -> Findings in
      Findings(
        [Property<Bool>(name: "", kind: .leadsTo, condition: nil, claim: { $0 })],
        about: isGoal(number))
    }
    guard let stuck = ProgressCheck(edges: edges, findings: property).firstStuck(0) else { return }
    let state = states[stuck.first]
    note(
      LawFinding(law: law, message: message, cause: law.rawValue), commands: state.point.commands,
      before: nil, after: state.screen)
  }

  /// The places that the program declares and that no state showed.
  private func unreachedRoutes() -> [String] {
    guard laws.contains(.routeCoverage) else { return [] }
    let scene = explorer.subject.make(ProbeStores().forSearch, SceneEars())
    var places: [String] = []
    MisuseNotes.ignoring {
      places = scene.routes.places.map(\.name).filter { $0 != "/" && !$0.isEmpty }
      scene.end()
    }
    let shown = reached.map { url in
      url.split(separator: "/").map(String.init)
    }
    return places.filter { name in
      let words = name.split(separator: " ").prefix { !$0.contains("<") && !$0.contains("[") }
      let fixed = words.map(String.init)
      return !shown.contains { path in
        fixed.allSatisfy(path.contains)
      }
    }.map { "The place '\($0)' was not reached." }
  }

  private var graph: StateGraph {
    var graph = StateGraph()
    for (number, state) in states.enumerated() {
      graph.nodes.append(
        ([state.screen.place] + state.screen.lines.prefix(6)).joined(separator: "\n"))
      let targets = Array(edges.successors(of: number))
      for (position, command) in state.commands.enumerated() {
        graph.edges.append(
          StateGraph.Edge(
            from: number, to: position < targets.count ? Int(targets[position]) : nil,
            label: command))
      }
    }
    return graph
  }
}
