/// Whether the keys of a store are in memory, and whether they may be fetched without asking.
enum VaultState: Sendable {
  /// Nothing was needed yet; a key file is read when something is.
  case closed
  /// The keys were forgotten on purpose, and only `unlock` brings them back.
  case locked
  /// The keys are in memory.
  case open(OpenVault)

  /// The keys, if they are in memory.
  var vault: OpenVault? {
    if case .open(let vault) = self { vault } else { nil }
  }

  /// Whether the keys were forgotten on purpose.
  var isLocked: Bool {
    if case .locked = self { true } else { false }
  }
}

extension VaultState {
  /// The keys for `header`, which may be newer than those in memory.
  ///
  /// Keys that no longer fit are fetched anew from the key file; a passphrase that was changed by
  /// another process has to be asked for, which is what `locked` says.
  func vault(
    behind header: VaultHeader, keys: any KeyCabinet
  ) throws(SecretError) -> OpenVault {
    if isLocked { throw .locked }
    if let vault, vault.header == header { return vault }
    if let vault = try vault?.reopened(header) { return vault }
    guard let slot = header.slots.first(where: { $0.source == .keyFile }) else { throw .locked }
    return try OpenVault(header, slot: slot, slotKey: keys.key(of: header.store))
  }
}
