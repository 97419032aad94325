import CWaylineSystem
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An open file, pipe, socket or terminal, closed when the last reference is released.
///
/// Calls that a signal interrupts are repeated, and a short write is continued, so a caller sees
/// either the whole effect or one ``SystemError``. Every descriptor made here is closed in programs
/// that this process starts.
package final class FileDescriptor: Sendable {
  /// The number by which the system knows it.
  package let number: Int32
  private let isOwned: Bool
  /// True once it has locked its file.
  let isLocked = Atomic(false)

  /// Takes over an open descriptor, and closes it in the end.
  package init(owning number: Int32) {
    (self.number, isOwned) = (number, true)
  }

  /// Names a descriptor that another part of the program closes.
  package init(borrowing number: Int32) {
    (self.number, isOwned) = (number, false)
  }

  deinit {
    // A program that is about to start has a copy of the descriptor, which would keep the lock.
    if isOwned, isLocked.load(ordering: .relaxed) { unlock() }
    // NB: never repeated: the number is free even when a signal interrupted the call.
    if isOwned { _ = close(number) }
  }

  /// The directions in which a file is opened.
  package enum Access: Sendable {
    /// Reading only.
    case reading
    /// Writing only.
    case writing
    /// Both.
    case readingAndWriting

    /// The flags of the system.
    package var flags: Int32 {
      switch self {
      case .reading: O_RDONLY
      case .writing: O_WRONLY
      case .readingAndWriting: O_RDWR
      }
    }
  }

  /// Conditions under which a file is opened.
  package struct Options: OptionSet, Sendable {
    /// The flags of the system.
    package let rawValue: Int32

    /// Creates options from the system's flags.
    package init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// Makes the file if there is none.
    package static let create = Options(rawValue: O_CREAT)
    /// Fails if there is one; only with ``create``.
    package static let exclusive = Options(rawValue: O_EXCL)
    /// Empties the file.
    package static let truncate = Options(rawValue: O_TRUNC)
    /// Writes at the end, wherever other writers have moved it.
    package static let append = Options(rawValue: O_APPEND)
    /// Refuses a path whose last part is a symbolic link (``ErrorCode/linkRefused``).
    package static let refuseLink = Options(rawValue: O_NOFOLLOW)
    /// Refuses anything but a folder.
    package static let folder = Options(rawValue: O_DIRECTORY)
    /// Never waits, neither for opening nor for reading and writing.
    package static let nonblocking = Options(rawValue: O_NONBLOCK)
    /// Does not make a terminal the controlling one.
    static let noControllingTerminal = Options(rawValue: O_NOCTTY)
  }

  /// Opens a file.
  ///
  /// A file that is made has the mode `permissions`, less the mask of the process.
  package static func open(
    _ path: String, for access: Access, _ options: Options = [], permissions: UInt32 = 0o600
  ) throws(SystemError) -> FileDescriptor {
    let flags = access.flags | options.rawValue | O_CLOEXEC
    let number = try retrying("open", path) {
      LibraryCall.openFile(path, flags, mode_t(permissions))
    }
    return FileDescriptor(owning: number)
  }

  /// Standard input; like the other two it belongs to the process.
  package static let standardInput = FileDescriptor(borrowing: STDIN_FILENO)
  /// Standard output.
  package static let standardOutput = FileDescriptor(borrowing: STDOUT_FILENO)
  /// Standard error.
  package static let standardError = FileDescriptor(borrowing: STDERR_FILENO)

  /// The name in errors.
  private var subject: String { "descriptor \(number)" }
}

// MARK: - Reading

extension FileDescriptor {
  /// Reads once, up to the size of the buffer; 0 is the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try retrying("read", subject) { LibraryCall.readBytes(number, buffer) }
  }

  /// Reads once, after waiting for bytes also where the descriptor itself does not wait.
  package func readWaiting(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    while true {
      do throws(SystemError) {
        return try read(into: buffer)
      } catch {
        guard error.code == .wouldBlock else { throw error }
        _ = wait(until: .readable)
      }
    }
  }

  /// Reads from a position without moving the one that ``read(into:)`` continues at.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at position: Int
  ) throws(SystemError) -> Int {
    try retrying("read", subject) {
      pread(number, buffer.baseAddress, buffer.count, off_t(position))
    }
  }

  /// Everything from here to the end.
  ///
  /// - Parameter limit: the bytes after which reading stops; one more than the limit shows that there
  ///   was more.
  package func readAll(limit: Int = .max - 1) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    // Not an array, whose bytes would be set to zero first.
    let outcome = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { chunk in
      Result { () throws(SystemError) in
        while bytes.count <= limit {
          let count = try read(into: .init(rebasing: chunk.prefix(limit - bytes.count + 1)))
          if count == 0 { break }
          bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        }
      }
    }
    try outcome.get()
    return bytes
  }

  /// Moves to a position from the beginning, for the next read or write.
  package func seek(to position: Int) throws(SystemError) {
    try retrying("read", subject) { lseek(number, off_t(position), SEEK_SET) }
  }
}

