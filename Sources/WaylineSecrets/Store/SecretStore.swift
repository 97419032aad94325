import Synchronization
import WaylineGraph
import WaylineSQLite
import WaylineStorage

/// Secrets in an encrypted store: the default provider of `@KeychainStorage`.
///
/// ```swift
/// let secrets = SecretStore(folder: "/home/ada/share", keyFolder: "/home/ada/state/keys")
/// @KeychainStorage(provider: secrets, key: "login") var login: Member?
/// ```
///
/// Each value is sealed with AES-256-GCM and bound to its key, so it opens nowhere else. The key
/// that seals them is itself sealed, by a key file that is made with the first secret, or by a
/// passphrase. Nothing is opened, and no key derived, before a secret is first read or written.
///
/// While the store is locked, reads return nothing and are noted (``takeLockedReads()``), and writes
/// are refused. Names of secrets can still be listed. <doc:Security> says what is protected from
/// whom, and what is not.
public final class SecretStore: PersistentStore {
  /// The live values, the observers and the events of the store.
  public let hub: StoreHub
  /// The place of the sealed values, in words for a user.
  package let place: String
  let base: any PersistentStore
  let keys: VaultKeys
  private let lockedReads = Atomic<Bool>(false)
  /// The number of refreshes of the store below at the last look.
  private let seenRefreshes = Atomic<UInt64>(0)
  /// Passes the events of the store below on.
  private let eventsOfBase: ObservationToken

  /// Creates a store that seals values and stores them in `base`.
  ///
  /// - Parameters:
  ///   - base: stores the sealed values; used by nothing else.
  ///   - place: the path of the file, or another name of the place; the name of `base` by default.
  ///   - keys: stores the key of the key-file slot.
  ///   - scrypt: the cost of new passphrases.
  package init(
    base: any PersistentStore, place: String? = nil, keys: any KeyStorage,
    scrypt: Scrypt = .standard
  ) {
    let hub = StoreHub(name: base.hub.name)
    (self.hub, self.base, self.place) = (hub, base, place ?? base.hub.name)
    self.keys = VaultKeys(keys, scrypt: scrypt)
    eventsOfBase = base.observeEvents { hub.publish($0) }
  }

  private convenience init(file: PrivateFile, keys: any KeyStorage, scrypt: Scrypt = .standard) {
    self.init(
      base: SQLiteStore(file, name: "secrets", layout: .secrets), place: file.path, keys: keys,
      scrypt: scrypt)
  }

  /// Names the file `secrets.sqlite3` in one folder, and the folder of its key file.
  ///
  /// Keep the folders apart, so that a copy of the secrets is not a copy of the key. They are made,
  /// private to this user: the folder of the secrets when they are first used, the other with its key.
  package convenience init(
    in folder: PrivateFolder, keys: PrivateFolder, scrypt: Scrypt = .standard
  ) {
    self.init(file: folder.file(Self.fileName), keys: KeyFolder(keys), scrypt: scrypt)
  }

  /// Names the file `secrets.sqlite3` in `folder`, and the folder of its key file.
  ///
  /// Keep the folders apart, so that a copy of the secrets is not a copy of the key. They are made,
  /// private to this user: the folder of the secrets when they are first used, the other with its key.
  public convenience init(folder: String, keyFolder: String) {
    self.init(in: PrivateFolder(folder), keys: PrivateFolder(keyFolder))
  }

  /// Names the file `secrets.sqlite3` in `folder`, and a key file of the user's choice.
  ///
  /// The key file is made with the first secret if it does not exist, and is never deleted. Its
  /// folder must exist; the folder of the secrets is made.
  public convenience init(folder: String, keyFile: String) {
    self.init(in: PrivateFolder(folder), key: .file(keyFile))
  }

  /// Names the file `secrets.sqlite3` in one folder, and a key of the user's choice.
  package convenience init(in folder: PrivateFolder, key: ChosenKey) {
    self.init(file: folder.file(Self.fileName), keys: key.storage)
  }

  private static let fileName = "secrets.sqlite3"

