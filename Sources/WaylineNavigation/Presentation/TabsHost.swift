import WaylineGraph
import WaylineViews

/// A tab view that is shown: which of its tabs, and the binding that may choose it.
@MainActor
final class TabsHost: JoinedObject {
  /// Its position among the tab views of the same parent.
  private(set) var ordinal = 0

  private let place: NavigationPlace?
  private let graph: Graph
  private let screens = Source()
  private var id: NavigationState.TabsID?
  private var mirrored: String?
  private var write: (@MainActor (String) -> Void)?
  private var alone = ""

  init(in node: Node) {
    place = node.environment.values.place
    graph = node.graph
  }

  deinit {
    // A node lets go of what it keeps on the main actor only.
    MainActor.assumeIsolated { [id, place] in
      if let id { place?.router.unmount(tabs: id) }
    }
  }
}

extension TabsHost {
  /// The screen or tab that shows it.
  var parent: NavigationContext? { place?.context }

  /// Called by each body run: the names of the tabs, and the one that the program wants.
  /// - Returns: The one that is shown.
  func follow(
    _ tags: [String], wish: String?, write: (@MainActor (String) -> Void)?
  ) -> String {
    screens.didRead()
    self.write = write
    guard let place, let first = tags.first else { return selectAlone(tags, wish) }
    let selected = wish.flatMap { tags.contains($0) ? $0 : nil } ?? first
    let isNew = id == nil
    if isNew { ordinal = place.router.scene.nextTabsOrdinal(in: place.context) }
    let id = place.router.mount { [ordinal] in
      $0.mountTabs(in: place.context, ordinal: ordinal, tags: tags, selected: selected)
    }
    self.id = id
    if isNew { place.router.scene.add(self, as: id) }
    mirror(wish, of: id, in: place.router)
    return place.router.selected(id) ?? selected
  }

  /// A person chooses a tab.
  func select(_ tag: String) {
    guard let place, let id else {
      alone = tag
      return screens.didChange()
    }
    place.router.submit { $0.step(.select(tag, in: id)) }
  }

  /// Some tab view shows another tab.
  func changed() {
    screens.didChange()
    guard let id, let shown = place?.router.selected(id), shown != mirrored else { return }
    mirrored = shown
    write?(shown)
  }

  /// The context of the views in a tab.
  func place(of tag: String) -> NavigationPlace? {
    guard let place, let id else { return nil }
    return NavigationPlace(
      router: place.router, host: place.host, context: .tab(id, tag), entry: place.entry,
      isRoot: place.isRoot)
  }

  private func mirror(_ wish: String?, of id: NavigationState.TabsID, in router: Router) {
    guard let wish, wish != mirrored else { return }
    mirrored = wish
    guard router.selected(id) != wish else { return }
    graph.enqueueEffect {
      router.submit(cause: .binding) { $0.step(.select(wish, in: id)) }
    }
  }

  private func selectAlone(_ tags: [String], _ wish: String?) -> String {
    if let wish, wish != mirrored { (mirrored, alone) = (wish, wish) }
    return tags.contains(alone) ? alone : tags.first ?? ""
  }
}

extension Router {
  /// The tab that a tab view shows.
  func selected(_ tabs: NavigationState.TabsID) -> String? {
    stored.tabs.first { $0.id == tabs }?.selected
  }

  /// A tab view has left the tree of views.
  func unmount(tabs: NavigationState.TabsID) {
    scene.remove(tabs)
    mount { $0.unmountTabs(tabs) }
  }
}
