import Dispatch
import WaylineShell
import WaylineStorage
import WaylineSystem

/// The looks for changes of other processes in a store, which all sessions of this process over descriptors and
/// sequences have in common.
///
/// They share the main queue, and a change that one of them finds is shown by each. A session at a terminal looks in
/// its own loop (`ChangeWatcher`).
@MainActor
final class StoreWatch {
  private struct Entry {
    weak var watch: StoreWatch?
  }

  /// The watches of sessions that run, by the hub of their store.
  private static var present: [ObjectIdentifier: Entry] = [:]

  private let store: any PersistentStore
  private let notice: StoreNotice
  private let timer: any DispatchSourceTimer
  private var source: (any DispatchSourceRead)?
  private var descriptor: Int32?
  /// True while the store is looked at again soon after a sign.
  private var isRepeating = false

  private var key: ObjectIdentifier { ObjectIdentifier(store.hub) }

  /// Returns the watch of a store, which ends when nobody retains it; nil if no other process can write to the store.
  static func of(_ store: any PersistentStore) -> StoreWatch? {
    if let watch = present[ObjectIdentifier(store.hub)]?.watch { return watch }
    guard let notice = store.notice else { return nil }
    let watch = StoreWatch(store, notice)
    present[watch.key] = Entry(watch: watch)
    return watch
  }

  private init(_ store: any PersistentStore, _ notice: StoreNotice) {
    (self.store, self.notice) = (store, notice)
    timer = DispatchSource.makeTimerSource(queue: .main)
    // The first session has not read anything yet, and a store that nobody has used gives no sign.
    timer.schedule(
      deadline: .now() + .milliseconds(50), repeating: ChangeWatcher.interval / .seconds(1),
      leeway: .milliseconds(10))
    timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.takeTurn() } }
    timer.activate()
  }

  isolated deinit {
    timer.cancel()
    source?.cancel()
    if Self.present[key]?.watch == nil { Self.present[key] = nil }
  }

  /// Asks for the descriptor anew, and looks where there is none for signs.
  private func takeTurn() {
    let new = notice.descriptor()
    if new != descriptor {
      source?.cancel()
      descriptor = new
      source = new.flatMap { $0 < 0 ? nil : makeSource($0) }
      // What changed before the watch began gave no sign.
      if new != nil { notice.look() }
    } else if new != nil, source == nil {
      notice.look()
    }
  }

  private func makeSource(_ descriptor: Int32) -> (any DispatchSourceRead)? {
    // A copy, since the store may close its own while the source is still there.
    guard let copy = try? FileDescriptor(borrowing: descriptor).copy() else { return nil }
    let source = DispatchSource.makeReadSource(fileDescriptor: copy.number, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.takeSign() } }
    source.setCancelHandler { withExtendedLifetime(copy) {} }
    source.activate()
    return source
  }

  private func takeSign() {
    notice.look()
    guard !isRepeating else { return }
    isRepeating = true
    for delay in ChangeWatcher.delays {
      DispatchQueue.main.asyncAfter(deadline: .now() + delay / .seconds(1)) { [weak self] in
        MainActor.assumeIsolated { self?.repeatLook(isLast: delay == ChangeWatcher.delays.last) }
      }
    }
  }

  private func repeatLook(isLast: Bool) {
    if isLast { isRepeating = false }
    notice.look()
  }
}
