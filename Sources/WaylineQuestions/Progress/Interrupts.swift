import Synchronization
import WaylineSystem

/// ^C while work answers it itself.
///
/// A second one, a tenth of a second or more after the first, ends the program at once (``SignalPipe``).
final class Interrupts: Sendable {
  private struct Users {
    /// The number of pieces of work that answer ^C, which share the action of the process.
    var count = 0
    /// True if the action is that of this type.
    var isTaken = false
  }

  private static let users = Mutex(Users())
  /// The number of signals before the work; nil while ^C means what the program has decided.
  private let former = Mutex(Int32?.none)

  /// Takes ^C from now on, unless the program has an action of its own for it.
  func begin() {
    Self.users.withLock { users in
      if users.count == 0, SignalPipe.isDefault(.interrupt) {
        users.isTaken = SignalPipe.catch(.interrupt)
      }
      users.count += 1
      let isTaken = users.isTaken
      former.withLock { $0 = isTaken ? SignalPipe.arrivals : nil }
    }
  }

  /// True once ^C has arrived.
  var hasArrived: Bool { former.withLock { $0.map { $0 != SignalPipe.arrivals } ?? false } }

  /// Gives ^C back after the last work.
  func end() {
    Self.users.withLock { users in
      users.count -= 1
      guard users.count == 0, users.isTaken else { return }
      users.isTaken = false
      SignalPipe.release(.interrupt)
      // Else they would be there for the next reader of the pipe.
      while !SignalPipe.arrived(at: SignalPipe.open()).isEmpty {}
    }
  }
}
