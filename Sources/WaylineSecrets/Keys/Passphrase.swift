import WaylineStorage
import WaylineSystem

#if canImport(Darwin)
  internal import Foundation
#else
  @_spi(_Unicode) internal import Swift
#endif

/// A passphrase that unlocks a store; held on the secure heap, never empty, never printed.
///
/// A passphrase is its text, in Unicode's normal form C: keyboards and systems write an `é` as one character
/// or as two. A passphrase that is not UTF-8 is its bytes. A byte order mark in front of it, which some
/// editors write into a file, is no part of it. Stores of earlier versions, in which the bytes were taken as
/// they came, are unlocked as well. A passphrase is taken whole or refused.
public struct Passphrase: Sendable {
  /// The length of the longest passphrase in bytes; a longer one is refused, never cut.
  public static let longest = 4096

  /// The bytes of the normal form.
  let bytes: SecureBytes
  /// Other bytes of the same text, which an earlier version may have taken.
  let earlierForms: [SecureBytes]

  /// Copies `bytes`, which the owner should cleanse.
  ///
  /// If they are not ASCII, their text is in ordinary memory until it is overwritten, before this returns.
  /// - Throws: ``SecretError/emptyPassphrase``, or ``SecretError/passphraseTooLong(limit:)``.
  public init(copying bytes: UnsafeRawBufferPointer) throws(SecretError) {
    defer { ErasedMemory.eraseTraces() }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let isMarked = bytes.starts(with: mark)
    let text = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(isMarked ? mark.count : 0))
    if text.isEmpty { throw .emptyPassphrase }
    if text.count > Self.longest { throw .passphraseTooLong(limit: Self.longest) }
    let given = (isMarked ? [text, bytes] : [text]).map { SecureBytes(copying: $0) }
    let forms = NormalForms.of(text)
    self.bytes = forms.first ?? given[0]
    earlierForms = (given + forms).filter { [first = self.bytes] in $0 != first }
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

extension Passphrase: Equatable {
  /// Compares the normal forms, in a time that depends on their lengths only.
  public static func == (left: Passphrase, right: Passphrase) -> Bool { left.bytes == right.bytes }
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
    // Room for a byte order mark, the longest line and its end, `\r\n`: one byte more shows that a line is
    // longer.
    let line = try SecureBytes(count: longest + 5) { bytes throws(SystemError) in
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

/// The canonical forms of a text that is not ASCII.
private enum NormalForms {
  /// The normal forms C and D; none for ASCII, which is its own form, and for bytes that are not UTF-8.
  ///
  /// The text is needed to find the forms, and is overwritten then. A form grows to three times the bytes of the
  /// text at most. Source: Unicode Standard Annex 15, section 14.
  static func of(_ bytes: UnsafeRawBufferPointer) -> [SecureBytes] {
    guard bytes.contains(where: { $0 >= 0x80 }),
      var text = String(validating: bytes, as: UTF8.self)
    else { return [] }
    defer { overwrite(&text) }
    return forms(of: text, longest: bytes.count * 3)
  }

  /// The scalars as UTF-8.
  private static func utf8(
    of scalars: some Sequence<Unicode.Scalar>, longest: Int
  ) -> SecureBytes {
    var count = 0
    let bytes = SecureBytes(count: longest) { room in
      for scalar in scalars {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter where count < longest {
          room[count] = byte
          count += 1
        }
      }
    }
    return bytes.withUnsafeBytes {
      SecureBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
  }

  /// Overwrites the storage of a text that nothing else refers to.
  private static func overwrite(_ text: inout String) {
    text.withUTF8 {
      ErasedMemory.erase(UnsafeMutableRawBufferPointer(mutating: UnsafeRawBufferPointer($0)))
    }
  }

  #if canImport(Darwin)
    private static func forms(of text: String, longest: Int) -> [SecureBytes] {
      [text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping].map {
        var form = $0
        defer { overwrite(&form) }
        return utf8(of: form.unicodeScalars, longest: longest)
      }
    }
  #else
    // NB: the standard library has the forms, by which it compares texts, and no other name for them.
    private static func forms(of text: String, longest: Int) -> [SecureBytes] {
      [utf8(of: text._nfc, longest: longest), utf8(of: text._nfd, longest: longest)]
    }
  #endif
}
