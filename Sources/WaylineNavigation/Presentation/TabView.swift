import WaylineGraph
import WaylineSystem
import WaylineViews

/// Shows one of several views; each keeps its own state and its own stacks.
///
/// ```swift
/// TabView {
///   Text("2 books").tabItem { Text("Books") }
///   Text("3 members").tabItem { Text("Members") }
/// }
/// ```
///
/// Prints `[1] Tab: Books (Books, Members)`, then the selected view: above it, since the view may be a long
/// list. Source: SwiftUI's `TabView`.
public struct TabView<Selection: Hashable, Content: View> {
  @NodeStorage<MountedTabs> private var mounted
  private let selection: Binding<Selection>?
  private let content: Content

  /// Creates a tab view whose selection is stored in a binding, as the tag of a view.
  nonisolated public init(
    selection: Binding<Selection>?, @ViewBuilder content: () -> Content
  ) {
    self.selection = selection
    self.content = content()
  }
}

extension TabView: View {
  /// The element that selects a view, and the selected view.
  public var body: some View {
    let tabs = TabDescription.all(in: content, environment: mounted?.environment)
    let shown = mounted?.follow(tabs.map(\.name), selection.map { link($0, tabs) })
    chooser(tabs, shown: shown ?? "")
    Layers(tabs, id: \.name, selection: shown) { [mounted] tab in
      EnvironmentWriter(tab.content) { values in
        values.position = mounted?.position(of: tab.name)
        if values.isInUnnamedTab != tab.isUnnamed { values.isInUnnamedTab = tab.isUnnamed }
      }
    }
  }

  // NB: the closures must not retain the view, which retains the object that stores them.
  @MainActor private func link(
    _ selection: Binding<Selection>, _ tabs: [TabDescription]
  ) -> MountedTabs.Link {
    MountedTabs.Link(
      read: {
        let values = selection.wrappedValue.fittingTags
        return tabs.first { $0.tag.map(values.contains) ?? false }?.name
      },
      write: { name in
        let tag = tabs.first { $0.name == name }?.tag
        if let value = tag?.base as? Selection { selection.wrappedValue = value }
      })
  }

  private func chooser(_ tabs: [TabDescription], shown: String) -> some View {
    let names = tabs.map(\.name)
    var element = Element(.tab)
    (element.value, element.choices) = (shown, names)
    return ElementView(element, label: Text("Tab")) { [mounted] input in
      choose(input, names, shown, mounted)
    }
  }
}

extension TabView where Selection == Int {
  /// Creates a tab view that begins with its first tab.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.init(selection: nil, content: content)
  }
}

@MainActor
private func choose(
  _ input: ElementInput, _ names: [String], _ shown: String, _ mounted: MountedTabs?
) -> ElementReply {
  guard case .value(let word) = input else {
    return .needsValue(ValueRequest(prompt: "Tab", present: shown))
  }
  let choices = Choices(names: names)
  let byPlace = choices.place(word).map { names[$0] }
  let name = names.first { $0.lowercased() == word.lowercased() } ?? byPlace
  guard let name else {
    return .refused("There is no tab '\(SafeText.line(of: word))'. Choose \(choices.listed).")
  }
  mounted?.select(name)
  return .done
}

/// One view of a tab view.
struct TabDescription {
  /// The name, unique among the tabs; empty while they are collected.
  var name = ""
  /// The view that the name is the text of; nil for a view without a name.
  var label: (any View)?
  var tag: AnyHashable?
  var content: AnyView

  /// True if its name is its number.
  var isUnnamed: Bool { label == nil }

  /// The views of a tab view, each with a unique name.
  @MainActor
  static func all(in content: some View, environment: EnvironmentScope?) -> [TabDescription] {
    var tabs: [TabDescription] = []
    collect(content, into: &tabs)
    for index in tabs.indices {
      tabs[index].name = tabs[index].label.map { text(of: $0, environment) } ?? ""
      if tabs[index].name.isEmpty { tabs[index].name = "\(index + 1)" }
      let taken = tabs[..<index].map(\.name)
      while taken.contains(tabs[index].name) { tabs[index].name += " (\(index + 1))" }
      if tabs[index].tag == nil { tabs[index].tag = AnyHashable(index) }
    }
    return tabs
  }

  /// Collects the tabs among the views of a builder.
  ///
  /// The label and the tag of a view are those of the view that a modifier was applied to.
  @MainActor
  static func collect(_ content: some View, into tabs: inout [TabDescription]) {
    if let source = content as? any TabSource { return source.collectTabs(into: &tabs) }
    var tab = TabDescription(label: nil, tag: nil, content: AnyView(content))
    if let modified = (content as? any ModifiedView)?.modifiedView {
      var inner: [TabDescription] = []
      collect(modified, into: &inner)
      guard let first = inner.first else { return }
      if inner.count > 1 { reportSeveral(inner.count) }
      if inner.count == 1 { (tab.label, tab.tag) = (first.label, first.tag) }
    }
    tabs.append(tab)
  }

