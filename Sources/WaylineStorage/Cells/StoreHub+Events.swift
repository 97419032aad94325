import Synchronization

/// The last events of a store, and who wants to hear of them.
struct EventJournal {
  /// How many events are kept until someone takes them; the oldest go first.
  static let limit = 64
  var kept: [StoreEvent] = []
  var observers = Observers<StoreEvent>()
}

extension StoreHub {
  /// Tells everyone who listens that something happened, and keeps it until it is taken.
  public func publish(_ event: StoreEvent) {
    let observers = journal.withLock { journal in
      if journal.kept.count == EventJournal.limit { journal.kept.removeFirst() }
      journal.kept.append(event)
      return journal.observers.all
    }
    for observer in observers { observer(event) }
  }

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
