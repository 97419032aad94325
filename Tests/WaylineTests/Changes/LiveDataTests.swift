import Synchronization
import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

/// The incidents that a service reports.
private final class Incidents: Sendable {
  private let names = Mutex(["Disk full"])

  var open: [String] { names.withLock { $0 } }
  func add(_ name: String) { names.withLock { $0.append(name) } }
}

/// The view of the article Showing live data.
private struct IncidentsView: View {
  let service: Incidents
  @State private var incidents: [String] = []
  @State private var isAlerting = false
  @Environment(\.clock) private var clock

  var body: some View {
    List {
      ForEach(incidents, id: \.self) { Text($0) }
    }
    .alert("A new incident", isPresented: $isAlerting) { Button("Read it") {} }
    .task(name: "refresh", role: .background) {
      while !Task.isCancelled {
        refresh()
        try? await clock.sleep(for: .seconds(5))
      }
    }
  }

  private func refresh() {
    let open = service.open
    if !incidents.isEmpty, open.count > incidents.count { isAlerting = true }
    incidents = open
  }
}

@Suite("Live data", .timeLimit(.minutes(15)))
@MainActor
struct LiveDataTests {
  private func untilAsleep(_ host: TestHost) async {
    for _ in 0..<10_000 where host.clock.remaining.isEmpty { await host.run(turns: 1) }
  }

  @Test(
    "A refresh in the background is not pending, follows the clock of a test, and raises an alert")
  func refresh() async {
    let service = Incidents()
    let host = TestHost { IncidentsView(service: service) }
    host.onFailure = { Issue.record("\($0)") }
    await untilAsleep(host)
    await host.settle()
    #expect(host.lines == ["Disk full"] && host.pending == [])
    for _ in 0..<1_000 where host.clock.remaining.isEmpty { await host.run(turns: 1) }
    service.add("Link down")
    host.clock.advance(by: .seconds(5))
    await host.settle()
    await untilAsleep(host)
    #expect(host.lines.contains("Alert: A new incident"), "\(host.lines)")
    host.press("Read it")
    #expect(host.lines == ["Disk full", "Link down"])
  }

  @Test("The task ends with its view, and is no background work any more")
  func ending() async {
    let host = TestHost { IncidentsView(service: Incidents()) }
    await untilAsleep(host)
    #expect(host.send("help wait").last == "In the background: refresh.")
    await host.end()
    #expect(host.pending == [])
  }
}
