import WaylineGraph

/// Prints a message outside the lines of the screen.
package struct MessageAction {
  private let action: @MainActor (String) -> Void

  /// Creates an action that passes messages to a closure.
  package init(_ action: @escaping @MainActor (String) -> Void) {
    self.action = action
  }

  /// Ignores messages.
  static var silent: MessageAction { MessageAction { _ in } }

  /// Prints a message of safe text.
  @MainActor
  package func callAsFunction(_ sentence: String) { action(sentence) }
}

private enum MessageKey: EnvironmentKey {
  static var defaultValue: MessageAction { .silent }
}

extension EnvironmentValues {
  /// Prints a message outside the lines of the screen.
  var showMessage: MessageAction {
    get { self[MessageKey.self] }
    set { self[MessageKey.self] = newValue }
  }
}

/// The action that every button below runs before its own: each choice ends an alert.
struct ClosingAction {
  let action: @MainActor () -> Void
}

private enum ClosingKey: EnvironmentKey {
  static var defaultValue: ClosingAction? { nil }
}

extension EnvironmentValues {
  /// The action that every button below runs before its own.
  var closing: ClosingAction? {
    get { self[ClosingKey.self] }
    set { self[ClosingKey.self] = newValue }
  }
}

extension View {
  /// Runs an action with every button below, before the button's own.
  nonisolated package func closing(_ action: @escaping @MainActor () -> Void) -> some View {
    EnvironmentWriter(self) { values in
      let outer = values.closing
      values.closing = ClosingAction {
        action()
        outer?.action()
      }
    }
  }
}
