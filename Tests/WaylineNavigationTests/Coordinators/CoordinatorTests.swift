import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private struct Screen: View {
  @State private var visits = 0
  @Environment(\.dismiss) private var dismiss
  let name: String
  var body: some View {
    Text(name)
    Button("Visits: \(visits)") { visits += 1 }
    Button("Done") { dismiss() }
  }
}

private struct ScreenCoordinator: Coordinator {
  let name: String
  func start() -> some View { Screen(name: name) }
}

private struct HomeView: View {
  @Navigation<DeskRoute> var navigation: NavigationPath?
  @Navigation<DeskRoute> var other: NavigationPath?
  var body: some View {
    NavigationStack {
      VStack {
        Text(navigation.map { "At \($0.id)" } ?? "Here")
        Button(action: { open(.catalog) }, label: { Text("Catalog") })
        Button("Other") {
          other = NavigationPath(id: .book(id: 1), coordinator: ScreenCoordinator(name: "Book"))
        }
      }
      .navigationDestination(path: $navigation)
      .navigationDestination(path: $other)
    }
  }

  private func open(_ route: DeskRoute) {
    navigation = .init(id: route, coordinator: ScreenCoordinator(name: "\(route)"))
  }
}

@Suite("Coordinators")
@MainActor
struct CoordinatorTests {
  @Test("Setting the path shows the coordinator's screen")
  func open() {
    let desk = Hosting { HomeView() }
    #expect(desk.lines == ["Here", "[1] Catalog", "[2] Other"])

    desk.press("Catalog")

    #expect(desk.lines == ["catalog", "[1] Visits: 0", "[2] Done"])
    #expect(desk.router.state.routes == [Route(DeskRoute.catalog)])
  }

  @Test("When the person goes back, the wrapper reads nil (10)")
  func back() {
    let desk = Hosting { HomeView() }
    desk.press("Catalog")

    #expect(desk.router.back().outcome == .completed)

    #expect(desk.lines == ["Here", "[1] Catalog", "[2] Other"])
  }

  @Test("Dismissing writes nil through the binding, and the screen can be opened again (10)")
  func dismiss() {
    let desk = Hosting { HomeView() }
    desk.press("Catalog")
    desk.press("Visits: 0")
    desk.press("Done")
    #expect(desk.lines.first == "Here")

    desk.press("Catalog")

    #expect(desk.lines == ["catalog", "[1] Visits: 0", "[2] Done"])
  }

  @Test("Forward shows again what back has left (15)")
  func forward() {
    let desk = Hosting { HomeView() }
    desk.press("Catalog")
    desk.router.back()

    #expect(desk.router.forward().outcome == .completed)

    #expect(desk.lines.first == "catalog")
    desk.router.back()
    #expect(desk.lines.first == "Here")
  }

  @Test("Two wrappers in one view keep apart (10)")
  func apart() {
    let desk = Hosting { HomeView() }
    desk.press("Catalog")
    desk.router.back()
    desk.press("Other")
    #expect(desk.lines.first == "Book")

    desk.router.back()

    #expect(desk.lines.first == "Here")
    #expect(desk.router.state.depth == 0)
  }

  @Test("A screen that a binding shows is not saved (19)")
  func unsaved() {
    let desk = Hosting { HomeView() }
    desk.press("Catalog")

    #expect(desk.router.save().contains("catalog") == false)
  }

  @Test("The place of a binding is not restored, and the report says so (19)")
  func reported() {
    let first = Hosting { HomeView() }
    first.press("Catalog")
    let second = Hosting { HomeView() }

    let report = second.router.restore(Array(first.router.save().utf8))

    #expect(second.lines.first == "Here")
    #expect(report.bound == ["DeskRoute"])
    #expect(report.isComplete && report.quarantine == [])
    #expect(
      report.description
        == "The program presented 'DeskRoute' by a binding, which is not saved; it was not restored."
    )
    #expect(!second.router.save().contains("bound"))
  }

  @Test("A binding with a saved value presents its place again, and nothing is reported (19)")
  func keptValue() {
    let first = Hosting { HomeView() }
    first.press("Catalog")
    let second = Hosting { HomeView() }
    second.press("Catalog")

    let report = second.router.restore(Array(first.router.save().utf8))

    #expect(report.bound == [])
    #expect(report.description == "")
  }
}
