extension Explorer where Subject: StateMachine {
  /// Explores a pure machine.
  public init(_ machine: Subject) {
    self.init(subject: machine)
  }

  /// Explores, and returns when everything was seen or a bound was met.
  public func run() -> ExplorationReport {
    if let walks { return MachineWalks(self, walks).report() }
    return report { $0.run() }
  }

  /// Resumes an exploration that a bound stopped, or whose process ended.
  ///
  /// The report is that of an exploration that was not stopped.
  ///
  /// - Throws: ``CheckpointError`` when the checkpoint is of another machine.
  public func run(resuming checkpoint: ExplorationCheckpoint) throws -> ExplorationReport {
    guard checkpoint.machine == "\(Subject.self)", shard == nil, walks == nil else {
      throw CheckpointError(
        description: "The checkpoint is of \(checkpoint.machine), and this exploration is of "
          + "\(Subject.self). Resume with the same machine, without shards and random walks.")
    }
    return report { $0.run(from: checkpoint) }
  }

  private func report(_ run: (inout MachineSearch<Subject>) -> Void) -> ExplorationReport {
    let start = ContinuousClock.now
    var search = MachineSearch(self)
    run(&search)
    var report = MachineReport(self, search).report
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }
}

/// Puts the report of a search together.
private struct MachineReport<Machine: StateMachine> {
  private let explorer: Explorer<Machine>
  private let search: MachineSearch<Machine>

  init(_ explorer: Explorer<Machine>, _ search: MachineSearch<Machine>) {
    (self.explorer, self.search) = (explorer, search)
  }

  var report: ExplorationReport {
    var report = ExplorationReport(subject: "\(Machine.self)")
    report.states = search.found.table.count
    report.transitions = search.found.transitions
    report.depth = search.depth
    report.tableBytes = search.found.table.byteCount
    report.seed = explorer.seed
    report.cut = search.found.cuts.map { $0.sentence(explorer.limits, explorer.shard) }.sorted()
    if search.found.cuts.contains(where: { $0 != .shard }) { report.checkpoint = search.checkpoint }
    if search.found.deadEnds > 0 {
      let states = ExplorationReport.counted(search.found.deadEnds, "state")
      report.notes.append("\(states) without a next state.")
    }
    report.limits.append(Self.collisions(among: report.states))
    if explorer.representative != nil {
      report.limits.append("states with the same representative were explored once.")
    }
    for (index, property) in explorer.properties.enumerated() { decide(property, index, &report) }
    if explorer.recordsGraph { report.graph = graph }
    if explorer.shard != nil {
      report.fingerprints = (0..<search.found.table.count).map(search.found.table.fingerprint)
      report.steps = report.fingerprints.indices.map(search.found.stepCount)
      report.part = explorer.shard?.part(beginningAt: report.fingerprints.first)
    }
    return report
  }

  /// The chance that two states had one fingerprint, in words. Source: the birthday bound.
  static func collisions(among states: Int) -> String {
    let pairs = Double(states) * Double(max(0, states - 1)) / 2
    guard pairs > 0 else { return "states were distinguished by 64-bit fingerprints." }
    let odds = Double(sign: .plus, exponent: 64, significand: 1) / pairs
    return
      "states were distinguished by 64-bit fingerprints; the chance that two had the same is 1 in "
      + "\(odds < 1e15 ? "\(UInt64(odds))" : "10^15 or less")."
  }

  private func decide(
    _ property: Property<Machine.State>, _ index: Int, _ report: inout ExplorationReport
  ) {
    if property.kind != .sometimes, !search.found.record.applied[index] {
      return report.vacuous.append(property.name)
    }
    switch property.kind {
    case .always:
      guard let first = search.found.record.firstBroken[index] else { return }
      report.violations.append(
        violation(
          property, "This state breaks it.", at: first,
          count: search.found.record.brokenCounts[index]))
    case .sometimes:
      if let first = search.found.record.firstHolding[index] {
        let commands = search.trace(to: first).actions.map { "\($0)" }
        report.goals.append(ExplorationReport.Goal(property: property.name, commands: commands))
      } else {
        report.note(
          unreached: property, noun: "state", hasApplied: search.found.record.applied[index])
      }
    case .leadsTo: decideReachable(property, index, &report)
    case .leadsInevitablyTo: decideInevitable(property, index, &report)
    }
  }

  private func violation(
    _ property: Property<Machine.State>, _ message: String, at state: Int, count: Int = 1
  ) -> ExplorationReport.Violation {
    let trace = search.trace(to: state)
    return ExplorationReport.Violation(
      property: property.name, message: message, commands: trace.actions.map { "\($0)" },
      before: trace.states.dropLast().suffix(1).map { "\($0)" },
      after: trace.states.suffix(1).map { "\($0)" }, count: count)
  }

  private func decideReachable(
    _ property: Property<Machine.State>, _ index: Int, _ report: inout ExplorationReport
  ) {
    guard let edges = search.found.edges else { return }
    let check = ProgressCheck(edges: edges, findings: search.found.findings)
    guard let stuck = check.firstStuck(index) else { return }
    report.violations.append(
      violation(
        property, "From this state the goal cannot be reached any more.", at: stuck.first,
        count: stuck.count))
  }

  private func decideInevitable(
    _ property: Property<Machine.State>, _ index: Int, _ report: inout ExplorationReport
  ) {
    guard let edges = search.found.edges else { return }
    let check = ProgressCheck(edges: edges, findings: search.found.findings)
    // Only parts that avoid the goal are asked for their actions.
    var states: [Int: Machine.State] = [:]
    search.forEachState { number, state in
      if !search.found.findings[number].holds(index) { states[number] = state }
    }
    let actions = { (number: Int) -> [FairAction] in
      var actions: [FairAction] = []
      if let state = states[number] {
        search.machine.forEachSuccessor(of: state) { action, _ in
          actions.append(FairAction(names: [action]))
        }
      }
      return actions
    }
    guard let escape = check.escape(index, actions: actions) else { return }
    let message =
      escape.loop.isEmpty
      ? "A run ends without reaching the goal."
      : "A run repeats forever and never reaches the goal."
    var found = violation(property, message, at: escape.start)
    let way = [escape.start] + escape.path
    found.commands += commands(along: way, states)
    found.loop = commands(along: way.suffix(1) + escape.loop, states)
    found.before = [states[escape.start].map { "\($0)" } ?? ""]
    found.after = way.suffix(1).compactMap { states[$0].map { "\($0)" } }
    report.violations.append(found)
  }

  private func commands(along way: [Int], _ states: [Int: Machine.State]) -> [String] {
    guard let edges = search.found.edges else { return [] }
    return zip(way, way.dropFirst()).compactMap { from, to in
      guard let state = states[from],
        let ordinal = edges.successors(of: from).firstIndex(of: UInt32(to)),
        let next = search.machine.successor(
          ordinal - edges.successors(of: from).startIndex, of: state)
      else { return nil }
      return "\(next.action)"
    }
  }

  private var graph: StateGraph {
    var graph = StateGraph()
    search.forEachState { number, state in
      graph.nodes.append("\(state)")
      var actions: [String] = []
      search.machine.forEachSuccessor(of: state) { action, _ in actions.append("\(action)") }
      let targets = search.found.edges?.successors(of: number) ?? []
      for (position, action) in actions.enumerated() {
        let isKnown = position < targets.count
        graph.edges.append(
          StateGraph.Edge(
            from: number, to: isKnown ? Int(targets[targets.startIndex + position]) : nil,
            label: action))
      }
    }
    return graph
  }
}
