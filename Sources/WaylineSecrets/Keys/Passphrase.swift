import Glibc
import WaylineStorage

/// A passphrase that unlocks a store; held on the secure heap, never empty, never printed.
///
/// The bytes are used as they are: a passphrase with accents must be typed in the same
/// normalisation form every time, which keyboards do. A passphrase is taken whole or refused.
public struct Passphrase: Equatable, Sendable {
  /// The length of the longest passphrase in bytes; a longer one is refused, never cut.
  public static let longest = 4096

  let bytes: SecureBytes

  /// Copies `bytes`, which the owner should cleanse.
  ///
  /// - Throws: ``SecretError/emptyPassphrase``, or ``SecretError/passphraseTooLong(limit:)``.
  public init(copying bytes: UnsafeRawBufferPointer) throws(SecretError) {
    if bytes.isEmpty { throw .emptyPassphrase }
    if bytes.count > Self.longest { throw .passphraseTooLong(limit: Self.longest) }
    self.bytes = SecureBytes(copying: bytes)
  }

  /// Copies a text from ordinary memory, which Swift cannot cleanse.
  ///
  /// - Throws: ``SecretError/emptyPassphrase``, or ``SecretError/passphraseTooLong(limit:)``.
  public init(_ text: String) throws(SecretError) {
    var text = text
    let copy = text.withUTF8 { utf8 in
      Result { () throws(SecretError) in try Passphrase(copying: UnsafeRawBufferPointer(utf8)) }
    }
    self = try copy.get()
  }
}

extension Passphrase {
  /// Reads the first line of a descriptor, without its end, straight into secure memory.
  ///
  /// The source of `--passphrase-fd`. The descriptor stays open.
  /// - Throws: ``SecretError/emptyPassphrase``, ``SecretError/passphraseTooLong(limit:)``, or
  ///   ``SecretError/store(_:)`` if reading fails.
  public init(readingFrom descriptor: Int32) throws(SecretError) {
    var count = 0
    // Room for the longest line and its end, `\r\n`: one byte more tells a longer line apart.
    let line = try SecureBytes(count: Self.longest + 2) { bytes throws(SecretError) in
      while count < bytes.count {
        let result = read(descriptor, bytes.baseAddress?.advanced(by: count), 1)
        if result < 0, errno == EINTR { continue }
        guard result >= 0 else { throw .store(.failed("read", "descriptor \(descriptor)")) }
        if result == 0 || bytes[count] == UInt8(ascii: "\n") { break }
        count += 1
      }
      if count > 0, bytes[count - 1] == UInt8(ascii: "\r") { count -= 1 }
    }
    let copy = line.withUnsafeBytes { bytes in
      Result { () throws(SecretError) in
        try Passphrase(copying: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
      }
    }
    self = try copy.get()
  }

  /// Reads the first line of a file, which nobody but its owner may be able to read.
  ///
  /// The source of `--passphrase-file`. A link is followed, and a pipe is read, so a password
  /// manager's output can be named as `<(…)`.
  /// - Throws: ``SecretError/store(_:)`` if the file cannot be read, or others can read it.
  public init(contentsOfFile path: String) throws(SecretError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .store(.failed("read the passphrase from", path)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .store(.failed("look at", path)) }
    if status.st_mode & S_IFMT == S_IFREG, let problem = Self.problem(of: status) {
      throw .store(.unsafeFile(path: path, problem: problem))
    }
    try self.init(readingFrom: descriptor)
  }

  /// The reason why a regular file cannot hold a passphrase.
  private static func problem(of status: stat) -> FileProblem? {
    if status.st_uid != geteuid(), status.st_uid != 0 { return .foreignOwner(status.st_uid) }
    return status.st_mode & 0o077 == 0 ? nil : .openPermissions(mode: status.st_mode)
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
