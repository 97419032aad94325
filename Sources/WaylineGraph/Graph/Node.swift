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
  var slots: [AnyObject?] = []
  // NB: a program has very many nodes: what counts is four bytes wide, and stands together.
  private var cause = Cause.first
  private var needsBody = false
  var isQueued = false
  private var isLinking = false
  // Sources read these while marking or registering, which happens on the main actor only.
  private nonisolated(unsafe) var isOver = false
  /// Whether the last slot is what it knows of objects that it has read.
  var hasRecord = false
  /// Whether the last turn read an observable object.
  var readsObjects = false
  /// Whether what it reads of objects is likely to outlast its turns: see ``ObservationRecord``.
  var readsLastingly = false
  // NB: variables that other modules cannot see are accessed without a check at run time.
  private let level: Int32
  private nonisolated(unsafe) var linkCount: UInt32 = 0
  private nonisolated(unsafe) var runCount: UInt32 = 0
  private var recentUpdate: UInt32 = 0

  /// The changes that wait for the next update of its graph.
  nonisolated var mailbox: Mailbox { graph.mailbox }
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
    begin(for: owner, isDue: false)
  }

  /// Works for `owner` from now on: its first turn is due, or the owner takes it at once.
  package func begin(for owner: any NodeOwner, isDue: Bool = true) {
    self.owner = owner
    readsLastingly = graph.expectsLastingReads(of: owner)
    if isDue { invalidate() } else { requireBody() }
  }

  nonisolated func generation(of phase: Evaluation.Phase) -> UInt32 {
    phase == .body ? runCount : linkCount
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
  ///
  /// Where one of them ends it while it is being connected, they go when all are.
  package func end() {
    isOver = true
    environment = .ended
    if !isLinking { release() }
  }

  private func release() {
    if hasRecord { endRecord() }
    // NB: taken out first: what goes with them may be the program's, and end the tree itself.
    let released = slots
    slots = []
    for slot in released { (slot as? NodeSlot)?.nodeDidEnd(self) }
  }
}

extension Node {
  /// Connects the properties of a copy of `subject` and, when the body is due, evaluates it.
  ///
  /// - Parameter use: takes what the body made, after the turn; not called when the properties were
  ///   brought up to date and the last body still holds, nor when the turn has ended the node.
  // NB: it returns nothing because the metadata of an optional result is looked up in every turn.
  package func evaluate<Subject, Result>(
    _ subject: consuming Subject, plan: PropertyPlan, body: @MainActor (Subject) -> Result,
    then use: @MainActor (Result) -> Void
  ) {
    let outer = Evaluation.enter(self)
    if !plan.steps.isEmpty { link(&subject, plan) }
    guard beginBody() else { return Evaluation.leave(to: outer) }
    let connected = subject
    let result = observe(.body) { body(connected) }
    Evaluation.leave(to: outer)
    if !isEnded { use(result) }
  }

  /// Does the same, and returns what the body made; nil where it would not be used.
  package func evaluate<Subject, Result>(
    _ subject: Subject, plan: PropertyPlan, body: @MainActor (Subject) -> Result
  ) -> Result? {
    var result: Result?
    evaluate(subject, plan: plan, body: body, then: { result = $0 })
    return result
  }

  func beginBody() -> Bool {
    guard needsBody, !isEnded else { return false }
    needsBody = false
    recentUpdate = UInt32(truncatingIfNeeded: graph.updates)
    runCount &+= 1
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
    linkCount &+= 1
    if slots.isEmpty { slots = Array(repeating: nil, count: plan.steps.count) }
    isLinking = true
    if plan.hasUpdates {
      observe(.linking) { plan.link(&subject, &slots, in: self) }
    } else {
      plan.link(&subject, &slots, in: self)
    }
    isLinking = false
    if isEnded { release() }
  }
}
