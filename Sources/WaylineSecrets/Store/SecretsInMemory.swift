import WaylineStorage

/// Sealed values that end with the process.
package struct SecretsInMemory: SecretBacking {
  private let values: MemoryStore

  /// Keeps sealed values in `values`, which nothing else uses.
  package init(_ values: MemoryStore = MemoryStore(name: "secrets")) {
    self.values = values
  }

  /// What messages call the store.
  package var name: String { values.hub.name }

  /// Where it is, in words for a person.
  package var place: String { "memory" }

  /// None: no other process can write.
  package var changeDescriptor: Int32? { nil }

  /// Reads one value; nil if nothing is stored.
  package func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try values.storedValue(for: key)
  }

  /// Lists the keys of one namespace, or all with nil, in ascending order.
  package func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try values.storedKeys(in: namespace)
  }

  /// Runs `body` alone, and keeps all that it changes or nothing.
  package func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    try values.withTransaction(body)
  }

  /// No: no other process can write.
  package func hasForeignChanges() -> Bool { false }

  /// Nothing: memory that was freed is out of reach.
  package func forgetDeleted() throws(StoreError) {}

  /// Nothing is ever found.
  package func observeFindings(_ observer: @escaping @Sendable (SecretFinding) -> Void) {}
}
