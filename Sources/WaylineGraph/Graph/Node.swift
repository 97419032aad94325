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
  /// The environment values that its properties read; empty ones once it has ended.
  package private(set) var environment: EnvironmentScope
  /// Who evaluates; nil once the owner is gone.
  package private(set) weak var owner: (any NodeOwner)?
  /// Whether it has left the tree. An ended node ignores every change.
  package nonisolated(unsafe) private(set) var isEnded = false  // written once, on the main actor
  /// How often the body ran.
  package private(set) var runs = 0
  /// Why the body ran last.
  package private(set) var lastCause = Cause.first

  // Sources read these while marking or registering, which happens on the main actor only.
  private nonisolated(unsafe) var linkGeneration: UInt32 = 0
  private nonisolated(unsafe) var bodyGeneration: UInt32 = 0
  private(set) var slots: [AnyObject?] = []
  private var needsBody = false
  private var cause = Cause.first
  private var dueParts: [Int] = []
  var isQueued = false

  package init(graph: Graph, depth: Int, environment: EnvironmentScope) {
    self.graph = graph
    self.depth = depth
    self.environment = environment
  }

  /// A node that works for `owner` when it is made due.
  package convenience init(
    graph: Graph, depth: Int, environment: EnvironmentScope, owner: any NodeOwner
  ) {
    self.init(graph: graph, depth: depth, environment: environment)
    self.owner = owner
    needsBody = true
  }

  /// Works for `owner` from now on: its first turn is due.
  package func begin(for owner: any NodeOwner) {
    self.owner = owner
    invalidate()
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
    if !needsBody, runs > 0 { self.cause = cause }
    needsBody = true
  }

  /// Leaves the tree: releases the state, objects and subscriptions of its properties.
  package func end() {
    isEnded = true
    for slot in slots { (slot as? NodeSlot)?.nodeDidEnd(self) }
    slots = []
    environment = .ended
  }
}

extension Node {
  /// Connects the properties of a copy of `subject` and, when the body is due, evaluates it.
  ///
  /// - Returns: nil when the properties were brought up to date and the last body still holds.
  package func evaluate<Subject, Result>(
    _ subject: Subject, plan: PropertyPlan, body: @MainActor (Subject) -> Result
  ) -> Result? {
    Evaluation.turn(of: self) {
      if plan.steps.isEmpty { return run { body(subject) } }
      var copy = subject
      link(&copy, plan)
      return run { body(copy) }
    }
  }

  private func run<Result>(_ body: @MainActor () -> Result) -> Result? {
    guard beginBody() else { return nil }
    return observe(Observed(.body, bodyGeneration), body)
  }

  private func beginBody() -> Bool {
    guard needsBody else { return false }
    needsBody = false
    dueParts = []
    lastCause = cause
    runs += 1
    bodyGeneration &+= 1
    Evaluation.enterBody()
    return true
  }

  private func link<Subject>(_ subject: inout Subject, _ plan: PropertyPlan) {
    linkGeneration &+= 1
    if slots.isEmpty { slots = Array(repeating: nil, count: plan.steps.count) }
    withUnsafeMutableBytes(of: &subject) { bytes in
      // A subject with properties has at least one byte.
      let base = bytes.baseAddress.unsafelyUnwrapped
      guard plan.hasUpdates else { return link(at: base, plan) }
      observe(Observed(.linking, linkGeneration)) { link(at: base, plan) }
    }
  }

  private func link(at base: UnsafeMutableRawPointer, _ plan: PropertyPlan) {
    for step in plan.steps { step.link(base + step.offset, &slots[step.slot], self) }
  }
}

extension Node {
  /// Evaluates something made of parts, each of which can be made anew without the others.
  ///
  /// The frame reads what there is; a part reads what it shows. An observable property that a part
  /// read makes that part due alone.
  /// - Returns: nil when not all of it is due; see ``evaluateDueParts(_:)``.
  package func evaluateAll<Frame, Part>(
    frame: @MainActor () -> Frame, parts: @MainActor (Frame) -> Int,
    part: @MainActor (Frame, Int) -> Part
  ) -> (frame: Frame, parts: [Part])? {
    Evaluation.turn(of: self) {
      guard beginBody() else { return nil }
      let made = observe(Observed(.body, bodyGeneration)) {
        let made = frame()
        return (frame: made, count: parts(made))
      }
      let evaluated = (0..<made.count).map { index in
        observe(Observed(.body, bodyGeneration, part: index)) { part(made.frame, index) }
      }
      return (made.frame, evaluated)
    }
  }

  /// Evaluates the parts that are due by themselves, in order.
  package func evaluateDueParts<Part>(
    _ part: @MainActor (Int) -> Part
  ) -> [(index: Int, part: Part)] {
    let due = Set(dueParts).sorted()
    dueParts = []
    return Evaluation.turn(of: self) {
      Evaluation.enterBody()
      return due.map { index in
        (index, observe(Observed(.body, bodyGeneration, part: index)) { part(index) })
      }
    }
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
    withObservationTracking(action) { [weak self] in self?.willChange(observed) }
  }

  private nonisolated func willChange(_ observed: Observed) {
    if Evaluation.inScope({ observedChange(observed) }) == nil {
      Mailbox.post(.node(self, observed))
    }
  }

  func observedChange(_ observed: Observed) {
    guard observed.generation == generation(of: observed.phase) else { return }
    if let part = observed.part, !isEnded {
      dueParts.append(part)
      graph.enqueue(self)
    } else {
      invalidate(.body, because: .observation)
    }
  }
}
