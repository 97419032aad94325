import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private enum Place: PlacedValue {
  case catalog
  case book(id: Int)
  case note(id: Int)

  var parent: (any NavigationValue)? {
    switch self {
    case .catalog: nil
    case .book: Place.catalog
    case .note(let id): Place.book(id: id)
    }
  }
}

private enum OrderPlace: NavigationValue, PresentedValue { case order }

private enum Shelf: NavigationValue { case book(id: Int) }

private struct DeskView: View {
  @State private var asks = false
  var body: some View {
    NavigationStack {
      VStack {
        Text("Desk")
        Button("Ask") { asks = true }
      }
      .navigationDestination(for: Place.self) { Text("\($0)") }
      .navigationDestination(for: OrderPlace.self) { Text("\($0)") }
    }
    .sheet(isPresented: $asks) {
      NavigationStack {
        Text("Question")
          .navigationDestination(for: Place.self) { Text("Asked \($0)") }
      }
    }
  }
}

@Suite("Opening links")
@MainActor
struct OpeningTests {
  @Test("A link builds the parents that its place declares, in one update (18)")
  func parents() {
    let desk = Hosting { DeskView() }

    #expect(desk.updates { desk.router.open("/note/4") } == 1)

    #expect(desk.lines == ["note(id: 4)"])
    #expect(
      desk.router.state.routes == [
        Route(Place.catalog), Route(Place.book(id: 4)), Route(Place.note(id: 4)),
      ])
  }

  @Test("A place whose link opens that of another type has no link")
  func sameWord() {
    let desk = Hosting {
      NavigationStack {
        Text("Desk")
          .navigationDestination(for: Place.self) { Text("\($0)") }
          .navigationDestination(for: Shelf.self) { Text("\($0)") }
      }
    }
    desk.router.open("/book/4")
    #expect(desk.router.location.link?.url == "/book/4")
    let opened = desk.router.state.routes.last
    let other =
      opened == Route(Shelf.book(id: 4)) ? Route(Place.book(id: 4)) : Route(Shelf.book(id: 4))
    desk.router.push(other)
    #expect(desk.router.location.link == nil)
    let type = opened?.typeName ?? ""
    #expect(
      desk.router.location.notice == "This place has no link: 'book 4' opens that of \(type).")
  }

  @Test("The words of a link are read in any case, as labels are (18)")
  func anyCase() {
    let desk = Hosting { DeskView() }
    #expect(desk.router.open(words: ["BOOK", "5"]).outcome == .completed)
    #expect(desk.router.open("/Note/4").outcome == .completed)
    #expect(desk.router.location.link?.url == "/note/4")
  }

  @Test("A link keeps the visits of the common beginning (18)")
  func common() {
    let desk = Hosting { DeskView() }
    desk.router.open("/note/4")
    let before = desk.router.state.entries(of: desk.router.state.activeStack)

    desk.router.open(words: ["book", "5"])

    let after = desk.router.state.entries(of: desk.router.state.activeStack)
    #expect(after[1].id == before[1].id)
    #expect(desk.lines == ["book(id: 5)"])
    #expect(desk.router.state.depth == 2)
  }

  @Test("A link ends the presented sheet, and opens below it (18)")
  func endsSheets() {
    let desk = Hosting { DeskView() }
    desk.press("Ask")
    #expect(desk.lines == ["Question"])

    #expect(desk.router.open("/book/5").outcome == .completed)

    #expect(desk.layer == .root)
    #expect(desk.lines == ["book(id: 5)"])
    desk.router.popToRoot()
    #expect(desk.lines == ["Desk", "[1] Ask"])
  }

  @Test("A link to where the scene is changes nothing (18)")
  func same() {
    let desk = Hosting { DeskView() }
    desk.router.open("/book/5")

    #expect(desk.router.open("/book/5").outcome == .duplicate)
  }

  @Test("The link of the first screen opens it, below sheets and places (18)")
  func firstScreen() {
    let desk = Hosting { DeskView() }
    let first = desk.router.location.link?.url ?? ""
    desk.router.open("/book/5")
    desk.router.push(OrderPlace.order)

    #expect(desk.router.open(first).outcome == .completed)

    #expect(desk.lines == ["Desk", "[1] Ask"])
    #expect(desk.router.open(first).outcome == .duplicate)
    desk.router.undo()
    #expect(desk.lines == ["order"])
  }

  @Test(
    "A link that cannot be read changes nothing and names the part (18)",
    arguments: [
      ("/bok/5", NotFound(part: "bok", kind: "place", nearest: "book 5")),
      ("/book/five", LinkError.unreadable(part: "five", expected: number).notFound),
      (
        "/book",
        NotFound(
          part: "id", explanation: "The value for 'id' is missing. The form is 'book <id>'.")
      ),
    ])
  func unreadable(url: String, problem: NotFound) {
    let desk = Hosting { DeskView() }

    #expect(desk.router.open(url).outcome == .notFound(nearest: problem))

    #expect(desk.lines == ["Desk", "[1] Ask"])
    #expect(!desk.router.canUndo)
  }

  @Test("The location has the link to the top, and says when it does not restore everything (18)")
  func location() {
    let desk = Hosting { DeskView() }
    #expect(desk.router.location.link?.url == "/")
    desk.router.open("/book/5")
    #expect(desk.router.location.link?.command == "book 5")
    #expect(desk.router.location.notice == nil)

    desk.router.push(Place.note(id: 9))

    #expect(desk.router.location.link?.url == "/note/9")
    #expect(!desk.router.location.isRebuilt)
    #expect(
      desk.router.location.notice
        == "The link restores this screen, but not the path to it.")
  }

  @Test("The location says that a link opens another tab than the present one (18)")
  func secondTab() {
    func shelf(_ name: String) -> some View {
      NavigationStack {
        Text(name).navigationDestination(for: Shelf.self) { Text("\(name) \($0)") }
      }
    }
    let desk = Hosting {
      TabView {
        shelf("A").tabItem { Text("A") }
        shelf("B").tabItem { Text("B") }
      }
    }
    desk.router.push(Shelf.book(id: 1))
    #expect(desk.router.location.isRebuilt)

    desk.router.select(tab: "B")
    desk.router.push(Shelf.book(id: 1))

    #expect(desk.router.location.link?.url == "/book/1")
    #expect(!desk.router.location.isRebuilt && desk.router.location.notice != nil)
  }

  @Test("A place that is only presented has no link, and is not offered (18)")
  func presentedPlace() {
    let desk = Hosting { DeskView() }
    #expect(
      desk.router.open("/order").outcome
        == .notFound(nearest: NotFound(part: "order", kind: "place")))
    #expect(desk.router.linkPatterns.allSatisfy { !$0.contains("order") })

    desk.router.present(OrderPlace.order)

    #expect(desk.lines == ["order"])
    #expect(desk.router.location.link == nil)
    #expect(
      desk.router.location.notice
        == "This place has no link: the screen that waits for its result opens it.")
  }

  @Test("A place that only a binding opens has no link (18)")
  func boundPlace() {
    let desk = Hosting { DeskView() }
    desk.press("Ask")

    #expect(desk.router.location.link == nil)
    #expect(
      desk.router.location.notice
        == "This sheet has no link of its own; the link above is for the screen below.")
  }
}

private let number = "a whole number"
