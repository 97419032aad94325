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
