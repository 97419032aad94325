import Synchronization
import WaylineGraph
import WaylineSystem

/// The last events of a store, and their observers.
struct EventJournal {
  /// The number of events that are retained until they are taken; the oldest are dropped first.
  static let limit = 64
  var kept: [StoreEvent] = []
  /// Events whose observers have not been called.
  var waiting: [StoreEvent] = []
  var isReporting = false
  var observers = Observers<StoreEvent>()
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
    while let (event, observers) = nextEvent() {
      for observer in observers { observer(event) }
      journal.withLock { $0.isReporting = false }
    }
  }

  private func nextEvent() -> (StoreEvent, [@Sendable (StoreEvent) -> Void])? {
    journal.withLock { journal in
      guard !journal.isReporting, !journal.waiting.isEmpty else { return nil }
      journal.isReporting = true
      let event = journal.waiting.removeFirst()
      if journal.waiting.isEmpty { hasWaitingEvents.store(false, ordering: .relaxed) }
      return (event, journal.observers.all)
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

  /// Calls `observer` for each event from now on, on the thread that it happens on.
  func observeEvents(_ observer: @escaping @Sendable (StoreEvent) -> Void) -> ObservationToken {
    let id = journal.withLock { $0.observers.add(observer) }
    return ObservationToken { [weak self] in
      _ = self?.journal.withLock { $0.observers.remove(id) }
    }
  }
}

/// Closures in the order in which they were added, each removable by its number.
struct Observers<Subject> {
  /// The closures, oldest first.
  private(set) var all: [@Sendable (Subject) -> Void] = []
  private var ids: [Int] = []
  private var nextID = 0

  /// Adds a closure at the end.
  mutating func add(_ closure: @escaping @Sendable (Subject) -> Void) -> Int {
    defer { nextID += 1 }
    all.append(closure)
    ids.append(nextID)
    return nextID
  }

  /// Removes the closure with this number, and returns it if it was still there.
  ///
  /// The caller releases it outside of the lock that guards this list: it may hold the last reference
  /// to an object that ends another observation.
  mutating func remove(_ id: Int) -> (@Sendable (Subject) -> Void)? {
    guard let index = ids.firstIndex(of: id) else { return nil }
    ids.remove(at: index)
    return all.remove(at: index)
  }
}
