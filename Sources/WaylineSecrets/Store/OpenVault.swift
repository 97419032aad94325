/// An unlocked store: its header, the data key, and the key of the slot that led there.
struct OpenVault: Sendable {
  let header: VaultHeader
  let key: DataKey
  let slot: KeySlot
  let slotKey: SecureBytes

  /// The vault that `header` describes, opened through `slot`.
  init(_ header: VaultHeader, slot: KeySlot, slotKey: SecureBytes) throws(SecretError) {
    self.header = header
    self.slot = slot
    self.slotKey = slotKey
    key = try header.open(slot, with: slotKey)
  }

  /// A vault whose only slot is sealed here.
  init(
    sealing key: DataKey, unlocking: KeySlot.Unlocking, slotKey: SecureBytes
  ) throws(SecretError) {
    self.key = key
    self.slotKey = slotKey
    slot = try KeySlot(wrapping: key, under: slotKey, unlocking: unlocking)
    header = try VaultHeader(sealing: key, slots: [slot])
  }
}

extension OpenVault {
  /// The vault behind a header that another process wrote, if the key of our slot still opens it.
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
      throw .unsupportedFormat("a new data key behind \(header.slots.count) slots")
    }
    return try OpenVault(
      sealing: .random(for: key.store), unlocking: slot.unlocking, slotKey: slotKey)
  }
}
