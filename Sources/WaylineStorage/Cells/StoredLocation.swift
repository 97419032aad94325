import Synchronization
import WaylineGraph

/// A key of a store with its Swift type, which a connected wrapper retains.
package struct StoredLocation<Value>: Sendable {
  /// The store that holds the value; retained by the users of its values.
  package let store: any PersistentStore
  private let hub: StoreHub
  private let typed: TypedCell<Value>

  /// Finds the live value of `key` in `store`.
  package init(
    _ key: StoreKey, store: any PersistentStore, form: CodecForm,
    codec: () -> Codec<Value>
  ) {
    self.store = store
    hub = store.hub
    let cell = hub.cell(for: key)
    let id = CodecID(type: ObjectIdentifier(Value.self), form: form)
    typed = cell.typed(id) { TypedCell(cell, codec: codec()) }
  }

  /// The shared cell behind it.
  private var cell: Cell { typed.cell }
  private var codec: Codec<Value> { typed.codec }

  /// The key that it is the live value of.
  package var key: StoreKey { cell.key }
}

extension StoredLocation {
  /// The value, or `fallback` if there is none that can be shown.
  func value(or fallback: @autoclosure () -> Value) -> Value {
    guard let decoded = shown else { return fallback() }
    return decoded.value
  }

  /// The value as the open transaction sees it; nil if nothing is stored.
  ///
  /// Requires a transaction of the store. Throws where readers get the default for what cannot be
  /// read, which a change must not begin with.
  func valueToChange() throws(StoreError) -> Value? {
    guard let openTransaction = hub.openTransaction else { return nil }
    return try value(inside: openTransaction)?.value
  }

  /// Calls a closure after each change of the value, on the thread that made or found the change.
  func observeChanges(_ action: @escaping @Sendable () -> Void) -> ObservationToken {
    cell.changes.add { action() }
  }

  /// Asks the store again, which others may have written to.
  package func refresh() {
    hub.refresh(cell, from: store)
  }

  /// The reason why the last write was refused, or why the value cannot be read; nil if neither.
  package var error: StoreError? {
    cell.error ?? readError
  }
}

extension StoredLocation {
  /// The decoded value, or nil if there is none that can be shown.
  private var shown: Decoded<Value>? {
    cell.values.didRead()
    if let openTransaction = hub.openTransaction { return inside(openTransaction) }
    let revision = cell.revision.load(ordering: .acquiring)
    let cached = typed.cache.withLock { $0 }
    if cached.revision == revision {
      if cached.isUnreadable {
        hub.noteUnreadableRead()
      } else if cached.decoded == nil {
        hub.noteRead(of: cell)
      }
      return cached.value(of: Value.self)
    }
    return decoded()
  }

  /// Writes a value, or reports why it was refused and leaves the old one everywhere.
  package func write(_ value: Value) {
    do {
      try set(value)
    } catch {
      hub.refuse(cell, error)
    }
  }

  /// Writes a value.
  ///
  /// A value equal to the stored one is not written; whether it is still stored is checked, since
  /// another process may have changed it. One that is stored and cannot be read is moved to the
  /// quarantine first. While it is not known what is stored, nothing is written.
  package func set(_ value: Value) throws(StoreError) {
    do throws(StoreError) {
      try replace(by: value)
    } catch {
      hub.openTransaction?.refuse(error)
      throw error
    }
  }

  private func replace(by value: Value) throws(StoreError) {
    try cell.admit(codec.type, after: hub.openTransaction?.changes[cell.key])
    let new = try codec.stored(value, for: cell.key, version: hub.version(of: cell.key))
    var relation = relation(of: value, new, to: hub.content(of: cell, in: store))
    if relation.isToBeChecked || new == nil, hasChanged() {
      relation = self.relation(of: value, new, to: hub.content(of: cell, in: store))
    }
    switch relation {
    case .same: return
    case .overNothing, .overUnreadable: break
    case .overOther: try checkLastRead()
    case .overOtherKind(let kind):
      throw .kindMismatch(cell.key, stored: kind, attempted: codec.kind)
    case .unknown(let error): throw error
    }
    try hub.write(
      Change(
        key: cell.key, value: new, owner: new == nil ? nil : codec.type,
        isReplacing: relation == .overUnreadable),
      to: cell, in: store)
  }

  /// Refuses the first write after a read that got the default because the store could not be read.
  ///
  /// The new value may have been made from that default, as by `copies += 1`.
  private func checkLastRead() throws(StoreError) {
    guard cell.isReadMissed.exchange(false, ordering: .relaxed) else { return }
    throw .refused(
      cell.key, reason: "the stored value could not be read before, and can be read now; try again")
  }
}

/// The relation of a new value to the one that it would replace.
private enum Relation: Equatable {
  /// The store holds it already.
  case same
  /// There is none.
  case overNothing
  /// The old one can be read.
  case overOther
  /// The old one is of another kind, and stays.
  case overOtherKind(ValueKind)
  /// The old one is no value that this program can read.
  case overUnreadable
  /// The store could not say whether there is one.
  case unknown(StoreError)

  /// True if what the live value knows decides, so that the store is asked again.
  var isToBeChecked: Bool {
    switch self {
    case .overNothing, .overOther, .overUnreadable: false
    case .same, .overOtherKind: true
    // Unlocking asks again by itself, and asking counts as a use of the secret.
    case .unknown(let error): error.mayPass
    }
  }
}

extension StoredLocation {
  /// The reason why readers get the default in place of what is stored; nil if they do not.
  private var readError: StoreError? {
    guard shown == nil, hub.openTransaction == nil else { return nil }
    switch hub.content(of: cell, in: store) {
    case .failed(let error): return error
    case .unread, .value(nil): return nil
    case .value(let stored?):
      do throws(StoreError) {
        _ = try decode(stored)
        return nil
      } catch {
        return error
      }
    }
  }

