import Synchronization
import WaylineSystem

/// The files on which this process holds record locks, which belong to the process as a whole.
///
/// POSIX drops them all when any descriptor of the file is closed, whoever opened it. A database that
/// is in use must therefore not be opened and closed beside SQLite: ``PrivateFile`` and ``PlainFile``,
/// which open every file of a store and every file that a user names, look here. Source: SQLite's
/// "How To Corrupt An SQLite Database File", section 2.2.
package enum RecordLockedFiles {
  private static let counts = Mutex<[FileIdentity: Int]>([:])
  /// Descriptors that can never be closed.
  private static let retained = Mutex<[FileDescriptor]>([])

  /// Notes that files are in use.
  package static func add(_ files: [FileIdentity]) {
    counts.withLock { for file in files { $0[file, default: 0] += 1 } }
  }

  /// Notes that files are not in use any more.
  package static func remove(_ files: [FileIdentity]) {
    counts.withLock { counts in
      for file in files {
        guard let count = counts[file] else { continue }
        counts[file] = count > 1 ? count - 1 : nil
      }
    }
  }

  /// True if no file is in use.
  static var isEmpty: Bool { counts.withLock { $0.isEmpty } }

  /// True if a file is in use.
  package static func contain(_ file: FileIdentity) -> Bool {
    counts.withLock { $0[file] != nil }
  }

  /// True if a file that was just opened is in use; it then stays open for as long as the process.
  static func retains(_ descriptor: FileDescriptor, _ file: FileIdentity) -> Bool {
    guard contain(file) else { return false }
    retained.withLock { $0.append(descriptor) }
    return true
  }
}

/// A file that the user names, such as one to import: of any owner and mode, and not a database in use.
package struct PlainFile {
  private let path: String

  /// Names a file; nothing is opened.
  package init(_ path: String) {
    self.path = path
  }

  /// Opens the file for reading; a link is followed.
  ///
  /// - Throws: `EBUSY` for a database that this process uses, `EISDIR` for a folder.
  package func open(
    _ options: FileDescriptor.Options = []
  ) throws(SystemError) -> FileDescriptor {
    if let identity = Self.identity(of: path), RecordLockedFiles.contain(identity) { throw inUse }
    let file = try FileDescriptor.open(path, for: .reading, options)
    // One that came into use meanwhile stays open: closing it would drop the locks.
    let status = try file.status()
    if RecordLockedFiles.retains(file, status.identity) { throw inUse }
    if status.kind == .folder { throw SystemError("read", path, .isAFolder) }
    return file
  }

  /// The file that the path leads to; nil if there is none.
  private static func identity(of path: String) -> FileIdentity? {
    guard let resolved = try? FileSystem.resolved(path) else { return nil }
    return PrivateFile(resolved).status?.identity
  }

  private var inUse: SystemError { SystemError("read", path, .inUse) }

  /// The whole content.
  ///
  /// - Throws: ``StoreError/system(operation:path:code:)``: `EFBIG` for more bytes than `limit`, `EBUSY`
  ///   for a database that this process uses.
  package func read(limit: Int) throws(StoreError) -> [UInt8] {
    let bytes = try storing { () throws(SystemError) in
      try open(.nonblocking).readAll(limit: limit)
    }
    guard bytes.count <= limit else {
      throw .system(operation: "read", path: path, code: ErrorCode.fileTooLarge.rawValue)
    }
    return bytes
  }
}
