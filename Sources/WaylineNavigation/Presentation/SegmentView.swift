import WaylineGraph
import WaylineViews

/// The screens of a stack from its root, or from one that stands in front, to the next in front.
struct SegmentView<Screen> {
  let host: StackHost
  /// The part of the stack, and what stands in front of it.
  let part: @MainActor () -> (segment: Segment?, next: NavigationEntry?)
  /// The screen with which the part of the stack begins.
  let screen: @MainActor (NavigationEntry) -> Screen
}

extension SegmentView: View where Screen: View {
  /// The screens of the part, each in a layer of its own.
  typealias Layers = Identified<
    PathLayers<Segment, NavigationEntry, Screen, EntryScreen>, NavigationEntry.ID
  >

  // NB: spelled out, so that the runtime need not find out whether its parts are views.
  var body: Presented<Layers?, AnyView> {
    let (segment, next) = part()
    let modal = next.flatMap { $0.isBound ? nil : Modal($0) }
    return Presented(
      base: segment.map { layers(of: $0) }, layer: modal.map { layer(of: $0.presentation) },
      id: modal?.id
    ) {
      AnyView(SegmentView<EntryScreen>(host: host, from: modal))
    }
  }

  @MainActor private func layers(of segment: Segment) -> Layers {
    let layers = PathLayers(root: screen(segment.first), path: segment) { [host] entry in
      EntryScreen(entry: entry, host: host)
    }
    return Identified(layers, id: segment.first.id)
  }
}

extension SegmentView {
  /// The screens from one that stands in front.
  init(host: StackHost, from modal: Modal?) where Screen == EntryScreen {
    self.host = host
    part = { host.segment(from: modal?.id) }
    screen = { EntryScreen(entry: $0, host: host) }
  }

  /// The screens from the root.
  @MainActor init<Root: View>(host: StackHost, root: Root)
  where Screen == EnvironmentWriter<Root> {
    self.host = host
    part = { host.segment(from: nil) }
    screen = { root.place(host.place(of: $0)) }
  }
}

/// A screen that stands in front.
struct Modal: Hashable {
  let id: NavigationEntry.ID
  let presentation: NavigationEntry.Presentation

  init(_ entry: NavigationEntry) {
    (id, presentation) = (entry.id, entry.presentation)
  }

  init(id: NavigationEntry.ID, presentation: NavigationEntry.Presentation) {
    (self.id, self.presentation) = (id, presentation)
  }
}

/// A part of a trail: from its root or a screen in front to the screen below the next in front.
struct Segment: LayerPath {
  let first: NavigationEntry
  private let trail: Trail

  /// The part that begins with a screen in front, or with the root, and the one that ends it.
  /// - Complexity: O(sheets and covers above the part).
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

  /// The screens above the first that have ended, and those that have begun.
  func difference(from old: Segment?) -> (removed: [NavigationEntry], added: [NavigationEntry]) {
    let bottom = old?.trail ?? trail.through(first.id)
    return bottom.map { trail.difference(from: $0) } ?? ([], [])
  }
}

/// One screen of a stack.
///
/// A stack may hold very many of them, so it is a plain view without type parameters: what the body
/// consists of is known without asking the runtime.
struct EntryScreen: View {
  let entry: NavigationEntry
  let host: StackHost

  var body: some View {
    host.content(of: entry).place(host.place(of: entry))
  }
}
