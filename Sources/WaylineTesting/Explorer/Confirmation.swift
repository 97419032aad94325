import Wayline

/// The last check of a search: its findings are repeated in new scenes, without snapshots.
///
/// A snapshot may miss a value that the fingerprint misses too, such as a number that a closure holds.
/// The search then continues from a state to which no commands lead. Such a finding does not happen
/// again when its commands are taken from the start.
extension ProgramSearch {
  /// The number of steps that are compared where nothing depends on them.
  static let sample = 64
  /// The number of steps that are compared where a violation says that no step leads to a goal.
  private static let limit = 1_000

  /// Takes the commands of each violation and of each goal again, and samples the steps.
  ///
  /// If something differs, a snapshot was wrong. Without snapshots the program is not deterministic:
  /// then what did not happen again has happened all the same, and the report lists it by itself.
  func confirm(_ report: inout ExplorationReport) async {
    if beginsAgain { return }
    var (violations, refuted) = ([ExplorationReport.Violation](), [ExplorationReport.Violation]())
    var (goals, lost) = ([ExplorationReport.Goal](), [ExplorationReport.Goal]())
    for violation in report.violations {
      if await happensAgain(violation) {
        violations.append(violation)
      } else {
        refuted.append(violation)
      }
    }
    for goal in report.goals {
      if await isReachedAgain(goal) {
        goals.append(goal)
      } else {
        lost.append(goal)
      }
    }
    if explorer.subject.isReplayed {
      report.unrepeated = refuted
      report.notes += lost.map { Self.note(reachedOnce: $0.property) }
      await compareSteps(Self.sample)
    } else if let commands = refuted.first?.commands ?? lost.first?.commands {
      // The search that begins again decides about all that this one found.
      wrongCommands = commands
      return
    } else {
      let isAboutSteps = violations.contains(where: isAboutSteps)
      await compareSteps(isAboutSteps ? Self.limit : Self.sample)
    }
    report.unstable = unstable
    (report.violations, report.goals, report.limits) = (violations, goals, limits)
  }

  /// Compares steps, and the states with unfinished tasks to which several ways lead.
  private func compareSteps(_ limit: Int) async {
    // Commands that were taken from the start did not lead where they had led before.
    if let commands = probe.unstable.first { return await note(differing: commands) }
    probe.keepsScenes = !laws.isEmpty
    defer { probe.keepsScenes = false }
    if let wrong = await wrongStep(limit) { return await note(differing: wrong) }
    if let wrong = await wrongMerge() { await note(differing: wrong) }
  }

  /// The note about a goal of a program that is not deterministic.
  nonisolated static func note(reachedOnce property: String) -> String {
    "'\(property)' was reached once, and not when its commands were taken again."
  }

  /// True if the laws that need a new scene are checked in a state although its kind is known: values differ.
  ///
  /// The number of the state decides, not its fingerprint, which is another one in each process.
  func isSampled(_ number: Int) -> Bool {
    progress.checkedKinds < Self.sampledLaws && Self.isSampled(number, seed: explorer.seed)
  }

  /// True for about one state in 64, the same in each process.
  nonisolated static func isSampled(_ number: Int, seed: UInt64) -> Bool {
    var random = SeededRandom(seed: seed ^ UInt64(number))
    return random.next().isMultiple(of: sampledShare)
  }

  /// One state of so many is such a sample.
  nonisolated static let sampledShare: UInt64 = 64
  /// The most states with these laws.
  private static let sampledLaws = 64

  func property(of violation: ExplorationReport.Violation) -> Property<ExploredScreen>? {
    explorer.properties.first { $0.name == violation.property }
  }

  /// True if a violation is about the steps from states, not about one screen.
  func isAboutSteps(_ violation: ExplorationReport.Violation) -> Bool {
    if let property = property(of: violation) { return property.kind != .always }
    let laws: [Law] = [.reachesFirstScreen, .reachesQuit, .deadEnd]
    return laws.contains { $0.rawValue == violation.property }
  }

  func isReachedAgain(_ goal: ExplorationReport.Goal) async -> Bool {
    guard let property = explorer.properties.first(where: { $0.name == goal.property }) else {
      return true
    }
    await replay(goal.commands)
    return property.isReached(by: probe.screen)
  }

  func happensAgain(_ violation: ExplorationReport.Violation) async -> Bool {
    if let property = property(of: violation) {
      // No commands lead to a goal that was not found.
      if property.kind == .sometimes { return true }
      await replay(violation.commands)
      let screen = probe.screen
      guard property.kind == .leadsInevitablyTo else {
        return property.isBroken(by: screen)
          || property.kind == .leadsTo && property.applies(to: screen)
            && !property.predicate(screen)
      }
      let start = probe.fingerprint
      for command in violation.loop { _ = await probe.take(command) }
      return !property.predicate(screen) && probe.fingerprint == start
    }
    if let step = explorer.subject.steps.first(where: { $0.name == violation.property }) {
      await replay(violation.commands.dropLast())
      let (before, command) = (probe.screen.with(messages: []), violation.commands.last ?? "")
      _ = await probe.take(command)
      return step.isBroken(by: before, command, probe.screen)
    }
    guard let law = Law(rawValue: violation.property) else { return true }
    return await isBrokenAgain(law, after: violation.commands)
  }

