import FoundationEssentials
import Wayline
import WaylineStorage

/// The part of a shared search that expands states: it takes their commands and records what follows.
///
/// A state is entered by the commands of a single search, the shortest and of these the first: otherwise its messages, and
/// what the laws say about it, would be those of another way. Mostly the worker has found the state that way itself, and
/// has a snapshot of it; for a state that another worker has found, the last commands are taken again.
@MainActor
final class SharedWorker {
  /// The steps from one state of the worker to another.
  private struct Way: Hashable {
    let parent: Int
    let ordinal: Int
  }

  private let search: ProgramSearch
  private let recording = SharedRecording()
  private var probe: ProgramProbe { search.probe }
  /// The levels of the known states, by fingerprint.
  private var levels: [UInt64: Int] = [:]
  /// The states that follow a command, as far as the worker has come to them by it.
  private var children: [Way: Int] = [:]
  private var ways: [Int: Way] = [:]
  /// The states with snapshots, by level.
  private var restorable: [Int: [Int]] = [:]
  /// The places of the stacks that were shown, by hash.
  private var places: [UInt64: SharedArrival.Place] = [:]
  /// The number of commands that were taken again to come to states of other workers.
  private(set) var retaken = 0
  /// The number of commands of expanded states.
  var transitions: Int { search.progress.transitions }

  /// A state that another worker has found, and that is not there when its commands are taken.
  struct Unstable: Error {}

  /// Begins with the first state.
  init(_ explorer: Explorer<Screens>) {
    search = ProgramSearch(explorer)
    search.recording = recording
    search.begin()
    levels[root.key] = 0
    restorable[0] = [0]
  }

  /// The first state.
  var root: (key: UInt64, kind: UInt64) {
    (search.states[0].key, Self.hash(search.kind(of: search.states[0].screen)))
  }

  private static func hash(_ kind: String) -> UInt64 {
    UInt64(bitPattern: Int64(kind.hashValue))
  }

  /// Notes the states of a level, which are not looked for in the server again.
  func begin(level: Int, with keys: [UInt64]) {
    for key in keys { levels[key] = level }
    for index in restorable.removeValue(forKey: level - 2) ?? [] {
      search.releaseSnapshot(of: index)
    }
  }

  /// Ends the scene of the worker.
  func end() { MisuseNotes.ignoring { probe.scene.end() } }

  /// Takes the commands of a state.
  func expand(_ claim: SharedClaim) async throws -> SharedExpansion {
    let index = try await come(to: claim)
    let state = search.states[index]
    var (record, targets) = (SharedRecord(), [SharedExpansion.Target]())
    recording.place = SharedRecording.Place(number: claim.number, ordinal: -1)
    await probe.come(to: state.point)
    record.laws = await laws(of: state, claim)
    if claim.number % 64 == 63 {
      await probe.replay(state.point)
      record.isDifferent = probe.fingerprint != state.point.fingerprint
    }
    for (ordinal, command) in state.commands.enumerated() {
      recording.place.ordinal = ordinal
      let (step, target) = await take(command, from: index, ordinal)
      record.steps.append(step)
      targets.append(target)
    }
    await probe.pause()
    // Commands that were taken from the start did not lead where they had led before.
    guard probe.unstable.isEmpty else { throw Unstable() }
    var surprises = search.explorer.subject.arrivals.surprises
    surprises.loss = probe.loss
    if surprises != SharedSurprises() { record.surprises = surprises }
    return SharedExpansion(key: claim.key, targets: targets, record: record.data)
  }

  /// Comes to a state by its commands, from the last one on the way that the worker has reached so.
  /// - Returns: Its number among the states of the worker.
  private func come(to claim: SharedClaim) async throws -> Int {
    var index = 0
    for ordinal in claim.path {
      let way = Way(parent: index, ordinal: ordinal)
      if let known = children[way], ways[known] == way {
        index = known
        continue
      }
      let state = search.states[index]
      guard ordinal < state.commands.count else { throw Unstable() }
      await probe.come(to: state.point)
      let answer = await probe.take(state.commands[ordinal], on: state.screen)
      retaken += 1
      (index, _) = enter(probe.screen, by: way, printed: answer.printed)
    }
    guard search.states[index].key == claim.key else { throw Unstable() }
    return index
  }
}

// MARK: - Laws

extension SharedWorker {
  private func laws(of state: ProgramSearch.State, _ claim: SharedClaim) async -> SharedLaws {
    var found = SharedLaws()
    guard !probe.scene.isEnded else {
      found.hasEnded = true
      return found
    }
    _ = recording.take()
    search.checkBodies(of: state)
    found.ofState = recording.take()
    guard !search.laws.isDisjoint(with: ProcessLaws.inNewScenes) else { return found }
    found.kind = search.kind(of: state.screen)
    if claim.sameKind == 0 || isSampled(claim.number) {
      let quits = await search.checkKind(of: state)
      found.ofKind = SharedLaws.Checked(effects: recording.take(), quits: quits)
    }
    // If the second state of the kind is a sample, the third one is the next.
    let isSecond =
      claim.sameKind == 1 || claim.sameKind == 2 && claim.previous.map(isSampled) == true
    if search.laws.contains(.restoresPlace), isSecond {
      await search.checkRestart(state)
      found.ofRestart = recording.take()
    }
    return found
  }

  private func isSampled(_ number: Int) -> Bool {
    ProgramSearch.isSampled(number, seed: search.explorer.seed)
  }
}

// MARK: - Steps

