import Wayline

/// A breadth-first search of a program: its own screens are the states, its elements the actions.
@MainActor
final class ProgramSearch {
  let explorer: Explorer<Screens>
  let laws: Set<Law>
  let probe: ProgramProbe
  private(set) var states: [State] = []
  /// The states by number, without their screens.
  private(set) var found: FoundStates
  private let firstWays: FirstWays
  private let parts = ScreenParts()
  var edges: TransitionList { found.edges }
  /// The states after the first commands of the state in which a bound stopped the search.
  private(set) var unfinished: (number: Int, targets: [UInt32])?
  /// The progress of the search besides the states.
  var progress = ProgramProgress()
  /// True while the steps of an earlier search are repeated, whose findings are known.
  var isRepeating = false
  private var choices = ScreenChoices()
  /// The steps that were taken before their turn.
  var ahead = StepsAhead()
  /// What unfinished tasks did each time that they continued.
  var work = ContinuedWork()
  var coverage = ProgramCoverage()
  private(set) var cuts: Set<ExplorationCut> {
    get { found.cuts }
    set { found.cuts = newValue }
  }
  /// The names of the places that were shown.
  private(set) var reached: Set<String> = []
  /// The names of the places that were shown, by the places.
  private var names: [Route: String] = [:]
  /// A link to the first place of each name that has one, if they are collected.
  private var links: [String: String] = [:]
  private(set) var collectsLinks = false
  /// The states without another way on that `undo` leads out of.
  var undoable: Set<Int> = []
  /// The places that the shown screens declare.
  private(set) var declared = DeclaredNames()
  /// The hashes of the stacks that were shown.
  private var stacks: Set<UInt64> = []
  /// The numbers of states after which steps are compared: a search that is repeated because a snapshot
  /// was wrong has the rest of the time.
  private static let checks: Set<Int> = [16, 64, 256, 1_024, 4_096, 16_384]
  /// The number of states after which other work of the main actor runs.
  private static let turn = 16
  /// The states and messages that properties were asked about besides those of the first way to each state.
  var askedWays: Set<[Int]> = []
  /// The states that other shards explore.
  private var foreign: Set<Int> = []
  /// The effects of steps that are taken for another process; nil in a search of its own.
  var recording: SharedRecording?
  /// The states that other processes have expanded.
  var records: SharedRecords?

  init(_ explorer: Explorer<Screens>) {
    self.explorer = explorer
    laws = Set(Law.allCases).subtracting(explorer.subject.excluded)
    probe = ProgramProbe(explorer.subject)
    probe.usesSnapshots = !explorer.subject.isReplayed
    found = FoundStates(
      properties: explorer.properties.count, limit: explorer.limits.states, keepsGraph: true)
    firstWays = FirstWays(found.table)
  }

  /// Commands that led to another state when they were taken again: a snapshot was wrong.
  var wrongCommands: [String]?
  /// True if some did so where a task was unfinished, which may hold more than was compared.
  var hasWrongWork = false
  /// The first commands that did so where tasks were compared by where they lead as well.
  var differingWork: [String]?
  /// Commands that did so although no snapshot was used, and tasks were compared by all that they could observe.
  var unstable: [[String]] = []
  /// The ways to known states with unfinished tasks, those after which these were compared, and the ways on from them by
  /// other commands after which they were.
  var comparedMerges = (count: 0, compared: 0, later: 0)
  /// True if the search begins again with a finer comparison, or without snapshots.
  var beginsAgain: Bool { hasWrongSnapshot || hasWrongWork }
  /// True if a state was not the same when its commands were taken again.
  var hasWrongSnapshot: Bool { wrongCommands != nil }
  /// The state that snapshots do not bring back.
  var loss: SnapshotLoss {
    SnapshotLoss(types: probe.loss.types, commands: wrongCommands ?? probe.loss.commands)
  }
  /// The number of lists of commands that were taken again at the end.
  var confirmed = 0

