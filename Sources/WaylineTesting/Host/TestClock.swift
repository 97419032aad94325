import Synchronization
import Wayline
import WaylineSystem

/// A clock that stands still until a test advances it.
///
/// ```swift
/// let host = TestHost { BannerView() }  // shows a banner for 3 s of `\.clock`
/// host.press("Save")
/// for _ in 0..<1_000 where host.clock.remaining.isEmpty { await host.run(turns: 1) }
/// host.clock.advance(by: .seconds(3))
/// await host.settle()
/// ```
///
/// Views read it as `@Environment(\.clock)`. Sleeps are resumed in the order of their deadlines; the tasks
/// that slept run side by side, so advance to one deadline after the other where their order matters. It is
/// not the clock of `Task.sleep`.
public final class TestClock: Clock, Sendable {
  /// A time of the clock, counted from its creation.
  public struct Instant: InstantProtocol {
    fileprivate let offset: Duration

    /// The time after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The duration until another time.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Tests whether a time is before another.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var lastNumber = 0
  }

  private let state = Mutex(State())

  /// Creates a clock at which nothing sleeps.
  public init() {}

  /// The present time.
  public var now: Instant { state.withLock { $0.now } }

  /// The smallest difference between two times.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// The durations until the sleeps end that have begun, the shortest first.
  public var remaining: [Duration] {
    state.withLock { state in state.sleepers.map { state.now.duration(to: $0.deadline) }.sorted() }
  }

  /// Lets time pass, and ends the sleeps that are over.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      let now = state.now.advanced(by: duration)
      state.now = now
      let due = state.sleepers.filter { $0.deadline <= now }
      state.sleepers.removeAll { $0.deadline <= now }
      return due.sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Ends all sleeps as if their tasks were cancelled.
  func cancelSleeps() {
    let sleepers = state.withLock { state in
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.continuation.resume(throwing: CancellationError()) }
  }

  /// Sleeps until the clock is advanced to a time; throws when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let (number, duration) = state.withLock { state in
      state.lastNumber += 1
      return (state.lastNumber, state.now.duration(to: deadline))
    }
    HeldTasks.beginSleep(of: duration)
    defer { HeldTasks.endSleep() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          // A cancellation after this is seen by the handler, which finds the sleeper.
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers.append(
            Sleeper(number: number, deadline: deadline, continuation: continuation))
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
