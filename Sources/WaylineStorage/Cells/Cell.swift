import Synchronization
import WaylineGraph

/// The one live copy of the value under a key, shared by every wrapper and observer of that key.
///
/// It holds the last result of a read, so that reading is a lock and a load and never a query. Only
/// the store's ``StoreHub`` changes it, and only after the store has accepted the change.
package final class Cell: Sendable {
  /// The key that the cell is the live copy of.
  package let key: StoreKey
  /// Registers the bodies that read the value.
  let values = Source()
  /// The objects that announce changes of the value.
  let changes = ObserverList<Void>()
  /// The observers of the value; called after each transaction that changed it.
  let observers = ObserverList<StoredValue?>()
  /// Registers the bodies that read the error of the last write.
  let problems = Source()
  /// Raised by each change of the content; a cached value of an older revision is stale.
  let revision = Atomic<UInt64>(1)
  /// True if the last reader got the default because the store could not be read.
  let isReadMissed = Atomic<Bool>(false)
  private let state = Mutex(State())

  init(_ key: StoreKey) {
    self.key = key
  }

  /// The state of a cell's knowledge of the stored value.
  enum Content: Sendable {
    /// The value has not been read, or was dropped.
    case unread
    /// The stored value; nil for none.
    case value(StoredValue?)
    /// The value could not be read; the next refresh reads it again.
    case failed(StoreError)
  }

  private struct State {
    var content = Content.unread
    var owner: ValueType?
    var error: StoreError?
    /// A key has one type or two, and one or two forms of it.
    var typed: [(id: CodecID, cell: any CellWithCache)] = []

    /// The type that the key is used for once the change is made; none if nothing is there.
    func owner(after change: Change?) -> ValueType? {
      guard let change else { return owner }
      return change.value == nil ? nil : change.owner ?? owner
    }
  }
}

extension Cell {
  /// Reports a change of the value to the bodies that read it, and to the objects that announce it.
  func reportChange() {
    Evaluation.noteStoredChange()
    values.didChange()
    changes.send(())
  }

  /// The content together with the revision it belongs to.
  var snapshot: (content: Content, revision: UInt64) {
    state.withLock { ($0.content, revision.load(ordering: .acquiring)) }
  }

  /// Takes over what the store holds now, unless live values were discarded since it was read.
  func publish(_ content: Content, unless isDiscarded: () -> Bool) {
    state.withLock {
      let content = isDiscarded() ? .unread : content
      $0.content = content
      if case .value(nil) = content { $0.owner = nil }
      revision.add(1, ordering: .releasing)
    }
  }

  /// Drops the value and everything decoded from it; the next read goes to the store.
  func discard() {
    let (typed, newRevision) = state.withLock { state in
      state.content = .unread
      let newRevision = revision.add(1, ordering: .releasing).newValue
      return (state.typed.map(\.cell), newRevision)
    }
    for cell in typed { cell.discardCache(before: newRevision) }
  }

  /// Releases the typed cells, which hold this one; it is not used any more.
  func close() {
    state.withLock { $0.typed = [] }
  }

  /// The typed cell for one codec, created at first use.
  func typed<Value>(_ id: CodecID, make: () -> TypedCell<Value>) -> TypedCell<Value> {
    state.withLock { state in
      if let known = state.typed.first(where: { $0.id == id })?.cell as? TypedCell<Value> {
        return known
      }
      let cell = make()
      state.typed.append((id, cell))
      return cell
    }
  }
}

extension Cell {
  /// Refuses values of a type other than the first one that was written under the key.
  ///
  /// - Parameter change: what the open transaction has done to the key so far, if anything.
  func admit(_ type: ValueType, after change: Change?) throws(StoreError) {
    let owner = state.withLock { $0.owner(after: change) }
    if let owner, owner != type {
      throw .typeMismatch(key, owner: owner.name, attempted: type.name)
    }
  }

  /// Takes over a change that the store has accepted, and which type it came from.
  ///
  /// The value is not retained if live values were discarded since the change began.
  func accept(_ change: Change, unless isDiscarded: () -> Bool) {
    let hadError = state.withLock { state in
      state.content = isDiscarded() ? .unread : .value(change.value)
      state.owner = state.owner(after: change)
      revision.add(1, ordering: .releasing)
      defer { state.error = nil }
      return state.error != nil
    }
    isReadMissed.store(false, ordering: .relaxed)
    if hadError { problems.didChange() }
  }

  /// Records the reason why the last write was refused.
  func refuse(_ error: StoreError) {
    state.withLock { $0.error = error }
    problems.didChange()
  }

  /// The reason why the last write was refused; nil if it was not.
  package var error: StoreError? {
    problems.didRead()
    return state.withLock { $0.error }
  }
}
