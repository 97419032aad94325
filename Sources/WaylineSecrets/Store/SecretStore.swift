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
  private let supplied = Mutex<Passphrase?>(nil)

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
  /// Whether a secret was asked for while the store was locked, since the last call.
  ///
  /// A program asks after each frame, has the person unlock the store, and the readers run again.
  public func takeLockedReads() -> Bool {
    lockedReads.exchange(false, ordering: .relaxed)
  }

  /// Gives a passphrase in advance, or takes it back with nil; it is tried when a secret is needed.
  ///
  /// A store that holds nothing yet is made with it, and not with a key file.
  /// For programs that nobody can be asked at. The first secret then takes some tenths of a second,
  /// on the thread that reads it.
  public func supply(_ passphrase: Passphrase?) {
    supplied.withLock { $0 = passphrase }
  }

  /// The passphrase that was given in advance.
  package var suppliedPassphrase: Passphrase? { supplied.withLock { $0 } }

  /// Notes a read that failed because the store is locked.
  func noting(_ error: SecretError) -> SecretError {
    if error == .locked { lockedReads.store(true, ordering: .relaxed) }
    return error
  }

  /// Has `body` read secrets without noting those that are locked.
  func withoutNoting<Result>(_ body: () -> Result) -> Result {
    let wasNoted = takeLockedReads()
    defer { lockedReads.store(wasNoted, ordering: .relaxed) }
    return body()
  }

  /// Whether the keys were forgotten on purpose.
  var isLocked: Bool { state.withLock(\.isLocked) }

  /// Whether the keys behind `header` are out of reach without asking a person.
  func isLocked(behind header: VaultHeader?) -> Bool {
    let known = state.withLock { $0 }
    guard let header, known.vault?.header != header else { return known.isLocked }
    if !known.isLocked, suppliedPassphrase != nil { return false }
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
    let vault = try vaultWithoutAsking(header)
    keep(vault)
    return vault
  }

  private func vaultWithoutAsking(_ header: VaultHeader) throws(SecretError) -> OpenVault {
    let known = state.withLock { $0 }
    do throws(SecretError) {
      return try known.vault(behind: header, keys: keys)
    } catch {
      guard error == .locked, !known.isLocked, let passphrase = suppliedPassphrase else {
        throw error
      }
      // A wrong passphrase is tried once: each try takes some tenths of a second.
      supply(nil)
      let vault = try header.opened(with: passphrase)
      supply(passphrase)
      return vault
    }
  }

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
