#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The properties of a file at one point in time: its identity, kind, owner, permissions, size and time.
///
/// Two values are equal as long as the file was neither replaced nor changed.
package struct FileStatus: Hashable, Sendable {
  /// The device and inode: a file that takes the same path has others.
  package let identity: FileIdentity
  /// The kind of the file.
  package let kind: Kind
  /// The permission bits, e.g. 0o600.
  package let permissions: UInt32
  /// The number of the user that owns it.
  package let owner: UInt32
  /// The number of its names (hard links).
  package let linkCount: Int
  /// The size in bytes.
  package let size: Int
  /// The time of the last change of its content, in nanoseconds since 1970.
  package let modified: Int

  /// The kinds of files that callers distinguish.
  package enum Kind: Hashable, Sendable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A symbolic link, which was not followed.
    case link
    /// A pipe, with or without a name.
    case pipe
    /// A socket.
    case socket
    /// A terminal or another device that is read byte by byte.
    case characterDevice
    /// Anything else.
    case other
  }

  init(_ status: stat) {
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
    kind = Kind(status.st_mode)
    permissions = UInt32(status.st_mode & 0o7777)
    owner = status.st_uid
    linkCount = Int(status.st_nlink)
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
  }
}

extension FileStatus.Kind {
  fileprivate init(_ mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    case S_IFCHR: self = .characterDevice
    default: self = .other
    }
  }
}

extension FileStatus {
  /// True if the current user owns the file.
  package var isOwn: Bool { owner == geteuid() }

  /// True if other users may read, write or enter the file.
  package var isShared: Bool { permissions & 0o077 != 0 }

  /// True if other users may change the file, or the content of the folder.
  package var isWritableByOthers: Bool { permissions & 0o022 != 0 }
}

/// The numbers that distinguish a file from one that took its path: its device and inode.
package struct FileIdentity: Hashable, Sendable {
  /// The number of the device that holds the file.
  package let device: UInt64
  /// The number of the file on its device.
  package let inode: UInt64

  /// Creates an identity from its numbers.
  package init(device: UInt64, inode: UInt64) {
    (self.device, self.inode) = (device, inode)
  }
}
