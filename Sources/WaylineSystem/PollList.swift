#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Descriptors that are waited for together, in one call of `poll`.
///
/// An entry is named by its position, which moves when an entry before it is removed.
package struct PollList: Sendable {
  private var entries: [pollfd] = []
  /// The descriptors of the entries, also of paused ones.
  private var descriptors: [Int32] = []

  /// Creates an empty list.
  package init() {}

  /// The conditions that an entry waits for.
  package enum Condition: Sendable {
    /// Bytes can be read, or the other end was closed.
    case readable
    /// There is room to write, or nothing reads any more.
    case writable
  }

  /// The number of entries.
  package var count: Int { entries.count }

  /// Adds a descriptor at the end; one below 0 is never ready.
  package mutating func append(_ descriptor: Int32, _ condition: Condition = .readable) {
    let events = condition == .readable ? POLLIN : POLLOUT
    entries.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    descriptors.append(descriptor)
  }

  /// Removes an entry.
  package mutating func remove(at index: Int) {
    entries.remove(at: index)
    descriptors.remove(at: index)
  }

  /// Pauses an entry, or continues it.
  package mutating func setActive(_ isActive: Bool, at index: Int) {
    entries[index].fd = isActive ? descriptors[index] : -1
  }

  /// Waits until an entry is ready, the time is up, or a signal arrived.
  ///
  /// - Parameter timeout: the longest wait, rounded up to milliseconds; nil for no end.
  /// - Returns: whether an entry is ready.
  package mutating func wait(_ timeout: Duration? = nil) -> Bool {
    let isReady = LibraryCall.pollEntries(&entries, timeout.map(Self.milliseconds) ?? -1) > 0
    if !isReady { for index in entries.indices { entries[index].revents = 0 } }
    return isReady
  }

  /// True if the last wait found an entry ready, at its end, or unusable.
  package func isReady(at index: Int) -> Bool { entries[index].revents != 0 }

  /// Rounded up, so that a deadline has passed when the wait ends.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: min(seconds, 1_000_000) * 1000 + rest)
  }
}

extension FileDescriptor {
  /// Waits until the descriptor is ready. Returns false when the time is up or a signal arrived.
  package func wait(until condition: PollList.Condition, _ timeout: Duration? = nil) -> Bool {
    var list = PollList()
    list.append(number, condition)
    return list.wait(timeout)
  }

  /// True if the other side of a connection has closed it in both directions, or of a pipe has gone.
  package var isHungUp: Bool {
    var entries = [pollfd(fd: number, events: 0, revents: 0)]
    return LibraryCall.pollEntries(&entries, 0) > 0
      && entries[0].revents & Int16(POLLHUP | POLLERR) != 0
  }
}
