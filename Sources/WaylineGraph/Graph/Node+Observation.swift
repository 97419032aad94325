import Observation

extension Node {
  /// Runs a half of a turn; a change of an observable property that it reads makes the node due.
  func observe<Result>(_ phase: Evaluation.Phase, _ action: @MainActor () -> Result) -> Result {
    let beacon = hasRecord || readsLastingly ? renewRecord(of: phase) : nil
    return track(action, beacon, onChange: registration(of: phase))
  }

  /// Notes what is read, so that a change of the beacon, if there is one, takes the note back.
  private func track<Result>(
    _ action: @MainActor () -> Result, _ beacon: ObservationRecord.Beacon?,
    onChange: @autoclosure () -> @Sendable () -> Void
  ) -> Result {
    guard let beacon else { return withObservationTracking(action, onChange: onChange()) }
    return withObservationTracking(
      {
        beacon.note()
        return action()
      }, onChange: onChange())
  }

  /// What Observation calls when something changes that was read: made only if something was.
  private func registration(of phase: Evaluation.Phase, part: Int? = nil) -> @Sendable () -> Void {
    readsObjects = true
    let change = ObservedChange(
      of: self, phase: phase, generation: generation(of: phase), part: part)
    // A turn may have ended its own node, which nothing reaches any more.
    if isEnded { change.retire() } else { record.add(change) }
    return { change.fire() }
  }

  /// Does what an observed change asks for.
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
  /// Evaluates something made of parts, each of which can be made anew without the others.
  ///
  /// The frame reads what there is; a part reads what it shows. An observable property that a part
  /// read makes that part due alone, if `parts` notes the reads of each by itself, as it is told to.
  /// - Returns: whether all of it was due; if not, see ``evaluateDueParts(_:)``.
  package func evaluateAll<Frame, Parts>(
    frame: @MainActor () -> Frame,
    parts: @MainActor (Frame, PartObserver?) -> Parts,
    then use: @MainActor (Frame, Parts) -> Void
  ) -> Bool {
    let outer = Evaluation.enter(self)
    guard beginBody() else {
      Evaluation.leave(to: outer)
      return false
    }
    // Most parts read no observable object: after a turn without such a read, one registration
    // for all of them is enough.
    let isSeparate = readsObjects || runs == 1
    readsObjects = false
    let made: (frame: Frame, parts: Parts)
    if isSeparate {
      let frame = observe(.body, frame)
      made = (frame, parts(frame, partObserver))
    } else {
      made = observe(.body) {
        let frame = frame()
        return (frame, parts(frame, nil))
      }
    }
    Evaluation.leave(to: outer)
    if !isEnded { use(made.frame, made.parts) }
    return true
  }

  /// Evaluates the parts that are due by themselves, in order; none if one has ended the node.
  package func evaluateDueParts<Part>(
    _ part: @MainActor (Int) -> Part
  ) -> [(index: Int, part: Part)] {
    guard hasRecord else { return [] }
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

  /// How the reads of a part are noted for that part.
  package struct PartObserver {
    /// Makes what a change of something that a part read calls.
    package typealias Registration = (Int) -> @Sendable () -> Void
    fileprivate typealias MainRegistration = @MainActor (Int) -> @Sendable () -> Void

    /// Called first in what is observed, if it is there.
    package let begin: (() -> Void)?
    /// Makes what a change of something that a part read calls.
    package let registration: Registration
  }

  private var partBeacon: ObservationRecord.Beacon? {
    readsLastingly && !isEnded ? record.beacon(of: .body) : nil
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
  /// What it has read of observable objects; it lies behind the slots of its properties.
  private var record: ObservationRecord {
    if hasRecord, let last = slots.last.flatMap({ $0 }) {
      // The last slot holds what the lines below stored and nothing else.
      return unsafeDowncast(last, to: ObservationRecord.self)
    }
    let made = ObservationRecord()
    slots.append(made)
    hasRecord = true
    return made
  }

  /// Ends what the last turn has left behind, and says what the next one can be ended by.
  private func renewRecord(of phase: Evaluation.Phase) -> ObservationRecord.Beacon? {
    noteLasting(record.retire(phase))
    return readsLastingly ? record.beacon(of: phase) : nil
  }

  private func noteLasting(_ isLasting: Bool) {
    guard isLasting, !readsLastingly, let owner else { return }
    readsLastingly = true
    graph.noteLastingReader(owner)
  }

  /// Ends whatever turns have left behind.
  func endRecord() {
    noteLasting(record.retire(.linking))
    noteLasting(record.retire(.body))
    slots.removeLast()
    hasRecord = false
  }
}
