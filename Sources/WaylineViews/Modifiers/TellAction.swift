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
