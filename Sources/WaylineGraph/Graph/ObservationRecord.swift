import Observation
import Synchronization

/// The reads of observable objects in the turns of one node.
///
/// Observation retains a handler until a value changes that it was registered for. A body that runs
/// for other reasons, while its object does not change, would leave one handler behind each time:
/// memory would grow with every command, and the next change would call them all. Where a handler
/// has outlasted its turn, the next turns therefore also read a beacon, and a change of the beacon
/// removes their handlers. Other views of the same type read a beacon from the start.
@MainActor
final class ObservationRecord {
  /// The parts that are due by themselves.
  var dueParts: [Int] = []

  // Retiring a change runs no code of the program, so accesses do not overlap: they need no check at
  // run time.
  @exclusivity(unchecked) private var linking = Registrations()
  @exclusivity(unchecked) private var body = Registrations()

  /// The reads of one phase of a turn.
  private struct Registrations {
    // NB: a body makes one registration, and only the parts of a `ForEach` make more. Stored here the
    // first needs no array.
    private var first: ObservedChange?
    private var others: [ObservedChange] = []
    var beacon: Beacon?

    var changes: [ObservedChange] { (first.map { [$0] } ?? []) + others }

    mutating func add(_ change: ObservedChange) {
      if first.map(\.isLive) != true {
        first = change
        return
      }
      if others.count == others.capacity { others.makeRoom(removing: { !$0.isLive }) }
      others.append(change)
    }

    /// - Returns: true if a registration was live.
    mutating func retire() -> Bool {
      var isLasting = first?.retireIfLive() ?? false
      first = nil
      guard !others.isEmpty else { return isLasting }
      for change in others where change.retireIfLive() { isLasting = true }
      others.removeAll(keepingCapacity: others.count <= 4)
      return isLasting
    }
  }

  /// An observable object whose change ends the registrations of a turn.
  final class Beacon: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    private var light: Bool { true }

    /// Called in the closure whose registration can be ended.
    func note() { registrar.access(self, keyPath: \.light) }

    func end() { registrar.withMutation(of: self, keyPath: \.light) {} }
  }

  /// Adds a change that Observation retains.
  func add(_ change: ObservedChange) {
    self[change.phase].add(change)
  }

  /// The beacon whose change ends the registrations of a turn.
  func beacon(of phase: Evaluation.Phase) -> Beacon {
    if let beacon = self[phase].beacon { return beacon }
    let made = Beacon()
    self[phase].beacon = made
    return made
  }

  /// Cancels the registrations of the last turn.
  /// - Returns: true if a registration exists that cannot be cancelled.
  func retire(_ phase: Evaluation.Phase) -> Bool {
    if phase == .body { dueParts = [] }
    let isLasting = self[phase].retire()
    if isLasting { self[phase].beacon?.end() }
    return isLasting && self[phase].beacon == nil
  }

  /// The changes that Observation still retains, for tests.
  var liveChanges: [ObservedChange] { (linking.changes + body.changes).filter(\.isLive) }

  private subscript(phase: Evaluation.Phase) -> Registrations {
    get { phase == .body ? body : linking }
    _modify { if phase == .body { yield &body } else { yield &linking } }
  }
}

// Proof: the node is used on the main actor only, where it also ends; the rest is constant or
// atomic.
/// A change, to come, of something observable that a node has read.
///
/// Observation retains it until the change happens, or until it is cancelled.
final class ObservedChange: @unchecked Sendable {
  let phase: Evaluation.Phase
  let generation: UInt32
  let part: Int?
  private unowned(unsafe) let node: Node  // it retires its changes before it is released
  private let mailbox: Mailbox
  private let isRetired = Atomic<Bool>(false)

  init(of node: Node, phase: Evaluation.Phase, generation: UInt32, part: Int?) {
    (self.node, self.phase, self.generation, self.part) = (node, phase, generation, part)
    mailbox = node.mailbox
  }

  /// True if it can still make the node due.
  var isLive: Bool { !isRetired.load(ordering: .relaxed) }

  /// It makes nothing due any more.
  func retire() { isRetired.store(true, ordering: .relaxed) }

  /// Makes nothing due any more; returns whether it could.
  func retireIfLive() -> Bool {
    guard isLive else { return false }
    retire()
    return true
  }

  /// Called by Observation, on whichever thread the change happens.
  func fire() {
    guard isLive else { return }
    if Evaluation.canMark {
      Evaluation.mark(self) { $0.apply() }
    } else {
      mailbox.post(self)
    }
  }

  @MainActor
  func apply() {
    guard isLive else { return }
    retire()
    node.observedChange(self)
  }
}
