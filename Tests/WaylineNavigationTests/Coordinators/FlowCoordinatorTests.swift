import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private struct SenderView: View {
  @Environment(\.send) private var send
  let name: String
  let journal: Journal
  var body: some View {
    Text(name)
    ForEach(["inner", "outer", "nobody"], id: \.self) { action in
      Button(action) { journal.note("\(send(action))") }
    }
  }
}

private struct HomeCoordinator: FlowCoordinator {
  let journal: Journal
  func start() -> some View {
    NavigationStack {
      SenderView(name: "Home", journal: journal)
        .navigationDestination(for: DeskRoute.self) { _ in
          CoordinatorView(coordinator: BookCoordinator(journal: journal))
        }
    }
  }
  func handle(_ action: any Sendable) -> Bool {
    journal.note("home \(action)")
    return action as? String == "outer"
  }
}

private struct BookCoordinator: FlowCoordinator {
  let journal: Journal
  func start() -> some View { SenderView(name: "Book", journal: journal) }
  func handle(_ action: any Sendable) -> Bool {
    journal.note("book \(action)")
    return action as? String == "inner"
  }
}

@Suite("Actions of coordinators")
@MainActor
struct FlowCoordinatorTests {
  private let journal = Journal()

  private func desk() -> Hosting {
    let desk = Hosting { [journal] in
      CoordinatorView(coordinator: HomeCoordinator(journal: journal))
    }
    desk.router.push(DeskRoute.book(id: 1))
    return desk
  }

  @Test("The coordinator of the screen is asked first")
  func inner() {
    desk().press("inner")

    #expect(journal.lines == ["book inner", "You are there."])
  }

  @Test("An action that it does not handle goes to the coordinator below")
  func outer() {
    desk().press("outer")

    #expect(journal.lines == ["book outer", "home outer", "You are there."])
  }

  @Test("An action that no coordinator handles goes to one hook at last")
  func nobody() {
    let desk = desk()
    desk.press("nobody")
    #expect(journal.lines.last == "No screen handles this.")

    desk.router.onUnhandledAction = { [journal] in
      journal.note("hook \($0)")
      return true
    }
    desk.press("nobody")

    #expect(journal.lines.suffix(2) == ["hook nobody", "You are there."])
  }
}
