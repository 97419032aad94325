import WaylineGraph
import WaylineSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates as text, in the form of ISO 8601, which is the same in every language.
struct DateText: Hashable {
  private let calendar: Calendar

  init(timeZone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// The parts of a date: `2026-11-22 14:05`.
  func text(of date: Date, _ components: DatePickerComponents) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    let day = [parts.month, parts.day].map { Self.digits($0 ?? 0, 2) }
    let time = [parts.hour, parts.minute].map { Self.digits($0 ?? 0, 2) }
    var words: [String] = []
    if components.contains(.date) {
      words.append(([Self.digits(parts.year ?? 0, 4)] + day).joined(separator: "-"))
    }
    if components.contains(.hourAndMinute) { words.append(time.joined(separator: ":")) }
    return words.joined(separator: " ")
  }

  /// The form of the parts, for a message.
  func example(_ components: DatePickerComponents) -> String {
    text(of: Date(timeIntervalSince1970: 1_767_261_900), components)
  }

  /// The parts of a date that are shown, the largest first, to be compared.
  func shown(_ date: Date, _ components: DatePickerComponents) -> [Int] {
    let parts = calendar.dateComponents(Self.parts, from: date)
    return (components.contains(.date) ? [parts.year, parts.month, parts.day] : []).map { $0 ?? 0 }
      + (components.contains(.hourAndMinute) ? [parts.hour, parts.minute] : []).map { $0 ?? 0 }
  }

