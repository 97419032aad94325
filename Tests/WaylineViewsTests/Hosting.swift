import WaylineGraph

@testable import WaylineViews

/// Hosts a view without a shell and keeps what happened.
@MainActor
final class Hosting {
  let host: ViewHost
  private(set) var bodies: [String] = []
  private(set) var events: [String] = []

  init<Root: View>(@ViewBuilder _ root: () -> Root) {
    host = ViewHost(root: root)
    host.onBody = { [unowned self] in bodies.append($0) }
    host.onEvent = { [unowned self] in events.append($0) }
  }

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

  /// Activates the element with a label.
  @discardableResult
  func press(_ label: String) -> ElementReply {
    send(.activate, to: label)
  }

  @discardableResult
  func send(_ input: ElementInput, to label: String) -> ElementReply {
    guard let element = host.page().elements.first(where: { $0.label == label }) else {
      return .gone
    }
    return host.perform(input, on: element.id)
  }

  /// The bodies that `action` ran.
  func bodies(during action: () -> Void) -> [String] {
    bodies = []
    action()
    return bodies
  }
}
