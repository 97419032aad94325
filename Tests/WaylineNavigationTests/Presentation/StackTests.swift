import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private struct BookView: View {
  @State private var copies = 1
  let id: Int
  let journal: Journal
  var body: some View {
    Text("Book \(id)")
    Button("Copies: \(copies)") { copies += 1 }
    NavigationLink("Next", value: DeskRoute.book(id: id + 1))
      .onAppear { journal.note("appear \(id)") }
      .onDisappear { journal.note("disappear \(id)") }
      .navigationTitle("Book \(id)")
  }
}

private struct DeskView: View {
  @Environment(\.router) private var router
  let journal: Journal
  var body: some View {
    NavigationStack {
      VStack {
        Text("Desk")
        NavigationLink("Book", value: DeskRoute.book(id: 1))
        Button("Two steps") {
          router.push(DeskRoute.book(id: 1))
          router.pop()
          router.push(DeskRoute.book(id: 2))
        }
      }
      .navigationTitle("Desk")
      .navigationDestination(for: DeskRoute.self) { route in
        if case .book(let id) = route { BookView(id: id, journal: journal) }
      }
    }
  }
}

private struct Shelf: View {
  @State private var id = 0
  var body: some View {
    NavigationStack {
      Button("Next") { id += 1 }
      NavigationLink("Book", value: id == 0 ? nil : DeskRoute.book(id: id))
        .navigationDestination(for: DeskRoute.self) { route in
          if case .book(let id) = route { Text("Book \(id)") }
        }
    }
  }
}

@Suite("Stacks")
@MainActor
struct StackTests {
  private let journal = Journal()

  private func desk(_ routes: DeskRoute...) -> Hosting {
    let desk = Hosting { [journal] in DeskView(journal: journal) }
    for route in routes { desk.router.push(route) }
    return desk
  }

  @Test("A link pushes the destination of its value")
  func link() {
    let desk = desk()

    desk.press("Book")

    #expect(desk.lines == ["Book 1", "[1] Copies: 1", "[2] Next"])
    #expect(desk.titles == ["Desk", "Book 1"])
  }

