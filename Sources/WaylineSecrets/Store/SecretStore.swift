import Synchronization
import WaylineStorage

/// Secrets in an encrypted store: what `@KeychainStorage` uses unless it is told otherwise.
///
/// ```swift
/// let secrets = SecretStore(folder: "/home/ada/share", keyFolder: "/home/ada/state/keys")
/// @KeychainStorage(provider: secrets, key: "login") var login: Login?
/// ```
///
/// Each value is sealed with AES-256-GCM and bound to its key, so it opens nowhere else. The key
/// that seals them is itself sealed, by a key file that is made with the first secret, or by a
/// passphrase. Nothing is opened, and no key derived, before a secret is first read or written.
///
/// While the store is locked, reads give nothing and are noted (``takeLockedReads()``), and writes
/// are refused. Names of secrets can be listed all the same. <doc:File-Format> says what all this
/// protects, and what not.
public final class SecretStore: PersistentStore {
  public let hub: StoreHub
  let base: any SecretBacking
  let keys: any KeyCabinet
  let scrypt: Scrypt
  private let state = Mutex<VaultState>(.closed)
  private let lockedReads = Atomic<Bool>(false)

  /// A store that seals what it keeps in `base`.
  ///
  /// - Parameters:
  ///   - base: keeps the sealed values; used by nothing else.
  ///   - keys: keeps the key of the key-file slot.
  ///   - scrypt: the cost of new passphrases.
  package init(base: any SecretBacking, keys: any KeyCabinet, scrypt: Scrypt = .standard) {
    hub = StoreHub(name: base.name)
    self.base = base
    self.keys = keys
    self.scrypt = scrypt
    base.observeFindings { [hub] finding in
      switch finding {
      case .event(let event): hub.publish(event)
      case .replaced: hub.markUnread()
      }
    }
  }
}

extension SecretStore {
  public func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    do {
      return try secret(at: key)
    } catch {
      throw StoreError(noting(error), at: key, of: hub.name)
    }
  }

  public func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try base.storedKeys(in: namespace).filter { $0 != .vaultHeader }
  }

  public func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    var minted: OpenVault?
    try base.withTransaction { transaction in
      let transaction = SealedTransaction(transaction, of: self)
      do {
        try body(transaction)
      } catch {
        transaction.undo()
        throw error
      }
      minted = transaction.minted
    }
    // A commit that fails may yet come back after a crash, so its key file stays.
    if let minted { keep(minted) }
  }

  /// Looks whether another process has written, and brings the live values up to date.
  ///
  /// Values that are locked are asked for again without being noted as read.
  public func checkForeignChanges() {
    guard !hub.isInTransaction else { return }
    let hasChanges = base.hasForeignChanges()
    guard hasChanges || (hub.hasUnreadValues && !isLocked) else { return }
    let wasRead = takeLockedReads()
    let keys = hub.refresh(from: self)
    lockedReads.store(wasRead, ordering: .relaxed)
    if !keys.isEmpty { hub.publish(.changedElsewhere(keys)) }
  }
}

extension SecretStore {
  /// A descriptor that becomes readable when a file of the store's folder changes; nil until the
  /// store is open. A main loop polls it, and then calls ``folderDidChange()``.
  package var changeDescriptor: Int32? { base.changeDescriptor }

  /// Empties the descriptor, and brings the live values up to date if another process has written.
  ///
  /// The notice can come shortly before the commit can be read: call ``checkForeignChanges()`` again
  /// 2 and 20 ms later.
  package func folderDidChange() {
    checkForeignChanges()
  }
}

extension SecretStore {
  /// Whether a secret was asked for while the store was locked, since the last call.
  ///
  /// A program asks after each frame, has the person unlock the store, and the readers run again.
  public func takeLockedReads() -> Bool {
    lockedReads.exchange(false, ordering: .relaxed)
  }

  /// Notes a read that failed because the store is locked.
  func noting(_ error: SecretError) -> SecretError {
    if error == .locked { lockedReads.store(true, ordering: .relaxed) }
    return error
  }

  /// Whether the keys were forgotten on purpose.
  var isLocked: Bool { state.withLock(\.isLocked) }

  /// Whether the keys behind `header` are out of reach without asking a person.
  func isLocked(behind header: VaultHeader?) -> Bool {
    let known = state.withLock { $0 }
    guard let header, known.vault?.header != header else { return known.isLocked }
    return known.isLocked || !header.slots.contains { $0.source == .keyFile }
  }

  /// Puts the state of the keys in place of what it was.
  func become(_ new: VaultState) {
    state.withLock { $0 = new }
  }

  /// Keeps the keys for the next time, unless the store was locked meanwhile.
  func keep(_ vault: OpenVault, evenIfLocked: Bool = false) {
    state.withLock { state in
      if evenIfLocked || !state.isLocked { state = .open(vault) }
    }
  }

  /// The keys for the header in `row`; nothing is asked of a person.
  func vault(behind row: StoredValue) throws(SecretError) -> OpenVault {
    if let vault = state.withLock(\.vault), vault.header.bytes.elementsEqual(row.bytes) {
      return vault
    }
    return try vault(behind: VaultHeader(Array(row.bytes)))
  }

  /// The keys for a header that was just read, kept for the next time.
  func vault(behind header: VaultHeader) throws(SecretError) -> OpenVault {
    let vault = try state.withLock { $0 }.vault(behind: header, keys: keys)
    keep(vault)
    return vault
  }

  /// The secret under `key`, or nil.
  ///
  /// A record that does not open is looked at again: between reading it and reading the header it
  /// may have been sealed anew with another data key.
  private func secret(at key: StoreKey) throws(SecretError) -> StoredValue? {
    var tried: StoredValue?
    for _ in 0..<SecretStore.attempts {
      guard let row = try base.row(key) else { return nil }
      if row == tried { break }
      do throws(SecretError) {
        return try open(row, at: key) { () throws(SecretError) in try base.row(.vaultHeader) }
      } catch {
        guard case .recordTampered = error else { throw error }
        tried = row
      }
    }
    throw .recordTampered(key: key.name)
  }

  /// How often a record is read that is sealed anew again and again.
  private static let attempts = 8

  /// The secret in `row`; `header` is asked for only when the keys in memory do not fit.
  func open(
    _ row: StoredValue, at key: StoreKey, header: () throws(SecretError) -> StoredValue?
  ) throws(SecretError) -> StoredValue {
    let record = Array(row.bytes)
    if let vault = state.withLock(\.vault),
      vault.key.identifier == SealedRecord.dataKey(of: record)
    {
      return try vault.key.open(record, of: row, at: key)
    }
    guard let stored = try header() else { throw .headerTampered }
    return try vault(behind: stored).key.open(record, of: row, at: key)
  }
}
