import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

private struct DeskView: View {
  var body: some View {
    NavigationStack {
      Text("Desk").navigationDestination(for: DeskRoute.self) { Text("\($0)") }
    }
  }
}

@Suite("Marks and requests without an effect")
@MainActor
struct MarkTests {
  private let desk = Hosting { DeskView() }

  @Test("A mark stays with its open screen, whatever undo and redo do above it (15)")
  func markSurvivesUndo() {
    desk.router.push(DeskRoute.catalog)
    desk.router.pop()
    desk.router.checkpoint("x")
    desk.router.undo()
    #expect(desk.lines == ["catalog"])

    #expect(desk.router.popTo(checkpoint: "x").outcome == .completed)

    #expect(desk.lines == ["Desk"])
  }

  @Test("A mark returns with the screen that undo brings back (15)")
  func markReturns() {
    desk.router.push(DeskRoute.catalog)
    desk.router.checkpoint("catalog")
    desk.router.push(DeskRoute.book(id: 1))
    desk.router.popToRoot()
    #expect(desk.router.popTo(checkpoint: "catalog").outcome != .completed)

    desk.router.undo()

    #expect(desk.router.popTo(checkpoint: "catalog").outcome == .completed)
    #expect(desk.lines == ["catalog"])
  }

  @Test("A change that leaves everything as it was is a duplicate, and forward stays possible (15)")
  func nothingChanged() {
    desk.router.push(DeskRoute.catalog)
    desk.router.back()

    let outcome = desk.router.navigate { state in
      state.push(DeskRoute.book(id: 1))
      state.pop()
    }.outcome

    #expect(outcome == .duplicate)
    #expect(desk.router.forward().outcome == .completed)
    #expect(desk.lines == ["catalog"])
  }

  @Test("A change that only marks a screen is completed, and forward stays possible (15)")
  func onlyMarked() {
    desk.router.push(DeskRoute.catalog)
    desk.router.back()

    #expect(desk.router.navigate { $0.checkpoint("desk") }.outcome == .completed)

    #expect(desk.router.forward().outcome == .completed)
    #expect(desk.router.popTo(checkpoint: "desk").outcome == .completed)
  }

  @Test("A request of the user is planned once, also when it replaces an undecided navigation (2)")
  func plannedOnce() {
    struct Undecided: View {
      var body: some View {
        NavigationStack {
          Text("Desk").navigationDestination(for: DeskRoute.self) { Text("\($0)") }
        }
        .guarding(DeskRoute.self) { (route: DeskRoute) async -> GuardDecision in
          await Task.yield()
          return .allow
        }
      }
    }
    let slow = Hosting { Undecided() }
    #expect(slow.router.push(DeskRoute.catalog).outcome == nil)
    var plans = 0

    let (_, sentences) = withReports {
      slow.router.asPerson { _ = slow.router.navigate { _ in plans += 1 } }
      slow.router.asPerson { _ = slow.router.push("undeclared") }
    }

    #expect(plans == 1)
    #expect(sentences.count == 1)
  }
}