extension SharedWorker {
  private func take(
    _ command: String, from index: Int, _ ordinal: Int
  ) async -> (SharedStep, SharedExpansion.Target) {
    let from = search.states[index]
    let taken = await search.take(command, in: from)
    search.progress.transitions += 1
    let (key, answer, screen) = (taken.key, taken.answer, probe.screen)
    let commands = from.point.commands + [command]
    var step = SharedStep(target: key, refusal: answer.refusal, messages: answer.messages)
    var following = SharedExpansion.Target(key: key, kind: 0, isNew: isNew(key, after: from))
    _ = recording.take()
    for finding in answer.findings {
      search.note(finding, commands: commands, before: from.screen, after: screen)
    }
    step.findings = recording.take()
    var target: Int?
    if following.isNew {
      following.kind = Self.hash(search.kind(of: screen))
      if recording.isFirst("way \(key)") {
        let way = Way(parent: index, ordinal: ordinal)
        (target, step.arrival) = enter(screen, by: way, printed: answer.printed)
      }
    }
    if !search.explorer.subject.steps.isEmpty {
      search.ask(about: command, from: index, to: screen)
      step.ofSteps = recording.take()
    }
    if !search.explorer.properties.isEmpty, recording.isFirst("asked \(key) \(answer.messages)") {
      search.ask(about: screen, after: commands, from: index)
      step.ofMessages = recording.take()
    }
    if let target, !search.explorer.subject.isRestart(command) {
      await check(taken, command, from, to: target, &step.arrival)
    }
    if screen.hasWork {
      if let target { await probe.come(to: search.states[target].point) }
      step.work = await continueWork(
        after: StepsAhead.Place(key: from.key, ordinal: ordinal), to: key)
    }
    return (step, following)
  }

  /// Lets the unfinished tasks of the present state continue, for the process that compares where they lead.
  private func continueWork(after way: StepsAhead.Place, to key: UInt64) async -> [SharedWait] {
    guard probe.fingerprint == key, !search.explorer.subject.comparesOutcomes else { return [] }
    var steps: [SharedWait] = []
    let isWhole = await search.takeWaits(after: way) { line in
      _ = await probe.take(line)
      search.work.taken += 1
      steps.append(SharedWait(line: line, target: probe.fingerprint))
      return true
    }
    return isWhole ? steps : []
  }

  /// True if no worker has met a state before this level.
  private func isNew(_ key: UInt64, after state: ProgramSearch.State) -> Bool {
    levels[key].map { $0 > state.depth } ?? true
  }

  /// Checks the laws about the first way to a state.
  private func check(
    _ step: TakenStep, _ command: String, _ from: ProgramSearch.State, to target: Int,
    _ arrival: inout SharedArrival?
  ) async {
    let state = search.states[target]
    if step.hasEdited, let before = step.before {
      arrival?.edit = await edit(command, from, state, before)
    }
    await search.checkWayBack(step, command, from, state)
    arrival?.ofWayBack = recording.take()
    let changes = step.changes(from: from.point, to: state.point)
    guard changes.state || changes.secrets else { return }
    arrival?.refusals = SharedArrival.Once()
    if recording.isFirst(ProgramSearch.refusal(of: command, on: from.screen)) {
      await search.checkRefusals(from, command, changes)
      arrival?.refusals?.effects = recording.take()
    }
  }

  private func edit(
    _ command: String, _ from: ProgramSearch.State, _ state: ProgramSearch.State,
    _ before: NavigationLaws.Before
  ) async -> SharedArrival.Edit {
    let navigation = NavigationLaws(laws: search.laws, probe: probe)
    var edit = SharedArrival.Edit()
    if search.laws.contains(.undoRedo),
      recording.isFirst(ProgramSearch.edit(command, on: from.screen))
    {
      await search.checkUndo(command, from, state, navigation, before)
      edit.undo.effects = recording.take()
      if !search.openProperties.isEmpty {
        await probe.come(to: from.point)
        _ = await probe.take(command, on: from.screen)
      }
    }
    await search.askAfterUndo(in: state, after: from.point.commands + [command])
    edit.asked = recording.take()
    await probe.come(to: state.point)
    return edit
  }
}

// MARK: - States

extension SharedWorker {
  /// Adds the present state, to which a command has led.
  private func enter(
    _ screen: ExploredScreen, by way: Way, printed: [String]
  ) -> (index: Int, arrival: SharedArrival) {
    let seen = search.see(screen)
    let state = search.state(seen, seen.point.fingerprint, from: way.parent)
    let index = search.arrive(state)
    (children[way], ways[index], levels[state.key]) = (index, way, state.depth)
    restorable[state.depth, default: []].append(index)
    let arrival = SharedArrival(
      fingerprint: state.key, scene: state.scene, views: state.views, screen: state.screen.record,
      commands: state.commands, isPartial: state.isPartial, names: seen.choice.names,
      answers: search.findings(about: state.screen), places: presentPlaces,
      declared: seen.declared, findings: search.findings(about: seen, printed: printed))
    return (index, arrival)
  }

  private var presentPlaces: [[SharedArrival.Place]] {
    NavigationShape.places(of: probe.scene.router.state).map { stack in
      stack.map { hash, route in
        if let known = places[hash] { return known }
        var place = SharedArrival.Place(hash: hash, name: route.map(RouteGraph.name))
        place.findings = route.map(ValueLaws(laws: search.laws).findings) ?? []
        places[hash] = place
        return place
      }
    }
  }
}
