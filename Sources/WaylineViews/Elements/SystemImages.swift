import WaylineGraph

// Lines have no pictures: the name of an icon is accepted, and not shown.

extension Button where Label == Text {
  /// A button with a text as its label; the name of the icon is not shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage: String, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: nil, action: action) { Text(title) }
  }

  /// A button with a role and a text as its label; the name of the icon is not shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { Text(title) }
  }
}

extension Toggle where Label == Text {
  /// A toggle with a text as its label; the name of the icon is not shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage: String, isOn: Binding<Bool>
  ) {
    self.init(isOn: isOn) { Text(title) }
  }
}

extension Picker where Label == Text {
  /// A picker with a text as its label; the name of the icon is not shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage: String, selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Text(title) }
  }
}
