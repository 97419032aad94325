/// Stores by what they belong to, each as long as something else retains it.
package struct KnownStores<Key: Hashable, Store: AnyObject> {
  private struct Entry {
    weak var store: Store?
  }

  private var entries: [Key: Entry] = [:]
  /// The number of entries at which those without a store are removed, so that adding one costs O(1) in the
  /// long run.
  private var limit = 16

  /// Creates an empty list.
  package init() {}

  /// The number of entries, those without a store included.
  var count: Int { entries.count }

  /// The stores.
  package var all: [Store] { entries.values.compactMap(\.store) }

  /// The store of a key; nil if there is none any more.
  package subscript(_ key: Key) -> Store? { entries[key]?.store }

  /// Adds the store of a key.
  package mutating func add(_ store: Store, for key: Key) {
    entries[key] = Entry(store: store)
    guard entries.count > limit else { return }
    entries = entries.filter { $0.value.store != nil }
    limit = max(16, 2 * entries.count)
  }
}
