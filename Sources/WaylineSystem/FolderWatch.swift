#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Watches a folder: its descriptor becomes readable when a file in it was made, changed or removed.
///
/// The change itself is not reported, and one notice may stand for many.
package final class FolderWatch: Sendable {
  private let source: FileDescriptor
  #if canImport(Darwin)
    private let folder: FileDescriptor
  #endif

  /// Readable when something happened; for `poll`.
  package var descriptor: Int32 { source.number }

  /// Begins to watch; nil if the system has no watches left, or the folder cannot be opened.
  package init?(_ path: String) {
    #if canImport(Darwin)
      // NB: kqueue reports entries of the folder, not the content of its files: a caller that has to
      // see changes of a file in place looks at intervals as well.
      guard let folder = try? FileDescriptor.open(path, for: .reading, .folder) else { return nil }
      let queue = kqueue()
      guard queue >= 0 else { return nil }
      (source, self.folder) = (FileDescriptor(owning: queue), folder)
      var change = kevent(
        ident: UInt(folder.number), filter: Int16(EVFILT_VNODE),
        flags: UInt16(EV_ADD | EV_ENABLE | EV_CLEAR),
        fflags: UInt32(NOTE_WRITE | NOTE_DELETE | NOTE_RENAME | NOTE_EXTEND | NOTE_ATTRIB), data: 0,
        udata: nil)
      guard kevent(queue, &change, 1, nil, 0, nil) >= 0 else { return nil }
    #else
      let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard number >= 0 else { return nil }
      source = FileDescriptor(owning: number)
      let mask = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE)
      guard inotify_add_watch(number, path.systemString, mask) >= 0 else { return nil }
    #endif
  }

  /// Discards the notices that wait, so that the descriptor becomes readable at the next change.
  package func drain() {
    #if canImport(Darwin)
      var (event, none) = (kevent(), timespec())
      while kevent(descriptor, nil, 0, &event, 1, &none) > 0 {}
    #else
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        while (try? source.read(into: buffer)) ?? 0 > 0 {}
      }
    #endif
  }
}
