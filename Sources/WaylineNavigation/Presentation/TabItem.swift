import WaylineGraph
import WaylineViews

/// A view with the name of its tab.
struct TabItem<Content: View, Label: View> {
  let content: Content
  let label: Label

  nonisolated init(_ content: Content, label: Label) {
    self.content = content
    self.label = label
  }
}

extension TabItem: View {
  var body: some View { content }
}

extension TabItem: TabSource {
  func collectTabs(into tabs: inout [TabDescription]) {
    var inner: [TabDescription] = []
    TabDescription.collect(content, into: &inner)
    let tag = inner.count == 1 ? inner[0].tag : nil
    tabs.append(
      TabDescription(name: plainText(of: label), tag: tag, content: AnyView(content)))
  }
}

extension View {
  /// Sets the name of the view's tab in a `TabView`.
  ///
  /// Source: SwiftUI's `tabItem(_:)`.
  nonisolated public func tabItem<Label: View>(@ViewBuilder _ label: () -> Label) -> some View {
    TabItem(self, label: label())
  }
}

/// One view of a `TabView`, with its name and the value that selects it.
///
/// Source: SwiftUI's `Tab`.
///
/// ```swift
/// TabView(selection: $tab) {
///   Tab("Books", systemImage: "book", value: Hall.books) { BooksView() }
///   Tab("Members", systemImage: "person", value: Hall.members) { MembersView() }
/// }
/// ```
public struct Tab<Value: Hashable, Content: View, Label: View> {
  private let value: Value?
  private let content: Content
  private let label: Label

  /// A tab with a label made of views, selected by a value.
  nonisolated public init(
    value: Value, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) {
    (self.value, self.content, self.label) = (value, content(), label())
  }
}

extension Tab where Value == Never {
  /// A tab with a label made of views, selected by its position.
  nonisolated public init(
    @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) {
    (value, self.content, self.label) = (nil, content(), label())
  }
}

extension Tab where Label == Text {
  /// A tab with a text as its name, selected by a value; the name of the icon is not shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage: String, value: Value, @ViewBuilder content: () -> Content
  ) {
    self.init(value: value, content: content) { Text(title) }
  }

  /// A tab with a text as its name, selected by a value; the name of the icon is not shown.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, value: Value,
    @ViewBuilder content: () -> Content
  ) {
    self.init(value: value, content: content) { Text(titleKey) }
  }
}

extension Tab where Value == Never, Label == Text {
  /// A tab with a text as its name, selected by its position; the name of the icon is not shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage: String, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { Text(title) }
  }

  /// A tab with a text as its name, selected by its position; the name of the icon is not shown.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { Text(titleKey) }
  }
}

extension Tab: View {
  /// The content of the view.
  public var body: some View { content }
}

extension Tab: TabSource {
  func collectTabs(into tabs: inout [TabDescription]) {
    tabs.append(
      TabDescription(
        name: plainText(of: label), tag: value.map { AnyHashable($0) }, content: AnyView(content)))
  }
}

/// Tabs that belong together; lines show the tabs and not their heading.
///
/// ```swift
/// TabSection("Hall") {
///   Tab("Books", systemImage: "book", value: Hall.books) { BooksView() }
/// }
/// ```
///
/// Source: SwiftUI's `TabSection`.
public struct TabSection<Header: View, Content: View> {
  private let content: Content

  /// Tabs under a heading made of views.
  nonisolated public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header
  ) {
    self.content = content()
  }
}

extension TabSection where Header == EmptyView {
  /// Tabs without a heading.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.init(content: content) { EmptyView() }
  }
}

extension TabSection where Header == Text {
  /// Tabs under a text as their heading.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { Text(title) }
  }

  /// Tabs under a text as their heading.
  @_disfavoredOverload
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(titleKey) }
  }
}

extension TabSection: View {
  /// The content of the view.
  public var body: some View { content }
}

extension TabSection: TabSource {
  func collectTabs(into tabs: inout [TabDescription]) {
    TabDescription.collect(content, into: &tabs)
  }
}

extension Tagged: TabSource {
  func collectTabs(into tabs: inout [TabDescription]) {
    var inner: [TabDescription] = []
    TabDescription.collect(content, into: &inner)
    if inner.count == 1 { inner[0].tag = tag }
    tabs += inner
  }
}

extension TupleView: TabSource where repeat each Child: View {
  func collectTabs(into tabs: inout [TabDescription]) {
    repeat TabDescription.collect(each children, into: &tabs)
  }
}

extension Group: TabSource {
  func collectTabs(into tabs: inout [TabDescription]) {
    TabDescription.collect(content, into: &tabs)
  }
}

extension ForEach: TabSource where Content: View {
  func collectTabs(into tabs: inout [TabDescription]) {
    for element in data {
      var made: [TabDescription] = []
      TabDescription.collect(content(element), into: &made)
      if made.count == 1, made[0].tag == nil { made[0].tag = AnyHashable(id(element)) }
      tabs += made
    }
  }
}

extension Optional: TabSource where Wrapped: View {
  func collectTabs(into tabs: inout [TabDescription]) {
    if let self { TabDescription.collect(self, into: &tabs) }
  }
}

/// The text of a label; empty when it has none.
@MainActor
private func plainText(of label: some View) -> String {
  if let text = label as? Text { return SafeText.line(of: text.plain) }
  return (label as? any TitledLabel)?.titleWords.map(SafeText.line) ?? ""
}
