import WaylineGraph

/// What happens when a field below has received its value.
struct SubmitAction {
  let action: @MainActor () -> Void
}

private enum SubmitKey: EnvironmentKey {
  static var defaultValue: SubmitAction? { nil }
}

extension EnvironmentValues {
  /// What happens when a field below has received its value.
  var submit: SubmitAction? {
    get { self[SubmitKey.self] }
    set { self[SubmitKey.self] = newValue }
  }
}

extension View {
  /// Does something after a field below has received its value.
  nonisolated public func onSubmit(_ action: @escaping @MainActor () -> Void) -> some View {
    EnvironmentWriter(self) { values in
      let outer = values.submit
      values.submit = SubmitAction {
        action()
        outer?.action()
      }
    }
  }
}
