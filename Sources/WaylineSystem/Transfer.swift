#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The outcome of one transfer that does not wait.
package enum Transfer: Hashable, Sendable {
  /// This many bytes were read or written.
  case bytes(Int)
  /// Nothing is possible now; try again when the descriptor is ready.
  case nothing
  /// The end of the input.
  case end
  /// Nothing will ever be read or written.
  case failed(ErrorCode)
}

// `O_NONBLOCK` belongs to the open file, which other processes may share. These calls leave it as it
// is, and do not wait all the same.
extension FileDescriptor {
  /// Reads once from a descriptor that is ready.
  package func transfer(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    let count = LibraryCall.read(number, buffer)
    return count == 0 ? .end : Self.transfer(count)
  }

  /// Writes as much as there is room for. Raises no SIGPIPE.
  package func transfer(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    let sent = sendWithoutWaiting(bytes)
    guard sent == .failed(.notASocket) else { return sent }
    guard wait(until: .writable, .zero) else { return .nothing }
    // A pipe that has room at all has room for this many bytes.
    let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(PIPE_BUF)))
    return Self.withoutPipeSignal { Self.transfer(LibraryCall.write(number, part)) }
  }

  private func sendWithoutWaiting(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    #if canImport(Darwin)
      // NB: no flag of `send` stops SIGPIPE here.
      Self.withoutPipeSignal {
        Self.transfer(send(number, bytes.baseAddress, bytes.count, MSG_DONTWAIT))
      }
    #else
      let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
      return Self.transfer(send(number, bytes.baseAddress, bytes.count, flags))
    #endif
  }

  private static func transfer(_ count: Int) -> Transfer {
    if count >= 0 { return .bytes(count) }
    let code = ErrorCode.current
    return code == .wouldBlock || code == .interrupted ? .nothing : .failed(code)
  }

  /// Runs a write on this thread; the SIGPIPE that it may raise is discarded.
  private static func withoutPipeSignal(_ write: () -> Transfer) -> Transfer {
    var (pipes, former, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&pipes)
    sigaddset(&pipes, SIGPIPE)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1
    pthread_sigmask(SIG_BLOCK, &pipes, &former)
    let outcome = write()
    if outcome == .failed(.brokenPipe), !wasPending {
      #if canImport(Darwin)
        var number: Int32 = 0
        sigpending(&pending)
        if sigismember(&pending, SIGPIPE) == 1 { sigwait(&pipes, &number) }
      #else
        var now = timespec()
        sigtimedwait(&pipes, nil, &now)
      #endif
    }
    pthread_sigmask(SIG_SETMASK, &former, nil)
    return outcome
  }
}
