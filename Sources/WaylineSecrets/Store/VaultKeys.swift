import Synchronization
import WaylineSystem

/// The header of a store, its data key, and the key of the slot that opened it.
struct OpenVault: Sendable {
  let header: VaultHeader
  let key: DataKey
  let slot: KeySlot
  let slotKey: SecureBytes

  /// The vault of `header`, opened through `slot`.
  init(_ header: VaultHeader, slot: KeySlot, slotKey: SecureBytes) throws(SecretError) {
    self.header = header
    self.slot = slot
    self.slotKey = slotKey
    key = try header.open(slot, with: slotKey)
  }

  /// A vault with one slot, sealed here.
  init(
    sealing key: DataKey, unlocking: KeySlot.Unlocking, slotKey: SecureBytes
  ) throws(SecretError) {
    self.key = key
    self.slotKey = slotKey
    slot = try KeySlot(wrapping: key, under: slotKey, unlocking: unlocking)
    header = try VaultHeader(sealing: key, slots: [slot])
  }

  /// The vault of a header that another process wrote, if the key of the same slot still opens it.
  func reopened(_ header: VaultHeader) throws(SecretError) -> OpenVault? {
    for slot in header.slots where slot.unlocking == self.slot.unlocking {
      do {
        return try OpenVault(header, slot: slot, slotKey: slotKey)
      } catch .wrongKey {
        continue
      }
    }
    return nil
  }

  /// The same data key behind another slot, which replaces all others.
  func protected(
    by unlocking: KeySlot.Unlocking, slotKey: SecureBytes
  ) throws(SecretError) -> OpenVault {
    try OpenVault(sealing: key, unlocking: unlocking, slotKey: slotKey)
  }

  /// A new data key behind the same slot.
  func rotated() throws(SecretError) -> OpenVault {
    guard header.slots.count == 1 else {
      throw .unsupportedFormat("a new data key for \(header.slots.count) key slots")
    }
    return try OpenVault(
      sealing: .random(for: key.store), unlocking: slot.unlocking, slotKey: slotKey)
  }
}

/// A passphrase slot that is not written yet, with its stretched key.
struct StretchedSlot: Sendable {
  let unlocking: KeySlot.Unlocking
  let key: SecureBytes

  /// Stretches `passphrase` under a fresh salt, which takes some tenths of a second.
  init(_ passphrase: Passphrase, _ scrypt: Scrypt) throws(SecretError) {
    let salt = try randomBytes(count: KeySlot.passphraseSaltLength)
    unlocking = .passphrase(scrypt, salt: salt)
    key = try scrypt.derive(
      passphrase.bytes, salt: salt, count: AuthenticatedEncryption.keyLength)
  }
}

/// The keys of one secret store that are in memory, and the passphrase that was supplied in advance.
///
/// `lock` begins a new period. Work that began in an earlier period (a passphrase being stretched, a
/// key file being read) may finish, but its keys are discarded: they are stored only with the number
/// of the period they were requested in.
final class VaultKeys: Sendable {
  /// The number of a period between two calls of `lock`.
  typealias Period = UInt64

  private struct State {
    var vault: OpenVault?
    var isLocked = false
    var supplied: Passphrase?
    /// The slot of a store that is still empty, stretched before the transaction that writes it.
    var newSlot: StretchedSlot?
    var period: Period = 0
  }

  let storage: any KeyStorage
  let scrypt: Scrypt
  private let state = Mutex(State())
  private let hidesProcess = Atomic<Bool>(false)

  init(_ storage: any KeyStorage, scrypt: Scrypt) {
    self.storage = storage
    self.scrypt = scrypt
  }
}

extension VaultKeys {
  /// The present period; pass it to ``keep(_:since:unlocking:)``.
  var period: Period { state.withLock(\.period) }

  /// True if the keys were discarded on purpose.
  var isLocked: Bool { state.withLock(\.isLocked) }

  /// The keys in memory; nil if there are none yet.
  var vault: OpenVault? { state.withLock(\.vault) }

  /// The passphrase that was supplied in advance.
  var supplied: Passphrase? { state.withLock(\.supplied) }

  /// Discards all keys and the supplied passphrase; only `unlock` brings the keys back.
  func lock() {
    let discarded = state.withLock { state in
      let old = state
      state = State(isLocked: true, period: old.period + 1)
      return old
    }
    // The last references end here, outside the lock: the bytes are cleansed.
    _ = consume discarded
  }

  /// Hides the memory of the process from core dumps and debuggers once a key is in it.
  ///
  /// For the rest of the process: `lock` cannot cleanse the values that were decoded.
  func hideProcess() {
    hidesProcess.store(true, ordering: .relaxed)
  }

  private func willHoldKeys() {
    // A system that refuses has no such protection, and nothing else can be done about it.
    if hidesProcess.load(ordering: .relaxed) { try? CurrentProcess.setDumpable(false) }
  }

  /// Supplies a passphrase in advance, or takes it back with nil.
  func supply(_ passphrase: Passphrase?) {
    if passphrase != nil { willHoldKeys() }
    state.withLock { state in
      state.supplied = passphrase
      state.newSlot = nil
    }
  }

