#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The clocks of the system, and waiting.
package enum SystemClock {
  /// The time since some start, which never goes back.
  package static func uptime() -> Duration { time(CLOCK_MONOTONIC) }

  /// The processor time that the process has used.
  package static func processorTime() -> Duration { time(CLOCK_PROCESS_CPUTIME_ID) }

  /// The same to some milliseconds, at a fraction of the cost.
  package static func coarseUptime() -> Duration {
    #if canImport(Darwin)
      time(CLOCK_MONOTONIC_RAW_APPROX)
    #else
      time(CLOCK_MONOTONIC_COARSE)
    #endif
  }

  /// The time of day since 1970, which may jump.
  package static func sinceEpoch() -> Duration { time(CLOCK_REALTIME) }

  /// Blocks the thread for at least this long, whatever signals arrive.
  package static func sleep(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return }
    var rest = timespec()
    rest.tv_sec = time_t(seconds)
    rest.tv_nsec = Int(attoseconds / 1_000_000_000)
    var time = rest
    while nanosleep(&time, &rest) != 0, ErrorCode.current == .interrupted { time = rest }
  }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// A number that distinguishes the calling thread from every other that runs.
@inlinable
package func currentThread() -> UInt {
  #if canImport(Glibc)
    UInt(pthread_self())
  #else
    UInt(bitPattern: pthread_self())
  #endif
}

/// True if two areas of memory hold the same bytes.
@inlinable
package func haveSameBytes(
  _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int
) -> Bool {
  memcmp(first, second, count) == 0
}

extension UnsafeRawBufferPointer {
  /// The offset of the first byte of this value from a position on; nil if there is none.
  package func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
    guard let baseAddress, start < count else { return nil }
    let found = memchr(baseAddress + start, Int32(byte), count - start)
    return found.map { UnsafeRawPointer($0) - baseAddress }
  }
}
