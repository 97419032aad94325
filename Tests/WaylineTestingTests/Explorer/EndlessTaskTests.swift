import Testing
import Wayline

@testable import WaylineTesting

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
}
