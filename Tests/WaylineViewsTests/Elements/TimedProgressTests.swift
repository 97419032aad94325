import FoundationEssentials
import Testing
import WaylineGraph

@testable import WaylineViews

@Suite("The time of an interval")
@MainActor
struct TimedProgressTests {
  private static let start = Date(timeIntervalSince1970: 1_000_000)
  private static let interval = start...start.addingTimeInterval(12_005)

  private static func text(
    after seconds: Double, countsDown: Bool = true, showsHours: Bool = true
  ) -> Text {
    Text(
      timerInterval: interval, at: start.addingTimeInterval(seconds), countsDown: countsDown,
      showsHours: showsHours)
  }

  @Test("A text has the time that is left or has passed, between the ends of the interval")
  func text() {
    let hosting = Hosting {
      Self.text(after: 0)
      Self.text(after: 0.4)
      Self.text(after: 11_945.5)
      Self.text(after: 20_000)
      Self.text(after: 65.9, countsDown: false)
      Self.text(after: -3, countsDown: false)
      Self.text(after: 0, showsHours: false)
    }
    #expect(
      hosting.lines == ["3:20:05", "3:20:05", "1:00", "0:00", "1:05", "0:00", "200:05"])
  }

  @Test("A text with a pause stands still there")
  func pause() {
    let hosting = Hosting {
      Text(timerInterval: Self.interval, pauseTime: Self.start.addingTimeInterval(5))
    }
    #expect(hosting.lines == ["3:20:00"])
  }

  @Test("Progress of an interval that has not begun, or has ended, has its label and its end")
  func ends() {
    let later = Date(timeIntervalSinceNow: 1_000_000)
    let hosting = Hosting {
      ProgressView(timerInterval: later...later.addingTimeInterval(90)) {
        Text("The desk closes in")
      }
      ProgressView(timerInterval: Self.interval) { Text("The desk closes in") }
      ProgressView(timerInterval: Self.interval, countsDown: false)
      ProgressView(timerInterval: Self.interval, countsDown: false) {
        Text("Open")
      } currentValueLabel: {
        Text("all day")
      }
    }
    #expect(
      hosting.lines == [
        "The desk closes in: 1:30", "The desk closes in: 0:00", "3:20:05", "Open: all day",
      ])
  }
}
