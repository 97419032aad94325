import Testing

@testable import Wayline
@testable import WaylineFlows

private enum Place: NavigationValue {
  case open, closed
}

private enum Lost: NavigationValue {
  case book(id: Int)
}

/// A wizard in a sheet, whose steps only the sheet declares.
private enum Wizard: CoordinatedValue {
  case order

  @MainActor var coordinator: any Coordinator { WizardCoordinator() }
}

private enum Step: CoordinatedValue {
  case summary

  @MainActor var coordinator: any Coordinator { StepCoordinator() }
}

private struct WizardCoordinator: Coordinator {
  func start() -> some View {
    NavigationStack {
      NavigationLink("Next", value: Step.summary)
        .coordinators(for: Step.self) { $0.coordinator }
    }
  }
}

private struct StepCoordinator: Coordinator {
  func start() -> some View { Text("Summary") }
}

private struct OrdersView: View {
  @Environment(\.router) private var router

  var body: some View {
    NavigationStack {
      Button("Order") { router.present(Wizard.order) }
        .coordinators(for: Wizard.self) { $0.coordinator }
    }
  }
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

  @Test("A step that only a sheet declares has no link; that of the sheet is printed")
  func step() {
    let scene = SceneHost { OrdersView() }
    scene.send("Order")
    #expect(scene.router.link?.url == "/order")
    scene.send("Next")

    #expect(scene.router.link == nil)
    let lines = scene.send("where")
    #expect(lines.contains("/order"))
    #expect(
      lines.last == "This place has no link of its own: its stack is inside another screen.")
  }

  @Test("A link to a declared place prints its screen")
  func declared() {
    let scene = SceneHost { DeskView() }
    scene.takePrinted()

    #expect(scene.send("Open") == ["open"])
    #expect(scene.status == .success)
  }
}
