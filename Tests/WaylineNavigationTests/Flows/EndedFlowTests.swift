import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private enum Flow: NavigationValue { case choose, count }

private struct Unwritten: Sendable {}

private struct DeskView: View {
  let journal: Journal
  var body: some View {
    NavigationStack {
      Text("Desk")
        .onResult(of: .borrower) { journal.note("\($0)") }
        .navigationDestination(for: DeskRoute.self) { Text("\($0)") }
        .navigationDestination(for: Flow.self) { _ in ChooseView() }
    }
  }
}

private struct ChooseView: View {
  @Environment(\.finish) private var finish
  var body: some View {
    Text("Choose")
    Button("Ada") { finish("Ada") }
    Button("Number") { finish(3) }
    Button("Unwritten") { finish(Unwritten()) }
  }
}

@Suite("Flows that are watched")
@MainActor
struct EndedFlowTests {
  private let reported = Journal()
  private let seen = Journal()

  /// A desk whose flows are written down as they end.
  private func desk() -> Hosting {
    let desk = Hosting { [reported] in DeskView(journal: reported) }
    _ = desk.router.observeFlows { [seen] flow in
      let place = flow.place.map(\.description) ?? "-"
      seen.note("\(flow.name ?? "-") \(place) \(flow.ending) \(flow.json ?? "-")")
    }
    return desk
  }

  /// Lets code wait for a flow, does something while it is shown, and waits for its end.
  private func wait(in desk: Hosting, _ action: @MainActor (Hosting) -> Void) async {
    let flow = Task { @MainActor in await desk.router.present(Flow.choose, returning: String.self) }
    while desk.lines.first != "Choose" { await Task.yield() }
    action(desk)
    _ = await flow.value
  }

  @Test("An awaited flow is reported with its place, its value, and the value's JSON (14)")
  func value() async {
    await wait(in: desk()) { $0.press("Ada") }

    #expect(seen.lines == [#"- choose value("Ada") "Ada""#])
  }

  @Test("A flow with a name is reported by its name, once, after the navigation that ended it (14)")
  func named() {
    let desk = desk()
    _ = desk.router.observe { [seen] _ in seen.note("moved") }
    desk.router.present(Flow.choose, for: .borrower)
    seen.clear()

    desk.press("Ada")
    desk.router.push(DeskRoute.catalog)

    #expect(seen.lines == ["moved", #"borrower choose value("Ada") "Ada""#, "moved"])
    #expect(reported.lines == [#"value("Ada")"#])
  }

  @Test("A value of another type is reported as it is delivered: as none")
  func otherType() async {
    let desk = desk()
    desk.router.present(Flow.count, for: .borrower)
    let handler: @Sendable (String) -> Void = { _ in }
    Misuse.withHandler(handler) { _ = desk.press("Number") }
    await wait(in: desk) { desk in Misuse.withHandler(handler) { _ = desk.press("Number") } }

    #expect(seen.lines == ["borrower count cancelled -", "- choose cancelled -"])
    #expect(reported.lines == ["cancelled"])
  }

  @Test("A value without JSON is reported without it")
  func notEncodable() {
    let desk = desk()
    desk.router.present(Flow.choose, for: .nobody)

    desk.press("Unwritten")

    #expect(seen.lines.count == 1)
    #expect(seen.lines.first?.hasSuffix(" -") == true)
  }

  @Test(
    "Every other ending is reported too", arguments: ["cancelled", "replaced", "dismissedByParent"])
  func endings(word: String) {
    let desk = desk()
    desk.router.push(DeskRoute.catalog)
    desk.router.present(Flow.choose, for: .borrower)

    switch word {
    case "cancelled": desk.router.back()
    case "replaced": desk.router.replaceTop(DeskRoute.book(id: 1))
    default: desk.router.popToRoot()
    }

    #expect(seen.lines == ["borrower choose \(word) -"])
  }

  @Test("A flow that ends beside other screens was left, not dismissed by a parent (14)")
  func beside() {
    let desk = desk()
    desk.router.push(DeskRoute.catalog)
    desk.router.present(Flow.choose, for: .borrower)
    desk.router.push(DeskRoute.book(id: 1))

    desk.router.pop(2)

    #expect(seen.lines == ["borrower choose cancelled -"])
    #expect(desk.router.state.routes == [Route(DeskRoute.catalog)])
  }

  @Test("A flow that never begins is reported as interrupted")
  func neverBegins() async {
    struct Unknown: NavigationValue {}
    let desk = desk()

    let handler: @Sendable (String) -> Void = { _ in }
    _ = await Misuse.withHandler(handler) {
      await desk.router.present(Unknown(), returning: String.self)
    }

    #expect(seen.lines == ["- Unknown() interrupted -"])
  }

  @Test(
    "At the end of input a flow with a name ends too, unless another process continues it (14)")
  func endOfInput() {
    for isKept in [true, false] {
      let desk = desk()
      desk.router.isKept = isKept
      desk.router.present(Flow.choose, for: .borrower)

      desk.router.endFlows(atEndOfInput: true)
      desk.router.endFlows(atEndOfInput: true)
    }

    #expect(reported.lines == ["endOfInput"])
    #expect(seen.lines == ["borrower choose endOfInput -"])
  }

  @Test("A stopped observer receives nothing")
  func stops() {
    let desk = Hosting { [reported] in DeskView(journal: reported) }
    let observation = desk.router.observeFlows { [seen] _ in seen.note("ended") }
    desk.router.stop(observation)

    desk.router.present(Flow.choose, for: .borrower)
    desk.router.back()

    #expect(seen.lines == [])
  }

  @Test("The sequence of ended flows has those that ended since it was made")
  func sequence() async {
    let desk = desk()
    var flows = desk.router.endedFlows.makeAsyncIterator()
    desk.router.present(Flow.choose, for: .borrower)

    desk.press("Ada")

    #expect(await flows.next()?.json == #""Ada""#)
  }
}
