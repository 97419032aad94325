import Testing
import WaylineGraph

@testable import WaylineViews

private struct Copies: View {
  @State private var copies = 1
  var body: some View {
    Button("Copies: \(copies)") { copies += 1 }
  }
}

private struct Shelf: View {
  @State private var visits = 0
  var body: some View {
    Text("Visits: \(visits)")
    Button("Visit") { visits += 1 }
    Copies()
  }
}

@Suite("State")
@MainActor
struct StateTests {
  @Test("A write runs the body that read it and no other")
  func readersOnly() {
    let hosting = Hosting { Shelf() }
    #expect(hosting.lines == ["Visits: 0", "[1] Visit", "[2] Copies: 1"])
    let bodies = hosting.bodies { hosting.press("Copies: 1") }
    #expect(bodies == ["Copies", "Button<Text>"])
    #expect(hosting.lines == ["Visits: 0", "[1] Visit", "[2] Copies: 2"])
  }

  @Test("State keeps its value when the parent makes the child anew")
  func survivesParent() {
    let hosting = Hosting { Shelf() }
    hosting.press("Copies: 1")
    hosting.press("Visit")
    #expect(hosting.lines == ["Visits: 1", "[1] Visit", "[2] Copies: 2"])
  }
}
