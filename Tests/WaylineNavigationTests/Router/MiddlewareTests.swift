import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private struct DeskView: View {
  @State private var isOpen = false
  var body: some View {
    NavigationStack {
      Text("Desk")
      Toggle("Sheet", isOn: $isOpen)
        .sheet(isPresented: $isOpen) { Text("Sheet") }
        .navigationDestination(for: DeskRoute.self) { Text("\($0)") }
    }
    .guarding(DeskRoute.self) { route in
      route == .member(name: "Ada") ? .redirect(to: DeskRoute.catalog) : .allow
    }
  }
}

@Suite("Middleware")
@MainActor
struct MiddlewareTests {
  private let desk = Hosting { DeskView() }
  private let journal = Journal()

  @Test("Each is asked in the order in which it was added, and sees where the scene would go (21)")
  func order() {
    for name in ["first", "second"] {
      desk.router.addMiddleware { [journal] navigation in
        journal.note("\(name) \(navigation.to.top.route?.description ?? "-") \(navigation.cause)")
        return .allow
      }
    }

    desk.router.push(DeskRoute.catalog)

    #expect(journal.lines == ["first catalog program", "second catalog program"])
    #expect(desk.lines == ["catalog"])
  }

  @Test("The first that blocks ends the navigation, and changes nothing (21)")
  func veto() {
    desk.router.addMiddleware { _ in .block("Closed") }
    desk.router.addMiddleware { [journal] _ in
      journal.note("asked")
      return .allow
    }
    _ = desk.router.observe { [journal] in journal.note($0.outcome.description) }

    let navigation = desk.router.push(DeskRoute.catalog)

    #expect(navigation.outcome == .blocked(by: "Closed"))
    #expect(navigation.from == navigation.to)
    #expect(journal.lines == ["Closed"])
    #expect(desk.lines.first == "Desk")
    #expect(!desk.router.canUndo)
  }

  @Test("It is asked after the guards, about the place that a redirect leads to (21)")
  func redirected() {
    desk.router.addMiddleware { navigation in
      navigation.to.top.route == Route(DeskRoute.catalog) ? .block("No catalog") : .allow
    }

    #expect(
      desk.router.push(DeskRoute.member(name: "Ada")).outcome == .blocked(by: "No catalog"))
  }

  @Test("A binding whose request is stopped is written back (21)")
  func binding() {
    desk.router.addMiddleware { _ in .block("Closed") }

    desk.press("Sheet")

    #expect(desk.lines == ["Desk", "[1] Sheet: off"])
  }

  @Test("Navigations without effect and restored scenes are not put to it (21)")
  func notAsked() {
    let saved = Hosting { DeskView() }
    saved.router.push(DeskRoute.book(id: 1))
    desk.router.addMiddleware { [journal] _ in
      journal.note("asked")
      return .block("Closed")
    }

    desk.router.pop()
    desk.router.restore(Array(saved.router.save().utf8))

    #expect(journal.lines == [])
    #expect(desk.lines == ["book(id: 1)"])
  }

  @Test("Once taken away it is not asked any more, and what it asks for waits for its turn (21)")
  func stopped() {
    let held = Held()
    held.token = desk.router.addMiddleware { [router = desk.router] _ in
      if let token = held.token { router.stop(token) }
      router.push(DeskRoute.book(id: 2))
      return .allow
    }

    desk.router.push(DeskRoute.book(id: 1))

    #expect(
      desk.router.state.routes == [Route(DeskRoute.book(id: 1)), Route(DeskRoute.book(id: 2))])
  }
}

/// The observation with which middleware removes itself.
@MainActor
private final class Held {
  var token: Router.Observation?
}
