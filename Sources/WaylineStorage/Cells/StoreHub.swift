import Synchronization
import WaylineGraph
import WaylineSystem

/// The live values, observers and events of one store.
///
/// ```swift
/// store.hub.register(
///   Migration(StoreKey("loanWeeks"), from: 1) { (weeks: Int) in weeks * 7 })
/// ```
///
/// A store creates one hub and retains it. Wrappers read and write through it, so that each key has one
/// live value in the process, changes arrive in the order of their commits, and nothing that was
/// refused is lost without a report. The hub has no reference to its store.
public final class StoreHub: Sendable {
  /// The name of the store in messages: `state`, `secrets`, or the path of a file.
  public let name: String
  /// Held while the store is read or written, so that live values change in commit order.
  private let turn = Mutex<Void>(())
  /// The thread that holds the turn, or 0: its events wait until it has released it.
  let turnHolder = Atomic<UInt>(0)
  /// The mistakes found in the present turn. Unsafe only in name: none but its holder touches them.
  nonisolated(unsafe) var mistakesOfTurn: [String] = []
  /// The thread that is inside a transaction of this store, or 0.
  let writer = Atomic<UInt>(0)
  /// The open transaction. Unsafe only in name: none but the thread in `writer` touches it.
  nonisolated(unsafe) var openTransactionOfWriter: OpenTransaction?
  let cells = Mutex<[StoreKey: Cell]>([:])
  let delivery = Mutex(Delivery())
  let journal = Mutex(EventJournal())
  let migrations = Mutex(MigrationTable())
  /// True if there is a migration of any key; few programs have one.
  let hasMigrations = Atomic<Bool>(false)
  /// True if events wait for their observers to be called.
  let hasWaitingEvents = Atomic<Bool>(false)
  /// The number of times that all live values were discarded.
  let discards = Atomic<UInt64>(0)
  let unread = Atomic<Bool>(false)
  let locked = Atomic<Bool>(false)

  /// Counts the events of all stores.
  static let eventCount = Atomic<Int>(0)

  /// Converts a value to the kind of its reader; nil where it has no value of that kind.
  private let conversion: (@Sendable (StoredValue, ValueKind) -> StoredValue?)?

  /// Creates the hub of a store.
  ///
  /// - Parameter name: the name of the store in messages.
  public init(name: String) {
    self.name = name
    conversion = nil
  }

  /// Creates the hub of a store whose other readers convert values, such as a text to a number.
  package init(
    name: String, conversion: @escaping @Sendable (StoredValue, ValueKind) -> StoredValue?
  ) {
    self.name = name
    self.conversion = conversion
  }

  deinit {
    // A cell and its typed cells hold each other; they are released with the store.
    for cell in cells.withLock({ $0.values }) { cell.close() }
  }
}

extension StoreHub {
  /// The value of the kind that a reader wants, if the store converts it; else as it is stored.
  func converted(_ stored: StoredValue, to kind: ValueKind) -> StoredValue {
    guard stored.kind != kind, let conversion else { return stored }
    return conversion(stored, kind) ?? stored
  }

  /// Lets `body` use the store while no other thread does; observers of events, and the handler of
  /// mistakes, are called afterwards.
  func withTurn<Result: Sendable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var mistakes: [String] = []
    defer {
      for mistake in mistakes { Misuse.report(mistake) }
      reportEvents()
    }
    return try turn.withLock { _ throws(Failure) in
      turnHolder.store(currentThread(), ordering: .relaxed)
      defer {
        if !mistakesOfTurn.isEmpty { swap(&mistakes, &mistakesOfTurn) }
        turnHolder.store(0, ordering: .relaxed)
      }
      return try body()
    }
  }

  /// The cell of a key, made at first use.
  package func cell(for key: StoreKey) -> Cell {
    cells.withLock { cells in
      if let cell = cells[key] { return cell }
      let cell = Cell(key)
      cells[key] = cell
      return cell
    }
  }

  /// The cells that exist, in ascending order of their keys.
  var liveCells: [Cell] {
    cells.withLock { Array($0.values) }.sorted { $0.key < $1.key }
  }

  /// The content of a cell and its revision, read from the store if it is unread.
  func snapshot(
    of cell: Cell, in store: any PersistentStore
  ) -> (content: Cell.Content, revision: UInt64) {
    let known = cell.snapshot
    guard case .unread = known.content else { return known }
    return withTurn {
      let known = cell.snapshot
      guard case .unread = known.content else { return known }
      load(cell, from: store)
      return cell.snapshot
    }
  }

  /// The content of a cell as the calling thread sees it, in a transaction or outside.
  func content(of cell: Cell, in store: any PersistentStore) -> Cell.Content {
    guard let openTransaction else { return snapshot(of: cell, in: store).content }
    do {
      return .value(try openTransaction.value(for: cell.key))
    } catch {
      return .failed(error)
    }
  }

  /// Asks the store for the value of a cell; false if it is what the cell holds already.
  @discardableResult
  private func load(_ cell: Cell, from store: any PersistentStore) -> Bool {
    let discards = discards.load(ordering: .acquiring)
    let old = cell.snapshot.content
    let new = load(cell.key, from: store)
    guard !old.isSame(as: new) else { return false }
    take(new, into: cell, since: discards)
    return true
  }

  /// Asks the store for a value, carried over from an older version if need be.
  private func load(_ key: StoreKey, from store: any PersistentStore) -> Cell.Content {
    do {
      let stored = try store.storedValue(for: key)
      guard let stored else { return .value(nil) }
      guard stored.version < version(of: key) else {
        checkNamespace(of: key, stored, in: store)
        return .value(stored)
      }
      return .value(try migrated(key, in: store))
    } catch {
      markUnread()
      if case .locked = error { locked.store(true, ordering: .relaxed) }
      return .failed(error)
    }
  }

  /// Publishes the result of a read in a cell; a failure is reported, unless the secrets are locked.
  private func take(_ content: Cell.Content, into cell: Cell, since discards: UInt64) {
    cell.publish(content, unless: { isDiscarded(since: discards) })
    switch content {
    case .failed(.locked), .unread, .value: break
    case .failed(let error): publish(.unreadable(cell.key, error))
    }
  }
}

