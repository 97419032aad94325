import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

/// The answers of the guards of a test, and the questions they were asked.
@MainActor
private final class Rules {
  var entering: (DeskRoute) -> GuardDecision = { _ in .allow }
  var leaving: (DeskRoute) -> GuardDecision = { _ in .allow }
  let journal = Journal()
}

private struct DeskView: View {
  @Navigation<DeskRoute> private var bound: NavigationPath?
  let rules: Rules
  var body: some View {
    NavigationStack {
      VStack {
        Text("Desk")
        Button("Bound") { bound = .init(id: .book(id: 9), coordinator: Plain()) }
      }
      .navigationDestination(path: $bound)
      .navigationDestination(for: DeskRoute.self) { route in
        Text("\(route)").onLeave {
          rules.journal.note("leave \(route)")
          return rules.leaving(route)
        }
      }
    }
    .guarding(DeskRoute.self) { route in
      rules.journal.note("enter \(route)")
      return rules.entering(route)
    }
  }
}

private struct Plain: Coordinator {
  func start() -> some View { Text("Plain") }
}

@Suite("Guards")
@MainActor
struct GuardTests {
  private let rules = Rules()

  private func desk() -> Hosting { Hosting { [rules] in DeskView(rules: rules) } }

  @Test("A guard refuses with its reason, and nothing changes (11)")
  func block() {
    let desk = desk()
    rules.entering = { _ in .block("Members only") }

    #expect(desk.router.push(DeskRoute.catalog).outcome == .blocked(by: "Members only"))

    #expect(desk.lines.first == "Desk")
    #expect(!desk.router.canUndo)
  }

  @Test("Leave guards are asked from the top down, then enter guards from the bottom up (11)")
  func order() {
    let desk = desk()
    desk.router.set([DeskRoute.catalog, .book(id: 1)])
    rules.journal.clear()

    desk.router.set([DeskRoute.member(name: "Ada"), .book(id: 2)])

    #expect(
      rules.journal.lines == [
        "leave book(id: 1)", "leave catalog", #"enter member(name: "Ada")"#, "enter book(id: 2)",
      ])
  }

  @Test("Every arrival passes the guards: redo, forward, links and saved scenes (11)")
  func arrivals() {
    let desk = desk()
    desk.router.push(DeskRoute.catalog)
    let saved = Array(desk.router.save().utf8)
    desk.router.back()
    rules.entering = { _ in .block("Closed") }

    #expect(desk.router.forward().outcome == .blocked(by: "Closed"))
    #expect(desk.router.undo().outcome == .blocked(by: "Closed"))
    #expect(desk.router.open("/catalog").outcome == .blocked(by: "Closed"))
    #expect(desk.router.restore(saved).dropped.map(\.reason) == [.blocked(by: "Closed")])

    rules.entering = { _ in .allow }
    #expect(desk.router.forward().outcome == .completed)
    desk.router.undo()
    rules.entering = { _ in .block("Closed") }
    #expect(desk.router.redo().outcome == .blocked(by: "Closed"))
  }

  @Test("A redirect opens another place in the same navigation (12)")
  func redirect() {
    let desk = desk()
    rules.entering = { $0 == .catalog ? .redirect(to: DeskRoute.book(id: 1)) : .allow }

    let navigation = desk.router.push(DeskRoute.catalog)

    #expect(navigation.outcome == .redirected(to: Route(DeskRoute.book(id: 1))))
    #expect(navigation.from.depth == 0)
    #expect(desk.lines == ["book(id: 1)"])
  }

  @Test("A circle of redirects is cut off, and its places are reported (12)")
  func cycle() {
    let desk = desk()
    rules.entering = {
      $0 == .catalog ? .redirect(to: DeskRoute.book(id: 1)) : .redirect(to: DeskRoute.catalog)
    }

    guard case .redirectCycle(let circle) = desk.router.push(DeskRoute.catalog).outcome else {
      Issue.record("not a circle")
      return
    }

    #expect(circle.count == 9)
    #expect(circle.prefix(2) == [Route(DeskRoute.book(id: 1)), Route(DeskRoute.catalog)])
    #expect(desk.router.state.depth == 0)
  }

  @Test("Eight redirects in a row are followed, the ninth is a circle (12)", arguments: [8, 9])
  func limit(count: Int) {
    let desk = desk()
    rules.entering = { route in
      guard case .book(let id) = route, id < count else { return .allow }
      return .redirect(to: DeskRoute.book(id: id + 1))
    }

    let navigation = desk.router.push(DeskRoute.book(id: 0))

    let steps = (1...count).map { Route(DeskRoute.book(id: $0)) }
    #expect(navigation.outcome == (count == 8 ? .redirected(to: steps[7]) : .redirectCycle(steps)))
    #expect(navigation.from.depth == 0)
    #expect(desk.lines.first == (count == 8 ? "book(id: 8)" : "Desk"))
  }

  @Test("A leave guard is asked once, also when an enter guard redirects (11)")
  func leaveOnce() {
    let desk = desk()
    desk.router.push(DeskRoute.catalog)
    rules.journal.clear()
    rules.entering = { $0 == .book(id: 1) ? .redirect(to: DeskRoute.book(id: 2)) : .allow }

    desk.router.replaceTop(DeskRoute.book(id: 1))

    #expect(rules.journal.lines.filter { $0.hasPrefix("leave") } == ["leave catalog"])
  }

  @Test("A binding that is refused is written back at once (10)")
  func writtenBack() {
    let desk = desk()
    rules.entering = { _ in .block("Closed") }
    desk.press("Bound")
    #expect(desk.lines.first == "Desk")

    rules.entering = { _ in .allow }
    desk.press("Bound")

    #expect(desk.lines == ["Plain"])
  }

  @Test("A reset that is refused discards nothing (11)")
  func refusedReset() {
    let desk = desk()
    desk.router.push(DeskRoute.catalog)
    rules.leaving = { _ in .block("Unsaved changes") }

    #expect(desk.router.reset().outcome == .blocked(by: "Unsaved changes"))
    #expect(desk.router.canUndo)
    rules.leaving = { _ in .allow }
    desk.router.reset()

    #expect(desk.lines.first == "Desk")
    #expect(!desk.router.canUndo)
  }

  @Test("Quitting asks the screens that are open, and changes nothing (11)")
  func quit() {
    let desk = desk()
    desk.router.push(DeskRoute.catalog)
    rules.leaving = { _ in .block("Unsaved changes") }

    #expect(desk.router.leave().outcome == .blocked(by: "Unsaved changes"))
    #expect(desk.router.pop().outcome == .blocked(by: "Unsaved changes"))

    #expect(desk.lines == ["catalog"])
  }
}
