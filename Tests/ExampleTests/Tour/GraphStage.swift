import Testing
import Wayline

@testable import tour

/// The tour's views and its router, without a shell.
@MainActor
final class GraphStage: Stage {
  private let host: ViewHost
  private let router: Router

  init() {
    let graph = Graph()
    let router = Router(graph: graph)
    self.router = router
    host = ViewHost(graph: graph) {
      NavigationScene(router) {
        HomeView()
          .defaultAppStorage(MemoryStore(name: "state"))
          .defaultKeychain(MemoryKeychain(name: "secrets"))
      }
    }
  }

  func press(_ label: String) { perform(.activate, label) }

  func type(_ value: String, into label: String) { perform(.value(value), label) }

  func back() { router.pop() }

  func settle() async {
    for _ in 0..<10_000 {
      await Task.yield()
      host.graph.flush()
      if host.graph.pending.isEmpty { return }
    }
    Issue.record("Still pending: \(host.graph.pending.descriptions)")
  }

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
