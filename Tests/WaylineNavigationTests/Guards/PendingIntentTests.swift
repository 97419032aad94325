import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private enum DoorRoute: NavigationValue { case login, code }

@MainActor
private final class Door {
  var isOpen = false
  var isClosing = false
}

private struct DeskView: View {
  let door: Door
  var body: some View {
    NavigationStack {
      Text("Desk")
        .navigationDestination(for: DeskRoute.self) { Text("\($0)") }
        .navigationDestination(for: DoorRoute.self) { _ in LoginView(door: door) }
    }
    .guarding(DeskRoute.self) { route in
      if door.isClosing { return .block("The desk is closing") }
      if door.isOpen || route == .catalog { return .allow }
      return .redirect(to: DoorRoute.login, thenContinuing: true)
    }
  }
}

/// The same desk, whose guard always has to find out.
private struct SlowDeskView: View {
  let door: Door
  var body: some View {
    NavigationStack {
      Text("Desk")
        .navigationDestination(for: DeskRoute.self) { Text("\($0)") }
        .navigationDestination(for: DoorRoute.self) { _ in LoginView(door: door) }
    }
    .guarding(DeskRoute.self) { (_: DeskRoute) async -> GuardDecision in
      await Task.yield()
      if door.isClosing { return .block("The desk is closing") }
      return door.isOpen ? .allow : .redirect(to: DoorRoute.login, thenContinuing: true)
    }
  }
}

/// Two tabs, of which one shows the desk; its catalog is closed, but not for those who log in.
private struct TabbedDeskView: View {
  let door: Door
  var body: some View {
    TabView {
      DeskView(door: door).tabItem { Text("Desk") }
      NavigationStack { Text("No news") }.tabItem { Text("News") }
    }
    .guarding(DeskRoute.self) { $0 == .catalog ? .redirect(to: DoorRoute.login) : .allow }
  }
}

private struct LoginView: View {
  @Environment(\.finish) private var finish
  let door: Door
  var body: some View {
    Text("Login")
    Button("Log in") {
      door.isOpen = true
      finish()
    }
  }
}

@Suite("Pending intent")
@MainActor
struct PendingIntentTests {
  private let door = Door()

  private func desk() -> Hosting { Hosting { [door] in DeskView(door: door) } }

  @Test("Completing the guard's flow continues to the requested place, in one update (13)")
  func continues() {
    let desk = desk()
    desk.router.push(DeskRoute.book(id: 42))
    #expect(desk.lines.first == "Login")

    #expect(desk.updates { desk.press("Log in") } == 1)

    #expect(desk.lines == ["book(id: 42)"])
    #expect(desk.router.state.depth == 1)
    #expect(desk.router.state.pendingIntent == nil)
  }

