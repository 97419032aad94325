import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

private struct Book: Identifiable, Hashable {
  let id: Int
}

private final class Desk: ObservableObject {
  @Published var isShown = false
  @Published var book: Book?
  @Published var tab = "a"
  @Published var path: [Int] = []
}

private struct Presenting<Content: View>: View {
  @StateObject private var desk = Desk()
  let content: @MainActor (ObservedObject<Desk>.Wrapper) -> Content
  var body: some View {
    NavigationStack { content($desk) }
    Button("Show") { desk.isShown = true }
    Button("Open") { desk.book = Book(id: 42) }
  }
}

@Suite("Presentations by a property of an observable object")
@MainActor
struct ObjectPresentationTests {
  @Test("A sheet and a cover are presented, and their end is written back")
  func sheets() {
    let hosting = Hosting {
      Presenting { desk in
        Toggle("Shown", isOn: desk.isShown)
          .sheet(isPresented: desk.isShown) { Text("a sheet") }
          .fullScreenCover(item: desk.book) { Text("book \($0.id)") }
      }
    }
    hosting.press("Show")
    #expect(hosting.lines == ["a sheet"])
    hosting.router.dismiss()
    #expect(hosting.lines.first == "[1] Shown: off")
    hosting.press("Open")
    #expect(hosting.lines == ["book 42"])
  }

  @Test("An alert and a dialog are presented, and a choice closes them")
  func alerts() {
    let hosting = Hosting {
      Presenting { desk in
        Text("desk").alert("Sure?", isPresented: desk.isShown) { Button("Yes") {} }
      }
    }
    hosting.press("Show")
    #expect(hosting.layer == .alert(title: "Sure?", message: ""))
    hosting.press("Yes")
    #expect(hosting.lines.first == "desk")
  }

  @Test("A destination is pushed while the property is true, or has an item")
  func destinations() {
    let hosting = Hosting {
      Presenting { desk in
        Text("desk")
          .navigationDestination(isPresented: desk.isShown) { Text("shown") }
          .navigationDestination(item: desk.book) { Text("book \($0.id)") }
      }
    }
    hosting.press("Show")
    #expect(hosting.lines.first == "shown")
    hosting.router.pop()
    #expect(hosting.lines.first == "desk")
    hosting.press("Open")
    #expect(hosting.lines.first == "book 42")
  }

  @Test("Tabs and the path of a stack follow the property")
  func tabsAndPath() {
    struct Hall: View {
      @StateObject private var desk = Desk()
      var body: some View {
        TabView(selection: $desk.tab) {
          Text("one").tabItem { Text("A") }.tag("a")
          NavigationStack(path: $desk.path) {
            Text("two").navigationDestination(for: Int.self) { Text("screen \($0)") }
          }
          .tabItem { Text("B") }.tag("b")
        }
        Button("Go") {
          desk.tab = "b"
          desk.path = [7]
        }
        Text("\(desk.tab) \(desk.path)")
      }
    }
    let hosting = Hosting { Hall() }
    hosting.send(.value("b"), to: "Tab")
    #expect(hosting.lines == ["[1] Tab: B (A, B)", "two", "[2] Go", "b []"])
    hosting.send(.value("a"), to: "Tab")
    hosting.press("Go")
    #expect(hosting.lines == ["[1] Tab: B (A, B)", "screen 7", "[2] Go", "b [7]"])
  }
}
