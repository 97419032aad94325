import WaylineGraph
import WaylineSystem

/// A line that code of the program posts, to be printed outside the lines of the screen.
package struct PostedNotice: Sendable {
  /// The text, on one line and safe to print.
  package let text: String
  /// The place that the line leads to; nil without one.
  package let link: (any Sendable)?
}

/// Prints a line outside the lines of the screen, from any thread.
package struct MessageAction: Sendable {
  private let action: @MainActor @Sendable (PostedNotice) -> Void

  /// Creates an action that passes lines to a closure.
  package init(_ action: @escaping @MainActor @Sendable (PostedNotice) -> Void) {
    self.action = action
  }

  /// Ignores lines.
  static var silent: MessageAction { MessageAction { _ in } }

  /// Prints a text: at once on the main actor, and otherwise when the actor is free.
  ///
  /// Line breaks and other controls are made visible.
  package func callAsFunction(_ text: String, link: (any Sendable)? = nil) {
    let notice = PostedNotice(text: SafeText.label(of: text), link: link)
    StartedTasks.onMainActor { [action] in action(notice) }
  }
}

private enum MessageKey: EnvironmentKey {
  static var defaultValue: MessageAction { .silent }
}

extension EnvironmentValues {
  /// Prints a line outside the lines of the screen.
  package var showMessage: MessageAction {
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
