import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private struct StepView: View {
  @Environment(\.dismiss) private var dismiss
  let name: String
  let journal: Journal
  let next: @MainActor () -> Void
  let close: @MainActor () -> Void
  var body: some View {
    Text(name)
      .onAppear { journal.note("appear \(name)") }
      .onDisappear { journal.note("disappear \(name)") }
    Button("Next") { next() }
    Button("Close") { close() }
    Button("Twice") {
      journal.note("\(dismiss() == .completed)")
      dismiss()
    }
  }
}

private struct StepCoordinator: Coordinator {
  let view: StepView
  func start() -> some View { view }
}

/// Writes the path from anywhere.
@MainActor
private final class Controls {
  var open: @MainActor () -> Void = {}
  var close: @MainActor () -> Void = {}
}

private struct HomeView: View {
  @Navigation<DeskRoute> private var navigation: NavigationPath?
  let journal: Journal
  var controls: Controls?
  var body: some View {
    NavigationStack {
      VStack {
        Text(navigation == nil ? "Here" : "There")
        Button("Start") { open(1) }
      }
      .onAppear {
        controls?.open = { open(1) }
        controls?.close = { navigation = nil }
      }
      .navigationDestination(path: $navigation)
      .navigationDestination(for: DeskRoute.self) { Text("\($0)") }
    }
  }

  private func open(_ number: Int) {
    let view = StepView(
      name: "Step \(number)", journal: journal, next: { open(number + 1) },
      close: { navigation = nil })
    navigation = NavigationPath(id: .book(id: number), coordinator: StepCoordinator(view: view))
  }
}

@Suite("The navigation wrapper")
@MainActor
struct NavigationWrapperTests {
  private let journal = Journal()
  private let controls = Controls()

  private func home() -> Hosting {
    let home = Hosting { [journal] in HomeView(journal: journal) }
    home.press("Start")
    return home
  }

  @Test("Another path replaces the one that is shown, in one update (10)")
  func replace() {
    let home = home()
    journal.clear()

    #expect(home.updates { home.press("Next") } == 1)

    #expect(home.lines.first == "Step 2")
    #expect(home.router.state.depth == 1)
    #expect(journal.lines == ["disappear Step 1", "appear Step 2"])
  }

  @Test("Writing nil pops what the wrapper has pushed and everything above it (10)")
  func close() {
    let home = home()
    home.router.push(DeskRoute.catalog)
    home.router.push(DeskRoute.member(name: "Ada"))
    home.router.back(2)
    #expect(home.lines.first == "Step 1")

    home.press("Close")

    #expect(home.lines == ["Here", "[1] Start"])
    #expect(home.router.state.depth == 0)
  }

  @Test("Writing nil ends what lies above too, and nothing that lies below (10)")
  func closeFromAbove() {
    let home = Hosting { [journal] in HomeView(journal: journal, controls: controls) }
    home.router.push(DeskRoute.catalog)
    home.host.graph.perform { controls.open() }
    home.router.push(DeskRoute.member(name: "Ada"))
    #expect(home.router.state.depth == 3)

    #expect(home.updates { home.host.graph.perform { controls.close() } } == 1)

    #expect(home.router.state.routes == [Route(DeskRoute.catalog)])
    #expect(home.lines == ["catalog"])
  }

  @Test("Dismissing a screen that has ended does nothing (9)")
  func dismissTwice() {
    let home = home()

    home.press("Twice")

    #expect(home.lines == ["Here", "[1] Start"])
    #expect(journal.lines == ["appear Step 1", "true", "disappear Step 1"])
  }

  @Test("Undo writes through the binding (10)")
  func undo() {
    let home = home()

    home.router.undo()

    #expect(home.lines == ["Here", "[1] Start"])
  }

  @Test("Going home ends everything, and is no mistake at home")
  func goHome() {
    let home = home()
    home.router.push(DeskRoute.catalog)

    #expect(home.router.home().outcome == .completed)
    #expect(home.router.home().outcome == .duplicate)

    #expect(home.lines == ["Here", "[1] Start"])
  }
}
