import Dispatch
import Foundation
import WaylineGraph

extension Timer {
  /// A publisher of the present date, again and again.
  ///
  /// ```swift
  /// .onReceive(Timer.publish(every: 1, on: .main, in: .common).autoconnect()) { date = $0 }
  /// ```
  ///
  /// In `.onReceive` the environment's `clock` measures the interval, and counts on from the date of
  /// the beginning, so a test advances it. A run loop is not needed.
  ///
  /// - Parameters:
  ///   - interval: the time between two dates, in seconds.
  ///   - tolerance: accepted for Combine, without effect: a clock is as exact as it is.
  ///   - runLoop: accepted for Combine, without effect: values are sent on the main actor.
  ///   - mode: accepted for Combine, without effect.
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop,
    in mode: RunLoop.Mode
  ) -> TimerPublisher {
    TimerPublisher(interval: interval)
  }

  /// A publisher of dates, which begins when it is connected.
  ///
  /// Source: Combine's `Timer.TimerPublisher`.
  public struct TimerPublisher: Sendable {
    let interval: TimeInterval

    /// The dates from the beginning of each observation on.
    public func autoconnect() -> ConnectedTimer { ConnectedTimer(interval: interval) }
  }

  /// A publisher of dates, which begins with each observation.
  public struct ConnectedTimer: Sendable {
    let interval: TimeInterval
  }
}

extension Timer.ConnectedTimer: ClockedPublisher {
  /// Calls a closure with the date after each interval until the token is released or cancelled.
  public func sink(receiveValue action: @escaping (Date) -> Void) -> ObservationToken {
    sink(clock: ContinuousClock(), receiveValue: action)
  }

  /// Calls a closure with the date after each interval, as `clock` measures time.
  package func sink(
    clock: any Clock<Duration>, receiveValue action: @escaping (Date) -> Void
  ) -> ObservationToken {
    // Proof: called on the main actor alone, by the task below.
    nonisolated(unsafe) let action = action
    // An interval of nothing would never let anything else run.
    let interval = max(interval, 0.001)
    // No task of the program: nothing waits for a timer, which never ends.
    let task = StartedTasks.apart {
      Task { @MainActor in
        let start = Date()
        try await clock.call(at: (1...).lazy.map { .seconds(Double($0) * interval) }) {
          action(start.addingTimeInterval($0 / .seconds(1)))
        }
      }
    }
    return ObservationToken { task.cancel() }
  }
}

extension NotificationCenter {
  /// A publisher of the notifications with a name, and from an object if one is given.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
    Publisher(center: self, name: name, object: object)
  }

  /// A publisher of notifications.
  ///
  /// Source: `NotificationCenter.Publisher` of Foundation with Combine.
  public struct Publisher {
    let center: NotificationCenter
    let name: Notification.Name
    let object: AnyObject?
  }
}

extension NotificationCenter.Publisher: WaylineGraph.Publisher {
  /// Calls a closure with each notification, where it is posted, until the token is released.
  public func sink(receiveValue action: @escaping (Notification) -> Void) -> ObservationToken {
    // Proof: the center calls it where the notification is posted, as Combine does.
    nonisolated(unsafe) let action = action
    nonisolated(unsafe) let observer = center.addObserver(
      forName: name, object: object, queue: nil, using: { action($0) })
    let center = center
    return ObservationToken { center.removeObserver(observer) }
  }
}
