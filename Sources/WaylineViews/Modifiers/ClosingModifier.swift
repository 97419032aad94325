import WaylineGraph

/// What every button below does before its own action: an alert ends with each of its choices.
struct ClosingAction {
  let action: @MainActor () -> Void
}

private enum ClosingKey: EnvironmentKey {
  static var defaultValue: ClosingAction? { nil }
}

extension EnvironmentValues {
  /// What every button below does before its own action.
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
