import WaylineStorage

extension SecretStore {
  /// Forgets the keys and every value that was read; nothing is read or written until `unlock`.
  ///
  /// Bodies that show a secret run again, and show none. Values that a program has copied out, it
  /// has to forget itself.
  public func lock() {
    become(.locked)
    hub.forgetValues()
  }

  /// Lets the key file open the store again.
  ///
  /// - Throws: ``SecretError/locked`` if only a passphrase opens it, or why the key file does not.
  public func unlock() throws(SecretError) {
    if let header = try header() {
      become(.open(try VaultState.closed.vault(behind: header, keys: keys)))
    } else {
      become(.closed)
    }
    hub.refresh(from: self)
  }

  /// Unlocks the store; a store that holds nothing yet is made, with this passphrase.
  ///
  /// Takes some tenths of a second and 128 MiB, as guessing a passphrase would: call the `async`
  /// form on the main actor.
  /// - Throws: ``SecretError/wrongKey(_:)``, or ``SecretError/notPassphraseProtected``.
  public func unlock(with passphrase: Passphrase) throws(SecretError) {
    guard let header = try header() else { return try protect(with: passphrase) }
    become(.open(try header.opened(with: passphrase)))
    hub.refresh(from: self)
  }
}

extension VaultHeader {
  /// The vault behind the passphrase slot that `passphrase` opens.
  func opened(with passphrase: Passphrase) throws(SecretError) -> OpenVault {
    let locked = slots.filter { $0.source == .passphrase }
    guard !locked.isEmpty else { throw .notPassphraseProtected }
    for slot in locked {
      guard let slotKey = try slot.unlocking.slotKey(for: passphrase) else { continue }
      do {
        return try OpenVault(self, slot: slot, slotKey: slotKey)
      } catch .wrongKey {
        continue
      }
    }
    throw .wrongKey(.passphrase)
  }
}

extension KeySlot.Unlocking {
  /// A passphrase slot with a fresh salt.
  static func passphrase(_ scrypt: Scrypt) throws(SecretError) -> KeySlot.Unlocking {
    .passphrase(scrypt, salt: try randomBytes(count: KeySlot.passphraseSaltLength))
  }

  /// The key that `passphrase` gives for this slot; nil if the slot wants no passphrase.
  func slotKey(for passphrase: Passphrase) throws(SecretError) -> SecureBytes? {
    guard case .passphrase(let scrypt, let salt) = self else { return nil }
    return try scrypt.derive(
      passphrase.bytes, salt: salt, count: AuthenticatedEncryption.keyLength)
  }
}
