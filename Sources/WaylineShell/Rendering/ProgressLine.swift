import WaylineSystem
import WaylineViews

/// The progress of something that takes long, as a frame reports it.
package struct ProgressReport: Hashable, Sendable {
  /// The lines that say it, such as `Importing: 40 %`.
  package var lines: [String]
  /// The part that is done of the first line, from 0 to 1.
  package var fraction: Double
  /// The number of steps in all, where the work counts them.
  package var steps: Double?
  /// True if a line passed a quarter since the last report.
  var passesQuarter: Bool
  /// True if a line has another title than in the last report.
  var hasNewTitle = false
  /// The pieces of work, for programs.
  var parts: [Part] = []

  /// A piece of work, and how far it is.
  struct Part: Hashable, Sendable {
    /// The name of the work.
    var title: String
    /// The part that is done.
    var value: Double
    /// The whole.
    var total: Double
  }

  /// A report of its parts.
  package init(
    lines: [String], fraction: Double, steps: Double? = nil, passesQuarter: Bool = false
  ) {
    (self.lines, self.fraction) = (lines, fraction)
    (self.steps, self.passesQuarter) = (steps, passesQuarter)
  }
}

extension ProgressReport {
  /// The report of a command: `Importing: 120 of 400, 30 %`.
  init(_ title: String, value: Double, total: Double, after last: ProgressReport?) {
    let fraction = total > 0 && value.isFinite ? min(max(value / total, 0), 1) : 0
    let counts = total > 1 && total.isFinite
    let text = ProgressPace.amount(value, of: total, fraction)
    self.init(
      lines: ["\(title): \(text)"], fraction: fraction, steps: counts ? total : nil,
      passesQuarter: Int(fraction * 4) != Int((last?.fraction ?? 0) * 4))
    hasNewTitle = last?.parts.first?.title != title
    parts = [Part(title: title, value: value, total: total)]
  }

  /// The report of the lines of a screen on which nothing but progress changed; nil where anything else
  /// did, or nothing.
  ///
  /// - Complexity: O(lines).
  init?(from old: Screen, to new: Screen) {
    guard old.layer == new.layer, old.titles == new.titles, old.elements == new.elements,
      old.lines.count == new.lines.count
    else { return nil }
    self.init(lines: [], fraction: 0)
    for index in new.lines.indices where old.lines[index] != new.lines[index] {
      let (line, before) = (
        PlainRenderer.line(index, of: new), PlainRenderer.line(index, of: old)
      )
      guard let last = Self.percent(before), let now = Self.percent(line) else { return nil }
      if lines.isEmpty { fraction = Double(now) / 100 }
      passesQuarter = passesQuarter || now / 25 != last / 25
      hasNewTitle = hasNewTitle || Self.title(line) != Self.title(before)
      parts.append(Part(title: String(Self.title(line)), value: Double(now), total: 100))
      lines.append(line)
    }
    if lines.isEmpty { return nil }
  }

  /// The line before its percentage, such as `Loading`.
  private static func title(_ line: String) -> Substring {
    guard let end = line.firstMatch(of: /:?\ ?\d{1,3}\ %$/) else { return line[...] }
    return line[..<end.range.lowerBound]
  }

  /// The percentage at the end of a line, such as that of `Loading: 40 %`.
  private static func percent(_ line: String) -> Int? {
    line.firstMatch(of: /(\d{1,3})\ %$/).flatMap { Int($0.1) }
  }
}

/// The pace at which reports are sent to programs: at most ten a second; an object, since few sessions have one.
final class ProgressPacer {
  private var next: ContinuousClock.Instant?
  /// The report that is sent when its time has come; a newer one takes its place.
  private(set) var waiting: Frame?

  /// Takes a report. Returns the time after which the one that waits is sent; nil to send this one now.
  func take(_ frame: Frame, at now: ContinuousClock.Instant) -> Duration? {
    guard let next, now < next else {
      (self.next, waiting) = (now + ProgressLine.pause, nil)
      return nil
    }
    waiting = frame
    return now.duration(to: next)
  }

  /// Removes and returns the report that waits.
  func takeWaiting(at now: ContinuousClock.Instant) -> Frame? {
    defer { waiting = nil }
    if waiting != nil { next = now + ProgressLine.pause }
    return waiting
  }
}

/// The last report, and the times at which reports are printed.
struct ProgressLine {
  /// The shortest time between two redrawn lines.
  static let pause = Duration.milliseconds(100)
  /// The longest time between two printed lines while there is progress.
  static let interval = Duration.seconds(10)

  /// The place of the redrawn line on the screen.
  enum Place: Hashable {
    /// It is not on the screen, or no longer at a known place.
    case none
    /// The cursor is behind it.
    case open
    /// The prompt, with nothing typed, is below it.
    case abovePrompt
  }

  /// The place of the redrawn line.
  var place = Place.none
  /// The text of the redrawn line.
  var drawn = ""
  /// The report that is to be drawn.
  private(set) var waiting: ProgressReport?
  private var pace = ProgressPace()
  private var next: ContinuousClock.Instant?
  private var lastLine: ContinuousClock.Instant?

  /// The time at which the report that waits is drawn; nil without one.
  var due: ContinuousClock.Instant? { waiting == nil ? nil : next }

  /// Takes a report, to be drawn soon.
  mutating func take(_ report: ProgressReport, at now: ContinuousClock.Instant) {
    waiting = report
    if next == nil { next = now }
  }

  /// The line to draw now; nil without a report, or while the last one is too new.
  mutating func drawn(at now: ContinuousClock.Instant) -> String? {
    guard let report = waiting, let next, next <= now else { return nil }
    waiting = nil
    self.next = now + Self.pause
    let text = report.lines.joined(separator: " · ")
    return pace.line(text, fraction: report.fraction, steps: report.steps, at: now)
  }

  /// The lines of a report for an output that only grows: those with a new title, those at a quarter, or after
  /// ten seconds.
  mutating func printed(_ report: ProgressReport, at now: ContinuousClock.Instant) -> [String] {
    if lastLine == nil { lastLine = now }
    guard let last = lastLine,
      report.hasNewTitle || report.passesQuarter || last + Self.interval <= now
    else { return [] }
    lastLine = now
    return report.lines
  }

  /// A whole screen is printed: what waits is on it.
  mutating func discard() { waiting = nil }
}