  /// Searches from the start.
  func run() async -> ExplorationReport {
    begin()
    return await search(from: 0)
  }

  /// Searches from where another search was stopped.
  ///
  /// - Throws: ``CheckpointError`` when the checkpoint is of another program.
  func run(resuming checkpoint: ProgramCheckpoint) async throws -> ExplorationReport {
    isRepeating = true
    begin()
    try await repeatSteps(of: checkpoint)
    isRepeating = false
    return await search(from: checkpoint.expanded)
  }

  /// Searches, and returns a link for each place: the one that was met, or one with values that are made up.
  func foundLinks() async -> [String] {
    collectsLinks = true
    begin()
    var samples: [String: String] = [:]
    for route in probe.scene.router.samplePlaces {
      samples[RouteGraph.name(of: route)] = probe.scene.router.link(to: route)?.url
    }
    _ = await search(from: 0)
    return declared.names.compactMap { links[$0] ?? samples[$0] }
  }

  func search(from first: Int) async -> ExplorationReport {
    let start = explorer.subject.startTime ?? .now
    var number = first
    var depth = 0
    /// The progress before a state that was not wholly expanded.
    var resumable: ProgramProgress?
    while number < states.count, cuts.isDisjoint(with: [.states, .time, .stop]), !beginsAgain,
      records?.failure == nil
    {
      if states[number].depth > depth {
        depth = states[number].depth
        divide(from: number)
      }
      if foreign.contains(number) {
        number += 1
        continue
      }
      if endsSearch(before: number) { break }
      let before = progress
      if Self.checks.contains(number) {
        await checkSteps()
        if beginsAgain { break }
      }
      if let record = records?.record(of: number, key: states[number].key) {
        await take(record, of: number)
      } else {
        await expand(number)
      }
      if number % Self.turn == 0 {
        // Other work of the main actor runs between two states.
        await probe.pause()
      }
      guard edges.isExpanded(number) else {
        resumable = before
        break
      }
      number += 1
      explorer.subject.onProgress?(states.count)
      if explorer.shard == nil {
        explorer.subject.onExpanded? { checkpoint(expanded: number, progress) }
      }
    }
    let done = resumable ?? progress
    await tryUndo()
    if explorer.subject.arrivals.hasContinuedInOrder { cuts.insert(.order) }
    var report = makeReport()
    await confirm(&report)
    add(cutsOfWork + (await foreignChanges()), to: &report)
    if !beginsAgain, let growth = await growth() { report.limits.append(growth) }
    MisuseNotes.ignoring { probe.scene.end() }
    if !cuts.isSubset(of: [.rows, .order]), explorer.shard == nil {
      report.programCheckpoint = checkpoint(expanded: number, done)
    }
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }

  /// True if the depth of a state, or a violation, ends the search before the state is expanded.
  private func endsSearch(before number: Int) -> Bool {
    if let limit = explorer.limits.depth, states[number].depth >= limit {
      cuts.insert(.depth)
      return true
    }
    guard explorer.stopsFirst, hasViolation else { return false }
    cuts.insert(.first)
    return true
  }

  /// True if a law, or a property that a screen or a step can break, is broken.
  private var hasViolation: Bool {
    !progress.violations.all.isEmpty || !progress.ways.broken.isEmpty
      || !explorer.subject.crashes.all.allSatisfy(\.isUndecided)
      || explorer.properties.indices.contains {
        explorer.properties[$0].kind == .always && found.record.firstBroken[$0] != nil
      }
  }

  /// The search before a state is expanded.
  private func checkpoint(expanded number: Int, _ progress: ProgramProgress) -> ProgramCheckpoint {
    var progress = progress
    (progress.waiting, progress.loss) = (explorer.subject.arrivals.waiting, probe.loss)
    return ProgramCheckpoint(
      program: explorer.subject.program,
      targets: (0..<number).map {
        Array(edges.successors(of: $0).prefix(states[$0].commands.count))
      },
      links: explorer.subject.alphabet.links,
      comparesOutcomes: explorer.subject.comparesOutcomes, progress: progress,
      crashes: explorer.subject.crashes.all)
  }
}

