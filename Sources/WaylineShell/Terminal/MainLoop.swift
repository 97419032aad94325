import Dispatch
import WaylineSystem

/// The queue behind `@MainActor`: a descriptor that reports work, and a way to run it.
package struct MainQueue {
  /// Readable when work waits; -1 when there is none to poll.
  package let descriptor: Int32
  /// Runs the work that waits, and makes the descriptor wait for more.
  package let drain: @MainActor () -> Void
  /// Runs the work that waits without a system call for the descriptor.
  package let run: @MainActor () -> Void

  /// Creates a queue from its parts.
  package init(
    descriptor: Int32, drain: @escaping @MainActor () -> Void,
    run: (@MainActor () -> Void)? = nil
  ) {
    (self.descriptor, self.drain, self.run) = (descriptor, drain, run ?? drain)
  }

  /// The main dispatch queue.
  ///
  /// - Precondition: It is called on the main thread of a program whose `main` is synchronous.
  @MainActor
  package static func ofProcess() -> MainQueue {
    precondition(
      MainQueueHandle.isOnMainThread,
      """
      A scene that runs in a loop of its own needs the main thread of a program whose main is \
      synchronous. In a task, await run(from:dialogue:).
      """)
    return MainQueue(
      descriptor: MainQueueHandle.descriptor, drain: { MainQueueHandle.drain() },
      run: { MainQueueHandle.run() })
  }
}

/// The one loop of a program: input, main queue, signals and foreign changes in a single `poll`.
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
    let handler: @MainActor () -> Void
  }

  private var entries: [Entry] = []
  private var polled = PollList()
  private var count = 0
  private let queue: MainQueue?
  /// The pipe that ends a wait which is awaited; nil before the first one.
  private var alarm: Alarm?
  /// The time of the last look at the descriptors, by the coarse clock.
  private var lastLook = Duration.zero

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
    entries.append(Entry(watch: watch, handler: handler))
    polled.append(descriptor)
    return watch
  }

  /// Pauses a watch, or continues it.
  package func setActive(_ isActive: Bool, _ watch: Watch) {
    guard let index = index(of: watch) else { return }
    polled.setActive(isActive, at: index)
  }

  /// Stops calling the handler of a watch.
  package func end(_ watch: Watch) {
    guard let index = index(of: watch) else { return }
    entries.remove(at: index)
    polled.remove(at: index)
  }

  // NB: loops, here and below: a closure that is isolated to the main actor looks up its thread at each
  // call, and all of this runs for each line.
  private func index(of watch: Watch) -> Int? {
    for index in entries.indices where entries[index].watch == watch { return index }
    return nil
  }

  /// Runs the queue's work between two things that need no waiting, and every few milliseconds looks
  /// at the descriptors too.
  ///
  /// The queue is run each time, so what runs between two lines of a script is the same however
  /// fast the lines come.
  package func pass() {
    if SystemClock.coarseUptime() == lastLook { queue?.run() } else { turn(timeout: .zero) }
  }

  /// Waits until a descriptor is ready or the time is up, and calls the handlers in the order of their
  /// watches. Returns whether any descriptor was ready.
  @discardableResult
  package func turn(timeout: Duration? = nil) -> Bool {
    defer { lastLook = SystemClock.coarseUptime() }
    guard polled.wait(timeout) else { return false }
    var ready: [Entry] = []
    for index in entries.indices where polled.isReady(at: index) { ready.append(entries[index]) }
    // A handler may have ended the watch of one after it.
    for entry in ready where index(of: entry.watch) != nil { entry.handler() }
    return true
  }
}

// MARK: - Awaiting

extension MainLoop {
  /// A pipe with a byte in it as long as nobody has answered.
  private final class Alarm {
    let reading: FileDescriptor
    let writing: FileDescriptor
    var isRung = false

    init() throws(SystemError) {
      (reading, writing) = try FileDescriptor.pipe()
    }
  }

  /// Waits as ``turn(timeout:)`` does, on another thread: the main actor is free meanwhile.
  ///
  /// ``wake()`` ends the wait. For programs whose main queue runs by itself.
  @discardableResult
  package func awaitTurn(timeout: Duration? = nil) async -> Bool {
    prepareAlarm()
    let watches = entries.map(\.watch)
    let (list, isReady) = await Self.wait(polled, timeout)
    guard isReady else { return false }
    for (index, watch) in watches.enumerated() where list.isReady(at: index) {
      // Work of the main actor, or a handler before it, may have ended the watch.
      if let position = self.index(of: watch) { entries[position].handler() }
    }
    return true
  }

