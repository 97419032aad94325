import Foundation
import Testing
import WaylineGraph

@testable import WaylineViews

private let both: DatePickerComponents = [.date, .hourAndMinute]

/// A date and its picker, in Greenwich.
private struct Due: View {
  @State var date: Date
  let lower: Date?
  let upper: Date?
  let components: DatePickerComponents
  let changes: Ledger<Date>

  var body: some View {
    let binding = Binding {
      date
    } set: {
      date = $0
      changes.note("\($0.timeIntervalSince1970)")
    }
    switch (lower, upper) {
    case (let lower?, let upper?):
      DatePicker("Due", selection: binding, in: lower...upper, displayedComponents: components)
    case (let lower?, nil):
      DatePicker("Due", selection: binding, in: lower..., displayedComponents: components)
    case (nil, let upper?):
      DatePicker("Due", selection: binding, in: ...upper, displayedComponents: components)
    default: DatePicker("Due", selection: binding, displayedComponents: components)
    }
  }
}

@Suite("DatePicker")
@MainActor
struct DateFieldTests {
  private let form = DateText(timeZone: .gmt)
  private let noon = Date(timeIntervalSince1970: 1_795_003_230.5)  // 2026-11-18 12:00:30.5

  private func date(_ text: String) -> Date {
    form.date(of: text, both, near: noon) ?? .distantPast
  }

  /// Types a text into a picker. Returns the reply, and the date if it was changed.
  private func type(
    _ text: String, at date: Date, from lower: Date? = nil, to upper: Date? = nil,
    _ components: DatePickerComponents
  ) -> (reply: ElementReply, changed: Date?) {
    let changes = Ledger<Date>()
    let hosting = Hosting {
      Due(date: date, lower: lower, upper: upper, components: components, changes: changes)
        .environment(\.timeZone, .gmt)
    }
    let reply = hosting.send(.value(text), to: "Due")
    let changed = changes.entries.last.flatMap(Double.init).map(Date.init(timeIntervalSince1970:))
    return (reply, changed)
  }

  @Test("A date that is shown like a bound is within it, and not beyond the bound itself")
  func bounds() {
    for components: DatePickerComponents in [.date, both] {
      for (isLower, other) in [(true, noon - 9 * 86_400), (false, noon + 9 * 86_400)] {
        let text = form.text(of: noon, components)
        let (reply, changed) = type(
          text, at: other, from: isLower ? noon : nil, to: isLower ? nil : noon, components)
        #expect(reply == .done)
        #expect(changed.map { form.text(of: $0, components) } == text)
        #expect(changed.map { isLower ? $0 >= noon : $0 <= noon } == true)
      }
    }
  }

  @Test("Bounds are compared as they are shown, to the day or to the minute")
  func compared() {
    for components: DatePickerComponents in [.date, both] {
      let unit = components == .date ? 86_400.0 : 60
      for steps in -3...3 {
        let typed = noon + Double(steps) * unit
        let text = form.text(of: typed, components)
        let (reply, changed) = type(
          text, at: noon + 30 * 86_400, from: noon - unit, to: noon + unit, components)
        let bound = form.text(of: noon + (steps < 0 ? -unit : unit), components)
        let refusal = "The \(steps < 0 ? "first" : "last") date is \(bound)."
        #expect(reply == (abs(steps) < 2 ? .done : .refused(refusal)))
        #expect((changed != nil) == (abs(steps) < 2))
      }
    }
  }

