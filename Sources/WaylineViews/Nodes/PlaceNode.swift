import WaylineGraph

/// A place that an element opens.
package protocol ElementPlace: AnyObject {
  /// Opens the place for an element in an environment; the reply is a refusal where it cannot be opened.
  @MainActor func open(in environment: EnvironmentScope) -> ElementReply
  /// Reports the place, which is not opened.
  @MainActor func locate(in environment: EnvironmentScope)
}

// NB: not an `ElementView`: a list has very many links, and each would have closures of its own.
/// The node of an element that opens a place.
package final class PlaceNode: ElementNode {
  // It is replaced as a whole, so accesses do not overlap.
  @exclusivity(unchecked) private var target: (any ElementPlace)?

  /// Creates an element with a label; it is unavailable without a place.
  package init<Label: View>(
    to place: (any ElementPlace)?, labeled label: Label, in context: NodeContext
  ) {
    target = place
    super.init(Self.description(isEnabled: place != nil), in: context)
    self.label = Label._makeNode(label, in: context.below(self))
  }

  /// Updates the element to another place and another value of its label.
  package func update<Label: View>(to place: (any ElementPlace)?, labeled label: Label) {
    if (place == nil) != (target == nil) {
      update(Self.description(isEnabled: place != nil))
    }
    target = place
    if let node = self.label { Label._updateNode(node, to: label) }
  }

  private static func description(isEnabled: Bool) -> Element {
    var element = Element(.link)
    element.isEnabled = isEnabled
    return element
  }

  override func endChildren() { label?.end() }

  override func act(on input: ElementInput) -> ElementReply {
    switch input {
    case .activate: target?.open(in: context.environment) ?? .done
    case .value: Self.refusalOfValue
    case .locate: locate()
    }
  }

  private func locate() -> ElementReply {
    target?.locate(in: context.environment)
    return .done
  }

  /// The reply to a value for a link.
  package static var refusalOfValue: ElementReply {
    .refused("This is a link; it takes no value. Type its number alone.")
  }
}
