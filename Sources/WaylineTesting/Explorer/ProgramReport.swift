import Wayline
import WaylineSystem

/// The report of a program's search: properties and laws about the graph, coverage and limits.
extension ProgramSearch {
  /// Decides what is known at the end of the search.
  func makeReport() -> ExplorationReport {
    var report = report(
      of: explorer.subject.program, cut: endlessTasks + explorer.subject.crashes.cutSentences)
    for step in explorer.subject.steps {
      if let broken = progress.ways.broken[step.name] {
        report.violations.append(broken)
      } else if !progress.ways.applied.contains(step.name) {
        report.vacuous.append(step.name)
      }
    }
    decideGraphLaws()
    noteCrashes()
    report.violations = (progress.violations.all + report.violations).map(prepared)
    report.notes = progress.notes.sorted()
    noteFigures(&report)
    report.limits = limits
    return report
  }

  /// Notes how much was explored, and what was not.
  func noteFigures(_ report: inout ExplorationReport) {
    report.states = states.count
    report.transitions = progress.transitions
    report.depth = states.map(\.depth).max() ?? 0
    report.fingerprints = Array(found.fingerprints)
    report.steps = states.indices.map { number in
      UInt32(targets(of: number).count { $0 != TransitionList.new })
    }
    report.coverage = coverage.lines
    report.uncovered = coverage.untried + unreachedRoutes()
    report.note(progress.use, of: explorer.subject.alphabet)
  }

  /// Notes the steps that crashed the program in earlier workers.
  private func noteCrashes() {
    guard laws.contains(.noCrash) else { return }
    for crash in explorer.subject.crashes.commandsFirst where !crash.isUndecided {
      let before = states.first { $0.point.commands == Array(crash.commands.dropLast()) }
      var finding = LawFinding(crash)
      finding.causes += explorer.subject.crashes.causesOfTasks(besides: crash)
      if let before, let command = crash.commands.last { noteCrash(of: command, on: before.screen) }
      note(finding, commands: crash.commands, before: before?.screen, after: nil)
    }
  }

  /// The limits of the proof.
  var limits: [String] {
    var limits = ["states were distinguished by 64-bit fingerprints of screens, states and stores."]
    limits.append("closures were not compared.")
    limits += limitsOfWork
    if progress.checkedKinds > 0, progress.checkedKinds < states.count {
      limits.append(
        "laws that need a new scene were checked in \(ExplorationReport.counted(progress.checkedKinds, "state"))"
          + ", one for each place, set of elements and set of views, and a sample of the others.")
    }
    let replayed = progress.replayed + confirmed
    if replayed > 0 {
      let times = replayed == 1 ? "once" : "\(replayed) times"
      limits.append("commands were taken again from the start \(times), and compared.")
    }
    limits += explorer.subject.limits(of: probe.loss, usesSnapshots: probe.usesSnapshots)
    limits += explorer.subject.crashes.avoided.map {
      "\($0) was not taken on every screen that has it, because it crashed several."
    }
    limits += explorer.subject.arrivals.limits + growingTasks
    if let commands = probe.unstable.first ?? unstable.first {
      let difference =
        commands.isEmpty
        ? "a new scene does not begin in the state in which the first one began"
        : "'\(commands.joined(separator: ", "))' leads to another state when it is repeated"
      limits.append("the program is not deterministic: \(difference).")
    }
    return limits
  }

  /// The limits about unfinished tasks.
  private var limitsOfWork: [String] {
    guard states.contains(where: { $0.hasWork }) else { return [] }
    let ways =
      explorer.subject.comparesOutcomes
      ? ", its last sleep and where it leads" : " and its last sleep"
    let (count, compared, later) = comparedMerges
    let others =
      later == 0
      ? "" : ", and \(later == 1 ? "once" : "\(later) times") after other commands that followed"
    let steps = ExplorationReport.counted(count, "step")
    let share = compared < count || count == 1 ? "\(compared) of \(steps)" : "each of the \(steps)"
    let merges =
      count == 0
      ? "" : " What it holds was compared after \(share) to a state that was known\(others)."
    return ["an unfinished task was compared by its name, its steps\(ways).\(merges)"]
  }

  /// The sentences about tasks that take more steps than are compared.
  private var endlessTasks: [String] {
    Set(states.lazy.filter(\.hasEndlessWork).flatMap(\.screen.endless)).sorted().map {
      "what '\($0)' does after its first \(HeldTasks.Progress.limit) steps, if it differs from these."
    }
  }

  /// The tasks of which many could continue or were pending at once, if a bound stopped the search.
  private var growingTasks: [String] {
    guard !cuts.isDisjoint(with: [.states, .depth, .time]) else { return [] }
    var most: [String: Int] = [:]
    for state in states where state.hasWork {
      // A task that can continue and has the name of another is followed by a number.
      let ready = state.screen.ready.map { Self.withoutNumber($0) }
      for names in [state.screen.pending, ready] where names.count >= Self.manyTasks {
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        most.merge(counts, uniquingKeysWith: max)
      }
    }
    return most.filter { $0.value >= Self.manyTasks }.sorted { $0.key < $1.key }.map {
      "'\($0.key)' was unfinished \($0.value) times at once, and each order in which these continue is explored. "
        + "Disable what starts it while it runs, or end the one before."
    }
  }

