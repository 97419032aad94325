import Testing
import WaylineGraph

@testable import WaylineViews

/// A screen whose outer title follows a state, and whose inner title can leave.
private struct ShelfView: View {
  @State private var count = 1
  @State private var isOpen = true

  var body: some View {
    VStack {
      if isOpen {
        OpenShelf()
      }
      Button("Add") { count += 1 }
      Button("Turn") { isOpen.toggle() }
    }
    .navigationTitle("\(count) books")
  }
}

private struct OpenShelf: View {
  var body: some View { Text("open").navigationTitle("Open shelf") }
}

/// A screen with a title in one of two branches.
private struct DeskView: View {
  @State private var isClosed = false

  var body: some View {
    if isClosed {
      Text("closed").navigationTitle("Closed")
    } else {
      Text("open")
    }
    Button("Turn") { isClosed.toggle() }
  }
}

@Suite("The title of a screen")
@MainActor
struct TitleTests {
  @Test("The inner one of two titles wins, also after the outer one has changed")
  func inner() {
    let shelf = Hosting { ShelfView() }
    #expect(shelf.host.page().titles == ["Open shelf"])

    shelf.press("Add")

    #expect(shelf.host.page().titles == ["Open shelf"])
  }

  @Test("A title follows a binding")
  func binding() {
    struct Named: View {
      @State private var name = "Desk"
      var body: some View { Button("Rename") { name = "Counter" }.navigationTitle($name) }
    }
    let desk = Hosting { Named() }
    desk.press("Rename")
    #expect(desk.host.page().titles == ["Counter"])
  }

  @Test("A title leaves with its view, and the one around it is shown again")
  func leaving() {
    let shelf = Hosting { ShelfView() }
    shelf.press("Add")
    shelf.press("Turn")
    #expect(shelf.host.page().titles == ["2 books"])
    shelf.press("Turn")
    #expect(shelf.host.page().titles == ["Open shelf"])

    let desk = Hosting { DeskView() }
    desk.press("Turn")
    #expect(desk.host.page().titles == ["Closed"])
    desk.press("Turn")
    #expect(desk.host.page().titles == [])
  }
}
