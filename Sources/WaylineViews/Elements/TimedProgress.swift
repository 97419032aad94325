import WaylineGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time that is left of the interval of a `ProgressView`, or that has passed.
///
/// It counts by the environment's `clock`, and is up to date after each command. Source: SwiftUI's
/// `DefaultDateProgressLabel`.
public struct DefaultDateProgressLabel: View {
  let interval: ClosedRange<Date>
  let countsDown: Bool
  var start: Date?

  /// The time, each second until the end of the interval.
  public var body: some View {
    TimelineView(SecondsOfInterval(interval: interval), from: start ?? Date()) { context in
      Text(timerInterval: interval, at: context.date, countsDown: countsDown, showsHours: true)
    }
  }
}

/// Each second of an interval, and its end.
private struct SecondsOfInterval: TimelineSchedule {
  let interval: ClosedRange<Date>

  func entries(
    from startDate: Date, mode: TimelineScheduleMode
  ) -> UnfoldSequence<Date, (Date?, Bool)> {
    let first = min(max(startDate, interval.lowerBound), interval.upperBound)
    return sequence(first: first) { [end = interval.upperBound] date in
      date < end ? min(date.addingTimeInterval(1), end) : nil
    }
  }
}

extension ProgressView where CurrentValueLabel == DefaultDateProgressLabel {
  /// The time that is left of an interval, with a label; or the time that has passed.
  ///
  /// ```swift
  /// ProgressView(timerInterval: start...end) { Text("The desk closes in") }
  /// ```
  ///
  /// Prints `The desk closes in: 3:20:05`. Source: SwiftUI's
  /// `ProgressView(timerInterval:countsDown:label:)`.
  nonisolated public init(
    timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label
  ) {
    self.init(
      percent: 0, label: label(),
      currentValueLabel: DefaultDateProgressLabel(interval: timerInterval, countsDown: countsDown))
  }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == DefaultDateProgressLabel {
  /// The time that is left of an interval, or that has passed.
  nonisolated public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) {
    self.init(
      percent: 0, hasLabel: false, label: EmptyView(),
      currentValueLabel: DefaultDateProgressLabel(interval: timerInterval, countsDown: countsDown))
  }
}

extension ProgressView {
  /// An interval with a label, and a label of the time that the program makes.
  ///
  /// Put a ``TimelineView`` into the latter for one that counts.
  nonisolated public init(
    timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    let length = timerInterval.upperBound.timeIntervalSince(timerInterval.lowerBound)
    let passed = max(0, Date().timeIntervalSince(timerInterval.lowerBound))
    self.init(
      percent: Self.percent(countsDown ? length - passed : passed, length), label: label(),
      currentValueLabel: currentValueLabel())
  }
}