  private static let parts: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute]

  /// The date of a text; what it does not contain is that of another date.
  func date(of typed: String, _ components: DatePickerComponents, near other: Date) -> Date? {
    let known = calendar.dateComponents(Self.parts, from: other)
    var (parts, isTimed) = (known, false)
    var words = typed.split { $0 == " " || $0 == "T" }[...]
    if components.contains(.date) {
      guard let day = Self.numbers(words.popFirst(), "-", count: 3) else { return nil }
      (parts.year, parts.month, parts.day) = (day[0], day[1], day[2])
    }
    if components.contains(.hourAndMinute), components == .hourAndMinute || !words.isEmpty {
      guard let time = Self.numbers(words.popFirst(), ":", count: 2) else { return nil }
      (parts.hour, parts.minute, isTimed) = (time[0], time[1], true)
    }
    guard words.isEmpty else { return nil }
    if parts == known { return other }
    let isSameTime = parts.hour == known.hour && parts.minute == known.minute
    return date(with: parts, isTimed: isTimed)?
      .addingTimeInterval(isSameTime ? seconds(of: other) : 0)
  }

  /// The date with some parts; nil if it does not exist.
  ///
  /// - Parameter isTimed: false if the time is not shown: where a change of clocks leaves it out on that
  ///   day, another one is taken.
  private func date(with parts: DateComponents, isTimed: Bool) -> Date? {
    func isSameDay(_ date: Date) -> Bool {
      let read = calendar.dateComponents(Self.parts, from: date)
      return read.year == parts.year && read.month == parts.month && read.day == parts.day
    }
    // A calendar takes 30 February for 2 March; a person does not.
    var noon = parts
    (noon.hour, noon.minute) = (12, 0)
    guard let noon = calendar.date(from: noon), isSameDay(noon) else { return nil }
    guard let date = calendar.date(from: parts) else { return nil }
    if calendar.dateComponents(Self.parts, from: date) == parts { return date }
    guard !isTimed else { return nil }
    return isSameDay(date) ? date : calendar.startOfDay(for: noon)
  }

  /// The date some days or months later, at the same time of the day; the last day of a shorter month.
  func date(_ date: Date, movedBy count: Int, months: Bool) -> Date? {
    calendar.date(byAdding: months ? .month : .day, value: count, to: date)
  }

  /// The seconds of a date after its minute, which no text shows.
  private func seconds(of date: Date) -> TimeInterval {
    let time = date.timeIntervalSinceReferenceDate
    return Double(calendar.component(.second, from: date)) + (time - time.rounded(.down))
  }

  private static func numbers(
    _ text: Substring?, _ separator: Character, count: Int
  ) -> [Int]? {
    guard let text else { return nil }
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
    return numbers.count == count && parts.count == count ? numbers : nil
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// A duration in its two largest units: `3 hours, 20 minutes`.
  static func length(_ seconds: Int) -> String {
    let units = [("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)]
    guard let first = units.firstIndex(where: { seconds >= $0.1 }) else { return "0 seconds" }
    var rest = seconds
    let parts = units[first..<min(first + 2, units.count)].compactMap { name, length in
      let count = rest / length
      rest %= length
      return count == 0 ? nil : "\(count) \(name)\(count == 1 ? "" : "s")"
    }
    return parts.joined(separator: ", ")
  }

  /// A duration as a clock counts it: `3:20:05`, or `200:05` without hours.
  static func clock(_ seconds: Int, showsHours: Bool = true) -> String {
    let hours = showsHours ? seconds / 3_600 : 0
    let minutes = seconds / 60 - hours * 60
    let end = digits(seconds % 60, 2)
    return hours > 0 ? "\(hours):\(digits(minutes, 2)):\(end)" : "\(minutes):\(end)"
  }
}

/// The first and the last date that a person may choose, compared as far as dates are shown.
struct DateBounds: Hashable {
  let lower: Date?
  let upper: Date?

  /// The sentence for a date that is not between the bounds; nil for one that is.
  func refusal(of date: Date, _ form: DateText, _ components: DatePickerComponents) -> String? {
    let shown = form.shown(date, components)
    let isEarly = lower.map { shown.lexicographicallyPrecedes(form.shown($0, components)) } ?? false
    let isLate = upper.map { form.shown($0, components).lexicographicallyPrecedes(shown) } ?? false
    let isTime = components == .hourAndMinute
    if isTime, let lower, let upper, form.shown(lower, .date) != form.shown(upper, .date) {
      // The times of a night, or of a day and more, which are all.
      guard isEarly, isLate, upper.timeIntervalSince(lower) < 86_400 else { return nil }
      let times = [lower, upper].map { form.text(of: $0, components) }
      return "Type a time from \(times[0]) to \(times[1])."
    }
    let kind = isTime ? "time" : "date"
    if isEarly, let lower { return "The first \(kind) is \(form.text(of: lower, components))." }
    if isLate, let upper { return "The last \(kind) is \(form.text(of: upper, components))." }
    return nil
  }

  /// The date, or the bound that it lies beyond.
  func within(_ date: Date, _ form: DateText, _ components: DatePickerComponents) -> Date {
    guard refusal(of: date, form, components) != nil else { return date }
    if let lower, date < lower { return lower }
    return upper.map { min(date, $0) } ?? date
  }

  /// A text that is taken: the example of the form, or that of the present date where the example is out of bounds.
  func example(
    _ form: DateText, _ components: DatePickerComponents, near present: Date
  ) -> String {
    let example = form.example(components)
    let date = form.date(of: example, components, near: present)
    let isTaken = date.map { refusal(of: $0, form, components) == nil } ?? false
    return isTaken ? example : form.text(of: present, components)
  }

  /// The date, or the bound that it is shown like and lies beyond, as today at midnight before now.
  func nearest(to date: Date, _ form: DateText, _ components: DatePickerComponents) -> Date {
    let parts = components.union(.date)
    let isLike = { (bound: Date) in form.shown(bound, parts) == form.shown(date, parts) }
    if let lower, date < lower, isLike(lower) { return lower }
    if let upper, date > upper, isLike(upper) { return upper }
    return date
  }
}

extension Text {
  /// The form of a date in a text.
  ///
  /// Source: SwiftUI's `Text.DateStyle`.
  public enum DateStyle: Hashable, Sendable {
    /// The day: `2026-11-22`.
    case date
    /// The time of the day: `14:05`.
    case time
    /// The time until the date, or since: `3 hours, 20 minutes`.
    case relative
    /// The same with a sign: `+3 hours, 20 minutes`.
    case offset
    /// The same as a clock counts it: `3:20:05`.
    case timer
  }

  /// Shows a date in the user's time zone, as it is when the text is made.
  ///
  /// The forms are those of ISO 8601 and of English. A text does not count by itself: put it into a
  /// ``TimelineView`` for that.
  nonisolated public init(_ date: Date, style: DateStyle) {
    self.init(date, style: style, now: Date(), timeZone: .current)
  }

  nonisolated init(_ date: Date, style: DateStyle, now: Date, timeZone: TimeZone) {
    let distance = date.timeIntervalSince(now).rounded()
    // Dates of some million years are as far as an integer counts seconds safely.
    let seconds = Int(min(abs(distance), 1e14))
    let form = DateText(timeZone: timeZone)
    let text =
      switch style {
      case .date: form.text(of: date, .date)
      case .time: form.text(of: date, .hourAndMinute)
      case .relative: DateText.length(seconds)
      case .offset: (distance < 0 ? "-" : "+") + DateText.length(seconds)
      case .timer: DateText.clock(seconds)
      }
    self.init(verbatim: text)
  }

  // NB: disfavoured, or a literal in a file that imports Foundation would be an attributed text.
  /// Shows an attributed text; a link is followed by its address, other attributes are not shown.
  @_disfavoredOverload
  nonisolated public init(_ attributed: AttributedString) {
    let pieces = attributed.runs.map { run in
      let words = String(attributed[run.range].characters)
      let link = run.link.map { " (\($0.absoluteString))" } ?? ""
      return words + (link == " (\(words))" ? "" : link)
    }
    self.init(verbatim: pieces.joined())
  }
}

extension Text {
  /// Shows the time between two dates in the user's time zone: `2026-11-22 14:05 – 16:05`.
  ///
  /// The day of the end is shown if it is another one.
  nonisolated public init(_ dates: ClosedRange<Date>) {
    self.init(dates, timeZone: .current)
  }

  nonisolated init(_ dates: ClosedRange<Date>, timeZone: TimeZone) {
    let form = DateText(timeZone: timeZone)
    let days = [dates.lowerBound, dates.upperBound].map { form.text(of: $0, .date) }
    let end: DatePickerComponents = days[0] == days[1] ? .hourAndMinute : [.date, .hourAndMinute]
    self.init(
      verbatim: form.text(of: dates.lowerBound, [.date, .hourAndMinute]) + " – "
        + form.text(of: dates.upperBound, end))
  }
}

extension Text {
  /// Shows the time that is left of an interval, or that has passed, as it is when the text is made.
  ///
  /// ```swift
  /// TimelineView(.periodic(from: start, by: 1)) { _ in
  ///   Text(timerInterval: start...end)
  /// }
  /// ```
  ///
  /// Prints `3:20:05`. A text does not count by itself, as ``init(_:style:)`` does not. Source: SwiftUI's
  /// `Text(timerInterval:pauseTime:countsDown:showsHours:)`.
  ///
  /// - Parameters:
  ///   - timerInterval: the beginning and the end.
  ///   - pauseTime: the time at which the count stands still; nil if it goes on.
  ///   - countsDown: true for the time that is left.
  ///   - showsHours: false for minutes of any number, `200:05`.
  nonisolated public init(
    timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true,
    showsHours: Bool = true
  ) {
    self.init(
      timerInterval: timerInterval, at: pauseTime ?? Date(), countsDown: countsDown,
      showsHours: showsHours)
  }

  nonisolated init(
    timerInterval: ClosedRange<Date>, at now: Date, countsDown: Bool, showsHours: Bool
  ) {
    let present = min(max(now, timerInterval.lowerBound), timerInterval.upperBound)
    // What is left is rounded up, so that 0:00 is the end.
    let seconds =
      countsDown
      ? timerInterval.upperBound.timeIntervalSince(present).rounded(.up)
      : present.timeIntervalSince(timerInterval.lowerBound).rounded(.down)
    // Dates of some million years are as far as an integer counts seconds safely.
    self.init(verbatim: DateText.clock(Int(min(seconds, 1e14)), showsHours: showsHours))
  }
}

extension LocalizedStringKey.StringInterpolation {
  /// Appends a date in one of the forms of a text, as it is when the text is made.
  public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
    appendInterpolation(Text(date, style: style))
  }

  /// Appends the time between two dates.
  public mutating func appendInterpolation(_ dates: ClosedRange<Date>) {
    appendInterpolation(Text(dates))
  }

  /// Appends a number as a `printf` conversion shows it, such as `%.2f`.
  ///
  /// A conversion that does not fit the number is a mistake, and shows the number as it is.
  public mutating func appendInterpolation<Value: BinaryFloatingPoint>(
    _ value: Value, specifier: String
  ) {
    append(NumberFormatting.text(of: Double(value), as: specifier), or: value, specifier)
  }

  /// Appends a number as a `printf` conversion shows it, such as `%04d`.
  ///
  /// A conversion that does not fit the number is a mistake, and shows the number as it is.
  public mutating func appendInterpolation<Value: BinaryInteger>(
    _ value: Value, specifier: String
  ) {
    append(
      NumberFormatting.text(of: Int64(truncatingIfNeeded: value), as: specifier), or: value,
      specifier)
  }

  private mutating func append(_ text: String?, or value: some Any, _ specifier: String) {
    if text == nil {
      let type = "\(type(of: value))"
      let article = type.first.map { "AEIO".contains($0) } == true ? "an" : "a"
      Misuse.report(
        "The specifier '\(SafeText.line(of: specifier))' does not fit \(article) \(type). Use one "
          + "conversion, such as %d for an integer or %.2f for a number with a fraction.")
    }
    appendLiteral(text ?? "\(value)")
  }
}
