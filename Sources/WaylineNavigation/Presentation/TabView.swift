import WaylineGraph
import WaylineViews

/// Shows one of several views; each keeps its own state and its own stacks.
///
/// Prints the view that is chosen, then `[8] Tab: Books (Books, Members)`. Source: SwiftUI's
/// `TabView`.
public struct TabView<Selection: Hashable, Content: View> {
  @Joined<TabsHost> private var host
  private let selection: Binding<Selection>?
  private let content: Content

  /// A tab view whose chosen tab a binding holds, by the tags of its views.
  nonisolated public init(
    selection: Binding<Selection>?, @ViewBuilder content: () -> Content
  ) {
    self.selection = selection
    self.content = content()
  }

}

extension TabView: View {
  /// What the view consists of.
  public var body: some View {
    let tabs = TabDescription.all(in: content)
    let shown = host?.follow(
      tabs.map(\.name), wish: wish(among: tabs), write: selection.map { writer($0, tabs) })
    Layers(tabs, id: \.name, selection: shown) { tab in
      tab.content.place(host?.place(of: tab.name))
    }
    chooser(tabs, shown: shown ?? "")
  }

  private func wish(among tabs: [TabDescription]) -> String? {
    guard let selection else { return nil }
    let value = AnyHashable(selection.wrappedValue)
    return tabs.first { $0.tag == value }?.name
  }

  @MainActor private func writer(
    _ selection: Binding<Selection>, _ tabs: [TabDescription]
  ) -> @MainActor (String) -> Void {
    { name in
      let tag = tabs.first { $0.name == name }?.tag
      if let value = tag?.base as? Selection { selection.wrappedValue = value }
    }
  }

  private func chooser(_ tabs: [TabDescription], shown: String) -> some View {
    let names = tabs.map(\.name)
    var element = Element(.tab)
    (element.value, element.choices) = (shown, names)
    return ElementView(element, label: Text("Tab")) { [host] input in
      choose(input, names, host)
    }
  }
}

extension TabView where Selection == Int {
  /// A tab view that begins with its first tab.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.init(selection: nil, content: content)
  }
}

@MainActor
private func choose(_ input: ElementInput, _ names: [String], _ host: TabsHost?) -> ElementReply {
  guard case .value(let word) = input else {
    return .needsValue(prompt: "Tab", isSecret: false, isMultiline: false)
  }
  let byNumber = Int(word).flatMap { names.indices.contains($0 - 1) ? names[$0 - 1] : nil }
  let name = names.first { $0.lowercased() == word.lowercased() } ?? byNumber
  guard let name else {
    let near = nearest(to: word, among: names).map { " Did you mean '\($0)'?" } ?? ""
    return .refused("There is no tab '\(word)'." + near)
  }
  host?.select(name)
  return .done
}

/// One view of a tab view.
struct TabDescription {
  var name: String
  var tag: AnyHashable?
  var content: AnyView

  /// The views of a tab view, each with a name of its own.
  @MainActor
  static func all(in content: some View) -> [TabDescription] {
    var tabs: [TabDescription] = []
    collect(content, into: &tabs)
    for index in tabs.indices {
      if tabs[index].name.isEmpty { tabs[index].name = "\(index + 1)" }
      let taken = tabs[..<index].map(\.name)
      while taken.contains(tabs[index].name) { tabs[index].name += " (\(index + 1))" }
      if tabs[index].tag == nil { tabs[index].tag = AnyHashable(index) }
    }
    return tabs
  }

  /// Looks into the builder's views for those that are tabs.
  @MainActor
  static func collect(_ content: some View, into tabs: inout [TabDescription]) {
    if let source = content as? any TabSource { return source.collectTabs(into: &tabs) }
    tabs.append(TabDescription(name: "", tag: nil, content: AnyView(content)))
  }
}

/// A view that knows which tabs it stands for.
@MainActor
protocol TabSource {
  func collectTabs(into tabs: inout [TabDescription])
}