  /// The value as a transaction sees it; nil if nothing is stored.
  private func value(inside openTransaction: OpenTransaction) throws(StoreError) -> Decoded<Value>?
  {
    let stored = try openTransaction.value(for: cell.key)
    cell.isReadMissed.store(false, ordering: .relaxed)
    guard let stored else { return nil }
    return try decode(stored)
  }

  private func inside(_ openTransaction: OpenTransaction) -> Decoded<Value>? {
    do {
      return try value(inside: openTransaction)
    } catch {
      openTransaction.noteFailedRead(error)
      hub.noteUnreadableRead()
      return nil
    }
  }

  private func decode(_ stored: StoredValue) throws(StoreError) -> Decoded<Value> {
    let stored = hub.converted(stored, to: codec.kind)
    return Decoded(try codec.value(stored, for: cell.key, known: hub.version(of: cell.key)))
  }

  private func decoded() -> Decoded<Value>? {
    let (content, revision) = hub.snapshot(of: cell, in: store)
    // Discarded while it was read: nothing is known, and the next read goes to the store.
    if case .unread = content { return nil }
    noteRead(content)
    var cached = Cached(revision: revision)
    var decoded: Decoded<Value>?
    if case .value(let stored?) = content {
      do {
        decoded = try decode(stored)
      } catch {
        cached.isUnreadable = true
        hub.noteUnreadableRead()
        hub.publish(.unreadable(cell.key, error))
      }
    }
    cached.decoded = decoded
    typed.cache.withLock { [cached] in if $0.revision < revision { $0 = cached } }
    return decoded
  }

  /// Notes whether a reader gets the default although there may be a value.
  private func noteRead(_ content: Cell.Content) {
    guard case .failed(let error) = content else {
      return cell.isReadMissed.store(false, ordering: .relaxed)
    }
    cell.isReadMissed.store(!error.isOfValue, ordering: .relaxed)
    hub.noteUnreadableRead()
  }

  /// True if the store holds something else than the cell knew; a transaction sees the store itself.
  private func hasChanged() -> Bool {
    guard hub.openTransaction == nil else { return false }
    if case .unread = cell.snapshot.content { return true }
    let revision = cell.revision.load(ordering: .acquiring)
    hub.refresh(cell, from: store)
    return cell.revision.load(ordering: .acquiring) != revision
  }

  private func relation(
    of value: Value, _ new: StoredValue?, to content: Cell.Content
  ) -> Relation {
    switch content {
    case .value(nil): return new == nil ? .same : .overNothing
    case .value(let old?): return relation(of: value, new, to: old)
    case .failed(let error): return error.isOfValue ? .overUnreadable : .unknown(error)
    case .unread:
      return .unknown(.refused(cell.key, reason: "the store was locked meanwhile"))
    }
  }

  private func relation(
    of value: Value, _ new: StoredValue?, to old: StoredValue
  ) -> Relation {
    if let new, new == old { return .same }
    let old = hub.converted(old, to: codec.kind)
    guard old.kind == codec.kind else { return .overOtherKind(old.kind) }
    guard let isEqual = codec.isEqual else {
      return isReadable(old) ? .overOther : .overUnreadable
    }
    guard let current = current(old) else { return .overUnreadable }
    return new != nil && isEqual(current.value, value) ? .same : .overOther
  }

  private func isReadable(_ stored: StoredValue) -> Bool {
    do {
      _ = try codec.value(stored, for: cell.key, known: hub.version(of: cell.key))
      return true
    } catch {
      return false
    }
  }

  /// The value of what is stored, which a wrapper has often decoded already; nil if it is none.
  private func current(_ stored: StoredValue) -> Decoded<Value>? {
    let cached = typed.cache.withLock { $0 }
    if hub.openTransaction == nil, cached.revision == cell.revision.load(ordering: .acquiring) {
      return cached.value(of: Value.self)
    }
    return try? decode(stored)
  }
}

/// A cell that can drop its decoded value.
protocol CellWithCache: AnyObject, Sendable {
  func discardCache(before revision: UInt64)
}

/// A cell with the values of a Swift type, which are decoded once per revision.
///
/// Programs are compiled apart from this room, so nothing here is specialised. What reading and
/// writing touch therefore has a layout that does not depend on the type, whose metadata would have
/// to be looked up each time: decoded values lie in a ``Decoded``.
final class TypedCell<Value>: CellWithCache {
  let cell: Cell
  fileprivate let codec: Codec<Value>
  fileprivate let cache = Mutex(Cached(revision: 0))

  init(_ cell: Cell, codec: Codec<Value>) {
    self.cell = cell
    self.codec = codec
  }

  /// Drops the decoded value; one that another thread is decoding is not retained either.
  func discardCache(before revision: UInt64) {
    cache.withLock { $0 = Cached(revision: revision - 1) }
  }
}

// Proof: constant; the value is handed out as a copy, the way that of a `@State` is.
/// A decoded value, shared by all who read it and never changed.
final class Decoded<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A `Decoded` value or none, and the revision of the cell that it was decoded from.
struct Cached: Sendable {
  var revision: UInt64
  var decoded: (any AnyObject & Sendable)?
  /// True if there is a value that is not a value of the type.
  var isUnreadable = false

  /// The value as that of a cell of the type.
  func value<Value>(of type: Value.Type) -> Decoded<Value>? {
    guard let decoded else { return nil }
    // Proof: a typed cell holds nothing but decoded values of its own type.
    return unsafeDowncast(decoded, to: Decoded<Value>.self)
  }
}
