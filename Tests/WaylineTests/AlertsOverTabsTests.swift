import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

private enum Place: NavigationValue {
  case plot(id: Int)
}

private struct GardenView: View {
  @State private var isAsking = false

  var body: some View {
    TabView {
      NavigationStack {
        NavigationLink("Plot 1", value: Place.plot(id: 1))
          .navigationTitle("Garden")
          .navigationDestination(for: Place.self) { _ in Text("A plot").navigationTitle("Plot") }
      }
      .tabItem { Text("Plots") }
      NavigationStack {
        Button("Remove") { isAsking = true }
          .alert("Remove Ada?", isPresented: $isAsking) { Button("Keep") {} }
          .navigationTitle("Members")
      }
      .tabItem { Text("Members") }
    }
  }
}

@Suite("Alerts over tabs")
@MainActor
struct AlertsOverTabsTests {
  private func host() -> TestHost {
    let host = TestHost { GardenView() }
    for line in ["Members", "Remove"] { host.send(line) }
    #expect(host.lines.first == "Alert: Remove Ada?")
    return host
  }

  @Test("The name of a tab is not unknown while an alert covers it")
  func name() async {
    let host = host()
    #expect(host.send("Plots") == ["The alert covers the tab 'Plots'. Type dismiss to close it."])
    await host.end()
  }

  @Test("A place that is opened closes the alert, which does not wait on a hidden tab")
  func opened() async {
    let host = host()
    host.send("open plot 1")
    #expect(host.lines.first == "Garden › Plot")
    host.send("Members")
    #expect(host.lines.first == "Members")
    await host.end()
  }

  @Test("A place that cannot be opened leaves the alert as it is")
  func refused() async {
    let host = host()
    host.send("open plot x")
    #expect(host.lines.first == "Alert: Remove Ada?")
    await host.end()
  }

  @Test("where says that the link of the first screen does not select the tab")
  func place() async {
    let host = TestHost { GardenView() }
    #expect(host.send("where") == ["Garden", "/", "program"])
    host.send("Members")
    #expect(
      host.send("where")
        == [
          "Members", "/", "program", "This tab has no link; the link above is for the first tab.",
        ])
    host.send("open /")
    #expect(host.lines.first == "Garden")
    await host.end()
  }
}
