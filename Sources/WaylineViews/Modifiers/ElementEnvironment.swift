import WaylineGraph

/// What ancestors say of the elements below them.
struct ElementEnvironment: Equatable {
  var isEnabled = true
  var label: String?
  var help: String?
  var shortcut: String?
}

private enum ElementEnvironmentKey: EnvironmentKey {
  static var defaultValue: ElementEnvironment { ElementEnvironment() }
}

extension EnvironmentValues {
  /// What ancestors say of the elements below them.
  var element: ElementEnvironment {
    get { self[ElementEnvironmentKey.self] }
    set { self[ElementEnvironmentKey.self] = newValue }
  }

  /// Whether a person can act on the elements below.
  public var isEnabled: Bool {
    get { element.isEnabled }
    set { element.isEnabled = newValue }
  }
}

extension View {
  /// Refuses input to the elements below; an ancestor's `disabled(true)` cannot be taken back.
  // NB: consuming, so that the view is moved and not copied.
  @inlinable
  nonisolated public consuming func disabled(_ disabled: Bool) -> some View {
    Described(self, by: .disabled(disabled))
  }

  /// What `help` says of the element, and the reason that is given while it is disabled.
  @inlinable
  nonisolated public consuming func help(_ text: String) -> some View {
    Described(self, by: .help(text))
  }
}
