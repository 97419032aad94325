import FoundationEssentials
import Glibc

/// A folder for private files: owned by this user, not writable by others, no symbolic link.
package struct PrivateFolder: Hashable, Sendable {
  /// Where it is.
  package let path: String

  /// Names a folder; nothing is made or looked at.
  package init(_ path: String) {
    self.path = path
  }

  /// A file in the folder.
  package func file(_ name: String) -> PrivateFile {
    PrivateFile(path.hasSuffix("/") ? path + name : "\(path)/\(name)")
  }

  /// Makes the folder and those above it, or checks that it is safe to use.
  ///
  /// A folder that is made has mode 0700. An existing one keeps its mode: it may be the user's own, and
  /// the files in it are private by themselves. Folders above it may be reached through links.
  /// - Throws: ``StoreError/unsafeFile(path:problem:)`` for a link, a file, a foreign folder, and one
  ///   that others can write to: they could replace the files in it.
  package func create() throws(StoreError) {
    if try isThere() || mkdir(path, 0o700) == 0 { return }
    if errno == ENOENT {
      try parent.createAbove()
      if mkdir(path, 0o700) == 0 { return }
    }
    // Another process may have made it meanwhile.
    guard errno == EEXIST, try isThere() else { throw .failed("make the folder", path) }
  }

  /// Whether files can be made in it.
  package var isWritable: Bool {
    faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
  }

  /// The folder that holds it.
  private var parent: PrivateFolder {
    let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let slash = trimmed.lastIndex(of: "/") else { return PrivateFolder(".") }
    return PrivateFolder(slash == trimmed.startIndex ? "/" : String(trimmed[..<slash]))
  }

  private func createAbove() throws(StoreError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, parent != self else { throw .failed("make the folder", path) }
    try parent.createAbove()
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw .failed("make the folder", path) }
  }

  /// Whether it is there and safe to use; throws if it is there and is not.
  private func isThere() throws(StoreError) -> Bool {
    var status = stat()
    if lstat(path, &status) != 0 {
      guard errno == ENOENT else { throw .failed("look at", path) }
      return false
    }
    if status.st_mode & S_IFMT == S_IFLNK { throw .unsafeFile(path: path, problem: .symbolicLink) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .unsafeFile(path: path, problem: .notAFolder)
    }
    guard status.st_uid == geteuid() else {
      throw .unsafeFile(path: path, problem: .foreignOwner(status.st_uid))
    }
    if status.st_mode & 0o022 != 0 {
      throw .unsafeFile(path: path, problem: .writableByOthers(mode: status.st_mode))
    }
    return true
  }

  /// Makes what was created or renamed in the folder survive a power cut.
  package func synchronize() throws(StoreError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed("open the folder", path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .failed("save the folder", path) }
  }
}

extension StoreError {
  /// The error of the system call that has just failed.
  package static func failed(_ operation: String, _ path: String) -> StoreError {
    .system(operation: operation, path: path, code: errno)
  }
}
