import WaylineGraph
import WaylineViews

/// The screens of a stack from its root, or from one that stands in front, to the next in front.
struct SegmentView<Root: View>: View {
  let host: StackHost
  let start: Modal?
  let root: Root

  var body: some View {
    let segment = host.segment(from: start?.id)
    let next = segment.next.flatMap {
      $0.isBound ? nil : Modal(id: $0.id, presentation: $0.presentation)
    }
    Presented(
      base: Layers(segment.screens, id: \.id) { entry in
        EntryScreen(entry: entry, host: host, root: root)
      },
      layer: next.map { layer(of: $0.presentation) }, id: next?.id
    ) {
      AnyView(SegmentView<EmptyView>(host: host, start: next))
    }
  }
}

extension SegmentView where Root == EmptyView {
  init(host: StackHost, start: Modal?) {
    self.init(host: host, start: start, root: EmptyView())
  }
}

/// One screen of a stack.
struct EntryScreen<Root: View>: View {
  @Environment(\.place) private var place
  let entry: NavigationEntry
  let host: StackHost
  let root: Root

  var body: some View {
    Group {
      if entry.presentation == .root {
        root
      } else {
        host.content(of: entry)
      }
    }
    .environment(\.place, placeOfEntry)
  }

  private var placeOfEntry: NavigationPlace? {
    place.map {
      NavigationPlace(
        router: $0.router, host: host, context: .entry(entry.id), entry: entry.id,
        isRoot: entry.presentation == .root)
    }
  }
}
