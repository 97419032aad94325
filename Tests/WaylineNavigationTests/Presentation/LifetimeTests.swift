import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

/// Notes when it goes.
private final class Probe {
  let name: String
  let journal: Journal
  init(_ name: String, _ journal: Journal) { (self.name, self.journal) = (name, journal) }
  deinit { journal.note("\(name) ended") }
}

private struct ProbeCoordinator: Coordinator {
  let probe: Probe
  func start() -> some View { Text(probe.name) }
}

private struct HomeView: View {
  @Navigation<DeskRoute> private var navigation: NavigationPath?
  let journal: Journal
  var body: some View {
    NavigationStack {
      VStack {
        Text("Home")
        Button("Open") {
          let probe = Probe("coordinator", journal)
          navigation = NavigationPath(id: .catalog, coordinator: ProbeCoordinator(probe: probe))
        }
        Button("Close") { navigation = nil }
      }
      .navigationDestination(path: $navigation)
      .navigationDestination(for: DeskRoute.self) { _ in ScreenView(journal: journal) }
    }
  }
}

private final class Model: ObservableObject {
  let probe: Probe
  init(_ journal: Journal) { probe = Probe("model", journal) }
}

private struct ScreenView: View {
  @StateObject private var model: Model
  init(journal: Journal) { _model = StateObject(wrappedValue: Model(journal)) }
  var body: some View {
    Text(model.probe.name).task { try? await Task.sleep(for: .seconds(600)) }
  }
}

/// A screen whose closures alone hold a probe each.
private struct ClosureView: View {
  let journal: Journal
  var body: some View {
    let (button, appearance) = (Probe("button", journal), Probe("appearance", journal))
    Button("Lend") { journal.note(button.name) }
      .onAppear { _ = appearance.name }
  }
}

private struct ClosureDeskView: View {
  let journal: Journal
  var body: some View {
    NavigationStack {
      Text("Desk").navigationDestination(for: DeskRoute.self) { _ in ClosureView(journal: journal) }
    }
  }
}

@Suite("Lifetimes")
@MainActor
struct LifetimeTests {
  private let journal = Journal()

  private func home() -> Hosting { Hosting { [journal] in HomeView(journal: journal) } }

  @Test("Popping frees the coordinator of a binding (22)")
  func coordinator() {
    let home = home()
    home.press("Open")

    home.router.pop()

    #expect(journal.lines == ["coordinator ended"])
  }

  @Test("Going back keeps the coordinator for forward, and nothing longer (22)")
  func coordinatorAfterBack() {
    let home = home()
    home.press("Open")
    home.router.back()
    #expect(journal.lines == [])

    home.router.push(DeskRoute.book(id: 1))

    #expect(journal.lines == ["coordinator ended"])
  }

  @Test("Popping frees the screen's objects and cancels its tasks (8, 22)")
  func screen() {
    let home = home()
    home.router.push(DeskRoute.catalog)
    #expect(!home.host.graph.pending.isEmpty)

    home.router.pop()

    #expect(journal.lines == ["model ended"])
    #expect(home.host.graph.pending.isEmpty)
  }

  @Test("Popping frees the closures of the screen's views (22)")
  func closures() {
    let desk = Hosting { [journal] in ClosureDeskView(journal: journal) }
    desk.router.push(DeskRoute.catalog)
    #expect(journal.lines == [])

    desk.router.pop()

    #expect(journal.lines.sorted() == ["appearance ended", "button ended"])
  }

  @Test("Ending the scene frees the router and everything it shows (22)")
  func scene() {
    weak var router: Router?
    do {
      let home = home()
      home.press("Open")
      home.router.push(DeskRoute.book(id: 1))
      router = home.router
      home.host.end()
    }

    #expect(router == nil)
    #expect(journal.lines.sorted() == ["coordinator ended", "model ended"])
  }

  @Test("Ten thousand pushes and pops leave nothing behind (22)")
  func many() {
    let home = home()
    let nodes = home.host.nodes.count
    for number in 0..<10_000 {
      home.router.push(DeskRoute.book(id: number))
      home.router.pop()
    }

    #expect(journal.lines.count == 10_000)
    #expect(home.router.state.depth == 0)
    #expect(home.host.nodes.count == nodes)
    #expect(home.lines == ["Home", "[1] Open", "[2] Close"])
  }
}
