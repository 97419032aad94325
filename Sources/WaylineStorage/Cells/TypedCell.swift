import Synchronization

/// Something that can drop what it has decoded.
protocol ForgetfulCell: AnyObject, Sendable {
  func forget()
}

/// A cell seen as a Swift type: decodes once per revision, encodes each write.
package final class TypedCell<Value>: ForgetfulCell {
  /// The shared cell behind it.
  package let cell: Cell
  private let codec: Codec<Value>
  private let cache = Mutex(Cached<Value>(revision: 0, value: nil))

  init(_ cell: Cell, codec: Codec<Value>) {
    self.cell = cell
    self.codec = codec
  }

  func forget() {
    cache.withLock { $0 = Cached(revision: 0, value: nil) }
  }
}

/// A decoded value, and the revision of the cell that it was decoded from.
///
/// Sendable because it never leaves its lock but as a copy, the way a `@State` value does.
private struct Cached<Value>: @unchecked Sendable {
  var revision: UInt64
  var value: Value?
}

extension TypedCell {
  /// The value in `store`, or nil if there is none that can be shown.
  package func value(in store: any PersistentStore, _ hub: StoreHub) -> Value? {
    cell.values.didRead()
    if let session = hub.session { return inside(session) }
    let revision = cell.revision.load(ordering: .acquiring)
    let cached = cache.withLock { $0 }
    return cached.revision == revision ? cached.value : decoded(in: store, hub)
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
  /// A value equal to the stored one is not written. One that is stored in the same kind and cannot
  /// be read is moved to the quarantine first.
  package func set(_ value: Value, in store: any PersistentStore) throws(StoreError) {
    try cell.admit(codec.type)
    let hub = store.hub
    let encoded = try codec.stored(value, for: cell.key, version: hub.version(of: cell.key))
    let content = hub.content(of: cell, in: store)
    if case .value(let old) = content, isSame(old, encoded, value, hub) { return }
    try hub.write(
      Change(
        key: cell.key, value: encoded, owner: encoded == nil ? nil : codec.type,
        isReplacing: isUnreadable(content, hub)),
      in: store)
  }
}

extension TypedCell {
  private func inside(_ session: Session) -> Value? {
    guard let stored = try? session.value(for: cell.key) else { return nil }
    return try? codec.value(stored, for: cell.key, known: session.hub.version(of: cell.key))
  }

  private func decoded(in store: any PersistentStore, _ hub: StoreHub) -> Value? {
    let (content, revision) = hub.snapshot(of: cell, in: store)
    var value: Value?
    if case .value(let stored?) = content {
      do {
        value = try codec.value(stored, for: cell.key, known: hub.version(of: cell.key))
      } catch {
        hub.publish(.unreadable(cell.key, error))
      }
    }
    let cached = Cached(revision: revision, value: value)
    cache.withLock { if $0.revision < revision { $0 = cached } }
    return value
  }

  private func isSame(
    _ old: StoredValue?, _ new: StoredValue?, _ value: Value, _ hub: StoreHub
  ) -> Bool {
    if old == new { return true }
    guard let old, new != nil, let isEqual = codec.isEqual,
      let current = try? codec.value(old, for: cell.key, known: hub.version(of: cell.key))
    else { return false }
    return isEqual(current, value)
  }

  private func isUnreadable(_ content: Cell.Content, _ hub: StoreHub) -> Bool {
    switch content {
    case .value(let stored?):
      guard stored.kind == codec.kind else { return false }
      do {
        _ = try codec.value(stored, for: cell.key, known: hub.version(of: cell.key))
        return false
      } catch {
        return true
      }
    case .failed(.damaged), .failed(.recordTampered): return true
    default: return false
    }
  }
}