// MARK: - Writing

extension FileDescriptor {
  /// Writes once; how many bytes depends on the file and its mode.
  package func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    Transfer(LibraryCall.writeBytes(number, bytes))
  }

  /// Writes all bytes.
  ///
  /// - Throws: the error after which the rest could not be written; some bytes may have been.
  package func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try retrying("write", subject) {
        LibraryCall.writeBytes(number, UnsafeRawBufferPointer(rebasing: rest))
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes all bytes at a position, and leaves the position for the next write as it is.
  package func writeAll(_ bytes: UnsafeRawBufferPointer, at position: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      done += try retrying("write", subject) {
        pwrite(number, rest.baseAddress, rest.count, off_t(position + done))
      }
    }
  }

  /// Writes a text whole, as UTF-8.
  package func writeAll(_ text: String) throws(SystemError) {
    var text = text
    let outcome = text.withUTF8 { bytes in
      Result { () throws(SystemError) in try writeAll(UnsafeRawBufferPointer(bytes)) }
    }
    try outcome.get()
  }

  /// Writes a sentence, and ignores that it could not be written: a failure has no one to report to.
  ///
  /// What would act on a terminal becomes U+FFFD, whoever wrote the sentence; those who have words of
  /// others in it show them better before.
  package func complain(_ sentence: String) {
    let scalars = sentence.unicodeScalars.map { Self.actsOnTerminal($0) ? "\u{FFFD}" : $0 }
    try? writeAll("\(String(String.UnicodeScalarView(scalars)))\n")
  }

  /// True for control characters but the end of a line, and for those that change the direction of text.
  private static func actsOnTerminal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Makes what was written survive a power failure.
  ///
  /// - Throws: an error after which nothing is known of the bytes written since the last success.
  package func synchronize() throws(SystemError) {
    #if canImport(Darwin)
      // NB: fsync of Darwin leaves the bytes in the drive's own memory.
      if case .success = retrying({ fcntl(number, F_FULLFSYNC) }) { return }
    #endif
    try retrying("save", subject) { fsync(number) }
  }
}

// MARK: - Copies and properties

extension FileDescriptor {
  /// A second descriptor of the same open file, numbered 3 or above.
  package func copy() throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try retrying("copy", subject) { fcntl(number, F_DUPFD_CLOEXEC, 3) })
  }

  /// Makes another number mean this open file, also in programs that this process starts.
  package func replace(_ other: Int32) throws(SystemError) {
    try retrying("replace", "descriptor \(other)") { dup2(number, other) }
  }

  /// Closes the descriptor in programs that this process starts from now on.
  ///
  /// For descriptors that the process was started with; the standard ones stay open.
  package func closeInChildren() {
    if number > STDERR_FILENO { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
  }

  /// True if the number is open.
  package var isOpen: Bool { fcntl(number, F_GETFD) >= 0 }

  /// The file behind the descriptor.
  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try retrying("read the status of", subject) { fstat(number, &status) }
    return FileStatus(status)
  }

  /// Sets who may read and write the file.
  package func setPermissions(_ mode: UInt32) throws(SystemError) {
    try retrying("protect", subject) { fchmod(number, mode_t(mode)) }
  }

  /// Sets the time of the last change to now.
  package func touch() throws(SystemError) {
    try retrying("touch", subject) { futimens(number, nil) }
  }

  /// Both ends of a new pipe.
  package static func pipe() throws(SystemError) -> (
    reading: FileDescriptor, writing: FileDescriptor
  ) {
    var ends: [Int32] = [-1, -1]
    try retrying("create", "pipe") { wayline_pipe(&ends) }
    return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
  }
}
