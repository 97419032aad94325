import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

/// Tabs within tabs, of which two screens keep the person.
private struct NestedTabs: View {
  let kept: String

  var body: some View {
    TabView {
      TabView {
        page("X").tabItem { Text("X") }
        page("Y").tabItem { Text("Y") }
      }
      .tabItem { Text("A") }
      TabView {
        page("X in B").tabItem { Text("X") }
        page("Z").tabItem { Text("Z") }
      }
      .tabItem { Text("B") }
    }
  }

  private func page(_ name: String) -> some View {
    Text("Page \(name)").onLeave { name == kept ? .block("Save it first.") : .allow }
  }
}

@MainActor
@Suite("The way to a screen in nested tabs")
struct NestedTabDepartureTests {
  @Test(
    "What quit says to type opens the screen that keeps the person",
    arguments: ["X", "Y", "X in B", "Z"],
    [[], ["Y"], ["B"], ["Y", "B"], ["B", "Z"], ["B", "Z", "A"], ["B", "Z", "A", "Y"]])
  func way(kept: String, lines: [String]) async {
    // A tab that was never shown has no guard yet.
    let host = TestHost { NestedTabs(kept: kept) }
    host.onFailure = { Issue.record("\($0)") }
    for line in ["Y", "B", "Z", "A", "X", "B", "X", "A"] + lines { host.send(line) }
    let answer = host.send("quit").joined(separator: " ")
    guard let range = answer.firstRange(of: " Type '"),
      let end = answer.firstRange(of: "' to open it.")
    else {
      #expect(host.lines.first { !$0.contains("Tab: ") } == "Page \(kept)", "\(answer)")
      return await host.end()
    }
    for command in String(answer[range.upperBound..<end.lowerBound]).split(separator: "', then '") {
      let reply = host.send(String(command))
      #expect(
        !reply.contains { $0.contains("is no") || $0.contains("There is") }, "\(answer): \(reply)")
    }
    #expect(host.lines.first { !$0.contains("Tab: ") } == "Page \(kept)", "\(answer)")
    await host.end()
  }
}
