import Glibc

/// Reads and writes a descriptor without waiting and without SIGPIPE, whatever mode it is in.
///
/// NB: `O_NONBLOCK` belongs to what is opened, which other processes may share; it stays as it is.
enum Descriptor {
  /// What came of a transfer.
  enum Transfer: Hashable {
    /// This many bytes.
    case bytes(Int)
    /// Nothing now; it can be tried again when the descriptor is ready.
    case nothing
    /// The end of the input.
    case end
    /// Nothing will ever come, or be read.
    case failed(Int32)
  }

  /// Reads once from a descriptor that is ready.
  static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    return count == 0 ? .end : transfer(count)
  }

  /// Writes as much as there is room for.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Transfer {
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    let count = send(descriptor, bytes.baseAddress, bytes.count, flags)
    guard count < 0, errno == ENOTSOCK else { return transfer(count) }
    guard hasRoom(descriptor) else { return .nothing }
    // A pipe that has room at all has room for this many bytes.
    return withoutPipeSignal {
      transfer(Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, Int(PIPE_BUF))))
    }
  }

  private static func transfer(_ count: Int) -> Transfer {
    if count >= 0 { return .bytes(count) }
    return [EAGAIN, EINTR].contains(errno) ? .nothing : .failed(errno)
  }

  private static func hasRoom(_ descriptor: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&polled, 1, 0) > 0
  }

  /// Runs a write on this thread; the SIGPIPE that it may raise is taken back.
  private static func withoutPipeSignal(_ write: () -> Transfer) -> Transfer {
    var (pipes, former, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&pipes)
    sigaddset(&pipes, SIGPIPE)
    sigpending(&pending)
    let isPending = sigismember(&pending, SIGPIPE) == 1
    pthread_sigmask(SIG_BLOCK, &pipes, &former)
    let outcome = write()
    if outcome == .failed(EPIPE), !isPending {
      var now = timespec()
      sigtimedwait(&pipes, nil, &now)
    }
    pthread_sigmask(SIG_SETMASK, &former, nil)
    return outcome
  }
}
