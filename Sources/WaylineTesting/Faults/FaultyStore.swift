import Synchronization
import Wayline
import WaylineSystem

/// A store that does what it is asked, except for the operations that shall fail.
///
/// ```swift
/// let store = FaultyStore(faults: StoreFault(.write, 2, .fails(.full(store: "state"))))
/// let host = TestHost(stores: SceneStores(state: store, keychain: MemoryKeychain())) { DeskView() }
/// ```
///
/// To try every fault of a kind, count the operations of a run without one (``operations``), and
/// run again for each number.
public final class FaultyStore: PersistentStore {
  /// The longest time that an operation hangs, whatever its fault says.
  public static let longestHang = Duration.seconds(5)

  /// Reports changes to the readers of a key.
  public let hub: StoreHub
  private let base: any PersistentStore
  private let state: Mutex<State>

  private struct State {
    var faults: [StoreFault]
    var operations: [StoreFault.Operation] = []
    var damaged: Set<StoreKey> = []
    /// The operations that each fault with a subject has counted, by its position.
    var counts: [Int: Int] = [:]
  }

  /// A store with faults.
  ///
  /// - Parameters:
  ///   - base: keeps the values; used by nothing else.
  ///   - name: what messages call the store.
  ///   - faults: which operations go wrong, and how.
  public init(
    _ base: any PersistentStore = MemoryStore(), name: String = "state", faults: StoreFault...
  ) {
    self.base = base
    hub = StoreHub(name: name)
    state = Mutex(State(faults: faults))
  }

  /// The operations requested of the store so far, in order, failed ones included.
  public var operations: [StoreFault.Operation] { state.withLock(\.operations) }

  /// Adds a fault. Numbers count from the beginning, not from here.
  public func add(_ fault: StoreFault) {
    state.withLock { $0.faults.append(fault) }
  }

  /// The value that the store behind has, unless a fault is due.
  public func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    if try begin(.read, on: key) { damage(key) }
    let value = try base.storedValue(for: key)
    if value != nil, isDamaged(key) { throw .damaged(key) }
    return value
  }

  /// Hands the value on, unless a fault is due.
  public func setStoredValue(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    let isCorrupting = try begin(.write, on: key)
    try base.setStoredValue(value, for: key)
    wrote([key], isCorrupting)
  }

  /// The keys of the store behind, unless a fault is due.
  public func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    _ = try begin(.list)
    return try base.storedKeys(in: namespace)
  }

  /// Runs a transaction of the store behind, unless a fault is due.
  public func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    let isCorrupting = try begin(.write)
    var (written, corrupted): (Set<StoreKey>, Set<StoreKey>) = ([], [])
    try base.withTransaction { transaction in
      let faulty = FaultyTransaction(transaction, damaged: state.withLock(\.damaged)) {
        (operation, key) throws(StoreError) in
        if try self.apply(self.due(operation, on: key)) { corrupted.insert(key) }
      }
      try body(faulty)
      written = faulty.written
    }
    wrote(written, isCorrupting)
    for key in corrupted { damage(key) }
  }

  /// Runs `body` on single reads of the store behind, each of which has the faults that are due.
  public func withReadTransaction(
    _ body: (any StoreTransaction) throws(StoreError) -> Void
  ) throws(StoreError) {
    try body(Reads(store: self))
  }

  /// Has the store behind look for changes of others.
  public func checkForeignChanges() {
    base.checkForeignChanges()
  }
}

/// The reads of a store, as those of a transaction.
private struct Reads: StoreTransaction {
  let store: FaultyStore

  func value(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try store.storedValue(for: key)
  }

  func set(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    throw .readOnly(store: store.hub.name)
  }

  func keys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try store.storedKeys(in: namespace)
  }
}

extension FaultyStore {
  /// Notes an operation, and has it go wrong if it is its turn; true if it damages what it touches.
  private func begin(
    _ operation: StoreFault.Operation, on key: StoreKey? = nil
  ) throws(StoreError) -> Bool {
    let effects = state.withLock { state in
      state.operations.append(operation)
      let number = state.operations.count { $0 == operation }
      return state.faults.filter {
        $0.subject == nil && $0.operation == operation && $0.number == number
      }.map(\.effect)
    }
    return try apply(effects + (key.map { due(operation, on: $0) } ?? []))
  }

  /// Counts an operation on a key for the faults that are about it, and returns what is due.
  private func due(_ operation: StoreFault.Operation, on key: StoreKey) -> [StoreFault.Effect] {
    state.withLock { state in
      state.faults.enumerated().compactMap { position, fault in
        guard fault.operation == operation, fault.subject?.includes(key) == true else { return nil }
        state.counts[position, default: 0] += 1
        return state.counts[position] == fault.number ? fault.effect : nil
      }
    }
  }

  /// Has effects take place; true if one damages what is touched.
  private func apply(_ effects: [StoreFault.Effect]) throws(StoreError) -> Bool {
    var isCorrupting = false
    for effect in effects {
      switch effect {
      case .fails(let error): throw error
      case .hangs(let duration): SystemClock.sleep(min(duration, Self.longestHang))
      case .corrupts: isCorrupting = true
      }
    }
    return isCorrupting
  }

  private func damage(_ key: StoreKey) {
    state.withLock { _ = $0.damaged.insert(key) }
  }

  private func isDamaged(_ key: StoreKey) -> Bool {
    state.withLock { $0.damaged.contains(key) }
  }

  private func wrote(_ keys: Set<StoreKey>, _ isCorrupting: Bool) {
    state.withLock { state in
      if isCorrupting {
        state.damaged.formUnion(keys)
      } else {
        state.damaged.subtract(keys)
      }
    }
  }
}
