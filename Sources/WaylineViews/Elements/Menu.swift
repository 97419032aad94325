import WaylineGraph

/// Actions that are shown when a person opens them; using one closes the menu.
///
/// Prints `[9] More: closed`; `9` opens or closes it. Source: SwiftUI's `Menu`.
public struct Menu<Label: View, Content: View> {
  @State private var isOpen = false
  private let label: Label
  private let content: () -> Content

  /// A menu with a label made of views.
  nonisolated public init(
    @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label
  ) {
    self.label = label()
    self.content = content
  }
}

extension Menu: View {
  /// What the view consists of.
  public var body: some View {
    let (binding, isExpanded) = ($isOpen, isOpen)
    ElementView(Element(isExpanded: isExpanded), label: label) { input in
      Disclosure.perform(input, on: binding)
    }
    if isExpanded { content().closing { binding.wrappedValue = false } }
  }
}

extension Menu where Label == Text {
  /// A menu with a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(content: content) { Text(title) }
  }

  /// A menu with a text as its label; the name of the icon is not shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage: String, @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(content: content) { Text(title) }
  }
}
