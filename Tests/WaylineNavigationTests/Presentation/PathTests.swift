import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private struct NumberView: View {
  @State private var path: [Int] = []
  var body: some View {
    NavigationStack(path: $path) {
      VStack {
        Text("Path: \(path.map(String.init).joined(separator: ","))")
        NavigationLink("One", value: 1)
        Button("Three") { path = [1, 2, 3] }
      }
      .navigationDestination(for: Int.self) { number in
        VStack {
          Text("Number \(number) of \(path.count)")
          Button("Clear") { path = [] }
        }
      }
    }
  }
}

@Suite("A stack with a path")
@MainActor
struct PathTests {
  @Test("Writing the array shows its screens")
  func write() {
    let desk = Hosting { NumberView() }

    desk.press("Three")

    #expect(desk.lines == ["Number 3 of 3", "[1] Clear"])
    #expect(desk.router.state.depth == 3)
  }

  @Test("Pushing and going back write the array")
  func mirrored() {
    let desk = Hosting { NumberView() }
    desk.press("One")
    #expect(desk.lines == ["Number 1 of 1", "[1] Clear"])
    desk.router.push(5)
    #expect(desk.lines == ["Number 5 of 2", "[1] Clear"])

    desk.router.back(2)

    #expect(desk.lines.first == "Path: ")
  }

  @Test("Clearing the array pops everything in one update")
  func clear() {
    let desk = Hosting { NumberView() }
    desk.press("Three")

    #expect(desk.updates { desk.press("Clear") } == 1)

    #expect(desk.lines.first == "Path: ")
  }

  @Test("A route of another type is not for the array")
  func otherType() {
    let desk = Hosting { NumberView() }

    let (outcome, _) = withReports { desk.router.push("text").outcome }

    #expect(outcome == .notFound(nearest: NotFound(part: "text", kind: "declared place")))
  }

  @Test("The screens of an array are not saved with the scene (19)")
  func unsaved() {
    let desk = Hosting { NumberView() }
    desk.press("Three")

    #expect(!desk.router.save().contains("Int"))
  }
}
