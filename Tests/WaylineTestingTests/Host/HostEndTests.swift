import Testing
import Wayline
import WaylineTesting

@Suite("Ending a host")
@MainActor
struct HostEndTests {
  private let reported = Reports()

  private func host<Content: View>(@ViewBuilder _ content: @escaping () -> Content) -> TestHost {
    let host = TestHost { content() }
    host.onFailure = { [reported] in reported.sentences.append($0.message) }
    return host
  }

  @Test("A scene that leaves nothing behind is not reported")
  func clean() async {
    let host = host { CatalogView() }
    host.press("Book 42")
    host.restart()
    await host.end()
    #expect(reported.sentences.isEmpty)
    #expect(host.lines.isEmpty)
  }

  @Test("An action that reverts an edit releases its view and the router, also without an end")
  func edits() async {
    let host = host { NavigationStack { CopiesView() } }
    weak var router: Router?
    router = host.router
    host.press("Add")
    host.send("undo")
    host.press("Add")
    host.restart()
    await host.run(turns: 10)
    #expect(router == nil)
    host.press("Add")
    await host.end()
    #expect(reported.sentences.isEmpty)
  }

  private struct CopiesView: View {
    @State private var copies = 0
    @Environment(\.router) private var router
    @Environment(\.undoManager) private var undoManager

    var body: some View {
      Text("Copies: \(copies)")
      Button("Add") { change(to: copies + 1) }
      Button("Home") { router.home() }
    }

    private func change(to new: Int) {
      let before = copies
      copies = new
      undoManager?.registerUndo("Add") { change(to: before) }
    }
  }

  @Test("Observers, guards and handlers of the router release the view that added them")
  func observers() async {
    let host = host { ObservingView() }
    await host.end()
    #expect(reported.sentences.isEmpty)
  }

  private struct ObservingView: View {
    @State private var navigations = 0
    @Environment(\.router) private var router

    var body: some View {
      Text("Navigations: \(navigations)").onAppear {
        _ = router.observe { (_: NavigationTransition) in navigations += 1 }
        _ = router.observeFlows { (_: EndedFlow) in navigations += 1 }
        router.addMiddleware { _ in navigations > 9 ? .block("Enough.") : .allow }
        router.addGuard(for: Place.self) { _ in navigations > 9 ? .block("Enough.") : .allow }
        router.onUnhandledAction = { _ in navigations > 9 }
      }
    }

    private enum Place: NavigationValue { case here }
  }

  @Test("A task that is cancelled by the end releases its view")
  func task() async {
    let gate = Gate()
    let host = host { Text("Waiting").task { await gate.pass() } }
    await host.end()
    #expect(reported.sentences.isEmpty)
  }

  @Test("A watched object with another owner is reported by its name")
  func watched() async {
    let kept = Reports()
    let host = host { Text("Closed") }
    host.watch(kept, as: "the journal")
    await host.end(turns: 1)
    #expect(reported.sentences == ["Still in memory after the end: the journal."])
    withExtendedLifetime(kept) {}
  }

  @Test("A router that a closure retains is reported, from before a restart too")
  func router() async {
    let host = host { CatalogView() }
    let router = host.router
    host.restart()
    await host.end(turns: 1)
    #expect(reported.sentences == ["Still in memory after the end: the router."])
    withExtendedLifetime(router) {}
  }
}
