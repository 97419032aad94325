import Glibc
import WaylineStorage

/// Notices that something happened to a file in a folder, without saying what.
package final class FolderWatch: Sendable {
  /// Readable when something happened.
  package let descriptor: Int32

  /// Begins to watch; nil if the system has no watches left, which costs only promptness.
  package init?(_ folder: PrivateFolder) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let mask = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE)
    guard inotify_add_watch(descriptor, folder.path, mask) >= 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Reads away what is waiting.
  package func drain() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
