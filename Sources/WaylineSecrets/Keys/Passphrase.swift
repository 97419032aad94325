import WaylineStorage
import WaylineSystem

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
    let file = FileDescriptor(borrowing: descriptor)
    let line = try rethrowing("read", "descriptor \(descriptor)") { () throws(SystemError) in
      try Passphrase.firstLine(of: file)
    }
    self = try line.get()
  }

  /// Reads the first line of a file, which only its owner may be able to read.
  ///
  /// The source of `--passphrase-file`. A link is followed, and a pipe is read, so a password
  /// manager's output can be named as `<(…)`.
  /// - Throws: ``SecretError/store(_:)`` if the file cannot be read, or others can read it.
  public init(contentsOfFile path: String) throws(SecretError) {
    let operation = "read the passphrase from"
    let (file, status) = try rethrowing(operation, path) { () throws(SystemError) in
      let file = try PlainFile(path).open()
      return (file, try file.status())
    }
    if let problem = Self.problem(of: status) {
      throw .store(.unsafeFile(path: path, problem: problem))
    }
    let line = try rethrowing(operation, path) { () throws(SystemError) in
      try Passphrase.firstLine(of: file)
    }
    self = try line.get()
  }

  /// The reason why a file cannot hold a passphrase; the administrator's files may.
  private static func problem(of status: WaylineSystem.FileStatus) -> FileProblem? {
    guard status.kind == .file else { return nil }
    if !status.isOwn, status.owner != 0 { return .foreignOwner(status.owner) }
    return status.isShared ? .openPermissions(mode: status.permissions) : nil
  }

  /// The first line, read byte by byte: what follows it belongs to other readers.
  private static func firstLine(
    of file: FileDescriptor
  ) throws(SystemError) -> Result<Passphrase, SecretError> {
    var count = 0
    // Room for the longest line and its end, `\r\n`: one byte more shows that a line is longer.
    let line = try SecureBytes(count: longest + 2) { bytes throws(SystemError) in
      while count < bytes.count {
        let next = UnsafeMutableRawBufferPointer(rebasing: bytes[count..<(count + 1)])
        if try file.readWaiting(into: next) == 0 || bytes[count] == UInt8(ascii: "\n") { break }
        count += 1
      }
      if count > 0, bytes[count - 1] == UInt8(ascii: "\r") { count -= 1 }
    }
    return line.withUnsafeBytes { bytes in
      Result { () throws(SecretError) in
        try Passphrase(copying: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
      }
    }
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
