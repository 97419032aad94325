import Glibc
import Synchronization

/// The last events of a store, and who wants to hear of them.
struct EventJournal {
  /// How many events are kept until someone takes them; the oldest go first.
  static let limit = 64
  var kept: [StoreEvent] = []
  /// Events whose observers have not been called.
  var waiting: [StoreEvent] = []
  var isTelling = false
  var observers = Observers<StoreEvent>()
}

extension StoreHub {
  /// Tells everyone who listens that something happened, and keeps it until it is taken.
  ///
  /// Observers are called when the store is free again, so they may use it.
  public func publish(_ event: StoreEvent) {
    Self.eventCount.add(1, ordering: .releasing)
    journal.withLock { journal in
      if journal.kept.count == EventJournal.limit { journal.kept.removeFirst() }
      journal.kept.append(event)
      journal.waiting.append(event)
      hasWaitingEvents.store(true, ordering: .releasing)
    }
    if turnHolder.load(ordering: .relaxed) != UInt(pthread_self()) { tellEvents() }
  }

  /// How many events all stores of the process have had: while it stays, none has another to tell.
  package static var events: Int { eventCount.load(ordering: .acquiring) }

  /// Calls the observers of the events that wait, one thread at a time.
  func tellEvents() {
    guard hasWaitingEvents.load(ordering: .acquiring) else { return }
    while let (event, observers) = nextEvent() {
      for observer in observers { observer(event) }
      journal.withLock { $0.isTelling = false }
    }
  }

  private func nextEvent() -> (StoreEvent, [@Sendable (StoreEvent) -> Void])? {
    journal.withLock { journal in
      guard !journal.isTelling, !journal.waiting.isEmpty else { return nil }
      journal.isTelling = true
      let event = journal.waiting.removeFirst()
      if journal.waiting.isEmpty { hasWaitingEvents.store(false, ordering: .relaxed) }
      return (event, journal.observers.all)
    }
  }

  /// Whether there are events that nobody has taken.
  var hasEvents: Bool { journal.withLock { !$0.kept.isEmpty } }

  /// Returns the events since the last call, oldest first, and forgets them.
  package func takeEvents() -> [StoreEvent] {
    journal.withLock { journal in
      defer { journal.kept = [] }
      return journal.kept
    }
  }

  /// Calls `observer` for each event from now on, on the thread that it happens on.
  func observeEvents(_ observer: @escaping @Sendable (StoreEvent) -> Void) -> StoreObservation {
    let id = journal.withLock { $0.observers.add(observer) }
    return StoreObservation { [weak self] in
      self?.journal.withLock { $0.observers.remove(id) }
    }
  }
}
