import Testing
import WaylineGraph
import WaylineTestScale
import WaylineViews

@testable import WaylineNavigation

/// The places that guards do not let in, and what they answer; it changes while the program runs.
@MainActor
private final class Mind {
  var refused: Set<DeskRoute> = []
  var redirects = false

  func decide(_ route: DeskRoute) -> GuardDecision {
    guard refused.contains(route) else { return .allow }
    return redirects ? .redirect(to: DeskRoute.catalog) : .block("Closed.")
  }
}

private struct DeskView: View {
  let mind: Mind

  var body: some View {
    NavigationStack {
      Text("Desk")
        .navigationDestination(for: DeskRoute.self) { Text("\($0)") }
    }
    .guarding(DeskRoute.self) { mind.decide($0) }
  }
}

@Suite("Undo past guards that change their mind")
@MainActor
struct UndoWalkTests {
  private let mind = Mind()

  private func desk() -> Hosting { Hosting { [mind] in DeskView(mind: mind) } }

  @Test("undo passes over a place that redirects to where one is, and names it (15)")
  func redirected() {
    let desk = desk()
    desk.router.push(DeskRoute.book(id: 1))
    desk.router.replaceTop(DeskRoute.catalog)
    (mind.refused, mind.redirects) = ([.book(id: 1)], true)

    let navigation = desk.router.undo()

    #expect(navigation.outcome == .completed)
    #expect(desk.lines == ["Desk"])
    #expect(navigation.passedOver.count == 1)
    #expect(navigation.passedOver.first?.hasPrefix("Passed over 'book 1': ") == true)
    #expect(desk.router.undo().outcome == .nothingToPop)
    #expect(desk.router.redo().outcome == .completed)
    #expect(desk.lines == ["catalog"])
  }

  @Test("A place that is let in again later can still be reached by undo (15)")
  func wall() {
    let desk = desk()
    desk.router.push(DeskRoute.book(id: 1))
    desk.router.back()
    mind.refused = [.book(id: 1)]
    #expect(desk.router.undo().outcome == .blocked(by: "Closed."))
    #expect(desk.router.undo().outcome == .blocked(by: "Closed."))

    mind.refused = []
    #expect(desk.router.undo().outcome == .completed)
    #expect(desk.lines == ["book(id: 1)"])
  }

  @Test(
    "undo from anywhere ends at the first screen or at a named wall, and redo ends where it began (15)",
    arguments: 0..<40)
  func walk(seed: UInt64) {
    var dice = Dice(seed: seed)
    let desk = desk()
    let first = places(of: desk.router)
    for _ in 0..<30 {
      act(on: desk.router, &dice)
      if dice.below(3) == 0 { changeMind(&dice) }
    }
    let start = places(of: desk.router)
    var steps = 0
    while desk.router.undo().outcome == .completed, steps < 100 {
      steps += 1
      #expect(desk.router.state.checkInvariants() == [])
    }
    let end = desk.router.undo()
    #expect(end.outcome == .nothingToPop || isWall(end))
    #expect(end.outcome != .nothingToPop || places(of: desk.router) == first)
    #expect(steps < 100)

    for _ in 0..<steps where desk.router.redo().outcome != .completed { break }
    #expect(hasRefused(start) || places(of: desk.router) == start)
  }

  private func isWall(_ navigation: NavigationHandle) -> Bool {
    if case .blocked(let reason) = navigation.outcome { return !reason.isEmpty }
    return false
  }

  private func places(of router: Router) -> [String] {
    router.stored.allEntries.map { "\($0.presentation) \($0.route?.description ?? "root")" }
  }

  private func hasRefused(_ places: [String]) -> Bool {
    mind.refused.contains { refused in places.contains { $0.hasSuffix(" \(Route(refused))") } }
  }

  private func act(on router: Router, _ dice: inout Dice) {
    let route = Self.routes[dice.below(Self.routes.count)]
    switch dice.below(8) {
    case 0, 1: router.push(route)
    case 2: router.present(route)
    case 3: router.replaceTop(route)
    case 4: router.back()
    case 5: router.home()
    case 6: router.undo()
    default: router.set([route, .catalog])
    }
  }

  private func changeMind(_ dice: inout Dice) {
    mind.redirects = dice.below(2) == 0
    mind.refused = dice.below(3) == 0 ? [Self.routes[dice.below(3)]] : []
  }

  private static let routes: [DeskRoute] = [
    .book(id: 1), .book(id: 2), .member(name: "Ada"), .catalog,
  ]
}
