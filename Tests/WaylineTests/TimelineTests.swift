import Testing
import Wayline
import WaylineTesting

private struct Watch: View {
  var body: some View {
    TimelineView(.periodic(from: Date(timeIntervalSince1970: 0), by: 60)) { context in
      Text(Int(context.date.timeIntervalSince1970) % 60 == 0 ? "on the minute" : "between")
      Minutes(minute: Int(context.date.timeIntervalSince1970 / 60))
    }
  }
}

/// Counts the minutes that it was given.
private struct Minutes: View {
  let minute: Int
  @State private var seen = 0

  var body: some View { Text("Minutes: \(seen)").onChange(of: minute) { seen += 1 } }
}

@Suite("Timelines")
@MainActor
struct TimelineTests {
  @Test("A timeline begins with the date that has passed, and follows the clock of its scene")
  func periodic() async {
    let host = TestHost { Watch() }
    host.onFailure = { Issue.record("\($0)") }
    #expect(host.lines == ["on the minute", "Minutes: 0"])
    #expect(host.pending == [])
    for minute in 1...2 {
      // The timeline sleeps again when it has shown a date.
      while host.clock.remaining.isEmpty { await host.run(turns: 1) }
      host.clock.advance(by: .seconds(60))
      await host.settle()
      while host.clock.remaining.isEmpty { await host.run(turns: 1) }
      #expect(
        host.lines == ["on the minute", "Minutes: \(minute)"], "\(host.clock.remaining)")
    }
    await host.end()
  }

  @Test("Progress of an interval counts by the clock of its scene, and is no pending work")
  func countdown() async {
    let start = Date()
    let host = TestHost {
      ProgressView(timerInterval: start...start.addingTimeInterval(600)) { Text("Closing in") }
    }
    host.onFailure = { Issue.record("\($0)") }
    #expect(host.pending == [])
    while host.clock.remaining.isEmpty { await host.run(turns: 1) }
    let before = host.lines
    host.clock.advance(by: .seconds(1))
    await host.settle()
    #expect(before.first?.hasPrefix("Closing in: ") == true)
    #expect(host.lines != before)
    await host.end()
  }
}
