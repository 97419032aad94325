/// What a person types to unlock a store; kept on the secure heap, never empty, never printed.
///
/// The bytes are used as they are: a passphrase with accents must be typed in the same
/// normalisation form every time, which keyboards do.
public struct Passphrase: Equatable, Sendable {
  let bytes: SecureBytes

  /// A copy of `bytes`, which the owner should cleanse.
  ///
  /// - Throws: `SecretError.emptyPassphrase`.
  public init(copying bytes: UnsafeRawBufferPointer) throws(SecretError) {
    guard !bytes.isEmpty else { throw .emptyPassphrase }
    self.bytes = SecureBytes(copying: bytes)
  }

  /// A passphrase that is already in ordinary memory, which Swift cannot cleanse.
  ///
  /// - Throws: `SecretError.emptyPassphrase`.
  public init(_ text: String) throws(SecretError) {
    var text = text
    let bytes = text.withUTF8 { SecureBytes(copying: UnsafeRawBufferPointer($0)) }
    guard bytes.count > 0 else { throw .emptyPassphrase }
    self.bytes = bytes
  }
}

extension Passphrase: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `<redacted>`.
  public var description: String { "<redacted>" }

  /// Always `<redacted>`.
  public var debugDescription: String { "<redacted>" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
