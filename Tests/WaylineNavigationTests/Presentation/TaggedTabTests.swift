import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private struct DeskView: View {
  @State private var chosen = "m"
  var body: some View {
    TabView(selection: $chosen) {
      Text("On the shelf").tabItem { Label("Books", systemImage: "book") }.tag("b")
      Text("At the desk").tabItem { Label("Members", systemImage: "person") }.tag("m")
    }
    Text("Chosen: \(chosen)")
  }
}

private struct OptionalDeskView: View {
  @State private var chosen: String? = "m"
  var body: some View {
    TabView(selection: $chosen) {
      Text("On the shelf").tabItem { Text("Books") }.tag("b")
      Text("At the desk").tabItem { Text("Members") }.tag("m")
    }
    Button("Books") { chosen = "b" }
  }
}

@Suite("Tagged tabs")
@MainActor
struct TaggedTabTests {
  @Test("A tag is what the selection holds, and a label gives the name")
  func tags() {
    let desk = Hosting { DeskView() }
    #expect(
      desk.lines == ["[1] Tab: Members (Books, Members)", "At the desk", "Chosen: m"])

    desk.send(.value("books"), to: "Tab")

    #expect(
      desk.lines == ["[1] Tab: Books (Books, Members)", "On the shelf", "Chosen: b"])
  }
  @Test("A selection of an optional begins with its tab, and selects another")
  func optional() {
    let desk = Hosting { OptionalDeskView() }
    #expect(desk.content.first == "At the desk")

    desk.press("Books")

    #expect(desk.content.first == "On the shelf")
  }
}