  /// Seals values in a store of another kind, and names the folder of the key file.
  ///
  /// Each host that shares the store needs a copy of the key file, or the passphrase.
  /// - Parameters:
  ///   - store: stores the sealed values; used by nothing else. Its `upkeep` overwrites what was deleted.
  ///   - keyFolder: made, private to this user, with the first secret.
  public convenience init(over store: any PersistentStore, keyFolder: String) {
    self.init(base: store, keys: KeyFolder(PrivateFolder(keyFolder)))
  }

  /// Seals values in a store of another kind, with a key file in a folder that is created by its own rule.
  package convenience init(over store: any PersistentStore, keys: PrivateFolder) {
    self.init(base: store, keys: KeyFolder(keys))
  }

  /// Seals values in a store of another kind, and names a key file of the user's choice.
  ///
  /// - Parameters:
  ///   - store: stores the sealed values; used by nothing else. Its `upkeep` overwrites what was deleted.
  ///   - keyFile: made with the first secret if it does not exist, and never deleted. Its folder must exist.
  public convenience init(over store: any PersistentStore, keyFile: String) {
    self.init(over: store, key: .file(keyFile))
  }

  /// Seals values in a store of another kind, and names a command that prints the key.
  ///
  /// - Parameters:
  ///   - store: stores the sealed values; used by nothing else. Its `upkeep` overwrites what was deleted.
  ///   - keyCommand: run by the shell when the key is first needed. It prints 32 bytes, or 64 hexadecimal digits.
  public convenience init(over store: any PersistentStore, keyCommand: String) {
    self.init(over: store, key: .command(keyCommand))
  }

  /// Seals values in a store of another kind, with a key of the user's choice.
  package convenience init(over store: any PersistentStore, key: ChosenKey) {
    self.init(base: store, keys: key.storage)
  }

  /// Creates a store that ends with the process, for `--store :memory:` and for tests.
  ///
  /// It behaves as one in a file does; `lock` and `unlock` need no passphrase.
  public static func inMemory() -> SecretStore {
    SecretStore(base: MemoryStore(name: "secrets"), place: "memory", keys: KeysInMemory())
  }
}

extension SecretStore {
  /// Opens one secret; nil if nothing is stored.
  public func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    do {
      return try secret(at: key)
    } catch {
      throw StoreError(noting(error), at: key, of: hub.name)
    }
  }

  /// Lists the names of secrets, also while the store is locked.
  public func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try base.storedKeys(in: namespace).filter { $0 != .vaultHeader }
  }

  /// Runs `body` alone, and stores all of its changes or none.
  public func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    let period = keys.period
    var minted: OpenVault?
    try withPreparedTransaction { transaction in
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
    if let minted { keys.keep(minted, since: period) }
  }

  /// Runs `body` on the secrets at one point in time; other processes may write meanwhile.
  public func withReadTransaction(
    _ body: (any StoreTransaction) throws(StoreError) -> Void
  ) throws(StoreError) {
    try base.withReadTransaction { transaction throws(StoreError) in
      try body(SealedTransaction(transaction, of: self))
    }
  }

  /// Runs `body` on the sealed values, in a transaction that never stretches a passphrase.
  ///
  /// scrypt takes some tenths of a second, in which other processes would wait for the file: a
  /// passphrase that may be needed is stretched before. If another process changes the header in
  /// between, the transaction ends before `body` runs, and is prepared again.
  func withPreparedTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    for _ in 0..<SecretStore.attempts {
      if keys.needPreparation {
        try preparing { () throws(SecretError) in try keys.prepare(for: base.vaultHeader()) }
      }
      var isPrepared = true
      try base.withTransaction { transaction in
        if keys.needPreparation {
          isPrepared = try preparing { () throws(SecretError) in
            try keys.isPrepared(for: transaction.header())
          }
        }
        if isPrepared { try body(transaction) }
      }
      if isPrepared { return }
    }
    throw StoreError.busy(store: hub.name, milliseconds: 0)
  }

  /// Throws an error of the keys as one that every caller of a transaction expects.
  private func preparing<Result>(
    _ body: () throws(SecretError) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch {
      throw StoreError(noting(error), at: .vaultHeader, of: hub.name)
    }
  }

  /// The secret of `key`, or nil.
  ///
  /// A record that does not open is read again: between reading it and reading the header, another
  /// process may have rotated the data key, or replaced the key file by a passphrase.
  private func secret(at key: StoreKey) throws(SecretError) -> StoredValue? {
    var tried: (row: StoredValue, header: StoredValue?)?
    for _ in 0..<SecretStore.attempts {
      guard let row = try base.sealedRow(key) else { return nil }
      var header: StoredValue?
      do throws(SecretError) {
        return try open(row, at: key) { () throws(SecretError) in
          header = try base.sealedRow(.vaultHeader)
          return header
        }
      } catch {
        switch error {
        case .recordTampered, .keyFileMissing, .headerTampered: break
        default: throw error
        }
        if let tried, tried == (row, header) { throw error }
        tried = (row, header)
      }
    }
    throw .recordTampered(key: key.name)
  }

  /// The number of attempts to read what other processes change again and again.
  private static let attempts = 8

  /// The secret in `row`; `header` is called only if the keys in memory do not fit.
  func open(
    _ row: StoredValue, at key: StoreKey, header: () throws(SecretError) -> StoredValue?
  ) throws(SecretError) -> StoredValue {
    let record = Array(row.bytes)
    if let vault = keys.vault, vault.key.identifier == SealedRecord.dataKey(of: record) {
      return try vault.key.open(record, of: row, at: key)
    }
    guard let stored = try header() else { throw .headerTampered }
    return try vault(behind: stored).key.open(record, of: row, at: key)
  }

  /// The keys for the header in `row`; no user is asked.
  func vault(
    behind row: StoredValue, canStretch: Bool = true
  ) throws(SecretError) -> OpenVault {
    if let vault = keys.vault, vault.header.bytes.elementsEqual(row.bytes) { return vault }
    return try keys.vault(for: VaultHeader(Array(row.bytes)), canStretch: canStretch)
  }
}

