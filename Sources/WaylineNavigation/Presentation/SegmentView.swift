import WaylineGraph
import WaylineViews

// NB: like all views that are part of every program, it binds its parameter to nothing: whether it
// conforms is known where it is used, and asking the runtime costs the first screen dearly.
/// The screens of a stack from its root, or from a modal, to the one below the next modal.
struct SegmentView<Screen> {
  let stack: MountedStack
  /// The modal that the screens begin with; nil for the root of the stack.
  let start: NavigationEntry.ID?
  /// Makes the first screen.
  let screen: @MainActor (NavigationEntry) -> Screen
}

extension SegmentView: View, PrimitiveView where Screen: View {
  static func make(_ view: Self, in context: NodeContext) -> PathNode {
    PathNode(SegmentPath(view), in: context)
  }

  static func update(_ node: PathNode, to view: Self) {
    // The function above has made the node, with a path of this type.
    unsafeDowncast(node.path, to: SegmentPath<Screen>.self).show(view, in: node)
  }
}

extension SegmentView {
  /// Creates the segment that begins with a modal.
  init(stack: MountedStack, from modal: Modal?) where Screen == EntryScreen {
    (self.stack, start) = (stack, modal?.id)
    screen = { EntryScreen(entry: $0, stack: stack) }
  }

  /// Creates the segment that begins with the root.
  @MainActor init<Root: View>(stack: MountedStack, root: Root)
  where Screen == EnvironmentWriter<Root> {
    (self.stack, start) = (stack, nil)
    screen = { root.position(stack.position(of: $0)) }
  }
}

/// The screens of a segment as layers, each made when its visit begins, and the modal above them.
private final class SegmentPath<Screen: View>: LayerPath {
  private var view: SegmentView<Screen>
  /// The segment and the modal that were read last.
  private var present: (segment: Segment?, next: NavigationEntry?)
  private var shown: Segment?
  private var modal: Modal?

  init(_ view: SegmentView<Screen>) { self.view = view }

  /// Shows the first screen of another value of the view.
  func show(_ new: SegmentView<Screen>, in layers: PathNode) {
    if new.stack !== view.stack || new.start != view.start { layers.invalidate() }
    view = new
    guard let first = shown?.first else { return }
    layers.updateFirst { Screen._updateNode($0, to: new.screen(first)) }
  }

  func read() { present = view.stack.segment(from: view.start) }

  func arrange(_ layers: PathNode) {
    let (old, new) = (shown, present.segment)
    shown = new
    if let old, let new, old.start == new.start {
      let (removed, added) = new.trail.difference(from: old.trail)
      layers.splice(removing: removed.count, adding: added.count) { index, context in
        makeScreen(of: added[index], in: context)
      }
    } else {
      let entries = new?.entries ?? []
      layers.splice(removing: layers.layerCount, adding: entries.count) { index, context in
        index > 0
          ? makeScreen(of: entries[index], in: context)
          : Screen._makeNode(view.screen(entries[0]), in: context)
      }
    }
    show(present.next.flatMap { $0.isBound ? nil : Modal($0) }, above: layers)
  }

  private func makeScreen(of entry: NavigationEntry, in context: NodeContext) -> ViewNode {
    EntryScreen._makeNode(EntryScreen(entry: entry, stack: view.stack), in: context)
  }

  /// Presents a modal; the one that is presented already stays, since its visit decides its content.
  private func show(_ new: Modal?, above layers: PathNode) {
    guard new != modal else { return }
    modal = new
    guard let new else { return layers.dismiss() }
    layers.present(
      SegmentView<EntryScreen>(stack: view.stack, from: new), in: new.layer,
      position: new.position(in: view.stack))
  }
}

/// The entry of a sheet or a cover.
struct Modal: Hashable {
  let id: NavigationEntry.ID
  let presentation: NavigationEntry.Presentation

  init(_ entry: NavigationEntry) {
    (id, presentation) = (entry.id, entry.presentation)
  }

  init(id: NavigationEntry.ID, presentation: NavigationEntry.Presentation) {
    (self.id, self.presentation) = (id, presentation)
  }

  /// The layer of a page that shows the modal; its content gives the title.
  var layer: Page.Layer { presentation == .cover ? .cover("") : .sheet("") }

  /// Returns the present position of the modal among those of its scene.
  func position(in stack: MountedStack?) -> @MainActor () -> Int? {
    { [weak stack, id] in stack?.position(ofModal: id) }
  }
}

/// A part of a trail: from its root or a modal to the entry below the next modal.
struct Segment {
  /// The modal that it begins with; nil for the root.
  let start: NavigationEntry.ID?
  /// The entries from the root of the stack.
  let trail: Trail

  /// The entry that it begins with.
  var first: NavigationEntry? {
    start.map { start in trail.first { $0.id == start } } ?? trail.first
  }

  /// The entries, from the bottom to the top.
  var entries: [NavigationEntry] {
    guard let start else { return trail.reversed() }
    let above = trail.prefix { $0.id != start }
    return (above + [first].compactMap { $0 }).reversed()
  }

  /// Finds the segment that begins with a modal, or with the root, and the modal that ends it.
  /// - Complexity: O(sheets and covers above the segment).
  static func find(
    from start: NavigationEntry.ID?, in trail: Trail?
  ) -> (segment: Segment?, next: NavigationEntry?) {
    guard var trail else { return (nil, nil) }
    var next: NavigationEntry?
    while let modal = trail.throughModal {
      if modal.last.id == start { return (Segment(start: start, trail: trail), next) }
      guard let below = modal.below else { break }
      (next, trail) = (modal.last, below)
    }
    return start == nil ? (Segment(start: nil, trail: trail), next) : (nil, nil)
  }
}

/// One screen of a stack.
///
/// A stack may hold very many of them, so it is a plain view without type parameters: the type of
/// its body is known without asking the runtime.
struct EntryScreen: View {
  let entry: NavigationEntry
  let stack: MountedStack

  var body: some View {
    stack.content(of: entry).position(stack.position(of: entry))
  }
}

// The states of a screen belong to its position: another run gives the same visit another number.
extension NavigationEntry.ID: VisitIdentity {}
