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
  /// The observers of the changed keys of each transaction.
  let changeObservers = ObserverList<Set<StoreKey>>()
  let journal = Mutex(EventJournal())
  /// The observers of events.
  let eventObservers = ObserverList<StoreEvent>()
  let migrations = Mutex(MigrationTable())
  /// True if there is a migration of any key; few programs have one.
  let hasMigrations = Atomic<Bool>(false)
  /// True if events wait for their observers to be called.
  let hasWaitingEvents = Atomic<Bool>(false)
  /// The number of times that all live values were discarded.
  let discards = Atomic<UInt64>(0)
  /// The number of times that the live values were compared with the store.
  private let refreshCount = Atomic<UInt64>(0)
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
      load(cell, from: store, since: discards.load(ordering: .acquiring))
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
  ///
  /// - Parameter found: the values that were read with it; nil to read this one.
  @discardableResult
  private func load(
    _ cell: Cell, from store: any PersistentStore, found: Values? = nil, since discards: UInt64
  ) -> Bool {
    let old = cell.snapshot.content
    let new = load(cell.key, from: store, found: found)
    guard !old.isSame(as: new), !new.saysNothing(of: old) else { return false }
    take(new, into: cell, since: discards)
    return true
  }

  /// Asks the store for a value, carried over from an older version if need be.
  private func load(
    _ key: StoreKey, from store: any PersistentStore, found: Values?
  ) -> Cell.Content {
    do {
      let stored =
        if let found { try found.value(for: key) } else { try store.storedValue(for: key) }
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
  /// Called by a store when another process may have written, or when secrets were unlocked. The values are read
  /// at once, by ``PersistentStore/storedValues(for:)``.
  ///
  /// - Returns: the keys whose value changed, in ascending order.
  /// - Complexity: O(n) in the number of live values.
  @discardableResult
  public func refresh(from store: any PersistentStore) -> [StoreKey] {
    guard openTransaction == nil else { return [] }
    refreshCount.add(1, ordering: .releasing)
    let changed = withTurn {
      unread.store(false, ordering: .relaxed)
      locked.store(false, ordering: .relaxed)
      let cells = liveCells.filter(\.isRead)
      // Counted before anything is read: what is discarded meanwhile is not published afterwards.
      let discards = discards.load(ordering: .acquiring)
      let found = values(of: cells, in: store)
      let changed = cells.filter { load($0, from: store, found: found, since: discards) }
      enqueue(changed)
      return changed
    }
    deliver(changed)
    return changed.map(\.key)
  }

  /// The values of several cells, read at once; nil if each has to be read by itself.
  private func values(of cells: [Cell], in store: any PersistentStore) -> Values? {
    guard cells.count > 1 else { return nil }
    do throws(StoreError) {
      return .read(try store.storedValues(for: cells.map(\.key)))
    } catch {
      // Each value has its own error, or none; an error of the whole store is that of each of them.
      return error.isOfValue ? nil : .failed(error)
    }
  }

  /// Reads the values of keys that are about to be used, at once.
  ///
  /// Where one of them is damaged, and where one is to be migrated, it stays unread: its reader reads it, and
  /// reports the problem. So do all of them if nothing is stored, since they would be retained for nothing.
  /// - Throws: the error of a store that cannot be read now.
  package func prepare(
    _ keys: [StoreKey], from store: any PersistentStore
  ) throws(StoreError) {
    guard openTransaction == nil else { return }
    try withTurn { () throws(StoreError) in
      let discards = discards.load(ordering: .acquiring)
      let keys = keys.filter { key in cells.withLock { $0[key]?.isRead != true } }
      guard !keys.isEmpty else { return }
      let values: [StoreKey: StoredValue]
      do throws(StoreError) {
        values = try store.storedValues(for: keys)
      } catch {
        if error.isOfValue { return }
        throw error
      }
      guard !values.isEmpty else { return }
      for key in keys {
        let value = values[key]
        if let value {
          guard value.version >= version(of: key) else { continue }
          checkNamespace(of: key, value, in: store)
        }
        cell(for: key).publish(.value(value), unless: { isDiscarded(since: discards) })
      }
    }
  }

  /// The number of refreshes so far: one more means that the values of the store may have changed.
  package var refreshes: UInt64 { refreshCount.load(ordering: .acquiring) }

  /// Asks the store again for one value: what a wrapper outside a view does before it is used.
  func refresh(_ cell: Cell, from store: any PersistentStore) {
    guard openTransaction == nil else { return }
    let changed = withTurn {
      let discards = discards.load(ordering: .acquiring)
      let changed = cell.isRead && load(cell, from: store, since: discards) ? [cell] : []
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
}

/// Values that were read at once, or the error of the store.
private enum Values {
  case read([StoreKey: StoredValue])
  case failed(StoreError)

  func value(for key: StoreKey) throws(StoreError) -> StoredValue? {
    switch self {
    case .read(let values): values[key]
    case .failed(let error): throw error
    }
  }
}

extension Cell {
  /// True if its value was read, also without success.
  fileprivate var isRead: Bool {
    if case .unread = snapshot.content { false } else { true }
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

  /// True if the store could not be reached, and its value is known: that stays until the store is back.
  fileprivate func saysNothing(of known: Cell.Content) -> Bool {
    if case (.failed(.unreachable), .value) = (self, known) { true } else { false }
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

  /// Notifies all observers that are due.
  func deliverBatches() {
    while let batch = nextBatch() {
      for (cell, value) in batch.cells {
        // NB: not `send`, which does not know the type of the value, and takes a tenth longer.
        for observer in cell.observers.all { observer(value) }
      }
      changeObservers.send(batch.keys)
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

extension StoreHub: EngineObject {}
