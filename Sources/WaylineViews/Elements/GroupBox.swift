import WaylineGraph

/// Views that belong together, under a title.
///
/// ```swift
/// GroupBox("Books") { Text("The Leopard") }
/// ```
///
/// Prints the title and the views, set off by a blank line, as a ``Section`` does. Source: SwiftUI's
/// `GroupBox`.
public struct GroupBox<Label: View, Content: View> {
  private let label: Label
  private let content: Content

  /// A group with a title made of views.
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    (self.content, self.label) = (content(), label())
  }
}

extension GroupBox: View {
  /// The content of the view.
  public var body: some View { Section(content: { content }, header: { label }) }
}

extension GroupBox where Label == EmptyView {
  /// A group without a title.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.init(content: content) { EmptyView() }
  }
}

extension GroupBox where Label == Text {
  /// A group with a text as its title.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { Text(title).bold() }
  }

  /// A group with a text as its title.
  @_disfavoredOverload
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(titleKey).bold() }
  }
}

/// Controls that belong together, on one line.
///
/// ```swift
/// ControlGroup("Book") {
///   Button("Lend") { copies -= 1 }
///   Button("Reserve") { notifies = true }
/// }
/// ```
///
/// Prints `Book: [1] Lend [2] Reserve`; if one of them has several lines, all are printed below each
/// other. Source: SwiftUI's `ControlGroup`.
public struct ControlGroup<Label: View, Content: View> {
  private let label: Label
  private let content: Content

  /// Controls with a label made of views.
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    (self.content, self.label) = (content(), label())
  }
}

extension ControlGroup: View {
  /// The content of the view.
  public var body: some View {
    if Label.self == EmptyView.self {
      Row(content)
    } else {
      Labeled(label: label, content: Row(content))
    }
  }
}

extension ControlGroup where Label == EmptyView {
  /// Controls without a label.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.init(content: content) { EmptyView() }
  }
}

extension ControlGroup where Label == Text {
  /// Controls with a text as their label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { Text(title) }
  }

  /// Controls with a text as their label; the name of the icon is not shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage: String, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { Text(title) }
  }

  /// Controls with a text as their label.
  @_disfavoredOverload
  nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(titleKey) }
  }

  /// Controls with a text as their label; the name of the icon is not shown.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { Text(titleKey) }
  }
}
