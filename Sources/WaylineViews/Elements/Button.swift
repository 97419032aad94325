import WaylineGraph

/// Something that a person activates by its number or label.
///
/// Prints `[1] Lend to a member`. Source: SwiftUI's `Button`.
public struct Button<Label: View> {
  @Environment(\.element) private var environment
  @Environment(\.closing) private var closing
  private let role: ButtonRole?
  private let action: @MainActor () -> Void
  private let label: Label

  /// A button with a label made of views.
  nonisolated public init(
    action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(role: nil, action: action, label: label)
  }

  /// A button with a role and a label made of views.
  nonisolated public init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }
}

extension Button: View {
  /// What the view consists of.
  public var body: some View {
    let (action, closing) = (action, closing)
    ElementView(Element(.button, in: environment), label: label) { input in
      guard input == .activate else {
        return .refused("This is a button; it takes no value. Give its number alone.")
      }
      closing?.action()
      action()
      return .done
    }
  }
}

extension Button where Label == Text {
  /// A button with a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: nil, action: action) { Text(title) }
  }

  /// A button with a role and a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { Text(title) }
  }
}

/// What a button is for; lines show it in the label's words only.
public enum ButtonRole: Hashable, Sendable {
  case cancel
  case destructive
}