extension StoreHub {
  /// True if a value could not be read since the last refresh: locked, busy, or damaged.
  package var hasUnreadValues: Bool {
    unread.load(ordering: .relaxed)
  }

  /// True if a value was read that is locked, since the last refresh: time to ask for the passphrase.
  package var hasLockedValues: Bool {
    locked.load(ordering: .relaxed)
  }

  /// Notes a read that gets a default because the value is locked or cannot be read.
  package func noteUnreadableRead() { UnreadableReads.note() }

  /// Notes a read of a cell without a value, if there may be one that cannot be read.
  func noteRead(of cell: Cell) {
    guard hasUnreadValues, case .failed = cell.snapshot.content else { return }
    noteUnreadableRead()
  }

  /// Notes that live values may be out of date; the next check for foreign changes reads them again.
  package func markUnread() {
    unread.store(true, ordering: .relaxed)
  }

  /// Reads every live value again, and notifies the readers of those that changed.
  ///
  /// Called when another process may have written, or when secrets were unlocked.
  ///
  /// - Returns: the keys whose value changed, in ascending order.
  /// - Complexity: O(n) in the number of live values.
  @discardableResult
  package func refresh(from store: any PersistentStore) -> [StoreKey] {
    guard openTransaction == nil else { return [] }
    let changed = withTurn {
      unread.store(false, ordering: .relaxed)
      locked.store(false, ordering: .relaxed)
      let changed = liveCells.filter { reload($0, from: store) }
      enqueue(changed)
      return changed
    }
    deliver(changed)
    return changed.map(\.key)
  }

  /// Asks the store again for one value: what a wrapper outside a view does before it is used.
  func refresh(_ cell: Cell, from store: any PersistentStore) {
    guard openTransaction == nil else { return }
    let changed = withTurn {
      let changed = reload(cell, from: store) ? [cell] : []
      enqueue(changed)
      return changed
    }
    deliver(changed)
  }

  /// Drops every live value, as locking does; the next read goes to the store.
  ///
  /// A read or write of another thread that began before does not publish its value afterwards.
  package func discardValues() {
    discards.add(1, ordering: .acquiringAndReleasing)
    let cells = liveCells
    for cell in cells { cell.discard() }
    for cell in cells { cell.reportChange() }
  }

  /// True if live values were discarded since their discards were counted.
  func isDiscarded(since count: UInt64) -> Bool {
    discards.load(ordering: .acquiring) != count
  }

  /// Reads a cell anew; true if what it holds has changed.
  private func reload(_ cell: Cell, from store: any PersistentStore) -> Bool {
    if case .unread = cell.snapshot.content { return false }
    return load(cell, from: store)
  }
}

extension Cell.Content {
  /// True if both are the same bytes, or the same failure.
  fileprivate func isSame(as other: Cell.Content) -> Bool {
    switch (self, other) {
    case (.unread, .unread): true
    case (.value(let left), .value(let right)): left == right
    case (.failed(let left), .failed(let right)): left == right
    default: false
    }
  }
}

/// The changes of one transaction whose observers have not been called.
struct Batch {
  let cells: [(cell: Cell, value: StoredValue?)]
  let keys: Set<StoreKey>
}

/// The transactions whose observers have not been called, in commit order.
struct Delivery {
  var waiting: [Batch] = []
  var isRunning = false
  var observers = Observers<Set<StoreKey>>()
}

extension StoreHub {
  /// Queues the changes of a transaction. Requires the turn, so the order is that of the commits.
  func enqueue(_ cells: [Cell], keys: [StoreKey]? = nil) {
    let values = cells.compactMap { cell -> (Cell, StoredValue?)? in
      switch cell.snapshot.content {
      case .value(let value): (cell, value)
      case .unread: (cell, nil)
      // Nothing is known of the value, and least of all that it was deleted.
      case .failed: nil
      }
    }
    let keys = Set(keys ?? cells.map(\.key))
    guard !keys.isEmpty else { return }
    delivery.withLock { $0.waiting.append(Batch(cells: values, keys: keys)) }
  }

  /// Marks the bodies that read the changed cells, then calls all observers that are due.
  ///
  /// One thread delivers at a time; a write made by an observer is delivered after the others.
  func deliver(_ cells: [Cell]) {
    for cell in cells { cell.reportChange() }
    deliverBatches()
  }

  /// True if there are observers of the changes of every key.
  var hasObservers: Bool {
    delivery.withLock { !$0.observers.all.isEmpty }
  }

  /// Notifies all observers that are due.
  func deliverBatches() {
    while let batch = nextBatch() {
      for (cell, value) in batch.cells {
        for observer in cell.observers { observer(value) }
      }
      for observer in delivery.withLock({ $0.observers.all }) { observer(batch.keys) }
      delivery.withLock { $0.isRunning = false }
    }
  }

  /// Takes the next batch, unless another thread (or a caller further up) is delivering one.
  private func nextBatch() -> Batch? {
    delivery.withLock { delivery in
      guard !delivery.isRunning, !delivery.waiting.isEmpty else { return nil }
      delivery.isRunning = true
      return delivery.waiting.removeFirst()
    }
  }
}
