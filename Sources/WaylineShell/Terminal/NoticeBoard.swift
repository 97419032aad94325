/// Something outside of the session that may change, such as a file that other processes write.
package struct Notice {
  /// Readable when something may have changed; nil as long as nothing can change, and -1 when it
  /// can without any sign.
  package let descriptor: @MainActor () -> Int32?
  /// Empties the descriptor and looks what has changed. Called again, since a notice can come
  /// before the change can be seen.
  package let look: @MainActor () -> Void

  /// A notice by its parts.
  package init(
    descriptor: @escaping @MainActor () -> Int32?, look: @escaping @MainActor () -> Void
  ) {
    (self.descriptor, self.look) = (descriptor, look)
  }
}

/// Watches notices in a main loop, and looks again some milliseconds after each.
///
/// What changes without a sign, as files of a network do, is looked at every two seconds.
/// It never sleeps: the times of the looks that are due bound the wait of the loop.
@MainActor
package final class NoticeBoard {
  /// How long after a notice it is looked again.
  package static let delays: [Duration] = [.milliseconds(2), .milliseconds(20)]

  /// How often it is looked without a notice.
  package static let interval = Duration.seconds(2)

  private final class Entry {
    let notice: Notice
    var descriptor: Int32?
    var watch: MainLoop.Watch?
    var due: [ContinuousClock.Instant] = []

    init(_ notice: Notice) {
      self.notice = notice
    }
  }

  private let entries: [Entry]
  private let loop: MainLoop
  private let now: @MainActor () -> ContinuousClock.Instant

  /// A board in a loop.
  package init(
    _ notices: [Notice], loop: MainLoop,
    now: @escaping @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    entries = notices.map(Entry.init)
    (self.loop, self.now) = (loop, now)
  }

  /// Asks for the descriptors anew: to be called before each wait of the loop.
  package func attend() {
    for entry in entries {
      let descriptor = entry.notice.descriptor()
      guard descriptor != entry.descriptor else { continue }
      if let watch = entry.watch { loop.end(watch) }
      entry.descriptor = descriptor
      entry.watch = descriptor.flatMap { $0 < 0 ? nil : watch(entry, $0) }
      // What changed before the watch began made no notice.
      entry.due = descriptor == nil ? [] : [now()]
    }
  }

  /// How long the loop may wait; nil for as long as it likes.
  package var timeout: Duration? {
    guard let next = entries.flatMap(\.due).min() else { return nil }
    return max(.zero, now().duration(to: next))
  }

  /// Looks where it is time to.
  package func look() {
    guard entries.contains(where: { !$0.due.isEmpty }) else { return }
    let now = now()
    for entry in entries where entry.due.contains(where: { $0 <= now }) {
      entry.due.removeAll { $0 <= now }
      if entry.due.isEmpty { entry.due = [now + Self.interval] }
      entry.notice.look()
    }
  }

  private func watch(_ entry: Entry, _ descriptor: Int32) -> MainLoop.Watch {
    loop.watch(descriptor) { [weak self, unowned entry] in
      guard let self else { return }
      entry.due = Self.delays.map { self.now() + $0 }
      entry.notice.look()
    }
  }
}
