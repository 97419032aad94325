import Dispatch
import WaylineGraph

extension View {
  /// Runs an action with each value of a publisher; a property and a value subject send theirs first.
  ///
  /// A publisher of times, such as a timer, follows the environment's `clock`. Changes of an
  /// `ObservableObject` are announced in advance: the action receives the new value, and reads the old
  /// one in the object. Source: SwiftUI's `onReceive(_:perform:)`.
  nonisolated public func onReceive<Values: Publisher>(
    _ publisher: Values, perform action: @escaping @MainActor (Values.Output) -> Void
  ) -> some View {
    Receiver(content: self, publisher: publisher, action: action)
  }
}

/// A view that runs an action with each value of a publisher.
struct Receiver<Content: View, Values: Publisher> {
  let content: Content
  let publisher: Values
  let action: @MainActor (Values.Output) -> Void

  nonisolated init(
    content: Content, publisher: Values, action: @escaping @MainActor (Values.Output) -> Void
  ) {
    (self.content, self.publisher, self.action) = (content, publisher, action)
  }
}

extension Receiver: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> ReceiverNode<Values> {
    let node = ReceiverNode<Values>(in: context)
    node.update(to: view.publisher, action: view.action)
    node.child = Content._makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: ReceiverNode<Values>, to view: Self) {
    node.update(to: view.publisher, action: view.action)
    if let child = node.child { Content._updateNode(child, to: view.content) }
  }
}

/// Subscribed from its making to its end; another publisher takes the place of the last.
final class ReceiverNode<Values: Publisher>: PassNode {
  private typealias Value = Values.Output

  private var publisher: Values?
  private var action: (@MainActor (Value) -> Void)?
  private var token: ObservationToken?
  private var hasEnded = false
  /// True while the publisher is being connected, or the action runs.
  private var isBusy = false

  func update(to new: Values, action: @escaping @MainActor (Values.Output) -> Void) {
    self.action = action
    if let publisher, InputComparison.of(Values.self).isSame(publisher, new) { return }
    publisher = new
    token?.cancel()
    isBusy = true
    defer { isBusy = false }
    token = subscribe(to: new) { [weak self] value in
      // Proof: the value is handed over to the main actor and not used here again.
      nonisolated(unsafe) let value = value
      Self.onMain { self?.receive(value) }
    }
  }

  private func subscribe(
    to publisher: Values, _ receive: @escaping @Sendable (Value) -> Void
  ) -> ObservationToken {
    guard let timed = publisher as? any ClockedPublisher<Value> else {
      return publisher.sink(receiveValue: receive)
    }
    return timed.sink(clock: context.environment.values.clock, receiveValue: receive)
  }

  /// Runs the action at once where a value is sent in an action; otherwise after the bodies.
  private func receive(_ value: Value) {
    // The host may be released when the node has ended.
    guard !hasEnded else { return }
    if !isBusy, Evaluation.isInScope, !Evaluation.isActive {
      isBusy = true
      defer { isBusy = false }
      action?(value)
      return
    }
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
