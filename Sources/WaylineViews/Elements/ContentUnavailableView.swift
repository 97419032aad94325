import WaylineGraph

/// The reason that there is nothing to show, and what can be done.
///
/// Prints the label, the description and the actions below each other. Source: SwiftUI's
/// `ContentUnavailableView`.
///
/// ```swift
/// ContentUnavailableView {
///   Label("No loans", systemImage: "book")
/// } description: {
///   Text("Books that you borrow are listed here.")
/// } actions: {
///   Button("Browse") { open() }
/// }
/// ```
public struct ContentUnavailableView<Label: View, Description: View, Actions: View> {
  private let label: Label
  private let description: Description
  private let actions: Actions

  /// A label, with a description and actions below.
  nonisolated public init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description,
    @ViewBuilder actions: () -> Actions
  ) {
    (self.label, self.description, self.actions) = (label(), description(), actions())
  }
}

extension ContentUnavailableView: View {
  /// The content of the view.
  public var body: some View { Column(TupleView(label.bold(), description, actions)) }
}

extension ContentUnavailableView where Actions == EmptyView {
  /// A label, with a description below.
  nonisolated public init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description
  ) {
    self.init(label: label, description: description) { EmptyView() }
  }
}

extension ContentUnavailableView where Description == EmptyView {
  /// A label, with actions below.
  nonisolated public init(
    @ViewBuilder label: () -> Label, @ViewBuilder actions: () -> Actions
  ) {
    self.init(label: label, description: { EmptyView() }, actions: actions)
  }
}

extension ContentUnavailableView where Description == EmptyView, Actions == EmptyView {
  /// A label alone.
  nonisolated public init(@ViewBuilder label: () -> Label) {
    self.init(label: label, description: { EmptyView() }, actions: { EmptyView() })
  }
}

extension ContentUnavailableView where Label == Text, Description == Text?, Actions == EmptyView {
  /// A text, with a description below; the name of the icon is not shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage name: String, description: Text? = nil
  ) {
    self.init(label: { Text(title) }, description: { description }, actions: { EmptyView() })
  }

  /// A text, with a description below; the name of the icon is not shown.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage name: String, description: Text? = nil
  ) {
    self.init(label: { Text(titleKey) }, description: { description }, actions: { EmptyView() })
  }

  /// A text, with a description below; the name of the picture is not shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, image name: String, description: Text? = nil
  ) {
    self.init(title, systemImage: name, description: description)
  }

  /// A text, with a description below; the name of the picture is not shown.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, image name: String, description: Text? = nil
  ) {
    self.init(titleKey, systemImage: name, description: description)
  }

  /// The answer to a search without results: `No results`.
  public static var search: Self {
    Self("No results", systemImage: "magnifyingglass")
  }

  /// The answer to a search for a text without results: `No results for 'emma'`.
  public static func search(text: String) -> Self {
    text.isEmpty ? search : Self("No results for '\(text)'", systemImage: "magnifyingglass")
  }
}
