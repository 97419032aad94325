import WaylineGraph

/// Tells a person one sentence, outside the lines of the screen.
package struct TellAction {
  private let action: @MainActor (String) -> Void

  /// Tells through a closure.
  package init(_ action: @escaping @MainActor (String) -> Void) {
    self.action = action
  }

  /// Tells nobody.
  static var silent: TellAction { TellAction { _ in } }

  /// Tells a sentence of safe text.
  @MainActor
  package func callAsFunction(_ sentence: String) { action(sentence) }
}

private enum TellKey: EnvironmentKey {
  static var defaultValue: TellAction { .silent }
}

extension EnvironmentValues {
  /// Tells a person one sentence, outside the lines of the screen.
  package var tell: TellAction {
    get { self[TellKey.self] }
    set { self[TellKey.self] = newValue }
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
  /// Ends something with every button below, before the button's own action.
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
