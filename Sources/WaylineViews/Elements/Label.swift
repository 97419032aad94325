/// A title with an icon, of which lines show the title.
///
/// Source: SwiftUI's `Label`.
public struct Label<Title: View, Icon: View> {
  package let title: Title

  /// A label made of views; the icon is not shown.
  nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
  }
}

extension Label: View {
  public var body: some View { title }
}

extension Label where Title == Text, Icon == EmptyView {
  /// A label with a text; the name of the icon is not shown.
  nonisolated public init<Name: StringProtocol>(_ title: Name, systemImage name: String) {
    self.init(title: { Text(title) }, icon: { EmptyView() })
  }

  /// A label with a text; the name of the icon is not shown.
  nonisolated public init<Name: StringProtocol>(_ title: Name, image name: String) {
    self.init(title: { Text(title) }, icon: { EmptyView() })
  }
}
