import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

/// A question that waits until a test answers it.
@MainActor
private final class Desk {
  private var waiting: [CheckedContinuation<GuardDecision, Never>] = []
  private var asked: CheckedContinuation<Void, Never>?
  /// Whether the tasks of guards were cancelled when they were answered.
  var cancellations: [Bool] = []
  /// The outcomes that the screens received when they requested to be dismissed.
  var answers: [NavigationOutcome] = []

  func ask() async -> GuardDecision {
    await withCheckedContinuation {
      waiting.append($0)
      asked?.resume()
      asked = nil
    }
  }

  /// Returns when a guard waits.
  func untilAsked() async {
    if waiting.isEmpty { await withCheckedContinuation { asked = $0 } }
  }

  func answer(_ decision: GuardDecision) {
    waiting.removeFirst().resume(returning: decision)
  }
}

private struct DeskView: View {
  @Navigation<DeskRoute> private var bound: NavigationPath?
  let desk: Desk
  var body: some View {
    NavigationStack {
      VStack {
        Text(bound == nil ? "Desk" : "Elsewhere")
        Button("Bound") { bound = .init(id: .catalog, coordinator: Plain()) }
      }
      .navigationDestination(path: $bound)
      .navigationDestination(for: DeskRoute.self) { LeavingView(route: $0, desk: desk) }
    }
    .guarding(DeskRoute.self) { (route: DeskRoute) async -> GuardDecision in
      route == .catalog ? await desk.ask() : .allow
    }
  }
}

private struct LeavingView: View {
  @Environment(\.dismiss) private var dismiss
  let route: DeskRoute
  let desk: Desk
  var body: some View {
    Text("\(route)")
    if case .member = route {
      Button("Close") { desk.answers.append(dismiss()) }
        .onLeave { () async -> GuardDecision in await desk.ask() }
    }
  }
}

private struct Plain: Coordinator {
  func start() -> some View { Text("Plain") }
}

@Suite("Asynchronous guards")
@MainActor
struct AsyncGuardTests {
  private let desk = Desk()

  private func hosting() -> Hosting { Hosting { [desk] in DeskView(desk: desk) } }

  @Test("Until the guard has decided the scene stays, and is pending (1)")
  func pending() async {
    let hosting = hosting()
    let navigation = hosting.router.push(DeskRoute.catalog)
    await desk.untilAsked()
    #expect(navigation.outcome == nil)
    #expect(hosting.lines.first == "Desk")
    #expect(!hosting.host.graph.pending.isEmpty)

    desk.answer(.allow)

    #expect(await navigation.value == .completed)
    #expect(hosting.lines == ["catalog"])
    #expect(hosting.host.graph.pending.isEmpty)
  }

  /// The ways to end a navigation whose guard has not decided.
  enum End: CaseIterable {
    case decided, replaced, interrupted
  }

  @Test(
    "The task of a guard is cancelled when nobody obeys it any more, and only then",
    arguments: End.allCases)
  func cancelled(end: End) async {
    let hosting = Hosting {
      NavigationStack {
        Button("Other") {}.navigationDestination(for: DeskRoute.self) { _ in Text("Shown") }
      }
      .guarding(DeskRoute.self) { [desk] (route: DeskRoute) async -> GuardDecision in
        guard route == .catalog else { return .allow }
        let decision = await desk.ask()
        desk.cancellations.append(Task.isCancelled)
        return decision
      }
    }
    let navigation = hosting.router.push(DeskRoute.catalog)
    await desk.untilAsked()
    switch end {
    case .decided: break
    case .replaced:
      _ = hosting.router.request(.open(["book", "1"]))
    case .interrupted: hosting.router.interrupt()
    }
    desk.answer(.allow)
    while desk.cancellations.isEmpty { await Task.yield() }
    #expect(desk.cancellations == [end != .decided])
    if end == .decided { #expect(await navigation.value == .completed) }
  }

  @Test("The user's next navigation replaces the undecided one (2)")
  func superseded() async {
    let hosting = hosting()
    let first = hosting.router.push(DeskRoute.catalog)
    await desk.untilAsked()

    let second = hosting.router.request(.open(["book", "1"]))

    #expect(first.outcome == .superseded(by: Route(DeskRoute.book(id: 1))))
    desk.answer(.allow)
    #expect(await second.value == .completed)
    #expect(hosting.lines.first == "book(id: 1)")
  }

  @Test("A request that is refused does not replace the undecided navigation (2)")
  func refused() async {
    let hosting = hosting()
    let first = hosting.router.push(DeskRoute.catalog)
    await desk.untilAsked()

    #expect(hosting.router.request(.back(1)).outcome == .nothingToPop)
    #expect(hosting.router.request(.open(["nowhere"])).outcome?.isSuccess == false)

    #expect(first.outcome == nil)
    desk.answer(.allow)
    #expect(await first.value == .completed)
    #expect(hosting.lines == ["catalog"])
  }

  @Test("Navigations of the program wait for it, in order (2)")
  func queued() async {
    let hosting = hosting()
    let first = hosting.router.push(DeskRoute.catalog)
    await desk.untilAsked()
    let second = hosting.router.pop()
    #expect(second.outcome == nil)

    desk.answer(.allow)

    #expect(await second.value == .completed)
    #expect(first.outcome == .completed)
    #expect(hosting.router.state.depth == 0)
  }

  @Test("While the guard is undecided the binding reads its old value (10)")
  func bound() async {
    let hosting = hosting()
    hosting.press("Bound")
    await desk.untilAsked()
    #expect(hosting.lines.first == "Desk")
    let watch = Task { @MainActor in
      for await transition in hosting.router.transitions { return transition.outcome }
      return .unhandled
    }
    await Task.yield()

    desk.answer(.allow)

    #expect(await watch.value == .completed)
    #expect(hosting.lines == ["Plain"])
    hosting.router.back()
    #expect(hosting.lines.first == "Desk")
  }

  @Test("The end of a scene interrupts the undecided navigation (3)")
  func interrupted() async {
    let hosting = hosting()
    let navigation = hosting.router.push(DeskRoute.catalog)
    await desk.untilAsked()

    hosting.router.interrupt()

    #expect(navigation.outcome == .interrupted)
    desk.answer(.allow)
    #expect(hosting.router.state.depth == 0)
  }

  @Test("Going back from the first screen ends the flow of a scene also when it had to wait (14)")
  func queuedEnd() async {
    let hosting = hosting()
    var endings: [FlowEnding<Int>] = []
    hosting.router.awaitScene(returning: Int.self) { endings.append($0) }
    let first = hosting.router.push(DeskRoute.catalog)
    await desk.untilAsked()
    let back = hosting.router.back()
    #expect(back.outcome == nil)

    desk.answer(.block("Closed"))

    #expect(await first.value == .blocked(by: "Closed"))
    while endings.isEmpty, back.outcome != .nothingToPop { await Task.yield() }
    #expect(endings == [.cancelled])
  }

  @Test("The outcome is pending while a leave guard decides asynchronously (3)")
  func pendingDismissal() async {
    let hosting = hosting()
    _ = await hosting.router.push(DeskRoute.member(name: "Ada")).value

    hosting.press("Close")
    await desk.untilAsked()
    #expect(desk.answers == [.pending])
    #expect(hosting.router.state.depth == 1)
    let next = hosting.router.push(DeskRoute.book(id: 1))
    desk.answer(.block("Unsaved changes"))

    #expect(await next.value == .completed)
    #expect(hosting.router.state.depth == 2)
  }
}
