import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private enum Flow: NavigationValue {
  case choose
  case detail
}

private struct DeskView: View {
  @Environment(\.router) private var router
  let journal: Journal
  var body: some View {
    NavigationStack {
      Text("Desk")
        .navigationDestination(for: DeskRoute.self) { Text("\($0)") }
        .navigationDestination(for: Flow.self) { ChooseView(flow: $0) }
    }
  }
}

private struct ChooseView: View {
  @Environment(\.finish) private var finish
  let flow: Flow
  var body: some View {
    Text("Choose")
    Button("Ada") { finish("Ada") }
    Button("Number") { finish(3) }
  }
}

@Suite("Flows that give a value")
@MainActor
struct FlowTests {
  /// Presents the flow, acts while it is shown, and returns its ending.
  private func ending(
    _ desk: Hosting, _ action: @escaping @MainActor (Hosting) -> Void
  ) async -> FlowEnding<String> {
    let flow = Task { @MainActor in await desk.router.present(Flow.choose, returning: String.self) }
    while desk.lines.first != "Choose" { await Task.yield() }
    action(desk)
    return await flow.value
  }

  private func desk() -> Hosting { Hosting { DeskView(journal: Journal()) } }

  @Test("The value that the flow gives is its ending, and its screen ends (14)")
  func value() async {
    let desk = desk()

    #expect(await ending(desk) { $0.press("Ada") } == .value("Ada"))

    #expect(desk.lines == ["Desk"])
  }

  @Test("A screen pushed inside the flow finishes the flow (14)")
  func inner() async {
    let desk = desk()

    let ending = await ending(desk) {
      $0.router.push(Flow.detail)
      $0.press("Ada")
    }

    #expect(ending == .value("Ada"))
    #expect(desk.router.state.depth == 0)
  }

  @Test("Going back cancels the flow (14)")
  func cancelled() async {
    #expect(await ending(desk()) { $0.router.back() } == .cancelled)
  }

  @Test("A value of another type cancels the flow, and is reported as a mistake (14)")
  func otherType() async {
    var sentences: [String] = []

    let ending = await ending(desk()) { desk in
      sentences = withReports { desk.press("Number") }.sentences
    }

    #expect(ending == .cancelled)
    #expect(
      sentences == [
        "The flow of 'choose' returns String, but finish(_:) was called with a value of type Int, so "
          + "it ended as cancelled. Call finish(_:) with String."
      ])
  }

  @Test("Ending what lies below the flow ends it too (14)")
  func dismissedByParent() async {
    let desk = desk()
    desk.router.push(DeskRoute.catalog)

    #expect(await ending(desk) { $0.router.popToRoot() } == .dismissedByParent)
  }

  @Test("Another place may take the place of the flow (14)")
  func replaced() async {
    #expect(await ending(desk()) { $0.router.replaceTop(DeskRoute.catalog) } == .replaced)
  }

  @Test(
    "The end of input, or of the scene, is an ending of its own (14)", arguments: [true, false])
  func ends(atEndOfInput: Bool) async {
    let ending = await ending(desk()) { $0.router.endFlows(atEndOfInput: atEndOfInput) }

    #expect(ending == (atEndOfInput ? .endOfInput : .interrupted))
  }

  @Test("A flow that cannot begin is interrupted (14)")
  func neverBegins() async {
    struct Unknown: NavigationValue {}
    let desk = desk()
    let handler: @Sendable (String) -> Void = { _ in }

    let ending = await Misuse.withHandler(handler) {
      await desk.router.present(Unknown(), returning: String.self)
    }

    #expect(ending == .interrupted)
  }

  @Test(
    "A flow that code waits for ends with the process: it is not saved, and what is above neither")
  func notSaved() async {
    let desk = desk()
    desk.router.push(DeskRoute.catalog)

    _ = await ending(desk) {
      $0.router.push(Flow.detail)
      #expect(!$0.router.save().contains("choose"))
      $0.router.endFlows(atEndOfInput: false)
      #expect(
        $0.router.save().split(separator: "\n").last == "push\t2\tDeskRoute\t0\t{\"catalog\":{}}")
    }
  }
}