  @Test("A link without a place is unavailable, and takes the place that it gets")
  func linkWithoutPlace() {
    let shelf = Hosting { Shelf() }
    #expect(shelf.press("Book") == .disabled(reason: nil))

    shelf.press("Next")
    shelf.press("Next")
    shelf.press("Book")

    #expect(shelf.lines == ["Book 2"])
    shelf.router.pop()
    #expect(
      shelf.send(.value("3"), to: "Book")
        == .refused("This is a link; it takes no value. Type its number alone."))
  }

  @Test("A covered screen keeps its state, a popped one loses it (8)")
  func states() {
    let desk = desk(.book(id: 1))
    desk.press("Copies: 1")
    desk.press("Next")
    desk.press("Copies: 1")
    desk.router.back()
    #expect(desk.lines == ["Book 1", "[1] Copies: 2", "[2] Next"])

    desk.press("Next")

    #expect(desk.lines == ["Book 2", "[1] Copies: 1", "[2] Next"])
  }

  @Test("A push, a pop and a push are one update, and only the visible screen appears (6)")
  func oneUpdate() {
    let desk = desk()

    #expect(desk.updates { desk.press("Two steps") } == 1)

    #expect(desk.lines.first == "Book 2")
    #expect(journal.lines == ["appear 2"])
  }

  @Test("Several pops end the screens from the top, and show one (6)")
  func severalPops() {
    let desk = desk(.book(id: 1), .book(id: 2), .book(id: 3))
    journal.clear()

    #expect(desk.updates { desk.router.popTo(DeskRoute.book(id: 1)) } == 1)

    #expect(journal.lines == ["disappear 3", "disappear 2", "appear 1"])
  }

  @Test("Changing everything at once is one update (6)")
  func navigate() {
    let desk = desk(.book(id: 1))
    journal.clear()

    let updates = desk.updates {
      desk.router.navigate { state in
        state.step(.popToRoot())
        state.step(.push(Route(DeskRoute.book(id: 7))))
        state.step(.push(Route(DeskRoute.book(id: 8))))
      }
    }

    #expect(updates == 1)
    #expect(desk.titles == ["Desk", "Book 7", "Book 8"])
    #expect(journal.lines == ["disappear 1", "appear 8"])
  }

  @Test("Back ends screens, forward repeats that, until another navigation (15)")
  func backAndForward() {
    let desk = desk(.book(id: 1), .book(id: 2))
    desk.router.back(2)
    #expect(desk.lines.first == "Desk")

    #expect(desk.router.forward().outcome == .completed)
    #expect(desk.lines.first == "Book 2")
    #expect(desk.router.forward().outcome == .nothingToPop)

    desk.router.back()
    desk.router.push(DeskRoute.book(id: 9))
    #expect(desk.router.forward().outcome == .nothingToPop)
  }

  @Test("Undo is chronological over pushes and pops (15)")
  func undo() {
    let desk = desk(.book(id: 1), .book(id: 2))
    desk.router.popToRoot()
    #expect(desk.router.undo().outcome == .completed)
    #expect(desk.lines.first == "Book 2")
    desk.router.undo()
    #expect(desk.lines.first == "Book 1")

    desk.router.redo()
    desk.router.redo()

    #expect(desk.lines.first == "Desk")
    #expect(desk.router.redo().outcome == .nothingToPop)
  }

  @Test(
    "A place that no stack shows is not found, and the developer reads where it was searched (24)")
  func undeclared() {
    struct Elsewhere: NavigationValue {}
    let desk = desk()

    let (outcome, sentences) = withReports { desk.router.push(Elsewhere()).outcome }

    #expect(
      outcome == .notFound(nearest: NotFound(part: "Elsewhere()", kind: "declared place")))
    #expect(desk.lines.first == "Desk")
    #expect(
      sentences == [
        "No visible stack shows Elsewhere: 'Elsewhere()' was not opened. Searched the stack in the "
          + "first screen, which shows DeskRoute. Declare it with "
          + ".navigationDestination(for: Elsewhere.self) inside the NavigationStack."
      ])
  }

  @Test("Where no stack is shown, the developer reads that one is missing (24)")
  func noStack() {
    struct Elsewhere: NavigationValue {}
    let desk = Hosting { Text("Desk") }

    #expect(
      withReports { desk.router.push(Elsewhere()) }.sentences == [
        "No visible stack shows Elsewhere: 'Elsewhere()' was not opened. Declare it with "
          + ".navigationDestination(for: Elsewhere.self) inside the NavigationStack that is missing "
          + "around the view."
      ])
    #expect(
      withReports { desk.router.push(OwnPlace()) }.sentences == [
        "No visible stack shows OwnPlace: 'OwnPlace()' was not opened. Put a NavigationStack around "
          + "the view: it shows the coordinators of this type."
      ])
  }

  private struct OwnPlace: CoordinatedValue {
    @MainActor var coordinator: any Coordinator { OwnCoordinator() }
  }

  private struct OwnCoordinator: Coordinator {
    func start() -> some View { Text("Own") }
  }

  @Test("Queued requests run in order, each on the state that it finds (2)")
  func thenCurrent() {
    let desk = desk()
    var waiting: [NavigationHandle] = []
    let watch = desk.router.observe { [router = desk.router] transition in
      guard waiting.isEmpty else { return }
      waiting = [
        router.push(DeskRoute.book(id: 2)), router.push(DeskRoute.book(id: 3)),
        router.popTo(DeskRoute.book(id: 2)), router.pop(2), router.pop(),
      ]
    }

    desk.router.push(DeskRoute.book(id: 1))
    desk.router.stop(watch)

    #expect(
      waiting.map(\.outcome) == [.completed, .completed, .completed, .completed, .nothingToPop])
    #expect(waiting[2].from.depth == 3 && waiting[2].to.depth == 2)
  }

  @Test("A transition has both states, the outcome, the cause and the duration (21)")
  func transition() {
    let desk = desk()
    var seen: [NavigationTransition] = []
    let watch = desk.router.observe { seen.append($0) }

    desk.router.push(DeskRoute.book(id: 1))
    desk.press("Next")
    desk.router.pop(9)
    desk.router.pop()
    desk.router.stop(watch)

    #expect(seen.map(\.from.depth) == [0, 1, 2, 0])
    #expect(seen.map(\.to.depth) == [1, 2, 0, 0])
    #expect(seen.map(\.outcome) == [.completed, .completed, .completed, .nothingToPop])
    #expect(seen.map(\.cause) == [.program, .person, .program, .program])
    #expect(seen.allSatisfy { $0.duration > .zero })
    #expect(seen[2].change.left.compactMap(\.route?.description) == ["book(id: 2)", "book(id: 1)"])
  }

  @Test("A navigation requested by an observer is queued (2)")
  func queued() {
    let desk = desk()
    var second: NavigationHandle?
    let watch = desk.router.observe { [router = desk.router] transition in
      guard transition.to.depth == 1, second == nil else { return }
      second = router.push(DeskRoute.book(id: 2))
      #expect(second?.outcome == nil)
    }

    desk.router.push(DeskRoute.book(id: 1))
    desk.router.stop(watch)

    #expect(second?.outcome == .completed)
    #expect(desk.titles == ["Desk", "Book 1", "Book 2"])
  }
}
