import CWaylineSystem
import Dispatch

/// The queue behind the main actor, as a descriptor that a loop can wait for.
///
/// While the main thread waits in a system call, no work of the main actor runs. A loop that waits
/// for this descriptor as well runs the work at once. On Darwin the queue has no descriptor, so
/// ``descriptor`` is -1 there and a program embeds its scenes in an asynchronous one instead.
package enum MainQueueHandle {
  /// Readable when work waits; -1 where the system offers none.
  package static var descriptor: Int32 { wayline_main_queue_handle() }

  /// True on the main thread of the process, where the main queue may be drained.
  ///
  /// The main thread of a program whose `main` is asynchronous has ended: its queue runs on other
  /// threads, and draining it from within would lose its work.
  package static var isOnMainThread: Bool { wayline_is_main_thread() }

  /// True in work of the main queue, and so of the main actor, on whichever thread it runs.
  package static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mark) != nil }

  private static let mark: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// Runs the work that waits, and makes the descriptor wait for more.
  ///
  /// Only on the main thread of a program whose `main` is synchronous.
  @MainActor
  package static func drain() { wayline_main_queue_drain() }

  /// Returns whether work may have been added to the queue since the last call; true where nobody can tell.
  ///
  /// Only in work of the queue. What is still there when that ends is reported to a loop that waits for the
  /// descriptor. Source: `_dispatch_main_queue_drain` in libdispatch, which takes what waits, runs it, and wakes the
  /// descriptor again if more has come; others wake it with the first piece that they add.
  @MainActor
  package static func takeHasNewWork() -> Bool { !isOnMainThread || wayline_main_queue_clear() }

  /// Runs the work that waits without a system call for the descriptor.
  @MainActor
  package static func run() { wayline_main_queue_run() }
}
