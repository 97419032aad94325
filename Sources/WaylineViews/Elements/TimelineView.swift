import WaylineGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The clock behind the environment's `clock`.
private struct ClockKey: EnvironmentKey {
  static let defaultValue: any Clock<Duration> = ContinuousClock()
}

extension EnvironmentValues {
  /// The clock of the scene: real time in a program, a clock that tests advance in a test.
  ///
  /// ```swift
  /// @Environment(\.clock) private var clock
  /// …
  /// .task {
  ///   try? await clock.sleep(for: .seconds(3))
  ///   isBannerShown = false
  /// }
  /// ```
  ///
  /// A test host and the explorer set a clock of their own, so that no test waits for real time and
  /// the end of each sleep is a command of an exploration. `Task.sleep` always takes real time.
  public var clock: any Clock<Duration> {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }
}

/// The dates at which a `TimelineView` shows its content again.
///
/// ```swift
/// TimelineView(.everyMinute) { _ in Text("On time") }
/// ```
///
/// Source: SwiftUI's `TimelineSchedule`.
public protocol TimelineSchedule {
  /// The dates in ascending order.
  associatedtype Entries: Sequence<Date>

  /// The dates from `startDate` on; the last one before it may be the first.
  func entries(from startDate: Date, mode: TimelineScheduleMode) -> Entries
}

/// The frequency of updates that a `TimelineView` needs; lines have one.
public enum TimelineScheduleMode: Sendable {
  case normal, lowFrequency
}

/// Dates at equal intervals, counted from one of them.
///
/// Source: SwiftUI's `PeriodicTimelineSchedule`.
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
  private let start: Date
  private let interval: TimeInterval

  /// Dates from `start` on, `interval` seconds apart.
  public init(from start: Date, by interval: TimeInterval) {
    (self.start, self.interval) = (start, interval)
  }

  /// The dates from the last one before `startDate` on.
  public func entries(
    from startDate: Date, mode: TimelineScheduleMode
  ) -> UnfoldSequence<Date, (Date?, Bool)> {
    // An interval of nothing would never let time pass.
    let interval = max(interval, 0.001)
    let passed = max(0, (startDate.timeIntervalSince(start) / interval).rounded(.down))
    return sequence(first: start.addingTimeInterval(passed * interval)) {
      $0.addingTimeInterval(interval)
    }
  }
}

/// Given dates.
///
/// Source: SwiftUI's `ExplicitTimelineSchedule`.
public struct ExplicitTimelineSchedule<Entries: Sequence<Date>>: TimelineSchedule {
  private let dates: Entries

  /// The dates in ascending order.
  public init(_ dates: Entries) {
    self.dates = dates
  }

  /// The dates.
  public func entries(from startDate: Date, mode: TimelineScheduleMode) -> Entries { dates }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
  /// Dates from `startDate` on, `interval` seconds apart.
  public static func periodic(from startDate: Date, by interval: TimeInterval) -> Self {
    PeriodicTimelineSchedule(from: startDate, by: interval)
  }

  /// The beginning of each minute.
  public static var everyMinute: Self {
    PeriodicTimelineSchedule(from: Date(timeIntervalSinceReferenceDate: 0), by: 60)
  }
}

extension TimelineSchedule {
  /// Given dates, in ascending order.
  public static func explicit<Dates: Sequence<Date>>(_ dates: Dates) -> Self
  where Self == ExplicitTimelineSchedule<Dates> {
    ExplicitTimelineSchedule(dates)
  }
}

/// Shows its content again at the dates of a schedule.
///
/// The body begins with the date at which it appears; time passes by the environment's `clock`. Source: SwiftUI's `TimelineView`.
///
/// ```swift
/// TimelineView(.periodic(from: start, by: 60)) { context in
///   Text(context.date, style: .time)
/// }
/// ```
public struct TimelineView<Schedule: TimelineSchedule, Content> {
  @Environment(\.clock) private var clock
  @State private var date: Date?
  private let start: Date
  private let schedule: Schedule
  private let content: (Context) -> Content

  /// The date of an update.
  public typealias Context = TimelineViewDefaultContext
}

/// The date of an update of a `TimelineView`.
///
/// Source: SwiftUI's `TimelineViewDefaultContext`.
public struct TimelineViewDefaultContext: Sendable {
  /// The frequencies of updates that content can be made for.
  public enum Cadence: Comparable, Sendable {
    case live, seconds, minutes
  }

  /// The date to show.
  public let date: Date
  /// The frequency of updates: lines are up to date after each command.
  public let cadence = Cadence.live
}

extension TimelineView: View where Content: View {
  /// Shows content for the dates of a schedule.
  nonisolated public init(
    _ schedule: Schedule, @ViewBuilder content: @escaping (Context) -> Content
  ) {
    self.init(schedule, from: Date(), content: content)
  }

  nonisolated init(
    _ schedule: Schedule, from start: Date, @ViewBuilder content: @escaping (Context) -> Content
  ) {
    (self.schedule, self.start, self.content) = (schedule, start, content)
  }

  /// The content at the present date.
  public var body: some View {
    let dates = TimelineDates(schedule, from: start)
    // NB: unknown to its scene, it is no pending work: most schedules never end.
    TaskRunner(content(Context(date: date ?? dates.first)), id: dates, work: nil) {
      @MainActor [clock, $date] in
      try? await clock.call(at: dates.times) { $date.wrappedValue = dates.date(after: $0) }
    }
  }
}

// Proof: used on the main actor alone, where the view made it.
/// The dates of a schedule from the appearance of a view on.
private struct TimelineDates<Schedule: TimelineSchedule>: Equatable, @unchecked Sendable {
  let schedule: Schedule
  let start: Date

  init(_ schedule: Schedule, from start: Date) {
    (self.schedule, self.start) = (schedule, start)
  }

  /// The schedule's last date that has passed; without one the start.
  var first: Date { entries.prefix { $0 <= start }.last ?? start }

  private var entries: Schedule.Entries { schedule.entries(from: start, mode: .normal) }

  /// The times of the dates that follow, counted from the start.
  var times: some Sequence<Duration> {
    entries.lazy.drop { $0 <= start }.map { .seconds($0.timeIntervalSince(start)) }
  }

  func date(after time: Duration) -> Date { start.addingTimeInterval(time / .seconds(1)) }

  /// Tests whether two schedules are the same, whenever they were begun.
  static func == (left: Self, right: Self) -> Bool {
    InputComparison.of(Schedule.self).isSame(left.schedule, right.schedule)
  }
}
