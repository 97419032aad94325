import Testing
import Wayline
import WaylineLendingDesk
import WaylineTesting

/// The lending desk's views and its router, without a shell.
@MainActor
private final class DeskWithoutShell {
  private let host: ViewHost
  private let router: Router

  init() {
    let graph = Graph()
    let router = Router(graph: graph)
    self.router = router
    host = ViewHost(graph: graph) {
      NavigationScene(router) {
        WaylineLendingDesk.DeskView()
          .defaultAppStorage(MemoryStore(name: "state"))
          .defaultKeychain(MemoryKeychain(name: "secrets"))
      }
    }
  }

  func press(_ label: String) { perform(.activate, label) }

  func type(_ value: String, into label: String) { perform(.value(value), label) }

  func back() { router.pop() }

  var lines: [String] {
    let frame = Frame(screen: Screen(page: host.page(), url: nil))
    return PlainRenderer().text(of: frame).split(separator: "\n").map(String.init)
  }

  private func perform(_ input: ElementInput, _ label: String) {
    let element = host.page().elements.first { $0.label == label }
    let reply = element.map { host.perform(input, on: $0.id) }
    #expect(reply == .done, "'\(label)' on \(lines)")
  }
}

@Suite("A program without a shell")
@MainActor
struct GraphDepthTests {
  @Test("The views and the router alone show the screens that the shell prints")
  func same() {
    let desk = DeskWithoutShell()
    let host = TestHost { WaylineLendingDesk.DeskView() }
    host.onFailure = { Issue.record("\($0)") }
    func expectSame() {
      #expect(desk.lines == host.lines.filter { !$0.isEmpty })
    }
    expectSame()
    for label in ["Middlemarch", "Lend", "Ada"] {
      desk.press(label)
      host.press(label)
      expectSame()
    }
    desk.type("torn", into: "Remark")
    host.type("torn", into: "Remark")
    expectSame()
    desk.back()
    host.back()
    expectSame()
    #expect(host.lines.contains { $0.hasSuffix("Middlemarch (lent)") })
  }
}
