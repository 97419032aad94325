/// The header of a secret store: its identifier, the data key's, and the slots that open that key.
///
/// A header is written with a code (HMAC-SHA256 under a key derived from the data key) over all its
/// bytes. The code also commits to the data key: a slot opens exactly one.
package struct VaultHeader: Hashable, Sendable {
  static let magic = Array("WLSECRET".utf8)
  static let formatVersion: UInt16 = 1
  static let slotLimit = 8
  static let label = "wayline secrets header 1"

  /// The store the header belongs to.
  package let store: StoreIdentifier
  /// The identifier of the data key.
  let dataKey: [UInt8]
  /// The slots; never empty.
  package let slots: [KeySlot]
  /// The stored bytes, code included.
  package let bytes: [UInt8]

  /// Creates a header whose `slots` open `key`.
  package init(sealing key: DataKey, slots: [KeySlot]) throws(SecretError) {
    precondition((1...Self.slotLimit).contains(slots.count))
    store = key.store
    dataKey = key.identifier
    self.slots = slots
    var bytes = Self.magic
    bytes.append(Self.formatVersion)
    bytes += store.bytes + dataKey + [UInt8(slots.count)] + slots.flatMap(\.encoded)
    self.bytes = try bytes + MessageAuthentication.code(for: bytes, key: key.headerKey())
  }

  /// Reads the stored bytes; they are verified only when a slot is opened.
  package init(_ bytes: [UInt8]) throws(SecretError) {
    var reader = ByteReader(bytes)
    guard reader.bytes(Self.magic.count) == Self.magic else {
      throw .unsupportedFormat("not the header of a secret store")
    }
    guard let version = reader.integer(UInt16.self) else { throw .headerTampered }
    guard version == Self.formatVersion else {
      throw .unsupportedFormat("header version \(version)")
    }
    guard let store = reader.bytes(StoreIdentifier.length).flatMap(StoreIdentifier.init),
      let dataKey = reader.bytes(DataKey.identifierLength),
      let slots = try Self.slots(&reader),
      reader.remainder.count == MessageAuthentication.codeLength
    else { throw .headerTampered }
    self.store = store
    self.dataKey = dataKey
    self.slots = slots
    self.bytes = bytes
  }

  private static func slots(_ reader: inout ByteReader) throws(SecretError) -> [KeySlot]? {
    guard let count = reader.byte(), (1...slotLimit).contains(Int(count)) else { return nil }
    var slots: [KeySlot] = []
    for _ in 0..<count {
      guard let slot = try KeySlot(&reader) else { return nil }
      slots.append(slot)
    }
    return slots
  }
}

extension VaultHeader {
  /// Opens the data key through `slot`; throws `wrongKey` before `headerTampered`.
  package func open(_ slot: KeySlot, with slotKey: SecureBytes) throws(SecretError) -> DataKey {
    let key = try slot.unwrap(store: store, dataKey: dataKey, with: slotKey)
    guard try isSealed(by: key) else { throw .headerTampered }
    return key
  }

  /// True if `key` sealed exactly these bytes.
  func isSealed(by key: DataKey) throws(SecretError) -> Bool {
    let message = bytes.dropLast(MessageAuthentication.codeLength)
    let code = bytes.suffix(MessageAuthentication.codeLength)
    return try MessageAuthentication.isValid(code, for: message, key: key.headerKey())
  }
}

extension DataKey {
  fileprivate func headerKey() throws(SecretError) -> SecureBytes {
    try KeyDerivation.hkdf(
      bytes, salt: store.bytes, info: Array(VaultHeader.label.utf8),
      count: MessageAuthentication.codeLength)
  }
}

/// Reads stored bytes from front to back; their end is nil, never a trap.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// True if all bytes were read.
  var isAtEnd: Bool { rest.isEmpty }

  /// The bytes that are left.
  var remainder: ArraySlice<UInt8> { rest }

  /// The next byte.
  mutating func byte() -> UInt8? { rest.popFirst() }

  /// The next `count` bytes.
  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard rest.count >= count else { return nil }
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }

  /// The next integer, highest byte first.
  mutating func integer<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
    bytes(Integer.bitWidth / 8).map { $0.reduce(0) { $0 << 8 | Integer($1) } }
  }
}

extension [UInt8] {
  /// Appends `integer`, highest byte first.
  mutating func append(_ integer: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: integer.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends the length of `field` as four bytes, then its bytes, so fields cannot run together.
  mutating func append(field: some Collection<UInt8>) {
    append(UInt32(clamping: field.count))
    append(contentsOf: field)
  }
}