  @Test(
    "Of a time alone the day is neither compared nor changed, also in a range through the night")
  func times() {
    let ranges =
      [
        ("2026-03-01 09:00", "2026-03-01 17:30", { $0 >= 540 && $0 <= 1_050 }),
        ("2026-03-01 22:00", "2026-03-02 06:00", { $0 >= 1_320 || $0 <= 360 }),
        ("2026-03-01 22:00", "2026-03-03 06:00", { _ in true }),
      ] as [(String, String, (Int) -> Bool)]
    for (first, last, isTaken) in ranges {
      for minute in stride(from: 15, to: 1_440, by: 30) {
        let time = form.text(of: Date(timeIntervalSince1970: Double(minute) * 60), .hourAndMinute)
        let (reply, changed) = type(
          time, at: noon, from: date(first), to: date(last), .hourAndMinute)
        #expect((reply == .done) == isTaken(minute), "\(time) from \(first) to \(last): \(reply)")
        let day = changed.map { form.text(of: $0, both) }
        #expect(day == (isTaken(minute) ? "2026-11-18 \(time)" : nil))
      }
    }
    let early = type("8:00", at: noon, from: date("2026-03-01 09:00"), .hourAndMinute).reply
    #expect(early == .refused("The first time is 09:00."))
    let day = type(
      "12:30", at: noon, from: date("2026-03-01 22:00"), to: date("2026-03-02 06:00"),
      .hourAndMinute)
    #expect(day.reply == .refused("Type a time from 22:00 to 06:00."))
    #expect(
      type("x", at: noon, .hourAndMinute).reply == .refused("'x' is not a time. Type it as 10:05."))
  }

  @Test(
    "A date that is moved keeps its time, is the last day of a shorter month, and stays within its bounds",
    arguments: [
      ("2026-11-18", 1, false, "2026-11-19"), ("2026-12-31", 1, false, "2027-01-01"),
      ("2028-02-28", 1, false, "2028-02-29"), ("2026-03-01", -1, false, "2026-02-28"),
      ("2026-11-18", 1, true, "2026-12-18"), ("2027-01-31", 1, true, "2027-02-28"),
      ("2026-12-31", -1, true, "2026-11-30"), ("2026-12-15", 1, true, "2027-01-15"),
      ("2027-06-30", 1, false, "2027-06-30"), ("2027-06-01", 1, true, "2027-06-30"),
      ("2026-02-01", -1, false, "2026-02-01"), ("2026-02-20", -1, true, "2026-02-01"),
      ("2031-01-01", -1, false, "2027-06-30"), ("2026-11-31", 1, false, nil), ("", 1, true, nil),
    ] as [(String, Int, Bool, String?)])
  func moved(typed: String, count: Int, months: Bool, expected: String?) {
    let upper = typed.hasPrefix("2028") ? nil : date("2027-06-30 23:59")
    let bounds = DateBounds(lower: date("2026-02-01 00:00"), upper: upper)
    let day = DateEntry(form, bounds, .date, present: noon)
    #expect(day.text(typed, movedBy: count, months: months) == expected)
    let timed = DateEntry(form, DateBounds(lower: nil, upper: nil), both, present: noon)
    let text = timed.text("2026-11-18 07:15", movedBy: count, months: months)
    #expect(text?.hasSuffix(" 07:15") == true)
  }

  @Test("What is not changed keeps what is not shown: the time of a day, and the seconds")
  func unchanged() {
    for components: DatePickerComponents in [.date, both, .hourAndMinute] {
      let (reply, changed) = type(form.text(of: noon, components), at: noon, components)
      #expect(reply == .done && changed == nil)
    }
    #expect(type("2026-12-01", at: noon, .date).changed == noon + 13 * 86_400)
    #expect(type("2026-12-01", at: noon, both).changed == noon + 13 * 86_400)
    #expect(type("2026-12-01 12:00", at: noon, both).changed == noon + 13 * 86_400)
    #expect(type("2026-12-01 12:01", at: noon, both).changed == noon + 13 * 86_400 + 29.5)
  }

  @Test(
    "A day on which the hidden time does not exist is a day",
    arguments: [
      ("Africa/Cairo", "2024-04-26"), ("Asia/Beirut", "2024-03-31"),
      ("America/Santiago", "2024-09-08"), ("America/Sao_Paulo", "2018-11-04"),
    ])
  func skippedMidnight(zone: String, day: String) throws {
    let form = DateText(timeZone: try #require(TimeZone(identifier: zone)))
    let midnight = try #require(form.date(of: "2018-01-10 0:00", both, near: noon))
    let date = try #require(form.date(of: day, .date, near: midnight))
    #expect(form.text(of: date, both) == "\(day) 01:00")
    #expect(form.date(of: "\(day) 0:00", both, near: midnight) == nil)
  }

  @Test(
    "In all time zones, each day around a change of clocks can be typed, and each date as it is shown"
  )
  func zones() {
    for identifier in TimeZone.knownTimeZoneIdentifiers {
      guard let zone = TimeZone(identifier: identifier) else { continue }
      let form = DateText(timeZone: zone)
      var date = Date(timeIntervalSince1970: 1_514_764_800)  // 2018-01-01
      for _ in 0..<2 {
        guard let change = zone.nextDaylightSavingTimeTransition(after: date) else { break }
        date = change
        for hours in [-25.0, -1, -0.5, 0, 0.5, 1, 2, 24] {
          check(change + hours * 3_600, form, identifier)
        }
      }
    }
  }

  private func check(_ date: Date, _ form: DateText, _ zone: String) {
    let text = form.text(of: date, both)
    let read = form.date(of: text, both, near: noon)
    #expect(read.map { form.text(of: $0, both) } == text, "\(text) in \(zone)")
    let day = form.text(of: date, .date)
    for time in ["0:00", "1:30", "2:30", "23:30"] {
      let hidden = form.date(of: "2018-01-10 \(time)", both, near: noon) ?? noon
      let read = form.date(of: day, .date, near: hidden)
      #expect(read.map { form.text(of: $0, .date) } == day, "\(day) with \(time) in \(zone)")
    }
  }

  @Test(
    "A day that does not exist is refused", arguments: ["2026-02-30", "2026-13-01", "2026-04-31"])
  func noDay(text: String) {
    let refusal = "'\(text)' is not a date. Type it as 2026-01-01."
    #expect(type(text, at: noon, .date).reply == .refused(refusal))
  }
}