  private static let manyTasks = 4

  private static func withoutNumber(_ name: String) -> String {
    guard let space = name.lastIndex(of: " "), Int(name[name.index(after: space)...]) != nil else {
      return name
    }
    return String(name[..<space])
  }

  /// Decides the laws that are about the graph of all states.
  private func decideGraphLaws() {
    let deadEnds = laws.contains(.deadEnd) ? deadEnds : []
    // From a dead end nothing is reached: one cause, which has a name of its own.
    if laws.contains(.reachesFirstScreen) {
      decide(.reachesFirstScreen, "The first screen cannot be reached from here.") {
        states[$0].isFirst || states[$0].hasEnded || deadEnds.contains($0)
      }
    }
    if laws.contains(.reachesQuit) {
      decide(.reachesQuit, "The program cannot be left from here, nor from what follows.") {
        progress.canQuit[$0] ?? true || deadEnds.contains($0)
      }
    }
    for number in deadEnds.sorted() {
      let state = states[number]
      note(
        LawFinding(
          law: .deadEnd, message: "Nothing on this screen leads anywhere else.",
          cause: state.screen.kind),
        commands: state.point.commands, before: nil, after: state.screen)
    }
  }

  /// The states whose every command stays.
  ///
  /// A link that is opened everywhere is no way out that the screen offers.
  var deadEnds: Set<Int> {
    let links = explorer.subject.alphabet.linesBesideScreens
    return Set(
      states.indices.filter { number in
        // A program that never leads anywhere has one state, and no end.
        guard number > 0, !undoable.contains(number), edges.isKnown(number) else { return false }
        let state = states[number]
        // Another value of a secret may lead on, and a program may only show what it has loaded.
        if state.screen.hasSecretField || state.commands(areOnly: "wait") { return false }
        // A program that has ended was left, and a task that sleeps may lead on.
        if state.hasEnded || !state.screen.timers.isEmpty { return false }
        return zip(state.commands, edges.successors(of: number)).allSatisfy {
          // What the plan remembers is nothing that leads on.
          Int($1) == number || links.contains($0)
            || !explorer.subject.memory.isEmpty && states[Int($1)].scene == state.scene
        }
      })
  }

  /// The steps that the screens offer, without links that are opened everywhere.
  private var offeredEdges: TransitionList {
    let links = explorer.subject.alphabet.linesBesideScreens
    if links.isEmpty { return edges }
    var offered = TransitionList()
    for number in states.indices where edges.isExpanded(number) {
      let steps = zip(states[number].commands, edges.successors(of: number))
      let offeredSteps = steps.filter { !links.contains($0.0) }.map(\.1)
      offered.append(offeredSteps + states[number].unknown, of: number)
    }
    return offered
  }

  private func decide(_ law: Law, _ message: String, _ isGoal: (Int) -> Bool) {
    let check = ProgressCheck(edges: offeredEdges, findings: found.findings)
    guard let stuck = check.firstStuck(from: { _ in true }, to: isGoal) else { return }
    let state = states[stuck.first]
    note(
      LawFinding(law: law, message: message, cause: law.rawValue), commands: state.point.commands,
      before: nil, after: state.screen)
  }

  /// The places that the shown screens declare and that no state showed.
  private func unreachedRoutes() -> [String] {
    guard laws.contains(.routeCoverage) else { return [] }
    return declared.names.filter { !$0.isEmpty && !reached.contains($0) }
      .map { "The place '\($0)' was not reached." }
  }
}

extension ProgramSearch: @MainActor EndedSearch {
  static let noun = "screen"
  static let escapes = (
    ending: "If nothing more is typed here, the goal is never reached.",
    endless: "A run never reaches the goal."
  )
  var ways: WayFindings { progress.ways }

  /// The known states after the commands of a state, in the order of the commands.
  func targets(of number: Int) -> [UInt32] {
    if let unfinished, unfinished.number == number { return unfinished.targets }
    return Array(edges.successors(of: number))
  }

  func trace(to number: Int, for property: Property<ExploredScreen>) -> SearchTrace {
    let state = states[number]
    return SearchTrace(
      commands: state.point.commands, places: state.screen.url.map { [$0] } ?? [],
      before: found.table.parent(of: number).map { states[$0].screen.lines } ?? [],
      after: state.screen.lines)
  }

  func forEachState(_ body: (Int, SearchedState) -> Void) {
    for (number, state) in states.enumerated() {
      let lines = [state.screen.place] + state.screen.lines.prefix(6)
      body(
        number,
        SearchedState(text: { lines.joined(separator: "\n") }, actions: { Self.actions(of: state) })
      )
    }
  }

  /// The commands of a state as fairness sees them: tasks continue and time passes, but nobody has to type.
  ///
  /// What `wait` lets continue is every task that can; the times that pass are one action, however long.
  private nonisolated static func actions(of state: State) -> [FairAction] {
    state.commands.map { command in
      let names =
        switch command {
        case "wait": state.screen.ready.map(DrivenScene.line(waitingFor:)) + ["wait"]
        case _ where DrivenScene.isWait(command): [DrivenScene.withoutNumber(command)]
        default: [String]()
        }
      return FairAction(command: command, names: names)
    }
  }
}