// MARK: - Searching

extension ProgramSearch {
  func begin() {
    let seen = see()
    _ = enter(seen, probe.fingerprint, from: nil, printed: [])
    if let beginning = explorer.subject.beginning, beginning != probe.fingerprint {
      unstable.append([])
    }
    for finding in probe.misuses.map(LawFinding.init(misuse:)) {
      note(finding, commands: [], before: nil, after: seen.screen)
    }
  }

  private func expand(_ number: Int) async {
    await comeFromRecord(number)
    let state = states[number]
    await checkLaws(at: number)
    if number % 64 == 63 { await sample(state) }
    var targets: [UInt32] = []
    defer { if !edges.isExpanded(number) { unfinished = (number, targets) } }
    for (ordinal, command) in state.commands.enumerated() {
      if explorer.isOutOfSearchTime {
        cuts.insert(explorer.cutOfTime)
        return
      }
      if explorer.subject.avoids(command, after: state.point.commands, on: state.screen) {
        targets.append(TransitionList.new)
        continue
      }
      let isAhead = ahead.has(ordinal, of: state.key)
      guard let target = await step(command, from: number, ordinal) else { return }
      targets.append(UInt32(target))
      if isAhead { continue }
      if DrivenScene.isWait(command) { noteFirstWay(to: number) }
      let way = StepsAhead.Place(key: state.key, ordinal: ordinal)
      await goOn(from: target, after: way, besides: number)
    }
    append(targets, of: number, isWhole: true)
  }

  /// The state from which the last commands lead to a state that follows another.
  func origin(after state: State) -> ProgramProbe.Origin? {
    let point = state.point
    guard let snapshot = point.snapshot else { return point.origin }
    return ProgramProbe.Origin(
      count: point.commands.count, fingerprint: point.fingerprint, snapshot: snapshot,
      surroundings: point.surroundings, remembers: point.remembers)
  }

  /// The number of the state with a key.
  func number(of key: UInt64) -> Int? { found.table.number(of: key) }

  /// Takes a command unless that was done ahead, and returns the number of the state that follows; nil at the bound of states.
  func step(_ command: String, from number: Int, _ ordinal: Int) async -> Int? {
    let from = states[number]
    let taken = ahead.takeStep(ordinal, of: from.key)
    let step: TakenStep
    let key: UInt64
    if let taken {
      (step, key) = (taken, taken.key)
    } else {
      step = await take(command, in: from)
      key = await self.key(of: step.key, after: command, in: from, comesBack: false)
    }
    progress.transitions += 1
    let known = self.number(of: key)
    // What a step ahead led to is kept until it has a number.
    let seen = known == nil ? (ahead.takeState(key) ?? see()).after(step) : nil
    guard let screen = seen?.screen ?? known.map({ states[$0].screen }) else { return nil }
    coverage.note(command, on: from.screen, changed: screen != from.screen)
    progress.use.note(
      command, on: from.screen, refusal: step.answer.refusal, of: explorer.subject.alphabet)
    let commands = from.point.commands + [command]
    for finding in step.answer.findings {
      note(finding, commands: commands, before: from.screen, after: screen)
    }
    let target =
      known ?? seen.flatMap { enter($0, key, from: number, command, printed: step.answer.printed) }
    guard let target else { return nil }
    let way = screen.with(messages: step.answer.messages)
    if !explorer.subject.steps.isEmpty { ask(about: command, from: number, to: way) }
    if known != nil { ask(about: way, to: target, after: commands, from: number) }
    if known == nil, !explorer.subject.isRestart(command) {
      await check(step, command, from: number, to: target, isPresent: taken == nil)
    }
    return target
  }

