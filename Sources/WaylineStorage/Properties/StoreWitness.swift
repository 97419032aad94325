/// Remembers the stores that a scene's wrappers use, also those that only one wrapper was given, so
/// that what any of them refuses is told, and what others change in it is seen.
///
/// It keeps no store alive.
@MainActor
package final class StoreWitness {
  private struct Known {
    weak var store: (any PersistentStore)?
  }

  private var known: [ObjectIdentifier: Known] = [:]

  /// Remembers nothing yet.
  package init() {}

  func note(_ store: any PersistentStore) {
    guard known[ObjectIdentifier(store)]?.store == nil else { return }
    known = known.filter { $0.value.store != nil }
    known[ObjectIdentifier(store)] = Known(store: store)
  }

  /// The stores that are still there, in the order of their names.
  private var stores: [any PersistentStore] {
    known.values.compactMap(\.store).sorted { $0.hub.name < $1.hub.name }
  }

  /// What the stores have had to say since the last call, each its own oldest first.
  package func takeEvents() -> [StoreEvent] {
    guard known.values.contains(where: { $0.store?.hub.hasEvents == true }) else { return [] }
    return stores.flatMap { $0.hub.takeEvents() }
  }

  /// Whether there is a store besides these two, which the scene itself looks after.
  package func hasStores(besides state: any PersistentStore, _ secrets: any PersistentStore) -> Bool
  {
    // NB: asked before each command: not with closures, which would look up their thread each time,
    // and without a copy of a weak reference.
    let own = (ObjectIdentifier(state), ObjectIdentifier(secrets))
    for id in known.keys where id != own.0 && id != own.1 {
      if known[id]?.store != nil { return true }
    }
    return false
  }

  /// Has the stores besides these two look for changes that others have made.
  package func checkForeignChanges(
    besides state: any PersistentStore, _ secrets: any PersistentStore
  ) {
    guard hasStores(besides: state, secrets) else { return }
    for store in stores where store !== state && store !== secrets { store.checkForeignChanges() }
  }
}
