/// Sixteen random bytes that tell one secret store from every other.
///
/// It names the key file and is bound to every record, so a record copied from another store does
/// not open.
package struct StoreIdentifier: Hashable, Sendable {
  /// The length in bytes.
  package static let length = 16

  /// The bytes as they stand in a header.
  package let bytes: [UInt8]

  /// An identifier read from a header, or nil when it has the wrong length.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  private init(minted bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A new identifier.
  package static func random() throws(SecretError) -> StoreIdentifier {
    StoreIdentifier(minted: try randomBytes(count: length))
  }
}

extension StoreIdentifier: CustomStringConvertible {
  /// Thirty-two lower-case hexadecimal digits.
  package var description: String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
