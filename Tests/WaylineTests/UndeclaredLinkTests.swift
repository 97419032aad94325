import Testing

@testable import Wayline

private enum Place: NavigationValue {
  case open, closed
}

private enum Lost: NavigationValue {
  case book(id: Int)
}

private struct DeskView: View {
  var body: some View {
    NavigationStack {
      NavigationLink("Lost", value: Lost.book(id: 3))
      NavigationLink("Closed", value: Place.closed)
      NavigationLink("Open", value: Place.open)
        .navigationDestination(for: Place.self) { Text("\($0)") }
    }
    .guarding(Place.self) { $0 == .closed ? .block("The desk is closed.") : .allow }
  }
}

@Suite("Links that lead nowhere")
@MainActor
struct UndeclaredLinkTests {
  @Test(
    "The reason is printed and counts in the status",
    arguments: [
      ("Lost", "This program has no screen for 'book 3'."), ("Closed", "The desk is closed."),
    ])
  func refused(label: String, sentence: String) {
    let scene = SceneHost { DeskView() }
    let handler: @Sendable (String) -> Void = { _ in }

    scene.takePrinted()
    let lines = Misuse.withHandler(handler) { scene.send(label) }

    #expect(lines == [sentence])
    #expect(scene.status.rawValue == 1)
  }

  @Test("A link to a declared place prints its screen")
  func declared() {
    let scene = SceneHost { DeskView() }
    scene.takePrinted()

    #expect(scene.send("Open") == ["open"])
    #expect(scene.status == .success)
  }
}
