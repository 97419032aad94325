import Testing
import Wayline
import WaylineTesting

@Suite("Ending a host")
@MainActor
struct HostEndTests {
  private let told = Told()

  private func host<Content: View>(@ViewBuilder _ content: @escaping () -> Content) -> TestHost {
    let host = TestHost { content() }
    host.onFailure = { [told] in told.sentences.append($0) }
    return host
  }

  @Test("A scene that leaves nothing behind is not reported")
  func clean() async {
    let host = host { CatalogView() }
    host.press("Book 42")
    host.restart()
    await host.end()
    #expect(told.sentences.isEmpty)
    #expect(host.lines.isEmpty)
  }

  @Test("A task that is cancelled by the end releases its view")
  func task() async {
    let gate = Gate()
    let host = host { Text("Waiting").task { await gate.pass() } }
    await host.end()
    #expect(told.sentences.isEmpty)
  }

  @Test("A watched object with another owner is reported by its name")
  func watched() async {
    let kept = Told()
    let host = host { Text("Closed") }
    host.watch(kept, as: "the journal")
    await host.end(turns: 1)
    #expect(told.sentences == ["Still in memory after the end: the journal."])
    withExtendedLifetime(kept) {}
  }

  @Test("A router that a closure retains is reported, from before a restart too")
  func router() async {
    let host = host { CatalogView() }
    let router = host.router
    host.restart()
    await host.end(turns: 1)
    #expect(told.sentences == ["Still in memory after the end: the router."])
    withExtendedLifetime(router) {}
  }
}