  /// Comes to a state, and takes a command there.
  func take(_ command: String, in state: State) async -> TakenStep {
    let point = state.point
    await probe.come(to: point)
    // Repeated commands may have stored other values than those that were found first.
    let stored = probe.fingerprint == point.fingerprint ? nil : probe.storedValues
    return await take(command, on: state.screen, state.views, stored)
  }

  /// Takes a command in the present state.
  func take(
    _ command: String, on screen: ExploredScreen, _ views: UInt64,
    _ stored: (settings: [StoreKey: StoredValue], secrets: [StoreKey: StoredValue])? = nil
  ) async -> TakenStep {
    let navigation = NavigationLaws(laws: laws, probe: probe)
    let before = navigation.before(screen, views)
    let answer = await probe.take(command, on: screen)
    let hasEdited = asksForUndo && navigation.hasEdited(since: before)
    let leadsUp = navigation.leadsUp(from: before)
    return TakenStep(
      key: probe.fingerprint, answer: answer, before: hasEdited || leadsUp ? before : nil,
      stored: stored, hasEdited: hasEdited, leadsUp: leadsUp)
  }

  /// Checks the laws about the first way to a state.
  ///
  /// - Parameter isPresent: whether the scene is in that state.
  private func check(
    _ step: TakenStep, _ command: String, from number: Int, to target: Int, isPresent: Bool
  ) async {
    let navigation = NavigationLaws(laws: laws, probe: probe)
    let (from, state) = (states[number], states[target])
    let changes = step.changes(from: from.point, to: state.point)
    if !isPresent, step.hasEdited || step.leadsUp { await probe.come(to: state.point) }
    if step.hasEdited, let before = step.before {
      await checkEdit(command, from: number, to: target, navigation, before)
    }
    await checkWayBack(step, command, from, state)
    if changes.state || changes.secrets, isNew(Self.refusal(of: command, on: from.screen)) {
      await checkRefusals(from, command, changes)
    }
  }

  /// Checks the way back from a state to which a command has led up, and in which the scene is.
  func checkWayBack(
    _ step: TakenStep, _ command: String, _ from: State, _ state: State
  ) async {
    guard step.leadsUp, let before = step.before else { return }
    let navigation = NavigationLaws(laws: laws, probe: probe)
    for finding in await navigation.wayBack(from: before, to: command, on: state.screen) {
      let way = finding.law == .dismissAfterPresent ? "dismiss" : "back"
      note(
        await finding.aboutRows(of: command, in: self, at: from),
        commands: from.point.commands + [command, way], before: state.screen, after: nil)
    }
  }

  /// The name of the check of refused writes after a command.
  static func refusal(of command: String, on screen: ExploredScreen) -> String {
    "refusal \(command) \(screen.kind)"
  }

  /// Leaves the states from a number on to the shards that they belong to, once there are many.
  private func divide(from number: Int) {
    guard let shard = explorer.shard, !cuts.contains(.shard),
      states.count - number >= shard.count * 4
    else { return }
    cuts.insert(.shard)
    foreign = Set((number..<states.count).filter { $0 % shard.count != shard.index - 1 })
  }

  /// The laws about screens.
  var screenLaws: ScreenLaws { ScreenLaws(laws: laws, isCommand: probe.scene.isCommand) }

  /// The present state as it is seen, with its screen if that was made before.
  func see(_ screen: ExploredScreen? = nil) -> SeenState {
    let (scene, screen) = (probe.scene, screen ?? probe.screen)
    return SeenState(
      point: probe.point, scene: probe.sceneFingerprint, views: probe.stateFingerprint,
      screen: screen,
      choice: choices.choice(on: screen, explorer.subject.alphabet, laws: screenLaws),
      places: scene.router.state, declared: declared.present(in: scene.router),
      findings: NavigationLaws(laws: laws, probe: probe).invariants())
  }

