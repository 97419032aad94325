import Dispatch
import Synchronization
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
    host.onBody = { [weak self] in self?.bodies.append($0) }
    host.onEvent = { [weak self] in self?.events.append($0) }
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

  /// Runs writes as one transaction.
  func perform(_ action: () -> Void) {
    host.graph.perform(action)
  }

  /// Waits until the graph has had more than `count` updates.
  func update(after count: Int) async {
    while host.graph.updates <= count {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let former = host.onUpdate
        host.onUpdate = { [unowned host] in
          former?()
          host.onUpdate = former
          continuation.resume()
        }
      }
    }
  }
}

/// The mistakes that are reported during `action`.
func misuses(during action: () throws -> Void) rethrows -> [String] {
  let reported = Mutex<[String]>([])
  let note: @Sendable (String) -> Void = { sentence in reported.withLock { $0.append(sentence) } }
  try Misuse.withHandler(note) { try action() }
  return reported.withLock { $0 }
}

/// Runs something on another thread and waits, without giving the main actor a turn.
func onAnotherThread(_ action: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  DispatchQueue(label: "wayline.tests").async(group: group, execute: action)
  group.wait()
}

/// Keeps what views hand out and note while they run; to a view it is always the same input.
final class Ledger<Value> {
  var entries: [String] = []
  var binding: Binding<Value>?

  func note(_ entry: String) { entries.append(entry) }

  /// The notes since the last call.
  func take() -> [String] {
    defer { entries = [] }
    return entries
  }
}

/// A view that hands out its state, and notes each value that its body sees.
struct Cell<Value>: View {
  @State private var value: Value
  let notes: Ledger<Value>

  init(_ value: Value, _ notes: Ledger<Value>) {
    _value = State(initialValue: value)
    self.notes = notes
  }

  var body: some View {
    notes.binding = $value
    notes.note("\(value)")
    return Text("\(value)")
  }
}
