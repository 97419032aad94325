import CSystem
import Dispatch
import Glibc

/// The queue behind `@MainActor`: a descriptor that tells of work, and a way to run it.
package struct MainQueue {
  /// Readable when work waits; -1 when there is none to poll.
  package let descriptor: Int32
  /// Runs what waits, and makes the descriptor wait for more.
  package let drain: @MainActor () -> Void
  /// Runs what waits without a look at the descriptor.
  package let run: @MainActor () -> Void

  /// A queue by its parts.
  package init(
    descriptor: Int32, drain: @escaping @MainActor () -> Void,
    run: (@MainActor () -> Void)? = nil
  ) {
    (self.descriptor, self.drain, self.run) = (descriptor, drain, run ?? drain)
  }

  /// The main dispatch queue. Only for the main thread of a program whose `main` is synchronous.
  @MainActor
  package static func ofProcess() -> MainQueue {
    MainQueue(
      descriptor: wayline_main_queue_handle(), drain: { wayline_main_queue_drain() },
      run: { wayline_main_queue_run() })
  }
}

/// The one loop of a program: input, main queue, signals and notices in a single `poll`.
///
/// While the main thread waits in `read`, nothing else of the program would run; so it waits here.
@MainActor
package final class MainLoop {
  /// Names one watched descriptor.
  package struct Watch: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Entry {
    let watch: Watch
    let descriptor: Int32
    let handler: @MainActor () -> Void
  }

  private var entries: [Entry] = []
  private var polled: [pollfd] = []
  private var count = 0
  private let queue: MainQueue?
  /// When it last looked at the descriptors, in ticks of the system's coarse clock.
  private var lastLook = 0

  /// A loop that runs a queue's work, if there is one.
  package init(queue: MainQueue? = nil) {
    self.queue = queue
    if let queue { watch(queue.descriptor, queue.drain) }
  }

  /// Calls the handler whenever the descriptor has something to read, or has ended.
  @discardableResult
  package func watch(_ descriptor: Int32, _ handler: @escaping @MainActor () -> Void) -> Watch {
    count += 1
    let watch = Watch(number: count)
    entries.append(Entry(watch: watch, descriptor: descriptor, handler: handler))
    polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    return watch
  }

  /// Pauses a watch, or goes on with it.
  package func setActive(_ isActive: Bool, _ watch: Watch) {
    guard let index = entries.firstIndex(where: { $0.watch == watch }) else { return }
    polled[index].fd = isActive ? entries[index].descriptor : -1
  }

  /// Calls the handler of a watch no more.
  package func end(_ watch: Watch) {
    guard let index = entries.firstIndex(where: { $0.watch == watch }) else { return }
    entries.remove(at: index)
    polled.remove(at: index)
  }

  /// Runs the queue's work between two things that need no waiting, and every few milliseconds looks
  /// at the descriptors too.
  ///
  /// The queue is asked each time, so what runs between two lines of a script is the same however
  /// fast the lines come.
  package func pass() {
    if Self.coarseTime() == lastLook { queue?.run() } else { turn(timeout: .zero) }
  }

  private static func coarseTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return time.tv_sec << 32 | time.tv_nsec
  }

  /// Waits until something arrives or the time is over, and calls the handlers of what has arrived,
  /// in the order of their watches. Returns whether anything had.
  @discardableResult
  package func turn(timeout: Duration? = nil) -> Bool {
    defer { lastLook = Self.coarseTime() }
    let arrived = poll(&polled, nfds_t(polled.count), timeout.map(Self.milliseconds) ?? -1)
    guard arrived > 0 else { return false }
    let ready = zip(entries, polled).filter { $1.revents != 0 }.map(\.0)
    for entry in ready where entries.contains(where: { $0.watch == entry.watch }) {
      entry.handler()
    }
    return true
  }

  /// Rounded up, so that a deadline has passed when its time is over.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: min(seconds, 1_000_000) * 1000 + rest)
  }
}
