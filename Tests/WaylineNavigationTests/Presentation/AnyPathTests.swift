import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private final class Coordination: ObservableObject {
  @Published var path = NavigationPath()
}

private struct DeskView: View {
  @StateObject private var coordination = Coordination()
  var body: some View {
    NavigationStack(path: $coordination.path) {
      VStack {
        Text("Places: \(coordination.path.description)")
        NavigationLink("One", value: 1)
        Button("Several") {
          coordination.path.append(1)
          coordination.path.append("Emma")
          coordination.path.append(DeskRoute.catalog)
        }
      }
      .navigationDestination(for: Int.self) { screen("Number \($0)") }
      .navigationDestination(for: String.self) { screen("Name \($0)") }
      .navigationDestination(for: DeskRoute.self) { screen("\($0)") }
    }
  }

  private func screen(_ text: String) -> some View {
    VStack {
      Text("\(text) of \(coordination.path.count)")
      Button("Pop") { coordination.path.removeLast() }
      Button("Root") { coordination.path.removeLast(coordination.path.count) }
      Button("New") { coordination.path = NavigationPath(["Persuasion", "Emma"]) }
    }
  }
}

@Suite("A stack with a path of any places")
@MainActor
struct AnyPathTests {
  @Test("Places of several types are appended, and removed from the top")
  func written() {
    let desk = Hosting { DeskView() }
    desk.press("Several")
    #expect(desk.lines.first == "catalog of 3")
    #expect(desk.router.state.depth == 3)

    desk.press("Pop")
    #expect(desk.lines.first == "Name Emma of 2")
    desk.press("New")
    #expect(desk.lines.first == "Name Emma of 2")
    desk.press("Pop")
    #expect(desk.lines.first == "Name Persuasion of 1")
    desk.press("Root")
    #expect(desk.lines.first == "Places: []")
  }

  @Test("Links, the router and going back write the path")
  func mirrored() {
    let desk = Hosting { DeskView() }
    desk.press("One")
    #expect(desk.lines.first == "Number 1 of 1")
    desk.router.push("Emma")
    #expect(desk.lines.first == "Name Emma of 2")

    desk.router.back(2)

    #expect(desk.lines.first == "Places: []")
  }

  @Test("Paths with the same places are equal, and several equal places are several")
  func equal() {
    var path = NavigationPath([1, 2])
    path.append("Emma")
    var other = NavigationPath()
    #expect(other.isEmpty && path != other)
    other.append(1)
    other.append(2)
    other.append("Emma")
    #expect(path == other && path.count == 3 && path.description == "[1, 2, Emma]")
    other.append("Emma")
    #expect(other.count == 4)
  }

  @Test("Removing more places than there are is reported, and removes all")
  func removedTooMany() {
    var path = NavigationPath([1])
    let (_, reports) = withReports { path.removeLast(2) }
    #expect(path.isEmpty)
    #expect(
      reports == [
        "2 places were removed from a NavigationPath with 1. Look at its count, or isEmpty, first."
      ])
  }

  @Test("The places of a path are not saved with the scene (19)")
  func unsaved() {
    let desk = Hosting { DeskView() }
    desk.press("Several")
    #expect(!desk.router.save().contains("DeskRoute"))
  }
}
