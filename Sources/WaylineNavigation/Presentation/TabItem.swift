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
  var body: some View { content.modifier(LateTabName()) }
}

extension TabItem: TabSource {
  func collectTabs(into tabs: inout [TabDescription]) {
    var inner: [TabDescription] = []
    TabDescription.collect(content, into: &inner)
    let tag = inner.count == 1 ? inner[0].tag : nil
    tabs.append(TabDescription(label: label, tag: tag, content: AnyView(content)))
  }
}

/// Reports a name that the tab view around it did not find: in the body of a view, which runs after
/// the names have to be known.
private struct LateTabName: ViewModifier {
  @NodeStorage<LateName> private var name

  nonisolated init() {}

  func body(content: Content) -> some View { content }

  private final class LateName: NodeObject {
    init(in node: Node) {
      guard node.environment.values.isInUnnamedTab else { return }
      Misuse.report(
        "A tabItem is inside the body of a view, which runs after a TabView has to know its tabs, so "
          + "the name of the tab is its number. Attach the tabItem to the view in the TabView.")
    }
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

/// The meaning of a tab, which gives it a name.
///
/// Source: SwiftUI's `TabRole`.
public enum TabRole: Hashable, Sendable {
  /// The tab for searching.
  case search
}

extension Tab where Label == Text {
  /// A tab named by its role, selected by a value; without a role its name is its number.
  nonisolated public init(
    value: Value, role: TabRole?, @ViewBuilder content: () -> Content
  ) {
    self.init(value: value, content: content) { Text(verbatim: role == nil ? "" : "Search") }
  }

  /// A tab with a text as its name and a role, selected by a value; no icon is shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage: String, value: Value, role: TabRole?,
    @ViewBuilder content: () -> Content
  ) {
    self.init(value: value, content: content) { Text(title) }
  }

  /// A tab with a text as its name, selected by a value; the name of the icon is not shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, image: String, value: Value, role: TabRole? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.init(value: value, content: content) { Text(title) }
  }
}

extension Tab where Value == Never, Label == Text {
  /// A tab named by its role, selected by its position.
  nonisolated public init(role: TabRole, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(verbatim: "Search") }
  }

  /// A tab with a text as its name, selected by its position; the name of the icon is not shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, image: String, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { Text(title) }
  }
}

extension Tab {
  /// Takes the tab out of its tab view while a condition holds.
  ///
  /// Source: SwiftUI's `TabContent.hidden(_:)`.
  nonisolated public func hidden(_ hidden: Bool) -> some View { hidden ? nil : self }
}

extension Tab: View {
  /// The content of the view.
  public var body: some View { content }
}

extension Tab: TabSource {
  func collectTabs(into tabs: inout [TabDescription]) {
    tabs.append(
      TabDescription(
        label: label, tag: value.map { AnyHashable($0) }, content: AnyView(content)))
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
    for (place, element) in data.enumerated() {
      var made: [TabDescription] = []
      TabDescription.collect(content(element, place), into: &made)
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

extension ConditionalContent: TabSource where First: View, Second: View {
  func collectTabs(into tabs: inout [TabDescription]) {
    TabDescription.collect(shown, of: self, into: &tabs)
  }
}

extension AnyView: TabSource {
  func collectTabs(into tabs: inout [TabDescription]) {
    TabDescription.collect(content, of: self, into: &tabs)
  }
}

extension TabDescription {
  /// Collects the tabs in a view that stands for one of several, and has an identity for each.
  @MainActor
  fileprivate static func collect(
    _ shown: any View, of whole: some View, into tabs: inout [TabDescription]
  ) {
    var inner: [TabDescription] = []
    collect(shown, into: &inner)
    if inner.count == 1 { inner[0].content = AnyView(whole) }
    tabs += inner
  }
}

extension Inspected: ModifiedView {}
