/// A key of a store, seen as a Swift type: what a linked wrapper holds on to.
package struct StoredLocation<Value>: Sendable {
  /// The store that holds the value; kept alive by whoever uses its values.
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

  /// The value, or nil if there is none that can be shown.
  package var value: Value? {
    typed.value(in: store, hub)?.value
  }

  /// The value, or `fallback` if there is none that can be shown.
  ///
  /// Says the same as ``value``, without the detour over an optional whose layout is not known here.
  func value(or fallback: @autoclosure () -> Value) -> Value {
    guard let decoded = typed.value(in: store, hub) else { return fallback() }
    return decoded.value
  }

  /// Asks the store again, which others may have written to.
  package func refresh() {
    hub.refresh(typed.cell, from: store)
  }

  /// Why the last write was refused; nil if it was not.
  package var error: StoreError? {
    typed.cell.error
  }

  /// The key that it is the live value of.
  package var key: StoreKey {
    typed.cell.key
  }

  /// Writes a value, or reports why it was refused and keeps the old one.
  package func write(_ value: Value) {
    typed.write(value, in: store)
  }

  /// Writes a value; throws if it was refused.
  package func set(_ value: Value) throws(StoreError) {
    try typed.set(value, in: store)
  }
}
