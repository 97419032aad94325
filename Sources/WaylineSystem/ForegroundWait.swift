import Synchronization

/// A call that keeps the main actor, and so a person, waiting for something outside of the program, such as a server.
///
/// Most such calls are short, and nobody notices them. A person is told of one that takes longer than
/// ``unnoticed``, and can leave each. On other threads than that of the main actor it is a plain wait.
package struct ForegroundWait {
  /// The one who tells a person about a call, and hears when that is enough: the driver of a session.
  package struct Attendant: Sendable {
    /// Readable when there may be something to hear; -1 without such a descriptor.
    let descriptor: Int32
    let announce: @MainActor @Sendable (_ subject: String) -> Void
    let isLeft: @MainActor @Sendable () -> Bool

    /// Creates an attendant.
    ///
    /// - Parameters:
    ///   - descriptor: readable when there may be something to hear; `isLeft` reads it.
    ///   - announce: tells the person what is waited for.
    ///   - isLeft: returns true if the person does not want to wait any more.
    package init(
      descriptor: Int32 = -1, announce: @escaping @MainActor @Sendable (_ subject: String) -> Void,
      isLeft: @escaping @MainActor @Sendable () -> Bool
    ) {
      (self.descriptor, self.announce, self.isLeft) = (descriptor, announce, isLeft)
    }
  }

  /// The end of a wait.
  package enum Ending {
    /// An entry of the list is ready.
    case ready
    /// The deadline has passed.
    case timeOver
    /// The person does not want to wait any more.
    case left
  }

  /// The time after which a person wonders what happens.
  package static let unnoticed = Duration.milliseconds(200)

  /// The sentence that tells a person what is waited for.
  package static func sentence(for subject: String) -> String {
    "Waiting for \(subject). ^C leaves it."
  }

  private struct Present {
    let number: Int
    let attendant: Attendant
  }

  /// The attendants, the innermost last.
  private static let present = Mutex<(attendants: [Present], count: Int)>(([], 0))

  private let subject: String
  private let start = SystemClock.uptime()
  private var isAnnounced = false
  /// True once the person did not want to wait any more.
  package private(set) var isLeft = false

  /// Begins a call.
  ///
  /// - Parameter subject: what is waited for, as a part of a sentence: `the server of 'postgres:service=desk'`.
  package init(for subject: String) {
    self.subject = subject
  }

  /// Waits until an entry of a list is ready, and not longer than until `deadline`, an uptime of the system.
  package mutating func untilReady(_ list: inout PollList, until deadline: Duration) -> Ending {
    if isLeft { return .left }
    let now = SystemClock.uptime()
    if list.wait(min(deadline, max(now, start + Self.unnoticed)) - now) { return .ready }
    let attendant = Self.attendant
    list.append(attendant?.descriptor ?? -1)
    defer { list.remove(at: list.count - 1) }
    while true {
      if let attendant, MainActor.assumeIsolated({ attendant.isLeft() }) {
        isLeft = true
        return .left
      }
      let now = SystemClock.uptime()
      guard now < deadline else { return .timeOver }
      let end = attendant == nil || isAnnounced ? deadline : min(deadline, start + Self.unnoticed)
      if let attendant, !isAnnounced, now >= end {
        isAnnounced = true
        let subject = subject
        MainActor.assumeIsolated { attendant.announce(subject) }
        continue
      }
      // A signal ends a wait early, and the descriptor of the attendant is no entry of the caller.
      if list.wait(end - now), (0..<list.count - 1).contains(where: list.isReady) { return .ready }
    }
  }

  /// The attendant of a call on the main actor; nil on other threads, and if nobody attends.
  private static var attendant: Attendant? {
    guard MainQueueHandle.isOnMainThread || MainQueueHandle.isOnMainQueue else { return nil }
    return present.withLock { $0.attendants.last?.attendant }
  }

  /// True if somebody would be told of a call on this thread.
  package static var isAttended: Bool { attendant != nil }

  /// Lets an attendant know of calls from now on; returns its number.
  package static func begin(_ attendant: Attendant) -> Int {
    present.withLock { present in
      present.count += 1
      present.attendants.append(Present(number: present.count, attendant: attendant))
      return present.count
    }
  }

  /// Ends what ``begin(_:)`` has begun.
  package static func end(_ number: Int) {
    present.withLock { $0.attendants.removeAll { $0.number == number } }
  }
}
