/// A title with an icon, of which lines show the title.
///
/// Source: SwiftUI's `Label`.
public struct Label<Title: View, Icon: View> {
  private let title: Title

  /// A label made of views; the icon is not shown.
  nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
  }
}

extension Label: View {
  /// What the view consists of.
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

/// Something that may say its title without being shown.
package protocol TitledLabel {
  /// The words of the title; nil where it is not a text.
  var titleWords: String? { get }
}

extension Label: TitledLabel {
  /// The words of the title; nil where it is not a text.
  package var titleWords: String? { (title as? Text)?.plain }
}
