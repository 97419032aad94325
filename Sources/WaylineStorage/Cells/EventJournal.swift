import Synchronization
import WaylineGraph
import WaylineSystem

/// The last events of a store, and those that its observers are still to get.
struct EventJournal {
  /// The number of events that are retained until they are taken; the oldest are dropped first.
  static let limit = 64
  var kept: [StoreEvent] = []
  /// Events whose observers have not been called.
  var waiting: [StoreEvent] = []
  var isReporting = false
}

extension StoreHub {
  /// Publishes an event to the observers, and retains it until it is taken.
  ///
  /// Observers are called when the store is free again, so they may use it. A value that cannot be read
  /// is reported once until the events are taken, however often it is read.
  public func publish(_ event: StoreEvent) {
    if case .unreadable = event, journal.withLock({ $0.kept.contains(event) }) { return }
    Self.eventCount.add(1, ordering: .releasing)
    journal.withLock { journal in
      if journal.kept.count == EventJournal.limit { journal.kept.removeFirst() }
      journal.kept.append(event)
      journal.waiting.append(event)
      hasWaitingEvents.store(true, ordering: .releasing)
    }
    if turnHolder.load(ordering: .relaxed) != currentThread() { reportEvents() }
  }

  /// The number of events of all stores: while it stays the same, none has a new event.
  package static var events: Int { eventCount.load(ordering: .acquiring) }

  /// Calls the observers of the events that wait, one thread at a time.
  func reportEvents() {
    guard hasWaitingEvents.load(ordering: .acquiring) else { return }
    while let event = nextEvent() {
      eventObservers.send(event)
      journal.withLock { $0.isReporting = false }
    }
  }

  private func nextEvent() -> StoreEvent? {
    journal.withLock { journal in
      guard !journal.isReporting, !journal.waiting.isEmpty else { return nil }
      journal.isReporting = true
      let event = journal.waiting.removeFirst()
      if journal.waiting.isEmpty { hasWaitingEvents.store(false, ordering: .relaxed) }
      return event
    }
  }

  /// True if there are events that have not been taken.
  var hasEvents: Bool { journal.withLock { !$0.kept.isEmpty } }

  /// Returns the events since the last call, oldest first.
  ///
  /// - Parameter scene: the scene that they are for; the loss of another one stays, for its own session. Nil for all.
  package func takeEvents(for scene: String? = nil) -> [StoreEvent] {
    func isForOther(_ event: StoreEvent) -> Bool {
      guard let scene else { return false }
      switch event {
      case .problem(.sceneTaken(let lost, _)): return lost != scene
      case .retained(let key, _): return key.scene != scene
      default: return false
      }
    }
    return journal.withLock { journal in
      defer { journal.kept.removeAll { !isForOther($0) } }
      return journal.kept.filter { !isForOther($0) }
    }
  }
}
