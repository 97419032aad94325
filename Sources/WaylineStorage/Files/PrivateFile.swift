import FoundationEssentials
import Synchronization
import WaylineSystem

/// A file that only its owner can read: mode 0600, owned by this user, no symbolic link.
///
/// Every private file of a program is opened here, so the rules are in one place. The folder is the
/// caller's to create (``PrivateFolder/create()``).
package struct PrivateFile: Sendable {
  /// The path of the file.
  package let path: String
  /// True if its folder is created only in folders of this user or of root.
  private let isCreatedInOwn: Bool

  /// Names a file; nothing is opened.
  package init(_ path: String) { self.init(path, inOwn: false) }

  /// - Parameter isCreatedInOwn: the rule by which its folder is created, as of ``PrivateFolder``.
  init(_ path: String, inOwn isCreatedInOwn: Bool) {
    (self.path, self.isCreatedInOwn) = (path, isCreatedInOwn)
  }

  /// The folder that holds it.
  package var folder: PrivateFolder {
    guard let slash = path.lastIndex(of: "/") else { return PrivateFolder(".") }
    return PrivateFolder(
      slash == path.startIndex ? "/" : String(path[..<slash]), inOwn: isCreatedInOwn)
  }

  /// The file in the same folder whose name is that of this one and a suffix.
  package func beside(_ suffix: String) -> PrivateFile {
    PrivateFile(path + suffix, inOwn: isCreatedInOwn)
  }
}

extension PrivateFile: Hashable {
  /// True if both are the same path.
  package static func == (left: Self, right: Self) -> Bool { left.path == right.path }

  /// Hashes the path.
  package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

// MARK: - Opening

extension PrivateFile {
  /// The status of the file, which is safe to use; nil if there is none.
  ///
  /// Permissions that are too wide are narrowed.
  /// - Throws: ``StoreError/unsafeFile(path:problem:)`` for a link, a folder, or a foreign file.
  package func check() throws(StoreError) -> FileStatus? {
    guard let status = try storing({ () throws(SystemError) in try FileSystem.status(of: path) })
    else { return nil }
    try check(status) { () throws(SystemError) in
      try FileSystem.setPermissions(of: path, to: 0o600)
    }
    return status
  }

  /// The status of the file, safe or not; nil if there is none, or if it cannot be looked at.
  package var status: FileStatus? {
    try? FileSystem.status(of: path)
  }

  /// Opens the file for reading or writing; with `create` it is created with mode 0600.
  ///
  /// - Returns: nil if there is no such file.
  /// - Throws: ``StoreError/unsafeFile(path:problem:)``; `EBUSY` for a database that this process uses.
  package func open(
    for access: FileDescriptor.Access, _ options: FileDescriptor.Options = []
  ) throws(StoreError) -> FileDescriptor? {
    try openChecked(for: access, options)?.file
  }

  /// Opens the file as ``open(for:_:)`` does, and returns its status too.
  ///
  /// - Parameter narrowsMode: whether permissions that are too wide are narrowed, or refused: what
  ///   others could read stays known to them.
  package func openChecked(
    for access: FileDescriptor.Access, _ options: FileDescriptor.Options = [],
    narrowsMode: Bool = true
  ) throws(StoreError) -> (file: FileDescriptor, status: FileStatus)? {
    if !RecordLockedFiles.isEmpty, let status, RecordLockedFiles.contain(status.identity) {
      throw inUse
    }
    let file: FileDescriptor
    do throws(SystemError) {
      file = try .open(path, for: access, [options, .refuseLink, .nonblocking])
    } catch {
      switch error.code {
      case .notFound where !options.contains(.create): return nil
      case .linkRefused: throw .unsafeFile(path: path, problem: .symbolicLink)
      case .isAFolder, .noReader: throw .unsafeFile(path: path, problem: .notAFile)
      default: throw StoreError(error)
      }
    }
    let status = try storing { () throws(SystemError) in try file.status() }
    // One that came into use meanwhile stays open: closing it would drop the locks.
    if RecordLockedFiles.retains(file, status.identity) { throw inUse }
    try check(status) { () throws(SystemError) in
      guard narrowsMode else { throw SystemError("narrow", path, .notPermitted) }
      try file.setPermissions(0o600)
    }
    // The mask of the process may have taken away what the owner needs to open it again.
    if options.contains(.create), status.permissions & 0o600 != 0o600 {
      try? file.setPermissions(0o600)
    }
    return (file, status)
  }

  private var inUse: StoreError {
    .system(operation: "open", path: path, code: ErrorCode.inUse.rawValue)
  }

  private func check(
    _ status: FileStatus, narrow: () throws(SystemError) -> Void
  ) throws(StoreError) {
    switch status.kind {
    case .file: break
    case .link: throw .unsafeFile(path: path, problem: .symbolicLink)
    default: throw .unsafeFile(path: path, problem: .notAFile)
    }
    guard status.isOwn else {
      throw .unsafeFile(path: path, problem: .foreignOwner(status.owner))
    }
    guard status.isShared else { return }
    do throws(SystemError) {
      try narrow()
    } catch {
      throw .unsafeFile(path: path, problem: .openPermissions(mode: status.permissions))
    }
  }
}

// MARK: - Content

extension PrivateFile {
  /// The whole content, or nil if there is no such file.
  ///
  /// - Complexity: O(n) in the size of the file.
  package func read() throws(StoreError) -> Data? {
    guard let file = try open(for: .reading) else { return nil }
    do throws(SystemError) {
      return Data(try file.readAll())
    } catch {
      throw StoreError(SystemError("read", path, error.code))
    }
  }

