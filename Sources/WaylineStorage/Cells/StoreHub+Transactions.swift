import Glibc
import Synchronization

extension StoreHub {
  /// The transaction that the calling thread is inside of, if any.
  var session: Session? {
    let writer = writer.load(ordering: .relaxed)
    guard writer != 0, writer == UInt(pthread_self()) else { return nil }
    return openSession
  }

  /// Whether the calling thread is inside a transaction of this store.
  package var isInTransaction: Bool {
    session != nil
  }

  /// Runs `body` as a transaction of `store`; inside another one it is a part of that.
  func run<Result>(in store: any PersistentStore, _ body: () throws -> Result) throws -> Result {
    if session != nil { return try body() }
    var result: Result?
    let cells = try withTurn {
      let discards = discards.load(ordering: .acquiring)
      var changes: [Change] = []
      var events: [StoreEvent] = []
      try store.withTransaction { transaction in
        let session = Session(transaction, hub: self)
        result = try inside(session, body)
        if let refusal = session.refusal { throw refusal }
        changes = Array(session.changes.values)
        events = session.events
      }
      for event in events { publish(event) }
      return commit(changes, since: discards)
    }
    deliver(cells)
    // The transaction returned, so `body` did, and its result is there.
    return result!
  }

  /// Writes one change, as a transaction of its own or as a part of the open one.
  ///
  /// - Parameter cell: the live copy of the value, where the caller holds it.
  func write(
    _ change: Change, to cell: Cell? = nil, in store: any PersistentStore
  ) throws(StoreError) {
    if let bytes = change.value?.bytes.count, bytes > StoredValue.limit {
      throw .tooLarge(change.key, bytes: bytes, limit: StoredValue.limit)
    }
    if let session {
      try session.write(change)
    } else if change.isReplacing {
      try writeReplacing(change, in: store)
    } else {
      let cell = cell ?? cells.withLock { $0[change.key] }
      let isObserved = try withTurn { () throws(StoreError) in
        let discards = discards.load(ordering: .acquiring)
        try store.setStoredValue(change.value, for: change.key)
        return commit(change, to: cell, since: discards)
      }
      cell?.values.didChange()
      if isObserved { deliverBatches() }
    }
  }

  /// Reports that a write was refused; in a transaction, also has all of it undone.
  func refuse(_ cell: Cell, _ error: StoreError) {
    session?.refuse(error)
    cell.refuse(error)
    publish(.refused(cell.key, error))
  }
}

extension StoreHub {
  /// Makes committed changes visible, and lines their observers up. The turn is held.
  private func commit(_ changes: [Change], since discards: UInt64) -> [Cell] {
    let live = cells.withLock { cells in
      changes.compactMap { change in cells[change.key].map { ($0, change) } }
    }
    for (cell, change) in live {
      _ = cell.accept(change, unless: { isDiscarded(since: discards) })
    }
    enqueue(live.map(\.0), keys: changes.map(\.key))
    return live.map(\.0)
  }

  /// Makes one committed change visible; true if observers were lined up. The turn is held.
  private func commit(_ change: Change, to cell: Cell?, since discards: UInt64) -> Bool {
    let isObserved =
      cell?.accept(change, unless: { isDiscarded(since: discards) }) ?? false
    guard isObserved || hasObservers else { return false }
    enqueue(cell.map { [$0] } ?? [], keys: [change.key])
    return true
  }

  /// Lets `body` take part in a transaction.
  func inside<Result>(_ session: Session, _ body: () throws -> Result) rethrows -> Result {
    openSession = session
    writer.store(UInt(pthread_self()), ordering: .relaxed)
    defer {
      writer.store(0, ordering: .relaxed)
      openSession = nil
    }
    return try body()
  }

  private func writeReplacing(
    _ change: Change, in store: any PersistentStore
  ) throws(StoreError) {
    do {
      try run(in: store) { try write(change, in: store) }
    } catch let error as StoreError {
      throw error
    } catch {
      throw .refused(change.key, reason: "\(error)")
    }
  }
}
