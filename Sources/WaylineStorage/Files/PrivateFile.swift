import FoundationEssentials
import Glibc

/// A file that only its owner can read: mode 0600, owned by this user, no symbolic link.
///
/// Every private file of a program is opened here, so the rules stand in one place. The folder is the
/// caller's business (``PrivateFolder/create()``).
package struct PrivateFile: Hashable, Sendable {
  /// Where it is.
  package let path: String

  /// Names a file; nothing is opened.
  package init(_ path: String) {
    self.path = path
  }

  /// The folder that holds it.
  package var folder: PrivateFolder {
    guard let slash = path.lastIndex(of: "/") else { return PrivateFolder(".") }
    return PrivateFolder(slash == path.startIndex ? "/" : String(path[..<slash]))
  }
}

extension PrivateFile {
  /// What stands at the path: nothing (nil), or a file that is safe to use.
  ///
  /// Permissions that are too wide are narrowed.
  /// - Throws: ``StoreError/unsafeFile(path:problem:)`` for a link, a folder, or a foreign file.
  package func check() throws(StoreError) -> FileStatus? {
    var status = stat()
    if lstat(path, &status) != 0 {
      guard errno == ENOENT || errno == ENOTDIR else { throw .failed("look at", path) }
      return nil
    }
    return try checked(status) { chmod(path, 0o600) }
  }

  /// Which file stands at the path; nil if there is none, or it cannot be looked at.
  package var identity: FileIdentity? {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 ? FileStatus(status).identity : nil
  }

  /// Opens the file for reading or writing; with `O_CREAT` it is made with mode 0600.
  ///
  /// - Returns: a descriptor that the caller closes; nil if there is no such file.
  package func open(_ flags: Int32) throws(StoreError) -> Int32? {
    try openChecked(flags)?.descriptor
  }

  /// Opens the file as ``open(_:)`` does, and tells which file it is.
  package func openChecked(
    _ flags: Int32
  ) throws(StoreError) -> (descriptor: Int32, status: FileStatus)? {
    let descriptor = Glibc.open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600 as mode_t)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT where flags & O_CREAT == 0: return nil
      case ELOOP: throw .unsafeFile(path: path, problem: .symbolicLink)
      case EISDIR, ENXIO: throw .unsafeFile(path: path, problem: .notAFile)
      default: throw .failed("open", path)
      }
    }
    do throws(StoreError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw StoreError.failed("look at", path) }
      return (descriptor, try checked(status) { fchmod(descriptor, 0o600) })
    } catch {
      close(descriptor)
      throw error
    }
  }

  private func checked(
    _ status: stat, narrow: () -> Int32
  ) throws(StoreError) -> FileStatus {
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: throw .unsafeFile(path: path, problem: .symbolicLink)
    default: throw .unsafeFile(path: path, problem: .notAFile)
    }
    guard status.st_uid == geteuid() else {
      throw .unsafeFile(path: path, problem: .foreignOwner(status.st_uid))
    }
    if status.st_mode & 0o077 != 0, narrow() != 0 {
      throw .unsafeFile(path: path, problem: .openPermissions(mode: status.st_mode))
    }
    return FileStatus(status)
  }
}

/// Which file stands at a path, how large it is, and when it was changed.
package struct FileStatus: Hashable, Sendable {
  /// The device and inode: another file at the same path has others.
  package let identity: FileIdentity
  /// The size in bytes.
  package let size: Int
  /// When the content was last changed, in nanoseconds since 1970.
  private let changed: Int

  init(_ status: stat) {
    identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    size = Int(status.st_size)
    changed = Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec)
  }
}

/// What tells one file from another that took its path.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
}
