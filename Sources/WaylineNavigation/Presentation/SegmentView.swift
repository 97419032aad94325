import WaylineGraph
import WaylineViews

/// The screens of a stack from its root, or from one that stands in front, to the next in front.
struct SegmentView<Start: SegmentStart>: View {
  let host: StackHost
  let start: Start

  var body: some View {
    let (segment, next) = host.segment(from: start.entry)
    let modal = next.flatMap { $0.isBound ? nil : Modal($0) }
    Presented(
      base: segment.map { layers(of: $0) }, layer: modal.map { layer(of: $0.presentation) },
      id: modal?.id
    ) {
      AnyView(SegmentView<FrontStart>(host: host, start: FrontStart(modal: modal)))
    }
  }

  private func layers(of segment: Segment) -> some View {
    PathLayers(root: start.screen(of: segment.first, in: host), path: segment) { [host] entry in
      EntryScreen(entry: entry, host: host)
    }
    .id(segment.first.id)
  }
}

/// The screen with which a part of a stack begins.
@MainActor
protocol SegmentStart {
  associatedtype Screen: View
  /// What stands in front; nil for the root.
  var entry: NavigationEntry.ID? { get }
  func screen(of entry: NavigationEntry, in host: StackHost) -> Screen
}

/// The root of a stack.
struct RootStart<Root: View>: SegmentStart {
  let root: Root
  var entry: NavigationEntry.ID? { nil }

  func screen(of entry: NavigationEntry, in host: StackHost) -> some View {
    root.environment(\.place, host.place(of: entry))
  }
}

/// A screen that stands in front of others.
struct FrontStart: SegmentStart {
  let modal: Modal?

  var entry: NavigationEntry.ID? { modal?.id }

  func screen(of entry: NavigationEntry, in host: StackHost) -> EntryScreen {
    EntryScreen(entry: entry, host: host)
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
    host.content(of: entry).environment(\.place, host.place(of: entry))
  }
}
