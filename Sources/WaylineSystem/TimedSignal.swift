#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import CWaylineSystem
  import Musl
#else
  import CWaylineSystem
  import Glibc
#endif

/// One descriptor that becomes readable at intervals, and when another descriptor does.
///
/// A loop that waits for a connection and also looks at it from time to time waits for this one. The
/// connection may be replaced; the descriptor stays.
package final class TimedSignal: Sendable {
  private let source: FileDescriptor
  private let timer: FileDescriptor?

  /// Readable when the time has come, or the watched descriptor is; for `poll`.
  package var descriptor: Int32 { source.number }

  /// Begins to count; nil if the system has no descriptors left.
  package init?(every interval: Duration) {
    #if canImport(Darwin)
      let queue = kqueue()
      guard queue >= 0 else { return nil }
      (source, timer) = (FileDescriptor(owning: queue), nil)
      var change = kevent(
        ident: 0, filter: Int16(EVFILT_TIMER), flags: UInt16(EV_ADD | EV_ENABLE), fflags: 0,
        data: Int(interval / .milliseconds(1)), udata: nil)
      guard kevent(queue, &change, 1, nil, 0, nil) >= 0 else { return nil }
    #else
      let seconds = interval.components.seconds
      let nanoseconds = Int32(interval.components.attoseconds / 1_000_000_000)
      let queue = wayline_event_queue()
      guard queue >= 0 else { return nil }
      source = FileDescriptor(owning: queue)
      let number = wayline_interval_timer(seconds, nanoseconds)
      guard number >= 0 else { return nil }
      timer = FileDescriptor(owning: number)
      guard wayline_event_add(queue, number) == 0 else { return nil }
    #endif
  }

  /// Watches a descriptor too, until it is closed.
  package func watch(_ other: Int32) {
    #if canImport(Darwin)
      var change = kevent(
        ident: UInt(other), filter: Int16(EVFILT_READ), flags: UInt16(EV_ADD | EV_ENABLE),
        fflags: 0, data: 0, udata: nil)
      _ = kevent(source.number, &change, 1, nil, 0, nil)
    #else
      _ = wayline_event_add(source.number, other)
    #endif
  }

  /// Discards the time that has come; what the watched descriptor has to read is read by its owner.
  package func drain() {
    #if canImport(Darwin)
      var (event, none) = (kevent(), timespec())
      while kevent(descriptor, nil, 0, &event, 1, &none) > 0, event.filter == EVFILT_TIMER {}
    #else
      withUnsafeTemporaryAllocation(byteCount: 8, alignment: 8) { buffer in
        _ = try? timer?.read(into: buffer)
      }
    #endif
  }
}
