import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private enum BookAction: Sendable { case lend, give }
private enum DeskAction: Sendable { case close }
private struct Unknown: Sendable {}

private struct BookView: View {
  @Send<BookAction> private var send
  @Send<DeskAction> private var sendToDesk
  @Environment(\.send) private var sendAnything
  let journal: Journal
  var body: some View {
    Button("Lend") { journal.note("\(send(.lend))") }
    Button("Give") { journal.note("\(send(.give))") }
    Button("Close") { journal.note("\(sendToDesk(.close))") }
    Button("Unknown") { journal.note("\(sendAnything(Unknown()))") }
  }
}

private struct BookCoordinator: FlowCoordinator {
  let journal: Journal
  func start() -> some View { BookView(journal: journal) }
  func handle(_ action: BookAction) -> Bool {
    journal.note("book \(action)")
    return action == .lend
  }
}

private struct DeskCoordinator: FlowCoordinator {
  let journal: Journal
  func start() -> some View { CoordinatorView(coordinator: BookCoordinator(journal: journal)) }
  func handle(_ action: DeskAction) -> Bool {
    journal.note("desk \(action)")
    return true
  }
}

@Suite("Actions of one type")
@MainActor
struct TypedActionTests {
  private let journal = Journal()

  private func press(_ label: String) -> [String] {
    let desk = Hosting { [journal] in
      CoordinatorView(coordinator: DeskCoordinator(journal: journal))
    }
    return withReports { desk.press(label) }.sentences
  }

  @Test("A coordinator receives the actions of its type, and no others")
  func typed() {
    #expect(press("Lend") == [])
    #expect(press("Close") == [])

    #expect(
      journal.lines == ["book lend", "You are there.", "desk close", "You are there."])
  }

  @Test("An action that its coordinator leaves is no mistake")
  func left() {
    #expect(press("Give") == [])

    #expect(journal.lines == ["book give", "No screen handles this."])
  }

  @Test("An action of a type that no coordinator handles is reported with the types they handle")
  func unknown() {
    #expect(
      press("Unknown") == [
        "An action of type Unknown was sent, which no coordinator of the screen handles: "
          + "BookCoordinator handles BookAction, DeskCoordinator handles DeskAction. Send an action "
          + "of a type that one of them handles."
      ])
    #expect(journal.lines == ["No screen handles this."])
  }
}
