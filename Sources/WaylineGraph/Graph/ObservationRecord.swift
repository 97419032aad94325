import Observation

/// What the turns of one node have read of observable objects.
///
/// Observation keeps a handler until something changes that it was given for. A body that runs for
/// other reasons, beside an object that stays as it is, would leave one behind each time: memory
/// would grow with every command, and the change, when it comes, would call them all. So where a
/// handler was found that had outlasted its turn, the next turns also read a beacon, and a change
/// of the beacon takes their handlers back. A type of which one view did so is expected to do so
/// again.
@MainActor
final class ObservationRecord {
  /// The parts that are due by themselves.
  var dueParts: [Int] = []

  private var linking = Stretch()
  private var body = Stretch()

  /// What was read in one half of a turn.
  private struct Stretch {
    var changes: [ObservedChange] = []
    var beacon: Beacon?

    mutating func add(_ change: ObservedChange) {
      if changes.count == changes.capacity { changes.makeRoom(removing: { !$0.isLive }) }
      changes.append(change)
    }

    /// - Returns: Whether something was live.
    mutating func retire() -> Bool {
      var isLasting = false
      for change in changes where change.isLive {
        change.retire()
        isLasting = true
      }
      changes.removeAll(keepingCapacity: changes.count <= 4)
      return isLasting
    }
  }

  /// An observable object that says nothing, and ends what has read it.
  final class Beacon: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    private var light: Bool { true }

    /// Called in what can be ended.
    func note() { registrar.access(self, keyPath: \.light) }

    func end() { registrar.withMutation(of: self, keyPath: \.light) {} }
  }

  /// Notes what Observation keeps.
  func add(_ change: ObservedChange) {
    self[change.phase].add(change)
  }

  /// What ends the turns that note it.
  func beacon(of phase: Evaluation.Phase) -> Beacon {
    if let beacon = self[phase].beacon { return beacon }
    let made = Beacon()
    self[phase].beacon = made
    return made
  }

  /// Takes back what is kept of the last turn.
  /// - Returns: Whether something was kept that cannot be taken back.
  func retire(_ phase: Evaluation.Phase) -> Bool {
    if phase == .body { dueParts = [] }
    let isLasting = self[phase].retire()
    if isLasting { self[phase].beacon?.end() }
    return isLasting && self[phase].beacon == nil
  }

  /// What Observation still keeps, for tests.
  var liveChanges: [ObservedChange] { (linking.changes + body.changes).filter(\.isLive) }

  private subscript(phase: Evaluation.Phase) -> Stretch {
    get { phase == .body ? body : linking }
    _modify { if phase == .body { yield &body } else { yield &linking } }
  }
}
