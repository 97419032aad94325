import WaylineStorage

/// A store of sealed values and the header, to which secrets are never shown.
package protocol SecretBacking: Sendable {
  /// The name of the store in messages.
  var name: String { get }
  /// The place of the store, in words for a user.
  var place: String { get }
  /// A descriptor that becomes readable when another process may have written, if there is one.
  var changeDescriptor: Int32? { get }

  /// Reads one sealed value, or the header.
  func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue?
  /// Lists the keys of one namespace, or all with nil, in ascending order.
  func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey]
  /// Runs `body` alone, and stores all of its changes or none.
  func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws
  /// Runs `body` on the sealed values at one point in time.
  func withReadTransaction(
    _ body: (any StoreTransaction) throws(StoreError) -> Void
  ) throws(StoreError)
  /// Returns whether another process has written since the last call.
  func hasForeignChanges() -> Bool
  /// Overwrites what was replaced or deleted, as far as the file system lets it.
  func overwriteDeleted() throws(StoreError)
  /// The number of damaged files that recoveries have put aside.
  var damagedFiles: Int { get }
  /// Deletes the damaged files that recoveries have put aside, with the sealed values in them.
  func eraseDamagedFiles() throws(StoreError)
  /// Reports findings about the file while it is used.
  func observeFindings(_ observer: @escaping @Sendable (SecretFinding) -> Void)
}

extension SecretBacking {
  /// None: values that are not in a file are not recovered.
  package var damagedFiles: Int { 0 }

  /// Does nothing: there are no damaged files.
  package func eraseDamagedFiles() throws(StoreError) {}
}

/// A finding about the sealed values, made while they were used.
package enum SecretFinding: Sendable {
  /// An event to report to the user.
  case event(StoreEvent)
  /// Another file took the place of the one in use.
  case replaced
}

/// Sealed values that end with the process.
package struct SecretsInMemory: SecretBacking {
  private let values: MemoryStore

  /// Stores sealed values in `values`, which nothing else uses.
  package init(_ values: MemoryStore = MemoryStore(name: "secrets")) {
    self.values = values
  }

  /// The name of the store in messages.
  package var name: String { values.hub.name }

  /// The word `memory`.
  package var place: String { "memory" }

  /// Always nil: no other process can write.
  package var changeDescriptor: Int32? { nil }

  /// Reads one value; nil if nothing is stored.
  package func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try values.storedValue(for: key)
  }

  /// Lists the keys of one namespace, or all with nil, in ascending order.
  package func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try values.storedKeys(in: namespace)
  }

  /// Runs `body` alone, and stores all of its changes or none.
  package func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    try values.withTransaction(body)
  }

  /// Runs `body` on a copy of the values.
  package func withReadTransaction(
    _ body: (any StoreTransaction) throws(StoreError) -> Void
  ) throws(StoreError) {
    try values.withReadTransaction(body)
  }

  /// Always false: no other process can write.
  package func hasForeignChanges() -> Bool { false }

  /// Does nothing: memory that was freed is out of reach.
  package func overwriteDeleted() throws(StoreError) {}

  /// Does nothing: there are no findings.
  package func observeFindings(_ observer: @escaping @Sendable (SecretFinding) -> Void) {}
}