  private static func reportSeveral(_ count: Int) {
    Misuse.report(
      "A modifier was applied to \(count) views of a TabView together, which makes one tab of them. "
        + "Apply it to each of the views.")
  }

  /// The text of a label as one line; empty when it has none.
  ///
  /// A label made of other views than a text is shown by itself, to see what it prints.
  @MainActor
  private static func text(of label: any View, _ environment: EnvironmentScope?) -> String {
    if let text = label as? Text { return SafeText.line(of: text.plain) }
    if let words = (label as? any TitledLabel)?.titleWords { return SafeText.line(of: words) }
    return ViewHost.text(of: label, in: environment)
  }
}

private enum UnnamedTabKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

extension EnvironmentValues {
  /// True in a tab for which the tab view found no name.
  var isInUnnamedTab: Bool {
    get { self[UnnamedTabKey.self] }
    set { self[UnnamedTabKey.self] = newValue }
  }
}

/// A view that represents tabs.
@MainActor
protocol TabSource {
  func collectTabs(into tabs: inout [TabDescription])
}

/// A mounted tab view: its selection, and the binding that may change it.
@MainActor
final class MountedTabs: NodeObject {
  /// The position among the tab views of the same parent.
  private(set) var ordinal = 0

  /// The environment of the tab view.
  let environment: EnvironmentScope
  private let position: NavigationPosition?
  private let screens = Source()
  private var id: NavigationState.TabsID?
  private var link: Link?
  /// The tab that the binding names, as the last body saw it or as it was written since; nil while
  /// it names none of the tabs.
  private var requested: String?
  /// The tab that was selected when the binding was last looked at.
  private var known: String?
  /// The selection outside of a scene.
  private var ownSelection = ""

  /// The binding of a selection, by the names of the tabs.
  struct Link {
    let read: @MainActor () -> String?
    let write: @MainActor (String) -> Void
  }

  init(in node: Node) {
    environment = node.environment
    position = node.environment.values.position
  }

  deinit {
    // A node releases its storage on the main actor only.
    MainActor.assumeIsolated { [id, position] in
      guard let id, let position else { return }
      position.router.mounted.remove(id, in: position.context)
      position.router.mount { $0.unmountTabs(id) }
    }
  }

  /// Called by each body run with the names of the tabs, and the selection of the program.
  /// - Returns: The selected tab.
  func follow(_ tags: [String], _ link: Link?) -> String {
    screens.didRead()
    self.link = link
    let requested = link?.read()
    let isRequested = requested != nil && requested != self.requested
    self.requested = requested
    guard let position, let first = tags.first else { return selectOwn(tags, isRequested) }
    let (router, isNew) = (position.router, id == nil)
    if isNew { ordinal = router.mounted.nextTabsOrdinal(in: position.context) }
    let id = router.mount { [ordinal] in
      $0.mountTabs(
        in: position.context, ordinal: ordinal, tags: tags, selected: requested ?? first)
    }
    self.id = id
    known = router.stored.selected(in: id)
    if isNew { router.mounted.add(self, as: id, in: position.context) }
    if isRequested, requested != known { router.noteChange(of: .tabs(id)) }
    return known ?? first
  }

  /// Selects a tab for the user.
  func select(_ tag: String) {
    guard let position, let id else {
      ownSelection = tag
      return screens.didChange()
    }
    position.router.submit(.step(.select(tag, in: id)))
  }

  /// Marks the view as stale.
  func didChange() { screens.didChange() }

  /// The position of the views in a tab.
  func position(of tag: String) -> NavigationPosition? {
    guard let position, let id else { return nil }
    return NavigationPosition(
      router: position.router, stack: position.stack, context: .tab(id, tag),
      entry: position.entry, isRoot: position.isRoot)
  }

  private func selectOwn(_ tags: [String], _ isRequested: Bool) -> String {
    if isRequested, let requested { ownSelection = requested }
    return tags.contains(ownSelection) ? ownSelection : tags.first ?? ""
  }
}

extension MountedTabs: BoundView {
  var requestedChange: BoundChange? {
    guard let requested, let id, let position,
      requested != position.router.stored.selected(in: id)
    else { return nil }
    return BoundChange(
      source: .tabs(id), context: position.context,
      open: { $0.step(.select(requested, in: id)) })
  }

  // A tab that is shown because the selected one is missing is not written.
  func writeBack() {
    guard let id, let link, let selected = position?.router.stored.selected(in: id),
      selected != (requested ?? known)
    else { return }
    known = selected
    guard link.read() == requested else { return }
    requested = selected
    link.write(selected)
  }
}
