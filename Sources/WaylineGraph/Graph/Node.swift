import Observation

/// What a node works for: the part of a tree that is made anew when the node's turn comes.
@MainActor
package protocol NodeOwner: AnyObject {
  /// Evaluates and brings the tree up to date.
  func takeTurn()
  /// The name that messages and dumps use.
  var nodeName: String { get }
}

/// One evaluation of one identity: what it read, what its properties keep, and when it is due.
@MainActor
package final class Node {
  /// The graph that it takes its turns in. Its owner keeps the graph until the node has ended.
  package unowned(unsafe) let graph: Graph
  /// The environment values that its properties read; empty ones once it has ended.
  package private(set) var environment: EnvironmentScope
  /// Who evaluates. The owner ends the node before it goes.
  package private(set) unowned(unsafe) var owner: (any NodeOwner)?
  private(set) var slots: [AnyObject?] = []
  // NB: a program has very many nodes: what counts is four bytes wide, and stands together.
  private var cause = Cause.first
  private var needsBody = false
  var isQueued = false
  // Sources read these while marking or registering, which happens on the main actor only.
  private nonisolated(unsafe) var isOver = false
  private nonisolated(unsafe) var linkGeneration: UInt32 = 0
  private nonisolated(unsafe) var bodyGeneration: UInt32 = 0
  // NB: variables that other modules cannot see are accessed without a check at run time.
  private let level: Int32
  private var runCount: UInt32 = 0
  private var recentUpdate: UInt32 = 0

  /// Distance from the root; parents take their turn before children.
  package var depth: Int { Int(level) }
  /// Whether it has left the tree. An ended node ignores every change, and does not keep anything.
  package nonisolated var isEnded: Bool { isOver }
  /// How often the body ran.
  package var runs: Int { Int(runCount) }
  /// Why the body ran last, or why it is due.
  package var lastCause: Cause { cause }
  /// The update of the graph in which the body ran last.
  package var lastUpdate: Int { Int(recentUpdate) }

  /// A node that is due when somebody begins to own it.
  package init(graph: Graph, depth: Int, environment: EnvironmentScope) {
    self.graph = graph
    self.environment = environment
    level = Int32(truncatingIfNeeded: depth)
  }

  /// A node that works for `owner` when it is made due.
  package convenience init(
    graph: Graph, depth: Int, environment: EnvironmentScope, owner: any NodeOwner
  ) {
    self.init(graph: graph, depth: depth, environment: environment)
    self.owner = owner
    needsBody = true
  }

  /// Works for `owner` from now on: its first turn is due, or the owner takes it at once.
  package func begin(for owner: any NodeOwner, isDue: Bool = true) {
    self.owner = owner
    if isDue { invalidate() } else { requireBody() }
  }

  nonisolated func generation(of phase: Evaluation.Phase) -> UInt32 {
    phase == .body ? bodyGeneration : linkGeneration
  }

  /// Makes it due in the graph's current or next update.
  ///
  /// - Complexity: O(1).
  package func invalidate(_ demand: Source.Demand = .body, because cause: Cause = .input) {
    guard !isEnded else { return }
    if demand == .body { requireBody(because: cause) }
    graph.enqueue(self)
  }

  /// Called by a property while it is linked: what it shows is not what the last body saw.
  package func requireBody(because cause: Cause = .property) {
    if !needsBody, runCount > 0 { self.cause = cause }
    needsBody = true
  }

  /// Leaves the tree: releases the state, objects and subscriptions of its properties.
  package func end() {
    isOver = true
    for slot in slots { (slot as? NodeSlot)?.nodeDidEnd(self) }
    slots = []
    environment = .ended
  }
}

extension Node {
  /// Connects the properties of a copy of `subject` and, when the body is due, evaluates it.
  ///
  /// - Parameter use: takes what the body made, after the turn; not called when the properties were
  ///   brought up to date and the last body still holds.
  // NB: it returns nothing because the metadata of an optional result is looked up in every turn.
  package func evaluate<Subject, Result>(
    _ subject: Subject, plan: PropertyPlan, body: @MainActor (Subject) -> Result,
    then use: @MainActor (Result) -> Void
  ) {
    let outer = Evaluation.enter(self)
    var connected = subject
    if !plan.steps.isEmpty { link(&connected, plan) }
    guard beginBody() else { return Evaluation.leave(to: outer) }
    let result = observe(Observed(.body, bodyGeneration)) { body(connected) }
    Evaluation.leave(to: outer)
    use(result)
  }

