import Testing
import Wayline

@testable import WaylineTesting

/// A screen whose task has no end, also after it was cancelled.
private struct Watcher: View {
  @State private var number = 0

  var body: some View {
    Button("Next") { number = (number + 1) % 3 }
    Text("Number \(number)")
      .task(id: number) {
        while number < 3 { await Task.yield() }
      }
  }
}

/// A screen that loads again whenever it is asked to, with an answer that takes time.
private struct Notices: View {
  @State private var notice = "none"
  @State private var attempt = 0
  @Environment(\.clock) private var clock

  var body: some View {
    Text("Notice: \(notice)")
    Button("Reload") { attempt = (attempt + 1) % 3 }
      .task(id: attempt) { [attempt] in
        try? await clock.sleep(for: .milliseconds(300))
        notice = "\(attempt)"
      }
  }
}

@Suite("Tasks that do not end")
@MainActor
struct EndlessTaskTests {
  @Test("A task that is started again leaves one cancelled task at most, so the search ends")
  func startedAgain() async {
    let report = await Explorer { Notices() }.run()
    #expect(report.isComplete && report.isSound, "\(report)")
    #expect(report.states < 100, "\(report.states) states")
  }

  @Test("A task that is started again and again and does not end is named as a limit")
  func named() async throws {
    let report = await Explorer { Watcher() }.without(.noLeak).budget(states: 40, depth: 12).run()
    let limits = report.limits.filter { $0.contains("times at once") }
    #expect(limits.count == 1, "\(report)")
    #expect(
      try #require(limits.first).hasSuffix(
        "times at once. If it does not end when it is cancelled or started again, each start is "
          + "another state, and the search has no end."))
  }
}
