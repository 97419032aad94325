import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private struct Elsewhere: NavigationValue {}

private struct DeskView: View {
  var body: some View {
    NavigationStack {
      Text("Desk").navigationDestination(for: DeskRoute.self) { Text("\($0)") }
    }
  }
}

@Suite("Verbs")
@MainActor
struct VerbTests {
  private let desk = Hosting { DeskView() }

  private func routes(_ routes: DeskRoute...) -> [Route] { routes.map { Route($0) } }

  @Test("Returning by a condition finds the nearest such screen")
  func popToWhere() {
    desk.router.set([DeskRoute.book(id: 1), .book(id: 2), .catalog, .member(name: "Ada")])
    let isBook = { (route: DeskRoute) in if case .book = route { true } else { false } }

    #expect(desk.router.popTo(where: isBook).outcome == .completed)
    #expect(desk.lines == ["book(id: 2)"])
    #expect(desk.router.popTo(where: isBook).outcome == .duplicate)
    #expect(
      desk.router.popTo { (_: Elsewhere) in true }.outcome?.description
        == "No open Elsewhere satisfies the condition.")
  }

  @Test("Every verb of the router can be part of one change, which is one update (6)")
  func verbsTogether() {
    let updates = desk.updates {
      desk.router.navigate { state in
        state.set([DeskRoute.catalog, .book(id: 1)])
        state.checkpoint("book")
        state.push(DeskRoute.member(name: "Ada"))
        state.present(DeskRoute.member(name: "Ben"))
        state.dismiss()
        state.popTo(checkpoint: "book")
        state.replaceTop(DeskRoute.book(id: 2))
        state.push(DeskRoute.book(id: 3))
        state.push(DeskRoute.book(id: 4))
        state.popTo(DeskRoute.book(id: 3))
        state.pop()
      }
    }

    #expect(updates == 1)
    #expect(desk.router.state.routes == routes(.catalog, .book(id: 2)))
    desk.router.navigate { $0.popToRoot() }
    #expect(desk.lines == ["Desk"])
  }

  @Test("forward returns to the screens that popTo has ended (15)")
  func forwardAfterPopTo() {
    desk.router.set([DeskRoute.catalog, .book(id: 1), .book(id: 2)])
    desk.router.popTo(DeskRoute.catalog)

    #expect(desk.router.forward().outcome == .completed)

    #expect(desk.lines == ["book(id: 2)"])
  }

  @Test("forward returns to the screens that popToRoot has ended (15)")
  func forwardAfterPopToRoot() {
    desk.router.set([DeskRoute.catalog, .book(id: 1)])
    desk.router.popToRoot()

    #expect(desk.router.forward().outcome == .completed)

    #expect(desk.lines == ["book(id: 1)"])
  }

  @Test("A route is opened as its link is, also on the stack of another tab (18)")
  func openRoute() {
    let tabs = Hosting {
      TabView {
        Text("home").tabItem { Text("Home") }
        NavigationStack {
          Text("books").navigationDestination(for: DeskRoute.self) { Text("\($0)") }
        }
        .tabItem { Text("Books") }
      }
    }
    #expect(tabs.content.first == "home")

    #expect(tabs.router.open(DeskRoute.book(id: 7)).outcome == .completed)

    #expect(tabs.content.first == "book(id: 7)")
  }

  @Test(
    "A place that only a hidden stack shows is not pushed, and the message names that stack (24)")
  func pushHidden() {
    let tabs = Hosting {
      TabView {
        NavigationStack { Text("home") }.tabItem { Text("Home") }
        NavigationStack {
          Text("books").navigationDestination(for: DeskRoute.self) { Text("\($0)") }
        }
        .tabItem { Text("Books") }
      }
    }

    let (handle, sentences) = withReports { tabs.router.push(DeskRoute.book(id: 7)) }

    #expect(handle.outcome?.isSuccess == false)
    #expect(
      sentences == [
        "No visible stack shows DeskRoute: 'book(id: 7)' was not opened. Searched the stack in the "
          + "tab 'Home', which shows no places. Open it with router.open(_:), which finds the stack "
          + "in the tab 'Books' too."
      ])
  }

  @Test("A router outside of a scene refuses every request, and reports the mistake (24)")
  func outsideOfScene() {
    struct Lone: View {
      @Environment(\.router) private var router
      let journal: Journal
      var body: some View {
        Button("push") {
          journal.note("\(router.push(DeskRoute.catalog).outcome == .outsideScene)")
        }
      }
    }
    let journal = Journal()
    let host = ViewHost { Lone(journal: journal) }
    let element = host.page().elements[0].id

    let (_, sentences) = withReports { host.perform(.activate, on: element) }

    #expect(journal.lines == ["true"])
    #expect(sentences.count == 1 && sentences[0].contains("outside of a scene"))
  }

  @Test("The places of a state can be set again as they are")
  func sameRoutes() {
    desk.router.set([DeskRoute.catalog, .book(id: 1)])
    let places = desk.router.state.routes

    #expect(desk.router.set(places).outcome == .duplicate)
    desk.router.popToRoot()
    desk.router.set(places)

    #expect(desk.router.state.routes == places)
    #expect(Route(places[0]) == places[0])
  }

  @Test("A change that puts an undeclared place on a stack changes nothing (24)")
  func undeclared() {
    let (outcome, sentences) = withReports {
      desk.router.navigate { state in
        state.push(DeskRoute.catalog)
        state.push(Elsewhere())
      }.outcome
    }

    #expect(outcome == .notFound(nearest: NotFound(part: "Elsewhere()", kind: "declared place")))
    #expect(desk.lines == ["Desk"])
    #expect(sentences.count == 1)
  }
}
