import Synchronization

/// Something that can drop what it has decoded.
protocol ForgetfulCell: AnyObject, Sendable {
  func forget(before revision: UInt64)
}

/// A cell seen as a Swift type: decodes once per revision, encodes each write.
///
/// Programs are compiled apart from this room, so nothing here is specialised. What reading and
/// writing touch therefore has a layout that does not depend on the type, whose metadata would have
/// to be looked up each time: decoded values lie in a ``Decoded``.
package final class TypedCell<Value>: ForgetfulCell {
  /// The shared cell behind it.
  package let cell: Cell
  private let codec: Codec<Value>
  private let cache = Mutex(Cached(revision: 0, decoded: nil))

  init(_ cell: Cell, codec: Codec<Value>) {
    self.cell = cell
    self.codec = codec
  }

  /// Drops the decoded value; one that another thread is decoding is not retained either.
  func forget(before revision: UInt64) {
    cache.withLock { $0 = Cached(revision: revision - 1, decoded: nil) }
  }
}

extension TypedCell {
  /// The value in `store`, or nil if there is none that can be shown.
  func value(in store: any PersistentStore, _ hub: StoreHub) -> Decoded<Value>? {
    cell.values.didRead()
    if let session = hub.session { return inside(session) }
    let revision = cell.revision.load(ordering: .acquiring)
    let cached = cache.withLock { $0 }
    if cached.revision == revision { return cached.value(of: Value.self) }
    return decoded(in: store, hub)
  }

  /// Writes a value, or reports why it was refused and leaves the old one everywhere.
  package func write(_ value: Value, in store: any PersistentStore) {
    do {
      try set(value, in: store)
    } catch {
      store.hub.refuse(cell, error)
    }
  }

  /// Writes a value.
  ///
  /// A value equal to the stored one is not written; whether it is still stored is asked again, since
  /// another process may have changed it. One that is stored in the same kind and cannot be read is
  /// moved to the quarantine first.
  package func set(_ value: Value, in store: any PersistentStore) throws(StoreError) {
    let hub = store.hub
    try cell.admit(codec.type, after: hub.session?.changes[cell.key])
    let new = try codec.stored(value, for: cell.key, version: hub.version(of: cell.key))
    var relation = relation(of: value, new, to: hub.content(of: cell, in: store), hub)
    if relation == .same, hasChanged(in: store, hub) {
      relation = self.relation(of: value, new, to: hub.content(of: cell, in: store), hub)
    }
    if relation == .same { return }
    try hub.write(
      Change(
        key: cell.key, value: new, owner: new == nil ? nil : codec.type,
        isReplacing: relation == .overUnreadable),
      to: cell, in: store)
  }
}

/// What a new value is to the one that it would replace.
private enum Relation {
  /// The store holds it already.
  case same
  /// The old one can be read, or is of another kind, or there is none.
  case other
  /// The old one is of the same kind and cannot be read.
  case overUnreadable
}

extension TypedCell {
  private func inside(_ session: Session) -> Decoded<Value>? {
    guard let stored = try? session.value(for: cell.key) else { return nil }
    return try? decode(stored, session.hub)
  }

  private func decode(
    _ stored: StoredValue, _ hub: StoreHub
  ) throws(StoreError) -> Decoded<Value> {
    Decoded(try codec.value(stored, for: cell.key, known: hub.version(of: cell.key)))
  }

  private func decoded(in store: any PersistentStore, _ hub: StoreHub) -> Decoded<Value>? {
    let (content, revision) = hub.snapshot(of: cell, in: store)
    // Discarded while it was read: nothing is known, and the next read asks again.
    if case .unread = content { return nil }
    var decoded: Decoded<Value>?
    if case .value(let stored?) = content {
      do {
        decoded = try decode(stored, hub)
      } catch {
        hub.publish(.unreadable(cell.key, error))
      }
    }
    let cached = Cached(revision: revision, decoded: decoded)
    cache.withLock { if $0.revision < revision { $0 = cached } }
    return decoded
  }

  /// Whether the store holds something else than the cell knew; a transaction sees the store itself.
  private func hasChanged(in store: any PersistentStore, _ hub: StoreHub) -> Bool {
    guard hub.session == nil else { return false }
    let revision = cell.revision.load(ordering: .acquiring)
    hub.refresh(cell, from: store)
    return cell.revision.load(ordering: .acquiring) != revision
  }

  private func relation(
    of value: Value, _ new: StoredValue?, to content: Cell.Content, _ hub: StoreHub
  ) -> Relation {
    switch content {
    case .value(nil): return new == nil ? .same : .other
    case .value(let old?): return relation(of: value, new, to: old, hub)
    case .failed(.damaged), .failed(.recordTampered): return .overUnreadable
    case .failed, .unread: return .other
    }
  }

  private func relation(
    of value: Value, _ new: StoredValue?, to old: StoredValue, _ hub: StoreHub
  ) -> Relation {
    if let new, new == old { return .same }
    guard old.kind == codec.kind else { return .other }
    guard let isEqual = codec.isEqual else {
      return isReadable(old, hub) ? .other : .overUnreadable
    }
    guard let current = current(old, hub) else { return .overUnreadable }
    return new != nil && isEqual(current.value, value) ? .same : .other
  }

  private func isReadable(_ stored: StoredValue, _ hub: StoreHub) -> Bool {
    do {
      _ = try codec.value(stored, for: cell.key, known: hub.version(of: cell.key))
      return true
    } catch {
      return false
    }
  }

  /// The value of what is stored, which a wrapper has often decoded already; nil if it is none.
  private func current(_ stored: StoredValue, _ hub: StoreHub) -> Decoded<Value>? {
    let cached = cache.withLock { $0 }
    if hub.session == nil, cached.revision == cell.revision.load(ordering: .acquiring) {
      return cached.value(of: Value.self)
    }
    return try? decode(stored, hub)
  }
}
