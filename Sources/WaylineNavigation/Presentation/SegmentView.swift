import WaylineGraph
import WaylineViews

/// The screens of a stack from its root, or from a modal, to the one below the next modal.
struct SegmentView<Screen> {
  let stack: MountedStack
  /// The entries of the segment, and the modal above it.
  let part: @MainActor () -> (segment: Segment?, next: NavigationEntry?)
  /// Makes the first screen of the segment.
  let screen: @MainActor (NavigationEntry) -> Screen
  /// A push or a pop evaluates this view again, and leaves its first screen as it is.
  private let origin = LayerOrigin()
}

extension SegmentView: View where Screen: View {
  /// The screens of the segment, each in a layer of its own.
  typealias Layers = Identified<
    PathLayers<Segment, NavigationEntry, Screen, EntryScreen>, NavigationEntry.ID
  >

  // NB: spelled out, so that the runtime need not find out whether its parts are views.
  var body: Presented<Layers?, AnyView> {
    let (segment, next) = part()
    let modal = next.flatMap { $0.isBound ? nil : Modal($0) }
    return Presented(
      base: segment.map { layers(of: $0) }, layer: modal?.layer, id: modal?.id,
      position: modal?.position(in: stack)
    ) {
      AnyView(SegmentView<EntryScreen>(stack: stack, from: modal))
    }
  }

  @MainActor private func layers(of segment: Segment) -> Layers {
    let layers = PathLayers(
      root: screen(segment.first), from: origin, path: segment
    ) { [stack] entry in
      EntryScreen(entry: entry, stack: stack)
    }
    return Identified(layers, id: segment.first.id)
  }
}

extension SegmentView {
  /// Creates the segment that begins with a modal.
  init(stack: MountedStack, from modal: Modal?) where Screen == EntryScreen {
    self.stack = stack
    part = { stack.segment(from: modal?.id) }
    screen = { EntryScreen(entry: $0, stack: stack) }
  }

  /// Creates the segment that begins with the root.
  @MainActor init<Root: View>(stack: MountedStack, root: Root)
  where Screen == EnvironmentWriter<Root> {
    self.stack = stack
    part = { stack.segment(from: nil) }
    screen = { root.position(stack.position(of: $0)) }
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
struct Segment: LayerPath {
  let first: NavigationEntry
  private let trail: Trail

  /// Finds the segment that begins with a modal, or with the root, and the modal that ends it.
  /// - Complexity: O(sheets and covers above the segment).
  static func find(
    from start: NavigationEntry.ID?, in trail: Trail?
  ) -> (segment: Segment?, next: NavigationEntry?) {
    guard var trail else { return (nil, nil) }
    var next: NavigationEntry?
    while let modal = trail.throughModal {
      if modal.last.id == start { return (Segment(first: modal.last, trail: trail), next) }
      guard let below = modal.below else { break }
      (next, trail) = (modal.last, below)
    }
    return start == nil ? (Segment(first: trail.first, trail: trail), next) : (nil, nil)
  }

  /// True if another segment begins with the same entry.
  func beginsLike(_ old: Segment?) -> Bool { old?.first == first }

  /// The entries above the first one that have ended, and those that have begun.
  func difference(from old: Segment?) -> (removed: [NavigationEntry], added: [NavigationEntry]) {
    let bottom = old?.trail ?? trail.through(first.id)
    return bottom.map { trail.difference(from: $0) } ?? ([], [])
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