  @Test("The whole stack that a navigation wanted comes, and what is there of it stays (13)")
  func wholeStack() {
    let desk = desk()
    desk.router.push(DeskRoute.catalog)
    let catalog = desk.router.state.top.id

    desk.router.set([DeskRoute.catalog, .book(id: 1), .member(name: "Ada")])
    desk.press("Log in")

    #expect(
      desk.router.state.routes
        == [
          Route(DeskRoute.catalog), Route(DeskRoute.book(id: 1)),
          Route(DeskRoute.member(name: "Ada")),
        ])
    #expect(desk.router.state.entries(of: desk.router.state.activeStack)[1].id == catalog)
  }

  @Test("A sheet that was wanted comes as a sheet (13)")
  func sheet() {
    let desk = desk()
    desk.router.present(DeskRoute.book(id: 7))

    desk.press("Log in")

    #expect(desk.router.state.top.presentation == .sheet)
    #expect(desk.router.state.top.route == Route(DeskRoute.book(id: 7)))
  }

  @Test("Leaving the guard's flow discards the request (13)")
  func givenUp() {
    let desk = desk()
    desk.router.push(DeskRoute.book(id: 42))
    desk.router.back()

    #expect(desk.router.state.pendingIntent == nil)
    #expect(desk.lines == ["Desk"])
  }

  @Test("A screen further inside the flow completes it (13)")
  func inner() {
    let desk = desk()
    desk.router.push(DeskRoute.book(id: 42))
    desk.router.push(DoorRoute.code)

    desk.press("Log in")

    #expect(desk.router.state.routes == [Route(DeskRoute.book(id: 42))])
  }

  @Test("A plain redirect to the flow's screen in a hidden tab retains the request (13)")
  func plainRedirect() {
    let desk = Hosting { [door] in TabbedDeskView(door: door) }
    desk.router.push(DeskRoute.book(id: 42))
    desk.router.select(tab: "News")

    #expect(desk.router.open("/catalog").outcome == .redirected(to: Route(DoorRoute.login)))
    desk.press("Log in")

    #expect(desk.router.state.routes == [Route(DeskRoute.book(id: 42))])
  }

  @Test("The newest request counts while the flow is shown (13)")
  func newest() {
    let desk = desk()
    desk.router.push(DeskRoute.book(id: 1))
    desk.router.push(DeskRoute.book(id: 2))
    desk.press("Log in")

    #expect(desk.router.state.routes == [Route(DeskRoute.book(id: 2))])
  }

  @Test("The request survives the process, byte for byte (13)")
  func survives() {
    let first = desk()
    first.router.push(DeskRoute.book(id: 42))
    let saved = first.router.save()
    #expect(saved.contains("wanted\t3\tpush\t\tDeskRoute\t0\t{\"book\":{\"id\":42}}"))

    let second = desk()
    let report = second.router.restore(Array(saved.utf8))
    #expect(report.isComplete)
    #expect(second.router.save() == saved)
    second.press("Log in")

    #expect(second.lines == ["book(id: 42)"])
  }

  /// A saved scene with the catalog and a book, and a closed door.
  private func savedBook() -> [UInt8] {
    door.isOpen = true
    defer { door.isOpen = false }
    let desk = desk()
    desk.router.set([DeskRoute.catalog, .book(id: 1)])
    return Array(desk.router.save().utf8)
  }

  @Test("A saved place whose guard redirects is opened after that, as for a link (13)")
  func savedPlace() {
    let saved = savedBook()

    let desk = desk()
    let report = desk.router.restore(saved)

    #expect(report.isComplete)
    #expect(report.description == "'book 1' was not reopened yet: Login first.")
    #expect(desk.lines.first == "Login")
    desk.press("Log in")
    #expect(
      desk.router.state.routes == [Route(DeskRoute.catalog), Route(DeskRoute.book(id: 1))])
  }

  @Test("A saved place whose guard decides asynchronously waits for it (11)")
  func savedPlaceWaits() async {
    let saved = savedBook()
    let desk = Hosting { [door] in SlowDeskView(door: door) }
    door.isOpen = true

    let report = desk.router.restore(saved)
    #expect(report.isComplete)
    while !desk.host.graph.pending.isEmpty { await Task.yield() }

    #expect(
      desk.router.state.routes == [Route(DeskRoute.catalog), Route(DeskRoute.book(id: 1))])
  }

  @Test("The report of a refused place names it in the words of its command (11)")
  func savedPlaceRefused() {
    let saved = savedBook()
    door.isClosing = true

    let desk = desk()
    let report = desk.router.restore(saved)

    #expect(
      report.description
        == "'catalog' was not reopened: The desk is closing. "
        + "The screen above it was not reopened either.")
    #expect(report.quarantine.count > 20)
    #expect(desk.lines == ["Desk"])
  }

  @Test("A pending destination that cannot be read is quarantined and reported (13)")
  func unreadable() {
    let first = desk()
    first.router.push(DeskRoute.book(id: 42))
    let saved = first.router.save().split(separator: "\n").map {
      $0.hasPrefix("wanted") ? String($0.dropLast(3)) + "\"x\"}}" : String($0)
    }

    let second = desk()
    let report = second.router.restore(Array((saved.joined(separator: "\n") + "\n").utf8))

    #expect(second.lines.first == "Login")
    #expect(report.dropped.map(\.typeName) == ["DeskRoute"])
    #expect(String(decoding: report.quarantine, as: UTF8.self).hasPrefix("wanted\t3\tpush"))
  }

  @Test("The requested place may be refused; the flow has ended all the same (13)")
  func refused() {
    let desk = desk()
    desk.router.push(DeskRoute.book(id: 42))
    door.isClosing = true

    desk.press("Log in")

    #expect(desk.lines == ["Desk"])
  }

  @Test("The requested place may be refused later; the flow has ended all the same (13)")
  func refusedLater() async {
    let desk = Hosting { [door] in SlowDeskView(door: door) }
    #expect(await desk.router.push(DeskRoute.book(id: 42)).value.isSuccess)
    #expect(desk.lines.first == "Login")
    door.isClosing = true
    var transitions = desk.router.transitions.makeAsyncIterator()

    desk.press("Log in")
    #expect(await transitions.next()?.outcome == .blocked(by: "The desk is closing"))
    #expect(await transitions.next()?.outcome == .completed)

    #expect(desk.lines == ["Desk"])
  }

  @Test("A redirect that does not continue discards the request (13)")
  func clears() {
    let plain = GuardDecision.redirect(to: DoorRoute.login, thenContinuing: false)

    #expect(plain == .redirect(to: DoorRoute.login))
  }
}