  private func isBrokenAgain(_ law: Law, after commands: [String]) async -> Bool {
    // The process that starts workers has seen the end of one again.
    if explorer.subject.crashes.contains(commands) { return true }
    switch law {
    case .popAfterPush, .dismissAfterPresent:
      guard commands.count > 1 else { return true }
      let command = commands[commands.count - 2]
      await replay(commands.dropLast(2))
      let navigation = NavigationLaws(laws: [law], probe: probe)
      let before = navigation.before(probe.screen, probe.stateFingerprint)
      _ = await probe.take(command)
      return !(await navigation.wayBack(from: before, to: command, on: probe.screen)).isEmpty
    case .undoRedo:
      return await isUndoBrokenAgain(after: commands.filter { $0 != "undo" && $0 != "redo" })
    case .pureBody:
      await replay(commands)
      return !NavigationLaws(laws: [law], probe: probe).pureBodies(on: probe.screen).isEmpty
    case .oneModal:
      await replay(commands)
      return !probe.problems.isEmpty
    case .uniqueLabels, .labelIsCommand, .width, .noSecretShown, .noControlBytes:
      let answer = await replay(commands)
      let screens = ScreenLaws(laws: [law], isCommand: probe.scene.isCommand)
      return !screens.findings(probe.screen, printed: answer.printed).isEmpty
    case .guardOnce, .flowEndsOnce, .settles, .noMisuse:
      // What a program does wrong as it begins is found in a new scene.
      if commands.isEmpty { return true }
      return await replay(commands).findings.contains { $0.law == law }
    // The others take their commands in new scenes, or are about the steps.
    default: return true
    }
  }

  private func isUndoBrokenAgain(after commands: [String]) async -> Bool {
    let navigation = NavigationLaws(laws: [.undoRedo], probe: probe)
    await replay(commands.dropLast())
    let before = navigation.before(probe.screen, probe.stateFingerprint)
    if let command = commands.last { _ = await probe.take(command) }
    let screen = probe.screen
    if navigation.hasEdited(since: before), let command = commands.last,
      await navigation.undoneEdit(since: before, by: command, on: screen).finding != nil
    {
      return true
    }
    await replay(commands)
    return !(await navigation.undoRedo(on: probe.screen)).isEmpty
  }

  /// Takes commands in a new scene, and returns the answer to the last one.
  @discardableResult
  private func replay(_ commands: [String]) async -> DrivenScene.Answer {
    var answer = DrivenScene.Answer()
    probe.begin()
    for command in commands { answer = await probe.take(command) }
    confirmed += 1
    return answer
  }

  /// Takes steps again, at least as many as the limit, spread over all of them.
  ///
  /// Every step of a new scene is compared: those on the way to a chosen one, and those of a walk that
  /// follows it. So few scenes compare many steps.
  /// - Returns: The commands to one that leads to another state than before.
  func wrongStep(_ limit: Int) async -> [String]? {
    let steps = states.indices.filter(edges.isExpanded).flatMap { number in
      states[number].commands.indices.map { Step(number: number, ordinal: $0) }
    }
    let stride = max(1, steps.count / limit)
    var walk = Walk(limit: min(limit, steps.count))
    for place in steps.indices.reversed() where place.isMultiple(of: stride) && !walk.isComplete {
      if explorer.isOutOfTime { break }
      if walk.compared.contains(steps[place]) || isAvoided(steps[place]) { continue }
      if let wrong = await take(wayTo: steps[place], &walk) { return wrong }
    }
    return nil
  }

  /// A command of a state.
  private struct Step: Hashable {
    let number: Int
    let ordinal: Int
  }

  /// The steps that were compared.
  private struct Walk {
    let limit: Int
    var compared: Set<Step> = []
    var isComplete: Bool { compared.count >= limit }
    /// The number of commands that one scene takes at most after those to the chosen step.
    static let length = 32
  }

  private func isAvoided(_ step: Step) -> Bool {
    let state = states[step.number]
    return explorer.subject.avoids(
      state.commands[step.ordinal], after: state.point.commands, on: state.screen)
  }

  /// Takes the commands to a step in a new scene, and then steps that were not compared.
  /// - Returns: The commands to a step that leads to another state than before.
  private func take(wayTo step: Step, _ walk: inout Walk) async -> [String]? {
    let state = states[step.number]
    var rest = (state.point.commands + [state.commands[step.ordinal]])[...]
    var (number, taken) = (0, [String]())
    let length = rest.count + Walk.length
    probe.begin()
    confirmed += 1
    while taken.count < length {
      let next =
        rest.popFirst().map { states[number].commands.firstIndex(of: $0) }
        ?? (walk.isComplete ? nil : nextStep(from: number, walk))
      guard let ordinal = next else { break }
      let command = states[number].commands[ordinal]
      taken.append(command)
      _ = await probe.take(command)
      let target = Int(targets(of: number)[ordinal])
      guard probe.fingerprint == states[target].point.fingerprint else { return taken }
      walk.compared.insert(Step(number: number, ordinal: ordinal))
      number = target
    }
    return nil
  }

  /// A step that was not compared, if there is one to a state with steps of its own.
  private func nextStep(from number: Int, _ walk: Walk) -> Int? {
    guard edges.isExpanded(number) else { return nil }
    let ordinals = states[number].commands.indices.filter {
      let step = Step(number: number, ordinal: $0)
      return !walk.compared.contains(step) && !isAvoided(step)
    }
    return ordinals.first { edges.isExpanded(Int(targets(of: number)[$0])) } ?? ordinals.first
  }
}