extension SecretStore {
  /// Hides the memory of the process from core dumps and debuggers, from the first open key on.
  ///
  /// For programs that own their process. On Linux, swapping is a matter of the secure heap alone.
  package func hideProcess() { keys.hideProcess() }

  /// Returns whether a secret was read while the store was locked, since the last call.
  ///
  /// A program calls this after each frame, asks the user to unlock the store, and runs the readers
  /// again.
  public func takeLockedReads() -> Bool {
    lockedReads.exchange(false, ordering: .relaxed)
  }

  /// Notes a read that failed, and whether that is because the store is locked.
  func noting(_ error: SecretError) -> SecretError {
    if error == .locked { lockedReads.store(true, ordering: .relaxed) }
    hub.noteUnreadableRead()
    return error
  }

  /// The sign of the store below.
  public var notice: StoreNotice? {
    base.notice.map { notice in
      StoreNotice(
        descriptor: notice.descriptor, look: { [self] in checkForeignChanges(notice.look) })
    }
  }

  /// Updates the live values if another process has written.
  ///
  /// Values that are locked are read again without being noted as read.
  public func checkForeignChanges() {
    checkForeignChanges { base.checkForeignChanges() }
  }

  /// Has the store below look for changes; one that finds any refreshes its hub.
  private func checkForeignChanges(_ lookBelow: () -> Void) {
    guard !hub.isInTransaction else { return }
    lookBelow()
    let refreshes = base.hub.refreshes
    let hasChanges =
      seenRefreshes.exchange(refreshes, ordering: .acquiringAndReleasing) != refreshes
    guard hasChanges || (hub.hasUnreadValues && !keys.isLocked) else { return }
    let wasNoted = takeLockedReads()
    let changed = hub.refresh(from: self)
    lockedReads.store(wasNoted, ordering: .relaxed)
    if !changed.isEmpty { hub.publish(.changedElsewhere(changed)) }
  }
}

extension SecretStore: CustomStringConvertible, CustomReflectable {
  /// The place of the secrets, and none of them.
  public var description: String { "secrets in \(place)" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}

extension DatabaseLayout {
  /// The layout of the file of secrets: the table of values, in which every value is sealed. Commits survive a
  /// power cut, and what is deleted is overwritten.
  static let secrets = DatabaseLayout(
    // "WayK" in ASCII.
    applicationID: 0x5761_794B, isDurable: true, erasesDeleted: true)
}
