import Dispatch
import WaylineGraph

extension View {
  /// Runs an action with the current value of a published property and with each later one.
  nonisolated public func onReceive<Value>(
    _ publisher: Published<Value>.Publisher, perform action: @escaping @MainActor (Value) -> Void
  ) -> some View {
    Receiver(self, publisher: publisher, subscribe: { $0.sink(receiveValue: $1) }, action: action)
  }

  /// Runs an action after an object has announced a change; the new values can be read.
  nonisolated public func onReceive(
    _ publisher: ObservableObjectPublisher, perform action: @escaping @MainActor (()) -> Void
  ) -> some View {
    Receiver(
      self, publisher: publisher, subscribe: { publisher, send in publisher.sink { send(()) } },
      action: action)
  }
}

/// A view that runs an action with each value of a publisher.
struct Receiver<Content: View, Publisher, Value> {
  typealias Subscribe = (Publisher, @escaping @Sendable (Value) -> Void) -> ObservationToken

  let content: Content
  let publisher: Publisher
  let subscribe: Subscribe
  let action: @MainActor (Value) -> Void

  nonisolated init(
    _ content: Content, publisher: Publisher, subscribe: @escaping Subscribe,
    action: @escaping @MainActor (Value) -> Void
  ) {
    self.content = content
    self.publisher = publisher
    self.subscribe = subscribe
    self.action = action
  }
}

extension Receiver: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> ReceiverNode<Publisher, Value> {
    let node = ReceiverNode<Publisher, Value>(in: context)
    node.update(to: view.publisher, subscribe: view.subscribe, action: view.action)
    node.child = Content.makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: ReceiverNode<Publisher, Value>, to view: Self) {
    node.update(to: view.publisher, subscribe: view.subscribe, action: view.action)
    if let child = node.child { Content.updateNode(child, to: view.content) }
  }
}

/// Subscribed from its making to its end; another publisher takes the place of the last.
final class ReceiverNode<Publisher, Value>: PassNode {
  private var publisher: Publisher?
  private var action: (@MainActor (Value) -> Void)?
  private var token: ObservationToken?
  private var hasEnded = false

  func update(
    to new: Publisher,
    subscribe: (Publisher, @escaping @Sendable (Value) -> Void) -> ObservationToken,
    action: @escaping @MainActor (Value) -> Void
  ) {
    self.action = action
    if let publisher, InputComparison.of(Publisher.self).isSame(publisher, new) { return }
    publisher = new
    token?.cancel()
    token = subscribe(new) { [weak self] value in
      // Proof: the value is handed over to the main actor and not used here again.
      nonisolated(unsafe) let value = value
      Self.onMain { self?.receive(value) }
    }
  }

  private func receive(_ value: Value) {
    // The host may be released when the node has ended.
    guard !hasEnded else { return }
    context.host.graph.enqueueEffect { [weak self] in
      guard let self, !hasEnded else { return }
      action?(value)
    }
  }

  /// At once in a scope of writes, which is on the main actor, otherwise in a turn of its queue.
  private nonisolated static func onMain(_ work: @escaping @MainActor @Sendable () -> Void) {
    if Evaluation.isInScope {
      MainActor.assumeIsolated(work)
    } else {
      DispatchQueue.main.async { MainActor.assumeIsolated(work) }
    }
  }

  override func end() {
    super.end()
    hasEnded = true
    token?.cancel()
    token = nil
  }
}
