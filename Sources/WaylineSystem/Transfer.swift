import CWaylineSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The outcome of one read or write.
package enum Transfer: Hashable, Sendable {
  /// This many bytes were read or written.
  case bytes(Int)
  /// Nothing is possible now; try again when the descriptor is ready.
  case nothing
  /// The end of the input.
  case end
  /// Nothing will ever be read or written.
  case failed(ErrorCode)

  /// The outcome of the call that has just returned this number.
  init(_ count: Int) {
    if count >= 0 {
      self = .bytes(count)
    } else {
      let code = ErrorCode.current
      self = code == .wouldBlock || code == .interrupted ? .nothing : .failed(code)
    }
  }
}

// `O_NONBLOCK` belongs to the open file, which other processes may share. These calls leave it as it
// is, and do not wait all the same.
extension FileDescriptor {
  /// Reads once from a descriptor that is ready.
  package func transfer(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    let count = LibraryCall.readBytes(number, buffer)
    return count == 0 ? .end : Transfer(count)
  }

  /// Reads once from a descriptor that is ready, at most to the end of a line.
  ///
  /// The rest stays with the descriptor, for whoever reads it next: another flow, `readLine()`, or a
  /// program that inherits it. What `readLine()` has read ahead of standard input comes first.
  package func transferLine(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    let count = wayline_read_line(number, buffer.baseAddress, buffer.count)
    return count == 0 ? .end : Transfer(count)
  }

  /// True if the C library has read ahead of the descriptor, which does not report those bytes as ready.
  package var hasReadAhead: Bool { number == STDIN_FILENO && wayline_buffered_input() > 0 }

  /// A descriptor of the same pipe or terminal that never waits; nil where the system has none.
  ///
  /// It has a mode of its own, so that other processes notice nothing.
  package func nonblocking() -> FileDescriptor? {
    #if os(Linux)
      guard let status = try? status(), status.kind == .pipe || isTerminal else { return nil }
      let path = "/proc/self/fd/\(number)"
      let options: Options = [.nonblocking, .noControllingTerminal]
      guard let other = try? FileDescriptor.open(path, for: .writing, options) else { return nil }
      return (try? other.status())?.identity == status.identity ? other : nil
    #else
      nil
    #endif
  }

  /// Writes as much as there is room for. Raises no SIGPIPE.
  package func transfer(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    let sent = sendWithoutWaiting(bytes)
    guard sent == .failed(.notASocket) else { return sent }
    guard wait(until: .writable, .zero) else { return .nothing }
    // A pipe that has room at all has room for this many bytes.
    let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(PIPE_BUF)))
    return Self.withoutPipeSignal { Transfer(LibraryCall.writeBytes(number, part)) }
  }

  private func sendWithoutWaiting(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    #if canImport(Darwin)
      // NB: no flag of `send` stops SIGPIPE here.
      Self.withoutPipeSignal {
        Transfer(send(number, bytes.baseAddress, bytes.count, MSG_DONTWAIT))
      }
    #else
      let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
      return Transfer(send(number, bytes.baseAddress, bytes.count, flags))
    #endif
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
