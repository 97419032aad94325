import WaylineStorage

/// Sealed values that end with the process.
package struct SecretsInMemory: SecretBacking {
  private let values: MemoryStore

  /// Keeps sealed values in `values`, which nothing else uses.
  package init(_ values: MemoryStore = MemoryStore(name: "secrets")) {
    self.values = values
  }

  package var name: String { values.hub.name }
  package var place: String { "memory" }
  package var changeDescriptor: Int32? { nil }

  package func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try values.storedValue(for: key)
  }

  package func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try values.storedKeys(in: namespace)
  }

  package func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    try values.withTransaction(body)
  }

  package func hasForeignChanges() -> Bool { false }
  package func forgetDeleted() throws(StoreError) {}
  package func observeFindings(_ observer: @escaping @Sendable (SecretFinding) -> Void) {}
}
