import Glibc
import WaylineSystem

extension PrivateFile {
  /// Runs `body` while this file is locked against other processes, waiting at most `milliseconds`.
  ///
  /// The file stays behind, empty: deleting it would let two processes hold two locks of one name.
  /// The lock goes with the process, however it ends.
  /// - Parameter store: what the error calls the store that is in use.
  /// - Throws: ``StoreError/busy(store:milliseconds:)`` when the time is up.
  package func withLock<Result>(
    store: String, milliseconds: Int = 2000, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard let descriptor = try open(O_RDWR | O_CREAT) else { throw .failed("open", path) }
    defer { close(descriptor) }
    try lock(descriptor, store, milliseconds)
    return try body()
  }

  private func lock(
    _ descriptor: Int32, _ store: String, _ milliseconds: Int
  ) throws(StoreError) {
    var waited = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .failed("lock", path) }
      guard waited < milliseconds else { throw .busy(store: store, milliseconds: waited) }
      usleep(2000)
      waited += 2
    }
  }
}

extension PrivateFile {
  /// Opens the file as ``open(_:)`` does, for a caller without calls of the system.
  package func open(
    for access: FileDescriptor.Access, _ options: FileDescriptor.Options = []
  ) throws(StoreError) -> FileDescriptor? {
    try open(access.flags | options.rawValue).map { FileDescriptor(owning: $0) }
  }
}
