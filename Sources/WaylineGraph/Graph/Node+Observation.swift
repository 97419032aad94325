import Observation

extension Node {
  /// Runs a phase of a turn; a change of an observable property that it reads makes the node due.
  func observe<Result>(_ phase: Evaluation.Phase, _ action: @MainActor () -> Result) -> Result {
    let hasReads = !objectReads.isDisjoint(with: [.recorded, .lasting])
    let beacon = hasReads ? renewRecord(of: phase) : nil
    return track(action, beacon, onChange: registration(of: phase))
  }

  /// Records reads, so that a change of the beacon, if there is one, removes the registration.
  private func track<Result>(
    _ action: @MainActor () -> Result, _ beacon: ObservationRecord.Beacon?,
    onChange: @autoclosure () -> @Sendable () -> Void
  ) -> Result {
    Self.tracking(action, beacon, onChange: onChange)
  }

  // NB: not isolated, since the runtime would check an isolated closure for its thread at each call.
  private nonisolated static func tracking<Result>(
    _ action: () -> Result, _ beacon: ObservationRecord.Beacon?,
    onChange: () -> @Sendable () -> Void
  ) -> Result {
    guard let beacon else { return withObservationTracking(action, onChange: onChange()) }
    return withObservationTracking(
      {
        beacon.note()
        return action()
      }, onChange: onChange())
  }

  /// The closure that Observation calls at a change; made only if something was read.
  private func registration(of phase: Evaluation.Phase, part: Int? = nil) -> @Sendable () -> Void {
    objectReads.insert(.inLastTurn)
    let change = ObservedChange(
      of: self, phase: phase, generation: generation(of: phase), part: part)
    // A turn may have ended its own node, which nothing reaches any more.
    if isEnded { change.retire() } else { record.add(change) }
    return { change.fire() }
  }

  /// Makes the node, or one part of it, due after an observed change.
  func observedChange(_ change: ObservedChange) {
    guard !isEnded, change.generation == generation(of: change.phase) else { return }
    if let part = change.part {
      record.dueParts.append(part)
      graph.enqueue(self)
    } else {
      invalidate(.body, because: .observation)
    }
  }
}

extension Node {
  /// Evaluates content made of parts, each of which can be evaluated again by itself.
  ///
  /// The frame lists the parts. A change of an observable property that one part read makes that
  /// part due alone, if `parts` records the reads of each with the observer that it receives.
  /// - Returns: whether all of it was due; if not, see ``evaluateDueParts(_:)``.
  package func evaluateAll(
    frame: @MainActor () -> Void, parts: @MainActor (PartObserver?) -> Void,
    then use: @MainActor () -> Void
  ) -> Bool {
    let outer = Evaluation.enter(self)
    guard beginBody() else {
      Evaluation.leave(to: outer)
      return false
    }
    // Most parts read no observable object: after a turn without such a read, one registration
    // for all of them is enough.
    let isSeparate = objectReads.contains(.inLastTurn) || runs == 1
    objectReads.remove(.inLastTurn)
    if isSeparate {
      observe(.body, frame)
      parts(partObserver)
    } else {
      observe(.body) {
        frame()
        parts(nil)
      }
    }
    Evaluation.leave(to: outer)
    if !isEnded { use() }
    return true
  }

  /// Evaluates the parts that are due, in order; returns none if one ends the node.
  package func evaluateDueParts<Part>(
    _ part: @MainActor (Int) -> Part
  ) -> [(index: Int, part: Part)] {
    guard objectReads.contains(.recorded) else { return [] }
    let due = Set(record.dueParts).sorted()
    record.dueParts = []
    let outer = Evaluation.enter(self)
    defer { Evaluation.leave(to: outer) }
    Evaluation.enterBody()
    let beacon = partBeacon
    var parts: [(index: Int, part: Part)] = []
    for index in due where !isEnded {
      let made = track(
        { part(index) }, beacon, onChange: registration(of: .body, part: index))
      parts.append((index, made))
    }
    return isEnded ? [] : parts
  }

  /// The registration of the reads of each part for that part alone.
  package struct PartObserver {
    /// Creates the closure that a change of something read by a part calls.
    package typealias Registration = (Int) -> @Sendable () -> Void
    fileprivate typealias MainRegistration = @MainActor (Int) -> @Sendable () -> Void

    /// Called first in the observed closure, if it exists.
    package let begin: (() -> Void)?
    /// Creates the closure that a change of something read by a part calls.
    package let registration: Registration
  }

  private var partBeacon: ObservationRecord.Beacon? {
    objectReads.contains(.lasting) && !isEnded ? record.beacon(of: .body) : nil
  }

  private var partObserver: PartObserver {
    let beacon = partBeacon
    let register: PartObserver.MainRegistration = { self.registration(of: .body, part: $0) }
    // Proof: the parts of a node are evaluated in its turn, which is on the main actor. Asking the
    // runtime for it again would cost more than most parts do.
    let registration = unsafeBitCast(register, to: PartObserver.Registration.self)
    return PartObserver(
      begin: beacon.map { beacon in { beacon.note() } }, registration: registration)
  }
}

extension Node {
  /// The reads of observable objects, stored behind the slots of the properties.
  private var record: ObservationRecord {
    if objectReads.contains(.recorded), let last = slots[slots.count - 1] {
      // The last slot holds what the lines below stored and nothing else.
      return unsafeDowncast(last, to: ObservationRecord.self)
    }
    let made = ObservationRecord()
    slots.append(made)
    objectReads.insert(.recorded)
    graph.storingNodes?.insert(reader: self)
    return made
  }

  /// Ends the registrations of the last turn, and returns the beacon for the next one.
  private func renewRecord(of phase: Evaluation.Phase) -> ObservationRecord.Beacon? {
    noteLasting(record.retire(phase))
    return objectReads.contains(.lasting) ? record.beacon(of: phase) : nil
  }

  private func noteLasting(_ isLasting: Bool) {
    guard isLasting, !objectReads.contains(.lasting), let owner else { return }
    objectReads.insert(.lasting)
    graph.noteLastingReader(owner)
  }

  /// Ends whatever turns have left behind.
  func endRecord() {
    noteLasting(record.retire(.linking))
    noteLasting(record.retire(.body))
    slots.removeLast()
    objectReads.remove(.recorded)
  }
}