  /// Does the same, and returns what the body made; nil when the last body still holds.
  package func evaluate<Subject, Result>(
    _ subject: Subject, plan: PropertyPlan, body: @MainActor (Subject) -> Result
  ) -> Result? {
    var result: Result?
    evaluate(subject, plan: plan, body: body, then: { result = $0 })
    return result
  }

  private func beginBody() -> Bool {
    guard needsBody else { return false }
    needsBody = false
    recentUpdate = UInt32(truncatingIfNeeded: graph.updates)
    runCount &+= 1
    bodyGeneration &+= 1
    Evaluation.enterBody()
    return true
  }

  /// A copy of `subject` whose properties are those of the node; no body runs.
  ///
  /// What the properties do in their `update()` is done once more.
  package func connected<Subject>(_ subject: Subject, plan: PropertyPlan) -> Subject {
    let outer = Evaluation.enter(self)
    defer { Evaluation.leave(to: outer) }
    var connected = subject
    if !plan.steps.isEmpty { link(&connected, plan) }
    return connected
  }

  private func link<Subject>(_ subject: inout Subject, _ plan: PropertyPlan) {
    linkGeneration &+= 1
    if slots.isEmpty { slots = Array(repeating: nil, count: plan.steps.count) }
    guard plan.hasUpdates else { return plan.link(&subject, &slots, in: self) }
    observe(Observed(.linking, linkGeneration)) { plan.link(&subject, &slots, in: self) }
  }
}

extension Node {
  /// Evaluates something made of parts, each of which can be made anew without the others.
  ///
  /// The frame reads what there is; a part reads what it shows. An observable property that a part
  /// read makes that part due alone, if `parts` notes the reads of each by itself, with the handler
  /// that it is given for the part's number.
  /// - Returns: whether all of it was due; if not, see ``evaluateDueParts(_:)``.
  package func evaluateAll<Frame, Parts>(
    frame: @MainActor () -> Frame,
    parts: @MainActor (Frame, (Int) -> @Sendable () -> Void) -> Parts,
    then use: @MainActor (Frame, Parts) -> Void
  ) -> Bool {
    let outer = Evaluation.enter(self)
    guard beginBody() else {
      Evaluation.leave(to: outer)
      return false
    }
    let generation = bodyGeneration
    dueParts.numbers = []
    let made = observe(Observed(.body, generation), frame)
    let all = parts(made) { handler(of: Observed(.body, generation, part: $0)) }
    Evaluation.leave(to: outer)
    use(made, all)
    return true
  }

  /// Evaluates the parts that are due by themselves, in order.
  package func evaluateDueParts<Part>(
    _ part: @MainActor (Int) -> Part
  ) -> [(index: Int, part: Part)] {
    let due = Set(dueParts.numbers).sorted()
    dueParts.numbers = []
    let outer = Evaluation.enter(self)
    defer { Evaluation.leave(to: outer) }
    Evaluation.enterBody()
    return due.map { index in
      (index, observe(Observed(.body, bodyGeneration, part: index)) { part(index) })
    }
  }

  /// The parts that are due by themselves. Something made of parts has no properties, whose slots
  /// serve for it.
  private var dueParts: DueParts {
    if let kept = slots.first as? DueParts { return kept }
    let made = DueParts()
    slots = [made]
    return made
  }

  private final class DueParts {
    var numbers: [Int] = []
  }
}

extension Node {
  /// A stretch of a turn in which reads of observable objects are noted.
  struct Observed: Sendable {
    let phase: Evaluation.Phase
    let generation: UInt32
    let part: Int?

    init(_ phase: Evaluation.Phase, _ generation: UInt32, part: Int? = nil) {
      self.phase = phase
      self.generation = generation
      self.part = part
    }
  }

  private func observe<Result>(
    _ observed: Observed, _ action: @MainActor () -> Result
  ) -> Result {
    withObservationTracking(action, onChange: handler(of: observed))
  }

  private nonisolated func handler(of observed: Observed) -> @Sendable () -> Void {
    let change = ObservedChange(node: self, observed: observed)
    return {
      if Evaluation.canMark {
        Evaluation.mark(change) { $0.apply() }
      } else {
        Mailbox.post(change)
      }
    }
  }

  func observedChange(_ observed: Observed) {
    guard observed.generation == generation(of: observed.phase) else { return }
    if let part = observed.part, !isEnded {
      dueParts.numbers.append(part)
      graph.enqueue(self)
    } else {
      invalidate(.body, because: .observation)
    }
  }
}