  /// Replaces the content: afterwards the file is the old one or the new one, also after a crash.
  package func write(_ content: Data) throws(StoreError) {
    let new = try written(content)
    do throws(SystemError) {
      try FileSystem.rename(new.path, to: path)
    } catch {
      try? new.remove()
      throw StoreError(error)
    }
    try folder.synchronize()
  }

  /// Creates the file with this content, complete or not at all; false if it exists already.
  ///
  /// A process that is killed leaves nothing, where the file system knows files without a name.
  /// Of two processes that try, one succeeds, and the other finds the whole file.
  package func create(_ content: Data) throws(StoreError) -> Bool {
    let outcome = content.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in try FileSystem.publish(bytes, at: path) }
    }
    return try storing { () throws(SystemError) in try outcome.get() }
  }

  /// Makes the content survive a power failure.
  package func synchronize() throws(StoreError) {
    guard let file = try open(for: .reading) else { return }
    try storing { () throws(SystemError) in try file.synchronize() }
  }

  /// Deletes the file; nothing happens if it does not exist.
  package func remove() throws(StoreError) {
    try storing { () throws(SystemError) in try FileSystem.remove(path) }
  }

  private func written(_ content: Data) throws(StoreError) -> PrivateFile {
    let number = UInt32.random(in: .min ... .max)
    let new = PrivateFile("\(path).new-\(CurrentProcess.identifier)-\(number)")
    guard let file = try new.open(for: .writing, [.create, .exclusive]) else { return new }
    do throws(StoreError) {
      try new.write(content, to: file)
      try storing { () throws(SystemError) in try file.synchronize() }
      return new
    } catch {
      try? new.remove()
      throw error
    }
  }

  private func write(_ content: Data, to file: FileDescriptor) throws(StoreError) {
    let outcome = content.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in try file.writeAll(bytes) }
    }
    if case .failure(let error) = outcome {
      throw StoreError(SystemError("write", path, error.code))
    }
  }
}

// MARK: - Locking

extension PrivateFile {
  /// Runs `body` while this file is locked against other processes, waiting at most `milliseconds`.
  ///
  /// The file stays, empty: deleting it would let two processes hold two locks of one name. The lock
  /// ends with the process, however it ends. After a full wait in vain, the next ones last no time until
  /// the lock was free: a process that is stopped holds it for long.
  /// - Parameter store: the name of the store that is in use, for the error.
  /// - Throws: ``StoreError/busy(store:milliseconds:)`` when the time is up;
  ///   ``StoreError/heldUp(store:process:name:isStopped:)`` where the system names the process; the error of a
  ///   missing file if `body` fails and the file of the lock has been deleted.
  package func withLock<Result>(
    store: String, milliseconds: Int = 2000, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard let file = try open(for: .readingAndWriting, .create) else { throw inUse }
    let wait = HeldLocks.contain(path) ? 0 : milliseconds
    let outcome = try storing { () throws(SystemError) in try file.lock(waiting: wait) }
    guard outcome == .locked else {
      if milliseconds >= HeldLocks.fullWait { HeldLocks.note(path, isHeld: true) }
      throw HeldLocks.error(file, store, milliseconds)
    }
    HeldLocks.note(path, isHeld: false)
    defer { withExtendedLifetime(file) {} }
    do throws(StoreError) {
      return try body()
    } catch {
      // A lock whose file was deleted excludes nobody: others may have used the same files meanwhile.
      if file.isFile(at: path) { throw error }
      throw .system(operation: "lock", path: path, code: ErrorCode.notFound.rawValue)
    }
  }
}

/// The locks for which this process has waited in vain, by the paths of their files.
private enum HeldLocks {
  private static let paths = Mutex<Set<String>>([])

  /// The shortest wait in milliseconds after which a lock counts as held.
  static let fullWait = 1000

  static func contain(_ path: String) -> Bool {
    paths.withLock { $0.contains(path) }
  }

  static func note(_ path: String, isHeld: Bool) {
    paths.withLock { paths in
      if isHeld { paths.insert(path) } else if !paths.isEmpty { paths.remove(path) }
    }
  }

  /// The error of a lock that another process holds, or another thread of this one.
  static func error(_ file: FileDescriptor, _ store: String, _ milliseconds: Int) -> StoreError {
    guard let holder = file.lockHolder, holder.process != CurrentProcess.identifier else {
      return .busy(store: store, milliseconds: milliseconds)
    }
    return .heldUp(
      store: store, process: holder.process, name: holder.name, isStopped: holder.isStopped)
  }
}

/// Runs calls of the system, whose errors become those of a store.
@discardableResult
package func storing<Result>(
  _ body: () throws(SystemError) -> Result
) throws(StoreError) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw StoreError(error)
  }
}

extension StoreError {
  /// The error of a call of the system.
  package init(_ error: SystemError) {
    self = .system(operation: error.operation, path: error.subject, code: error.code.rawValue)
  }
}
