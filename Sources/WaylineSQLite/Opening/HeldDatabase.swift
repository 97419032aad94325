import WaylineStorage
import WaylineSystem

extension DatabaseFile {
  /// The error that names the process which has begun to write, if that was stopped in the middle.
  var stoppedWriter: StoreError? {
    guard let index = beside("-shm").status,
      let writer = LockHolder(of: HeldDatabase.writerLock, in: index.identity), writer.isStopped
    else { return nil }
    return .heldUp(
      store: name, process: writer.process, name: writer.name, isStopped: writer.isStopped)
  }
}

/// A database, held so that no process commits to it, and read without SQLite.
///
/// Takes the locks that SQLite's writers take, as its "WAL-mode File Format" and `os.h` define them:
/// with a log they are bytes of the index, with a rollback journal bytes of the database. Only for a
/// file that this process is not connected to: closing a descriptor drops all locks of the process.
final class HeldDatabase {
  private let database: FileDescriptor
  private let index: FileDescriptor?
  private let log: PrivateFile
  private let path: String

  /// The locks in the index of a log: writing, moving the log into the file, reading it anew.
  private static let logLocks = writerLock..<123
  /// The byte of the index that a process locks while it writes.
  static let writerLock = 120
  /// The lock that a writer with a rollback journal takes: the second byte behind the first GB.
  private static let reservedLock = 0x4000_0001..<0x4000_0002

  /// Holds the writers of a file, after waiting for one that is at work.
  ///
  /// They continue when this is released, and find that the file was replaced.
  init(_ file: DatabaseFile) throws(StoreError) {
    guard let database = try file.file.open(for: .readingAndWriting) else {
      throw .system(
        operation: "open", path: file.file.path, code: ErrorCode.notFound.rawValue)
    }
    self.database = database
    path = file.file.path
    index = try file.beside("-shm").open(for: .readingAndWriting)
    log = file.log
    try Self.hold(database, Self.reservedLock, file)
    if let index { try Self.hold(index, Self.logLocks, file) }
  }

  private static func hold(
    _ descriptor: FileDescriptor, _ range: Range<Int>, _ file: DatabaseFile
  ) throws(StoreError) {
    let patience = Duration.milliseconds(Int(Database.patience))
    let deadline = SystemClock.uptime() + patience
    while try storing({ () throws(SystemError) in
      try descriptor.tryRecordLock(from: range.lowerBound, count: range.count)
    }) == .busy {
      guard SystemClock.uptime() < deadline else {
        throw .busy(store: file.name, milliseconds: Int(Database.patience))
      }
      SystemClock.sleep(.milliseconds(2))
    }
  }
}

extension HeldDatabase {
  /// The header of the database; nil if it is damaged.
  func header() throws(StoreError) -> DatabaseHeader? {
    DatabaseHeader(try bytes(of: database, at: 0, count: DatabaseHeader.count)[...])
  }

  /// The size of a page by the header; the usual one if that is damaged.
  func pageSize() throws(StoreError) -> Int {
    let usual = 4096
    let bytes = try bytes(of: database, at: 16, count: 2)
    guard bytes.count == 2 else { return usual }
    let size = Int(bytes[0]) << 8 | Int(bytes[1])
    return size == 1 ? 65_536 : size >= 512 && size & (size - 1) == 0 ? size : usual
  }

  /// Has the processes that are connected to the database look at the files beside it.
  ///
  /// They compare the time of its last change with the one they know, after each write.
  func touch() throws(StoreError) {
    try storing { () throws(SystemError) in try database.touch() }
  }

  /// Copies the database.
  func copyDatabase(to target: PrivateFile) throws(StoreError) {
    try copy(database, to: target)
  }

  /// Copies the log, if there is one.
  func copyLog(to target: PrivateFile) throws(StoreError) {
    guard let log = try log.open(for: .reading) else { return }
    try copy(log, to: target)
  }

  private func copy(
    _ source: FileDescriptor, to target: PrivateFile
  ) throws(StoreError) {
    guard let copy = try target.open(for: .writing, [.create, .truncate]) else { return }
    var position = 0
    while true {
      let bytes = try bytes(of: source, at: position, count: 1 << 16)
      if bytes.isEmpty { return }
      let outcome = bytes.withUnsafeBytes { buffer in
        Result { () throws(SystemError) in try copy.writeAll(buffer) }
      }
      if case .failure(let error) = outcome {
        throw StoreError(SystemError("write", target.path, error.code))
      }
      position += bytes.count
    }
  }

  private func bytes(
    of file: FileDescriptor, at position: Int, count: Int
  ) throws(StoreError) -> [UInt8] {
    try Self.bytes(of: file, at: position, count: count, path: path)
  }

  /// At most `count` bytes from a position on; none at the end.
  ///
  /// - Parameter path: the name of the file in errors.
  static func bytes(
    of file: FileDescriptor, at position: Int, count: Int, path: String
  ) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let outcome = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(SystemError) in try file.read(into: buffer, at: position) }
    }
    switch outcome {
    case .success(let count): return Array(bytes[..<count])
    case .failure(let error): throw StoreError(SystemError("read", path, error.code))
    }
  }
}
