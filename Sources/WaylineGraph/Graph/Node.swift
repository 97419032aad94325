import Observation

/// The owner of a node: the part of a tree that the node's turn brings up to date.
@MainActor
package protocol NodeOwner: AnyObject {
  /// Evaluates and brings the tree up to date.
  func takeTurn()
  /// The name that messages and dumps use.
  var nodeName: String { get }
  /// True if it may have a state, or an object that announces its changes.
  var isStoring: Bool { get }
  /// Calls a closure with the objects that announce their changes and that it holds besides its properties, and the name of
  /// each.
  func forEachHeldObject(_ body: (_ name: String, _ object: AnyObject) -> Void)
}

extension NodeOwner {
  package var isStoring: Bool { false }
  package func forEachHeldObject(_ body: (_ name: String, _ object: AnyObject) -> Void) {}
}

/// The evaluation of one view identity: its property storage, its reads, and its due turns.
@MainActor
package final class Node: EngineObject {
  /// The graph that runs its turns. The owner retains the graph until the node has ended.
  package unowned(unsafe) let graph: Graph
  // They are replaced as a whole, so accesses do not overlap.
  /// The environment values that its properties read; empty ones once it has ended.
  @exclusivity(unchecked) package private(set) var environment: EnvironmentScope
  /// The owner, which ends the node before it is released.
  @exclusivity(unchecked) package private(set) unowned(unsafe) var owner: (any NodeOwner)?
  // A step of a plan changes its own slot; the array is changed before and after the steps.
  @exclusivity(unchecked) var slots: [AnyObject?] = []
  // NB: a program has very many nodes, so counters are four bytes wide and small fields adjacent.
  private var cause = Cause.first
  private var needsBody = false
  var isQueued = false
  /// True if nothing but the appearance of a row has made it due.
  var isCausedByRow = false
  private var isLinking = false
  // Sources read these while marking or registering, which happens on the main actor only.
  private nonisolated(unsafe) var isOver = false
  var objectReads: ObjectReads = []
  // NB: variables that other modules cannot see are accessed without a check at run time.
  private let level: Int32
  private nonisolated(unsafe) var linkCount: UInt32 = 0
  private nonisolated(unsafe) var runCount: UInt32 = 0
  private var recentUpdate: UInt32 = 0

  /// What a node has read of observable objects; in one byte.
  struct ObjectReads: OptionSet {
    let rawValue: UInt8
    /// The last slot is the record of objects that it has read.
    static let recorded = Self(rawValue: 1)
    /// The last turn read an observable object.
    static let inLastTurn = Self(rawValue: 2)
    /// Its reads are likely to outlast its turns: see ``ObservationRecord``.
    static let lasting = Self(rawValue: 4)
  }

  /// The changes that wait for the next update of its graph.
  nonisolated var mailbox: Mailbox { graph.mailbox }
  /// Distance from the root; parents take their turn before children.
  package var depth: Int { Int(level) }
  /// True if it has left the tree. An ended node ignores every change, and retains nothing.
  package nonisolated var isEnded: Bool { isOver }
  /// The number of times that the body ran.
  package var runs: Int { Int(runCount) }
  /// The reason of the last body run, or of the one that is due.
  package var lastCause: Cause { cause }
  /// The update of the graph in which the body ran last.
  package var lastUpdate: Int { Int(recentUpdate) }

  /// Creates a node that is due when it gets an owner.
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
    if graph.expectsLastingReads(of: owner) { objectReads.insert(.lasting) }
    if let storing = graph.storingNodes, owner.isStoring { storing.insert(self) }
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

  /// Marks the body as stale while properties are being connected.
  package func requireBody(because cause: Cause = .property) {
    if !needsBody, runCount > 0 { self.cause = cause }
    needsBody = true
  }

  /// Leaves the tree: releases the state, objects and subscriptions of its properties.
  ///
  /// If a property ends the node while properties are connected, they are released afterwards.
  package func end() {
    isOver = true
    environment = .ended
    if !isLinking { release() }
  }

  private func release() {
    if objectReads.contains(.recorded) { endRecord() }
    guard !slots.isEmpty else { return }
    // NB: moved out first: releasing them may run code of the program, which may end the tree.
    let released = slots
    slots = []
    _ = consume released
  }
}

extension Node {
  // NB: it returns nothing because the metadata of an optional result is looked up in every turn.
  /// Connects the properties of a copy of `subject` and, when the body is due, evaluates it.
  ///
  /// - Parameter use: receives the result of the body after the turn; not called when only the
  ///   properties were updated, nor when the turn has ended the node.
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

  /// Does the same, and returns the result of the body; nil where it would not be used.
  package func evaluate<Subject, Result>(
    _ subject: Subject, plan: PropertyPlan, body: @MainActor (Subject) -> Result
  ) -> Result? {
    var result: Result?
    evaluate(subject, plan: plan, body: body, then: { result = $0 })
    return result
  }

  /// Runs an action if a turn is due; a change of a source that it reads makes the node due again.
  ///
  /// For content of this library, which reads no observable object.
  /// - Returns: Whether the action ran.
  package func read(_ action: () -> Void) -> Bool {
    let outer = Evaluation.enter(self)
    defer { Evaluation.leave(to: outer) }
    guard beginBody() else { return false }
    action()
    return true
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
  /// The `update()` of each property runs once more.
  package func connected<Subject>(_ subject: Subject, plan: PropertyPlan) -> Subject {
    let outer = Evaluation.enter(self)
    defer { Evaluation.leave(to: outer) }
    var connected = subject
    if !plan.steps.isEmpty { link(&connected, plan) }
    return connected
  }

  private func link<Subject>(_ subject: inout Subject, _ plan: PropertyPlan) {
    linkCount &+= 1
    if slots.isEmpty {
      slots = Array(repeating: nil, count: plan.steps.count)
    }
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

/// The reason of a body run.
package enum Cause: Equatable, Sendable {
  /// The view was shown.
  case first
  /// The parent passed another value.
  case input
  /// A value that it read changed: a state, an object, an environment or stored value.
  case source(ObjectIdentifier)
  /// A property of an observable object that it read changed.
  case observation
  /// The value of one of its properties changed while it was connected.
  case property
}

/// The stored value of a property of a node, for dumps.
package struct StoredState {
  /// The name of the property.
  package let name: String
  /// The value as text.
  package let text: String
  /// The identity of the source of its changes; see ``Cause/source(_:)``.
  package let source: ObjectIdentifier
}

extension Node {
  /// The stored values of the properties of a plan, in field order.
  package func states(_ plan: PropertyPlan) -> [StoredState] {
    zip(plan.steps, slots).compactMap { step, slot in
      guard let slot = slot as? NodeSlot, let source = slot.source else { return nil }
      return StoredState(name: step.name, text: slot.text, source: ObjectIdentifier(source))
    }
  }
}
