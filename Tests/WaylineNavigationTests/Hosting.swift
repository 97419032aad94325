import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

/// A scene without a shell: its router, its page, and what happened.
@MainActor
final class Hosting {
  let router: Router
  let host: ViewHost
  private(set) var updates = 0
  private var printed: (page: Page, revision: Int)?

  init<Root: View>(@ViewBuilder _ root: () -> Root) {
    let graph = Graph()
    let router = Router(graph: graph)
    self.router = router
    let view = root()
    host = ViewHost(graph: graph) { NavigationScene(router) { view } }
  }

  /// The lines below the tabs that the page begins with.
  var content: ArraySlice<String> { lines.drop { $0.contains("] Tab: ") } }

  /// The lines with numbered elements, as a page shows them.
  var lines: [String] {
    let page = host.page()
    return page.lines.map { line in
      line.spans.map { span in
        switch span {
        case .text(let text, _): text
        case .element(let index): "[\(index + 1)] \(page.elements[index].displayText)"
        }
      }.joined()
    }
  }

  var layer: Page.Layer { host.page().layer }
  var titles: [String] { host.page().titles }

  /// True if a session, which prints the page when the revision has changed, has printed what is shown.
  var isPrinted: Bool {
    let page = host.page()
    if host.revision != printed?.revision { printed = (page, host.revision) }
    return printed?.page == page
  }

  /// Activates the element with a label.
  @discardableResult
  func press(_ label: String) -> ElementReply { send(.activate, to: label) }

  @discardableResult
  func send(_ input: ElementInput, to label: String) -> ElementReply {
    guard let element = host.page().elements.first(where: { $0.label == label }) else {
      return .gone
    }
    return host.perform(input, on: element.id)
  }

  /// The number of updates that an action causes.
  func updates(during action: () -> Void) -> Int {
    let before = host.graph.updates
    action()
    return host.graph.updates - before
  }
}

/// Runs an action and returns its result, with the mistakes that it reported.
@MainActor
func withReports<Result>(_ action: () -> Result) -> (result: Result, sentences: [String]) {
  let journal = Journal()
  let handler: @Sendable (String) -> Void = { journal.note($0) }
  let result = Misuse.withHandler(handler, action)
  return (result, journal.lines)
}

/// Retains the noted lines, in order.
final class Journal: @unchecked Sendable {
  // Written on the main actor only; the sentences of `Misuse` come from there in these tests.
  private(set) var lines: [String] = []
  func note(_ line: String) { lines.append(line) }
  func clear() { lines = [] }
}