  /// A state that was seen, with the way to it from another one; without a command the way that was taken.
  func state(
    _ seen: SeenState, _ key: UInt64, from parent: Int?, _ command: String? = nil
  ) -> State {
    var (point, screen) = (seen.point, seen.screen)
    if let parent {
      if let command { point.commands = states[parent].point.commands + [command] }
      if point.snapshot == nil { point.origin = origin(after: states[parent]) }
    }
    let commands = chosen(seen.choice.commands, on: &screen, after: parent)
    // The journal has it with each command.
    if explorer.subject.journal != nil { screen = screen.withShortKind }
    return State(
      point: point, key: key, scene: seen.scene, screen: screen, views: seen.views,
      commands: commands, isPartial: commands.count < seen.choice.commands.count)
  }

  /// The findings about a state and what was printed on the way to it, without those about its places.
  func findings(about seen: SeenState, printed: [String]) -> [LawFinding] {
    seen.choice.findings + screenLaws.lineFindings(seen.screen, printed: printed)
      + seen.findings
  }

  /// Adds a state; nil when there is no room for it.
  ///
  /// - Parameter isFound: whether an earlier search has found it, so that no bound leaves it out.
  func enter(
    _ seen: SeenState, _ key: UInt64, from parent: Int?, _ command: String? = nil,
    printed: [String], isFound: Bool = false
  ) -> Int? {
    if !isFound, let limit = explorer.limits.states, states.count >= limit {
      cuts.insert(.states)
      return nil
    }
    let number = states.count
    let state = state(seen, key, from: parent, command)
    progress.use.note(seen.choice.names)
    add(state, findings(about: state.screen), from: parent)
    reportFindings(at: number)
    declared.note(seen.declared)
    coverage.note(state.screen, commands: state.commands.count)
    let found = findings(ofPlaces: seen.places) + findings(about: seen, printed: printed)
    for finding in found {
      note(
        finding, commands: state.point.commands, before: parent.map { states[$0].screen },
        after: state.screen)
    }
    return number
  }

  /// Adds a state with the next number, and the command by which it is found.
  private func add(_ state: State, _ findings: Findings, from parent: Int?) {
    let ordinal = parent.flatMap { parent in
      state.point.commands.last.flatMap(states[parent].commands.firstIndex)
    }
    states.append(state)
    firstWays.lists.append(state.commands)
    let candidate = FoundStates.Candidate(
      fingerprint: state.key, ordinal: UInt32(ordinal ?? 0), findings: findings)
    _ = found.insert(candidate, from: parent.map(UInt32.init) ?? StateTable.noParent)
  }

  /// The commands of which a plan that chooses rows takes these; the screen has its rows from then on.
  func chosen(
    _ commands: [String], on screen: inout ExploredScreen, after parent: Int?
  ) -> [String] {
    guard explorer.subject.seesRows else { return commands }
    screen.rows = probe.rows(on: screen, after: parent.map { states[$0].screen.rows })
    guard let rows = explorer.subject.alphabet.rows else { return commands }
    let chosen = commands.filter { screen.rows.isChosen($0, by: rows) }
    if chosen.count < commands.count { cuts.insert(.rows) }
    return chosen
  }

  /// Notes the places that are shown for the first time, and returns what is wrong with their values.
  private func findings(ofPlaces state: NavigationState) -> [LawFinding] {
    NavigationShape.newRoutes(of: state, besides: &stacks).flatMap { route in
      let name = names[route] ?? RouteGraph.name(of: route)
      if names.updateValue(name, forKey: route) == nil { reached.insert(name) }
      if collectsLinks, links[name] == nil {
        links[name] = probe.scene.router.link(to: route)?.url
      }
      return ValueLaws(laws: laws).findings(route)
    }
  }

  /// The answers of the properties; a promise is about the state, so it sees no messages.
  func findings(about screen: ExploredScreen) -> Findings {
    let answers = Findings(explorer.properties, about: screen)
    guard !screen.messages.isEmpty, explorer.properties.contains(where: \.needsGraph) else {
      return answers
    }
    return Findings(
      explorer.properties, about: screen, promises: screen.with(messages: []))
  }

