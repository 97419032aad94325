import CWaylineSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Operations on files by their paths.
///
/// Operations on an open file belong to ``FileDescriptor``; prefer those where another process could
/// replace the file between two calls.
package enum FileSystem {}

// MARK: - Questions

extension FileSystem {
  /// The file at a path, or the link itself if it is one; nil if there is none.
  package static func status(of path: String) throws(SystemError) -> FileStatus? {
    var status = stat()
    switch retrying({ lstat(path.systemString, &status) }) {
    case .success: return FileStatus(status)
    case .failure(.notFound), .failure(.notAFolder): return nil
    case .failure(let code): throw SystemError("read the status of", path, code)
    }
  }

  /// True if this process may make files in a folder, or write to a file.
  package static func isWritable(_ path: String) -> Bool {
    faccessat(AT_FDCWD, path.systemString, W_OK, AT_EACCESS) == 0
  }

  /// The absolute path without symbolic links and without `.` and `..`.
  package static func resolved(_ path: String) throws(SystemError) -> String {
    guard let found = realpath(path.systemString, nil) else {
      throw SystemError("find", path, .current)
    }
    defer { free(found) }
    return String(systemString: found)
  }

  /// The names in a folder, in no order, without `.` and `..`.
  package static func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = opendir(folder.systemString) else {
      throw SystemError("list", folder, .current)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(systemString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// True if the file or folder is on a file system that another machine may use too; false where that is
  /// unknown.
  ///
  /// Locks and shared memory do not work reliably there. FUSE is among them, with virtiofs and sshfs.
  package static func isOnNetwork(_ path: String) -> Bool {
    wayline_is_on_network(path.systemString)
  }

  /// True if a type of `statfs(2)` is such a file system.
  package static func isNetworkType(_ type: UInt32) -> Bool { wayline_is_network_type(type) }

  /// The time at which a file was made, in nanoseconds since 1970; 0 where it is unknown.
  ///
  /// It distinguishes a file from a later one to which the file system gave the same number.
  package static func birthTime(of path: String) -> Int {
    Int(wayline_birth_time(path.systemString))
  }
}

// MARK: - Changes

extension FileSystem {
  /// Makes a folder; false if the path exists already, whatever it is.
  ///
  /// Its permissions are those given: the mask of the process takes away what others have, and not
  /// what its owner needs to use it. A file system without permissions leaves them as they are.
  @discardableResult
  package static func makeFolder(
    _ path: String, permissions: UInt32 = 0o700
  ) throws(SystemError) -> Bool {
    switch retrying({ mkdir(path.systemString, mode_t(permissions)) }) {
    case .success:
      if let made = try? status(of: path)?.permissions,
        made & permissions & 0o700 != permissions & 0o700
      {
        try? setPermissions(of: path, to: made | permissions & 0o700)
      }
      return true
    case .failure(.exists): return false
    case .failure(let code): throw SystemError("create the folder", path, code)
    }
  }

  /// Removes a file or a link; nothing happens if there is none.
  package static func remove(_ path: String) throws(SystemError) {
    if case .failure(let code) = retrying({ unlink(path.systemString) }), code != .notFound {
      throw SystemError("delete", path, code)
    }
  }

  /// Gives a file another path, replacing what is there, in one step.
  package static func rename(_ path: String, to newPath: String) throws(SystemError) {
    try retrying("replace", newPath) { LibraryCall.renameFile(path, newPath) }
  }

  /// Gives a file a second path; false if that path exists already.
  package static func link(_ path: String, to newPath: String) throws(SystemError) -> Bool {
    switch retrying({ LibraryCall.linkFile(path, newPath) }) {
    case .success: return true
    case .failure(.exists): return false
    case .failure(let code): throw SystemError("create", newPath, code)
    }
  }

  /// Sets who may read, write and enter a file or folder; a link is followed.
  package static func setPermissions(of path: String, to mode: UInt32) throws(SystemError) {
    try retrying("protect", path) { chmod(path.systemString, mode_t(mode)) }
  }

  /// Makes what was created, renamed or removed in a folder survive a power failure.
  package static func synchronizeFolder(_ path: String) throws(SystemError) {
    let folder = try FileDescriptor.open(path, for: .reading, .folder)
    do {
      try folder.synchronize()
    } catch {
      throw SystemError("flush the folder", path, error.code)
    }
  }

  /// Makes an empty file of a new name that only this user may read, e.g. `/tmp/draft-8sKq2p.txt`.
  package static func makeTemporaryFile(
    in folder: String, named beginning: String, suffix: String = ""
  ) throws(SystemError) -> (path: String, file: FileDescriptor) {
    var name = "\(folder)/\(beginning)-XXXXXX\(suffix)".systemString
    let number = try retrying("create", "\(folder)/\(beginning)") {
      mkstemps(&name, Int32(suffix.systemBytes.count))
    }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    let file = FileDescriptor(owning: number)
    // The mask of the process may have taken away what the owner needs to open it again.
    try? file.setPermissions(0o600)
    return (String(systemString: name), file)
  }

  /// Makes a file with these bytes, complete or not at all; false if the path exists already.
  ///
  /// The file has no name before its bytes are on the disk, so a process that is killed leaves
  /// nothing. Where the file system knows no such files, the name is `PATH.new-…` until then.
  package static func publish(
    _ bytes: UnsafeRawBufferPointer, at path: String
  ) throws(SystemError) -> Bool {
    let folder = folder(of: path)
    var isMade = try publishUnnamed(bytes, at: path, in: folder)
    if isMade == nil { isMade = try publishNamed(bytes, at: path, in: folder) }
    guard isMade == true else { return false }
    try synchronizeFolder(folder)
    return true
  }

  /// Publishes a file that has no name before; nil where that is not possible.
  private static func publishUnnamed(
    _ bytes: UnsafeRawBufferPointer, at path: String, in folder: String
  ) throws(SystemError) -> Bool? {
    guard case .success(let number) = retrying({ wayline_open_unnamed(folder.systemString, 0o600) })
    else {
      return nil
    }
    let file = FileDescriptor(owning: number)
    // As above; a file system without permissions refuses, and needs none.
    try? file.setPermissions(0o600)
    try file.writeAll(bytes)
    try file.synchronize()
    switch retrying({ wayline_name_file(number, path.systemString) }) {
    case .success: return true
    case .failure(.exists): return false
    // Without /proc, or without the right to look into it, the file cannot be named.
    case .failure: return nil
    }
  }

  private static func publishNamed(
    _ bytes: UnsafeRawBufferPointer, at path: String, in folder: String
  ) throws(SystemError) -> Bool {
    let name = path.dropFirst(folder == "." ? 0 : folder.utf8.count).drop { $0 == "/" }
    let (temporary, file) = try makeTemporaryFile(in: folder, named: "\(name).new")
    defer { try? remove(temporary) }
    try file.writeAll(bytes)
    try file.synchronize()
    return try link(temporary, to: path)
  }

  /// The path of the folder that holds a file.
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
