/// A search at its end: the states that it has found by number, and the words in which a report is about them.
///
/// A machine makes a state again from the commands to it; a program has kept its screen. All else about properties, runs and
/// the graph is the same for both.
protocol EndedSearch<Subject> {
  associatedtype Subject: ExplorationSubject

  var explorer: Explorer<Subject> { get }
  var found: FoundStates { get }
  /// The answers of properties about ways that are no states of their own.
  var ways: WayFindings { get }
  /// The noun for a state in a report.
  static var noun: String { get }
  /// The sentences about a fair run that never reaches a goal: one that ends, and one that goes on.
  static var escapes: (ending: String, endless: String) { get }

  /// The way to a state that decides a property.
  func trace(to state: Int, for property: Property<Subject.Explored>) -> SearchTrace
  /// Calls a closure with each state in the order of the numbers; only for a search that keeps the graph.
  func forEachState(_ body: (Int, SearchedState) -> Void)
  /// The known states after the actions of a state, in their order.
  func targets(of state: Int) -> [UInt32]
  /// Changes what a violation shows of a run that never reaches a goal, from the state with the condition to its end.
  func show(_ run: [Int], in violation: inout ExplorationReport.Violation)
}

/// The commands to a state, and what a report shows of them.
struct SearchTrace {
  var commands: [String]
  var places: [String] = []
  var before: [String] = []
  var after: [String] = []
}

/// A state that a search has found, in words that are made when they are needed.
struct SearchedState {
  let text: () -> String
  /// The actions that are possible, one for each successor.
  let actions: () -> [FairAction]
}

extension EndedSearch {
  var ways: WayFindings { WayFindings() }
  static var noun: String { "state" }
  static var escapes: (ending: String, endless: String) {
    (
      "A run ends without reaching the goal.",
      "A run repeats forever and never reaches the goal."
    )
  }

  func targets(of state: Int) -> [UInt32] { Array(found.edges.successors(of: state)) }

  func show(_ run: [Int], in violation: inout ExplorationReport.Violation) {}

  func forEachState(_ body: (Int, SearchedState) -> Void) {}

  /// The report with the bounds, the properties and the graph.
  ///
  /// - Parameter cut: what was cut off besides by the bounds.
  func report(of subject: String, cut: [String] = []) -> ExplorationReport {
    var report = ExplorationReport(subject: subject)
    report.seed = explorer.seed
    report.cut =
      found.cuts.map { $0.sentence(explorer.limits, explorer.shard) }.sorted() + cut
    report.part = explorer.shard?.part(beginningAt: found.fingerprints.first)
    for (index, property) in explorer.properties.enumerated() {
      guard found.keepsGraph || !property.needsGraph else {
        report.limits.append("'\(property.name)' needs every state; random walks do not decide it.")
        continue
      }
      report.decide(
        property, noun: Self.noun,
        hasApplied: found.record.applied[index] || ways.applied.contains(property.name),
        reached: found.record.firstHolding[index].map { trace(to: $0, for: property).commands }
          ?? ways.reached[property.name],
        broken: violation(of: property, index))
    }
    if explorer.recordsGraph, found.keepsGraph { report.graph = graph }
    return report
  }

  /// A violation of a property that is decided in each state.
  func violation(
    of property: Property<Subject.Explored>, at state: Int, count: Int = 1
  ) -> ExplorationReport.Violation {
    violation(of: property, "This \(Self.noun) breaks it.", at: state, count: count)
  }

  private func violation(
    of property: Property<Subject.Explored>, _ message: String, at state: Int, count: Int = 1
  ) -> ExplorationReport.Violation {
    let trace = trace(to: state, for: property)
    return ExplorationReport.Violation(
      property: property.name, message: message, commands: trace.commands, places: trace.places,
      before: trace.before, after: trace.after, count: count)
  }

  private func violation(
    of property: Property<Subject.Explored>, _ index: Int
  ) -> ExplorationReport.Violation? {
    switch property.kind {
    case .always:
      guard let first = found.record.firstBroken[index] else { return ways.broken[property.name] }
      return violation(of: property, at: first, count: found.record.brokenCounts[index])
    case .sometimes:
      return nil
    case .leadsTo:
      return found.progress.firstStuck(index).map {
        violation(
          of: property, "From this \(Self.noun) the goal cannot be reached any more.", at: $0.first,
          count: $0.count)
      }
    case .leadsInevitablyTo:
      return escape(from: property, index)
    }
  }

  /// A fair run that never reaches the goal of a property.
  private func escape(
    from property: Property<Subject.Explored>, _ index: Int
  ) -> ExplorationReport.Violation? {
    // Only states that are no goal are asked for their actions.
    var states: [Int: SearchedState] = [:]
    forEachState { number, state in
      if !found.findings[number].holds(index) { states[number] = state }
    }
    let actions = { [states] in states[$0]?.actions() ?? [] }
    guard let escape = found.progress.escape(index, actions: actions) else { return nil }
    let run = [escape.start] + escape.path
    let commands = { (run: [Int]) in
      zip(run, run.dropFirst()).compactMap { from, to -> String? in
        guard let position = targets(of: from).firstIndex(of: UInt32(to)) else { return nil }
        return "\(actions(from)[position].command)"
      }
    }
    var violation = violation(
      of: property, escape.loop.isEmpty ? Self.escapes.ending : Self.escapes.endless,
      at: escape.start)
    violation.commands += commands(run)
    violation.loop = commands(run.suffix(1) + escape.loop)
    show(run, in: &violation)
    return violation
  }

  private var graph: StateGraph {
    var graph = StateGraph()
    forEachState { number, state in
      graph.nodes.append(state.text())
      let targets = targets(of: number)
      for (position, action) in state.actions().enumerated() {
        let target = position < targets.count ? targets[position] : TransitionList.new
        graph.edges.append(
          StateGraph.Edge(
            from: number, to: target == TransitionList.new ? nil : Int(target),
            label: "\(action.command)"))
      }
    }
    return graph
  }
}

extension ExplorationReport {
  /// Decides a property by what is known of it: of a goal the first commands to it, of another one its violation.
  mutating func decide<State>(
    _ property: Property<State>, noun: String, hasApplied: Bool,
    reached: @autoclosure () -> [String]?, broken: @autoclosure () -> Violation?
  ) {
    if property.kind == .sometimes {
      guard let commands = reached() else {
        return note(unreached: property, noun: noun, hasApplied: hasApplied)
      }
      goals.append(Goal(property: property.name, commands: commands))
    } else if !hasApplied {
      vacuous.append(property.name)
    } else if let violation = broken() {
      violations.append(violation)
    }
  }
}
