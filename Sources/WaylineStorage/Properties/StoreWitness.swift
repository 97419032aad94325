/// Remembers the stores that a scene's wrappers use, so that what any of them refuses can be told.
///
/// It keeps no store alive.
@MainActor
package final class StoreWitness {
  private struct Known {
    weak var hub: StoreHub?
  }

  private var known: [ObjectIdentifier: Known] = [:]

  /// Remembers nothing yet.
  package init() {}

  func note(_ hub: StoreHub) {
    guard known[ObjectIdentifier(hub)]?.hub == nil else { return }
    known = known.filter { $0.value.hub != nil }
    known[ObjectIdentifier(hub)] = Known(hub: hub)
  }

  /// What the stores have had to say since the last call, each its own oldest first.
  package func takeEvents() -> [StoreEvent] {
    guard known.values.contains(where: { $0.hub?.hasEvents == true }) else { return [] }
    return known.values.compactMap(\.hub).sorted { $0.name < $1.name }.flatMap { $0.takeEvents() }
  }
}
