/// The pace of something that takes long: steps in a second, and the time that is left. Pure.
package struct ProgressPace: Hashable, Sendable {
  private struct Start: Hashable, Sendable {
    let time: ContinuousClock.Instant
    let fraction: Double
  }

  private var start: Start?
  private var last = 0.0
  private var label = ""

  /// A pace without a report.
  package init() {}

  /// The line of a report with its pace: `Importing: 40 %, 2 % a second, 30 s left`.
  ///
  /// The pace is the mean since the first report; before a second has passed there is none.
  ///
  /// - Parameters:
  ///   - text: the line without its pace; the label before the first colon tells one piece of work from another.
  ///   - fraction: the part that is done, from 0 to 1.
  ///   - steps: the number of steps in all, where the work counts them.
  ///   - now: the time of the report.
  package mutating func line(
    _ text: String, fraction: Double, steps: Double?, at now: ContinuousClock.Instant
  ) -> String {
    let label = String(text.prefix { $0 != ":" })
    defer { last = fraction }
    guard let start, label == self.label, fraction >= last else {
      (self.start, self.label) = (Start(time: now, fraction: fraction), label)
      return text
    }
    let seconds = start.time.duration(to: now) / .seconds(1)
    let done = fraction - start.fraction
    guard seconds >= 1, done > 0 else { return text }
    let rate = done / seconds
    let left = Self.time((1 - fraction) / rate)
    return "\(text), \(Self.rate(rate, steps)) a second, \(left) left"
  }

  /// The text of what is done: `120 of 400, 30 %`, or the percentage alone where there is one step.
  package static func amount(_ value: Double, of total: Double, _ fraction: Double) -> String {
    let percent = "\(Int((fraction * 100).rounded())) %"
    guard total > 1, total.isFinite else { return percent }
    let number = { (number: Double) in NumberFormatting.grouped(Int(min(max(number, 0), 1e15))) }
    return "\(number(value)) of \(number(total)), \(percent)"
  }

  private static func rate(_ rate: Double, _ steps: Double?) -> String {
    let value = rate * (steps ?? 100)
    let tenths = (value * 10).rounded() / 10
    let text = value >= 10 ? NumberFormatting.grouped(Int(min(value.rounded(), 1e15))) : "\(tenths)"
    return steps == nil ? "\(text) %" : text
  }

  /// A time in its largest two units: `40 s`, `2 min 5 s`, `3 h 20 min`.
  package static func time(_ seconds: Double) -> String {
    let seconds = Int(min(seconds.rounded(.up), 1e9))
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    if hours > 0 { return "\(hours) h \(minutes) min" }
    return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
  }
}
