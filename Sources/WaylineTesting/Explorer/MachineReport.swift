extension Explorer where Subject: StateMachine {
  /// Explores a pure machine.
  public init(_ machine: Subject) {
    self.init(subject: machine)
  }

  /// Explores, and returns when everything was seen or a bound was met.
  public func run() -> ExplorationReport {
    if let walks {
      var search = MachineWalks(self, walks)
      return search.run()
    }
    return report { $0.run() }
  }

  /// Resumes an exploration that a bound stopped, or whose process ended.
  ///
  /// The report is that of an exploration that was not stopped.
  ///
  /// - Throws: ``CheckpointError`` when the checkpoint is of another machine.
  public func run(resuming checkpoint: ExplorationCheckpoint) throws -> ExplorationReport {
    guard checkpoint.content.machine == "\(Subject.self)", shard == nil, walks == nil else {
      throw CheckpointError(
        description:
          "The checkpoint is of \(checkpoint.content.machine), and this exploration is of "
          + "\(Subject.self). Resume with the same machine, without shards and random walks.")
    }
    return report { $0.run(from: checkpoint) }
  }

  private func report(_ run: (inout MachineSearch<Subject>) -> Void) -> ExplorationReport {
    let start = ContinuousClock.now
    var search = MachineSearch(self)
    run(&search)
    var report = search.report
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }
}

extension MachineSearch: EndedSearch {
  /// The report of what was found.
  var report: ExplorationReport {
    var report = report(of: "\(Machine.self)")
    report.states = found.table.count
    report.transitions = found.transitions
    report.depth = depth
    report.tableBytes = found.table.byteCount
    if found.cuts.contains(where: { $0 != .shard }) { report.checkpoint = checkpoint }
    if found.deadEnds > 0 {
      let states = ExplorationReport.counted(found.deadEnds, "state")
      report.notes.append("\(states) without a next state.")
    }
    report.limits.append(Self.collisions(among: report.states))
    if explorer.representative != nil {
      report.limits.append("states with the same representative were explored once.")
    }
    if explorer.shard != nil {
      report.fingerprints = Array(found.fingerprints)
      report.steps = report.fingerprints.indices.map(found.stepCount)
    }
    return report
  }

  /// The chance that two states had one fingerprint, in words. Source: the birthday bound.
  private static func collisions(among states: Int) -> String {
    let pairs = Double(states) * Double(max(0, states - 1)) / 2
    guard pairs > 0 else { return "states were distinguished by 64-bit fingerprints." }
    let odds = Double(sign: .plus, exponent: 64, significand: 1) / pairs
    return
      "states were distinguished by 64-bit fingerprints; the chance that two had the same is 1 in "
      + "\(odds < 1e15 ? "\(UInt64(odds))" : "10^15 or less")."
  }

  func trace(to number: Int, for property: Property<Machine.State>) -> SearchTrace {
    SearchTrace(trace(to: number))
  }

  func show(_ run: [Int], in violation: inout ExplorationReport.Violation) {
    violation.before = SearchTrace(trace(to: run[0])).after
    violation.after = SearchTrace(trace(to: run[run.count - 1])).after
  }

  func forEachState(_ body: (Int, SearchedState) -> Void) {
    forEachState { (number: Int, state: Machine.State) in
      let actions = {
        var actions: [FairAction] = []
        machine.forEachSuccessor(of: state) { action, _ in
          actions.append(FairAction(command: action, names: [action]))
        }
        return actions
      }
      body(number, SearchedState(text: { "\(state)" }, actions: actions))
    }
  }
}

extension SearchTrace {
  /// The actions of a machine, and its states from the first to the last.
  init<Action, State>(_ run: (actions: [Action], states: [State])) {
    self.init(
      commands: run.actions.map { "\($0)" },
      before: run.states.dropLast().suffix(1).map { "\($0)" },
      after: run.states.suffix(1).map { "\($0)" })
  }
}
