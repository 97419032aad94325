import Glibc
import WaylineStorage

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

extension Passphrase {
  /// The longest passphrase that is read from a descriptor, in bytes.
  public static let longest = 4096

  /// The first line that can be read from a descriptor, without its end, straight into secure memory.
  ///
  /// What `--passphrase-fd` names. The descriptor stays open.
  /// - Throws: `SecretError.emptyPassphrase`, or ``SecretError/store(_:)`` if reading fails.
  public init(readingFrom descriptor: Int32) throws(SecretError) {
    var count = 0
    let line = try SecureBytes(count: Self.longest) { bytes throws(SecretError) in
      while count < bytes.count {
        let result = read(descriptor, bytes.baseAddress?.advanced(by: count), 1)
        if result < 0, errno == EINTR { continue }
        guard result >= 0 else { throw .store(.failed("read", "descriptor \(descriptor)")) }
        if result == 0 || bytes[count] == UInt8(ascii: "\n") { break }
        count += 1
      }
      if count > 0, bytes[count - 1] == UInt8(ascii: "\r") { count -= 1 }
    }
    bytes = line.withUnsafeBytes { SecureBytes(copying: .init(rebasing: $0.prefix(count))) }
    guard count > 0 else { throw .emptyPassphrase }
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
