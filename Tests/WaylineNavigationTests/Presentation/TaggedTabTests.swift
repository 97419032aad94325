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

@Suite("Tagged tabs")
@MainActor
struct TaggedTabTests {
  @Test("A tag is what the selection holds, and a label gives the name")
  func tags() {
    let desk = Hosting { DeskView() }
    #expect(
      desk.lines == ["At the desk", "[1] Tab: Members (Books, Members)", "Chosen: m"])

    desk.send(.value("books"), to: "Tab")

    #expect(
      desk.lines == ["On the shelf", "[1] Tab: Books (Books, Members)", "Chosen: b"])
  }
}
