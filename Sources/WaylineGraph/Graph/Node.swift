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
  package let graph: Graph
  /// Distance from the root; parents take their turn before children.
  package let depth: Int
  /// The environment values that its properties read.
  package let environment: EnvironmentScope
  /// Who evaluates; nil once the owner is gone.
  package private(set) weak var owner: (any NodeOwner)?
  /// Whether it has left the tree. An ended node ignores every change.
  package nonisolated(unsafe) private(set) var isEnded = false  // written once, on the main actor

  // Sources read these while marking or registering, which happens on the main actor only.
  private nonisolated(unsafe) var linkGeneration: UInt32 = 0
  private nonisolated(unsafe) var bodyGeneration: UInt32 = 0
  private var slots: [AnyObject?] = []
  private var needsBody = true
  var isQueued = false

  package init(graph: Graph, depth: Int, environment: EnvironmentScope, owner: any NodeOwner) {
    self.graph = graph
    self.depth = depth
    self.environment = environment
    self.owner = owner
  }

  nonisolated func generation(of phase: Evaluation.Phase) -> UInt32 {
    phase == .body ? bodyGeneration : linkGeneration
  }

  /// Makes it due in the graph's current or next update.
  ///
  /// - Complexity: O(1).
  package func invalidate(_ demand: Source.Demand = .body) {
    guard !isEnded else { return }
    if demand == .body { needsBody = true }
    graph.enqueue(self)
  }

  /// Called by a property while it is linked: what it shows is not what the last body saw.
  package func requireBody() {
    needsBody = true
  }

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
    guard needsBody else { return Evaluation.leave(to: outer) }
    needsBody = false
    let result = run(connected, body)
    Evaluation.leave(to: outer)
    use(result)
  }

  private func run<Subject, Result>(
    _ subject: Subject, _ body: @MainActor (Subject) -> Result
  ) -> Result {
    bodyGeneration &+= 1
    Evaluation.enterBody()
    let generation = bodyGeneration
    return withObservationTracking {
      body(subject)
    } onChange: { [weak self] in
      self?.observe(changeIn: generation)
    }
  }

  private func link<Subject>(_ subject: inout Subject, _ plan: PropertyPlan) {
    linkGeneration &+= 1
    if slots.isEmpty { slots = Array(repeating: nil, count: plan.steps.count) }
    withUnsafeMutableBytes(of: &subject) { bytes in
      // A subject with properties has at least one byte.
      let base = bytes.baseAddress.unsafelyUnwrapped
      for step in plan.steps { step.link(base + step.offset, &slots[step.slot], self) }
    }
  }

  private nonisolated func observe(changeIn generation: UInt32) {
    if Evaluation.isInScope, !Evaluation.isActive {
      MainActor.assumeIsolated { observedChange(in: generation) }
    } else {
      Mailbox.post(.node(self, generation: generation))
    }
  }

  func observedChange(in generation: UInt32) {
    if generation == bodyGeneration { invalidate(.body) }
  }

  /// Leaves the tree: releases the state, objects and subscriptions of its properties.
  package func end() {
    isEnded = true
    slots = []
  }
}
