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

/// The end of an alert or a menu, of which every button below is a choice.
struct ClosingAction {
  /// Runs before the action of the button.
  let begin: @MainActor () -> Void
  /// Runs after it.
  let finish: @MainActor () -> Void

  /// Runs the action of a choice.
  @MainActor
  func run(_ choice: () -> Void) {
    begin()
    choice()
    finish()
  }
}

private enum ClosingKey: EnvironmentKey {
  static var defaultValue: ClosingAction? { nil }
}

extension EnvironmentValues {
  /// The end of what every button below is a choice of.
  var closing: ClosingAction? {
    get { self[ClosingKey.self] }
    set { self[ClosingKey.self] = newValue }
  }
}

extension View {
  /// Runs one action before that of every button below, and one after it.
  nonisolated package func closing(
    begin: @escaping @MainActor () -> Void = {}, finish: @escaping @MainActor () -> Void
  ) -> some View {
    EnvironmentWriter(self) { values in
      let outer = values.closing
      values.closing = ClosingAction {
        outer?.begin()
        begin()
      } finish: {
        finish()
        outer?.finish()
      }
    }
  }
}
