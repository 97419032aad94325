#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The outcome of an attempt to lock a file against other processes.
package enum LockOutcome: Hashable, Sendable {
  /// The file is locked until its descriptor is released, however the process ends.
  case locked
  /// Another descriptor, of this process or another, holds a lock.
  case busy
}

// A lock of `flock` belongs to the open file.
extension FileDescriptor {
  /// Locks the open file if no other does, without waiting.
  package func tryLock() throws(SystemError) -> LockOutcome {
    switch retrying({ flock(number, LOCK_EX | LOCK_NB) }) {
    case .success:
      isLocked.store(true, ordering: .relaxed)
      return .locked
    case .failure(.wouldBlock): return .busy
    case .failure(let code): throw SystemError("lock", "descriptor \(number)", code)
    }
  }

  /// Ends the lock for all copies of the descriptor.
  func unlock() { _ = retrying { flock(number, LOCK_UN) } }

  /// Locks the open file, trying again every two milliseconds.
  ///
  /// - Parameter milliseconds: the longest wait.
  package func lock(waiting milliseconds: Int) throws(SystemError) -> LockOutcome {
    let deadline = SystemClock.uptime() + .milliseconds(milliseconds)
    while try tryLock() == .busy {
      guard SystemClock.uptime() < deadline else { return .busy }
      SystemClock.sleep(.milliseconds(2))
    }
    return .locked
  }

  /// True if the open file is the one at a path now: it may have been replaced or removed.
  package func isFile(at path: String) -> Bool {
    guard let open = try? status(), let present = try? FileSystem.status(of: path) else {
      return false
    }
    return open.identity == present.identity
  }
}

extension FileDescriptor {
  /// Locks bytes of the file as other programs do that use record locks (`fcntl`), without waiting.
  ///
  /// NB: the lock belongs to the process, which loses it when any of its descriptors of the file is
  /// closed. Only to exclude a program that uses such locks; between our own, use ``tryLock()``.
  package func tryRecordLock(from start: Int, count: Int) throws(SystemError) -> LockOutcome {
    var request = Self.writeLock(start, count)
    switch retrying({ fcntl(number, F_SETLK, &request) }) {
    case .success: return .locked
    case .failure(.wouldBlock), .failure(.permissionDenied): return .busy
    case .failure(let code): throw SystemError("lock", "descriptor \(number)", code)
    }
  }

  /// True if another process holds a record lock (`fcntl`) on some of the bytes.
  package func isRecordLocked(from start: Int, count: Int) throws(SystemError) -> Bool {
    var request = Self.writeLock(start, count)
    try retrying("read the locks of", "descriptor \(number)") { fcntl(number, F_GETLK, &request) }
    return request.l_type != Int16(F_UNLCK)
  }

  private static func writeLock(_ start: Int, _ count: Int) -> flock {
    var request = flock()
    request.l_type = Int16(F_WRLCK)
    request.l_whence = Int16(SEEK_SET)
    request.l_start = off_t(start)
    request.l_len = off_t(count)
    return request
  }
}