  /// Stores `vault` for the next use, unless the store was locked since `period`.
  ///
  /// - Parameter unlocking: whether a store that was locked before `period` is unlocked by it.
  /// - Returns: whether the vault was stored.
  @discardableResult
  func keep(_ vault: OpenVault?, since period: Period, unlocking: Bool = false) -> Bool {
    if vault != nil { willHoldKeys() }
    return state.withLock { state in
      guard state.period == period, unlocking || !state.isLocked else { return false }
      state.vault = vault
      state.isLocked = false
      state.newSlot = nil
      return true
    }
  }

  /// Discards the keys of a store that was erased.
  func discardErased() {
    state.withLock { state in
      state.vault = nil
      state.isLocked = false
      state.newSlot = nil
    }
  }
}

extension VaultKeys {
  /// The keys for `header`, which may be newer than those in memory; no user is asked.
  ///
  /// Keys that no longer fit are read again from the key file. A passphrase that another process has
  /// changed must be typed, unless the new one was supplied.
  /// - Parameter canStretch: whether a supplied passphrase may be stretched now.
  func vault(
    for header: VaultHeader, canStretch: Bool = true
  ) throws(SecretError) -> OpenVault {
    let known = state.withLock { $0 }
    if known.isLocked { throw .locked }
    if let vault = known.vault, vault.header == header { return vault }
    let vault = try opened(header, known, canStretch: canStretch)
    keep(vault, since: known.period)
    return vault
  }

  private func opened(
    _ header: VaultHeader, _ known: State, canStretch: Bool
  ) throws(SecretError) -> OpenVault {
    if let vault = try known.vault?.reopened(header) { return vault }
    if let slot = header.slots.first(where: { $0.source == .keyFile }) {
      return try OpenVault(header, slot: slot, slotKey: storage.key(of: header.store))
    }
    guard let passphrase = known.supplied, canStretch else { throw .locked }
    do throws(SecretError) {
      return try header.opened(with: passphrase)
    } catch {
      // A wrong passphrase is tried once: each attempt takes some tenths of a second.
      if error.isAboutPassphrase {
        state.withLock { if $0.period == known.period { $0.supplied = nil } }
      }
      throw error
    }
  }

  /// True if the keys for `header` cannot be had without asking the user.
  func needUser(for header: VaultHeader?) -> Bool {
    let known = state.withLock { $0 }
    guard let header, known.vault?.header != header else { return known.isLocked }
    if known.isLocked { return true }
    return known.supplied == nil && !header.slots.contains { $0.source == .keyFile }
  }
}

extension VaultKeys {
  /// True if a transaction might have to stretch a passphrase, unless it is prepared.
  var needPreparation: Bool {
    state.withLock { !$0.isLocked && $0.supplied != nil }
  }

  /// Stretches the supplied passphrase for the store of `header`, or for a new one.
  ///
  /// Called before a transaction, which would make other processes wait meanwhile.
  func prepare(for header: VaultHeader?) throws(SecretError) {
    if let header {
      _ = try vault(for: header)
      return
    }
    let known = state.withLock { $0 }
    guard let passphrase = known.supplied, known.newSlot == nil else { return }
    let slot = try StretchedSlot(passphrase, scrypt)
    state.withLock { state in
      if state.period == known.period, state.supplied != nil { state.newSlot = slot }
    }
  }

  /// True if a transaction that finds `header` can run without stretching a passphrase.
  func isPrepared(for header: VaultHeader?) -> Bool {
    if !needPreparation { return true }
    guard let header else { return state.withLock { $0.newSlot != nil } }
    do throws(SecretError) {
      _ = try vault(for: header, canStretch: false)
      return true
    } catch {
      return error != .locked
    }
  }

  /// The slot of a new store: behind the supplied passphrase, or a key file that is made here.
  func slotForNewStore(
    _ identifier: StoreIdentifier
  ) throws(SecretError) -> (KeySlot.Unlocking, SecureBytes) {
    let (slot, supplied) = state.withLock { ($0.newSlot, $0.supplied) }
    if let slot { return (slot.unlocking, slot.key) }
    // Supplied by another thread after the preparation: neither a key file, nor the time to stretch it.
    if supplied != nil { throw .locked }
    return (.keyFile, try storage.mintKey(of: identifier))
  }
}

extension SecretError {
  /// True if a passphrase that met the error will meet it again; false for one of the system, such as
  /// too little memory to stretch it.
  var isAboutPassphrase: Bool {
    switch self {
    case .cryptography, .store: false
    default: true
    }
  }
}

extension VaultHeader {
  /// The vault behind the passphrase slot that `passphrase` opens.
  func opened(with passphrase: Passphrase) throws(SecretError) -> OpenVault {
    let locked = slots.filter { $0.source == .passphrase }
    guard !locked.isEmpty else { throw .notPassphraseProtected }
    for bytes in [passphrase.bytes] + passphrase.earlierForms {
      for slot in locked {
        guard case .passphrase(let scrypt, let salt) = slot.unlocking else { continue }
        let slotKey = try scrypt.derive(
          bytes, salt: salt, count: AuthenticatedEncryption.keyLength)
        do {
          return try OpenVault(self, slot: slot, slotKey: slotKey)
        } catch .wrongKey {
          continue
        }
      }
    }
    throw .wrongKey(.passphrase)
  }
}