  /// Ends the wait that is awaited, or the next one at once.
  package func wake() {
    guard let alarm, !alarm.isRung else { return }
    alarm.isRung = true
    withUnsafeBytes(of: UInt8(0)) { _ = alarm.writing.write($0) }
  }

  private func prepareAlarm() {
    guard alarm == nil, let new = try? Alarm() else { return }
    alarm = new
    watch(new.reading.number) { [unowned new] in
      new.isRung = false
      withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) {
        _ = new.reading.transfer(into: $0)
      }
    }
  }

  private static let waiters = DispatchQueue(label: "wayline.waiters", attributes: .concurrent)

  private static func wait(
    _ list: PollList, _ timeout: Duration?
  ) async -> (list: PollList, isReady: Bool) {
    await withCheckedContinuation { continuation in
      waiters.async {
        var list = list
        let isReady = list.wait(timeout)
        continuation.resume(returning: (list, isReady))
      }
    }
  }
}

// MARK: - Changes from outside

/// Something outside of the session that may change, such as a file that other processes write.
package struct ChangeSource {
  /// Readable when something may have changed; nil as long as nothing can change, and -1 when it
  /// can without any sign.
  package let descriptor: @MainActor () -> Int32?
  /// Empties the descriptor and looks what has changed. Called again, since the sign can come
  /// before the change can be seen.
  package let look: @MainActor () -> Void

  /// A source by its parts.
  package init(
    descriptor: @escaping @MainActor () -> Int32?, look: @escaping @MainActor () -> Void
  ) {
    (self.descriptor, self.look) = (descriptor, look)
  }
}

/// Watches sources of changes in a main loop, and looks again some milliseconds after each sign.
///
/// Files that change without a sign, as those of a network do, are looked at every two seconds.
/// It never sleeps: the times of the looks that are due bound the wait of the loop.
@MainActor
package final class ChangeWatcher {
  /// The times after a sign at which its source is looked at again.
  package static let delays: [Duration] = [.milliseconds(2), .milliseconds(20)]

  /// The interval of looks without a sign.
  package static let interval = Duration.seconds(2)

  private final class Entry {
    let source: ChangeSource
    var descriptor: Int32?
    var watch: MainLoop.Watch?
    var due: [ContinuousClock.Instant] = []

    init(_ source: ChangeSource) {
      self.source = source
    }
  }

  private let entries: [Entry]
  private let loop: MainLoop
  private let now: @MainActor () -> ContinuousClock.Instant

  /// A watcher in a loop.
  package init(
    _ sources: [ChangeSource], loop: MainLoop,
    now: @escaping @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    entries = sources.map(Entry.init)
    (self.loop, self.now) = (loop, now)
  }

  /// Asks for the descriptors anew: to be called before each wait of the loop.
  package func attend() {
    for entry in entries {
      let descriptor = entry.source.descriptor()
      guard descriptor != entry.descriptor else { continue }
      if let watch = entry.watch { loop.end(watch) }
      entry.descriptor = descriptor
      entry.watch = descriptor.flatMap { $0 < 0 ? nil : watch(entry, $0) }
      // What changed before the watch began gave no sign.
      entry.due = descriptor == nil ? [] : [now()]
    }
  }

  /// The longest wait of the loop; nil for no limit.
  package var timeout: Duration? {
    guard isAnyDue, let next = entries.flatMap(\.due).min() else { return nil }
    return max(.zero, now().duration(to: next))
  }

  /// Looks where it is time to.
  package func look() {
    guard isAnyDue else { return }
    let now = now()
    for entry in entries where entry.due.contains(where: { $0 <= now }) {
      entry.due.removeAll { $0 <= now }
      if entry.due.isEmpty { entry.due = [now + Self.interval] }
      entry.source.look()
    }
  }

  private var isAnyDue: Bool {
    for entry in entries where !entry.due.isEmpty { return true }
    return false
  }

  private func watch(_ entry: Entry, _ descriptor: Int32) -> MainLoop.Watch {
    loop.watch(descriptor) { [weak self, unowned entry] in
      guard let self else { return }
      entry.due = Self.delays.map { self.now() + $0 }
      entry.source.look()
    }
  }
}