  /// Compares a sample of the steps before the search has ended.
  private func checkSteps() async {
    if explorer.subject.isReplayed { return }
    let before = confirmed
    if let wrong = await wrongStep(Self.sample / 4) { await note(differing: wrong) }
    (progress.replayed, confirmed) = (progress.replayed + confirmed - before, before)
  }

  /// Takes the commands of a state again, and compares.
  private func sample(_ state: State) async {
    await probe.replay(state.point)
    progress.replayed += 1
    if probe.fingerprint != state.point.fingerprint {
      await note(differing: state.point.commands)
    }
  }
}

// MARK: - States of other processes

extension ProgramSearch {
  /// Makes the first state one that a record could have.
  func recordFirst() { states[0].screen = ExploredScreen(states[0].screen.record) }

  /// Adds a state that another process has found; nil when there is no room for it.
  func enter(_ arrival: SharedArrival, _ key: UInt64, from parent: Int, _ command: String) -> Int? {
    if let limit = explorer.limits.states, states.count >= limit {
      cuts.insert(.states)
      return nil
    }
    let number = states.count
    let screen = ExploredScreen(arrival.screen)
    let commands = states[parent].point.commands + [command]
    if arrival.isPartial { cuts.insert(.rows) }
    progress.use.note(arrival.names)
    var state = State(
      point: ProgramProbe.Point(
        commands: commands, fingerprint: arrival.fingerprint, settings: [:],
        surroundings: ProgramProbe.Surroundings()),
      key: key, scene: arrival.scene, screen: screen, views: arrival.views,
      commands: arrival.commands, isPartial: arrival.isPartial)
    state.isRecorded = true
    add(state, arrival.answers, from: parent)
    reportFindings(at: number)
    var broken: [LawFinding] = []
    for stack in arrival.places {
      for place in stack {
        guard stacks.insert(place.hash).inserted else { break }
        if let name = place.name { reached.insert(name) }
        broken += place.findings
      }
    }
    declared.note(arrival.declared)
    coverage.note(screen, commands: arrival.commands.count)
    for finding in broken + arrival.findings {
      note(finding, commands: commands, before: states[parent].screen, after: screen)
    }
    return number
  }

  /// Notes a command that another process has taken.
  func note(
    _ step: SharedStep, _ command: String, on from: ExploredScreen, to screen: ExploredScreen
  ) {
    progress.transitions += 1
    coverage.note(command, on: from, changed: screen != from)
    progress.use.note(command, on: from, refusal: step.refusal, of: explorer.subject.alphabet)
  }

  /// Notes that the time of the search is over.
  func addCutOfTime() { cuts.insert(explorer.cutOfTime) }

  /// Notes the states that follow a state, unless a bound has left some out.
  func append(_ targets: [UInt32], of number: Int, isWhole: Bool) {
    if isWhole {
      if !work.isEmpty { noteWork(of: number, targets) }
      found.edges.append(targets + states[number].unknown, of: number)
      // A snapshot is needed only as long as its state is on the frontier.
      states[number].release(as: number, firstWays, parts)
    } else {
      unfinished = (number, targets)
    }
  }

  /// Adds a state of a worker, or replaces it if an earlier command leads to it.
  func arrive(_ state: State) -> Int {
    if let known = number(of: state.key) {
      states[known] = state
      return known
    }
    add(state, Findings(), from: nil)
    return states.count - 1
  }

  /// Takes a state that another process has found for one of this process: its commands are taken again.
  func comeFromRecord(_ number: Int) async {
    guard states[number].isRecorded else { return }
    await probe.replay(states[number].point)
    (states[number].point, states[number].screen) = (probe.point, probe.screen)
    states[number].isRecorded = false
  }

  /// Releases the snapshot of a state.
  func releaseSnapshot(of number: Int) {
    (states[number].point.snapshot, states[number].point.origin) = (nil, nil)
  }
}
