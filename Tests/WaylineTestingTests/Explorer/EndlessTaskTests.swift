import Testing
import Wayline

@testable import WaylineTesting

/// A screen whose task waits for what never comes, also after it was cancelled.
private struct Watcher: View {
  @State private var number = 0

  var body: some View {
    Button("Next") { number = (number + 1) % 3 }
    Text("Number \(number)")
      .task(id: number) {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
  }
}

@Suite("Tasks that do not end")
@MainActor
struct EndlessTaskTests {
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
