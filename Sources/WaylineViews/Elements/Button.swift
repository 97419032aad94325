import WaylineGraph

/// An action that is activated by its number or label.
///
/// ```swift
/// Text("Copies: \(copies)")
/// Button("Lend") { copies -= 1 }
/// ```
///
/// Prints `[1] Lend to a member`. Source: SwiftUI's `Button`.
public struct Button<Label: View> {
  private let role: ButtonRole?
  private let action: @MainActor () -> Void
  private let label: Label

  /// A button with a label made of views.
  @preconcurrency nonisolated public init(
    action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(role: nil, action: action, label: label)
  }

  /// A button with a role and a label made of views.
  @preconcurrency nonisolated public init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }
}

extension Button: PrimitiveView {
  // NB: both are inlined, where the metadata of the type is at hand; elsewhere it is looked up.
  /// Creates the node of the view.
  @inline(__always)
  package static func make(_ view: Self, in context: NodeContext) -> ButtonNode {
    let node = ButtonNode(role: view.role, action: view.action, in: context)
    node.label = Label._makeNode(view.label, in: context.below(node))
    return node
  }

  /// Updates the node to a new value of the view.
  @inline(__always)
  package static func update(_ node: ButtonNode, to view: Self) {
    node.action = view.action
    if view.role != node.role { node.become(view.role) }
    if let label = node.label { Label._updateNode(label, to: view.label) }
  }
}

/// The node of a button.
package final class ButtonNode: ElementNode {
  var action: @MainActor () -> Void
  private(set) final var role: ButtonRole?

  init(role: ButtonRole?, action: @escaping @MainActor () -> Void, in context: NodeContext) {
    (self.role, self.action) = (role, action)
    super.init(Element(role), in: context)
  }

  /// Gives the button another role.
  final func become(_ role: ButtonRole?) {
    self.role = role
    update(Element(role))
  }

  override func endChildren() { label?.end() }

  override func act(on input: ElementInput) -> ElementReply {
    guard input == .activate else {
      return .refused("This is a button; it takes no value. Type its number alone.")
    }
    if let closing = context.environment.values.closing {
      closing.run(action)
    } else {
      action()
    }
    return .done
  }
}

extension Button where Label == Text {
  /// A button with a text as its label.
  @inlinable
  @preconcurrency nonisolated public init<Title: StringProtocol>(
    _ title: Title, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: nil, action: action) { Text(title) }
  }

  /// A button with a role and a text as its label.
  @inlinable
  @preconcurrency nonisolated public init<Title: StringProtocol>(
    _ title: Title, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { Text(title) }
  }
}

extension Element {
  /// A button with a role, before a node gives it an identity.
  nonisolated fileprivate init(_ role: ButtonRole?) {
    self.init(.button)
    if let role { self.role = role }
  }
}

/// The purpose of a button.
///
/// A destructive button is activated by its number or its whole label; the beginning of the label does
/// nothing. A cancelling button makes its screen a confirmation. Source: SwiftUI's `ButtonRole`.
public enum ButtonRole: Hashable, Sendable {
  /// Leaves everything as it is.
  case cancel
  /// Deletes or overwrites something.
  case destructive
}
