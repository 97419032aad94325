import WaylineGraph
import WaylineViews

/// The modifier behind every presentation that a binding drives.
struct BoundPresentation<Item, Destination: View> {
  @Joined<BoundPresenter> private var presenter
  @Binding private var item: Item?
  private let presentation: NavigationEntry.Presentation
  private let key: (Item) -> AnyHashable
  private let route: (Item) -> Route?
  private let onEnd: (@MainActor () -> Void)?
  private let destination: @MainActor (Item) -> Destination

  nonisolated init(
    _ item: Binding<Item?>, as presentation: NavigationEntry.Presentation,
    key: @escaping (Item) -> AnyHashable, route: @escaping (Item) -> Route? = { _ in nil },
    onEnd: (@MainActor () -> Void)? = nil,
    destination: @escaping @MainActor (Item) -> Destination
  ) {
    _item = item
    self.presentation = presentation
    self.key = key
    self.route = route
    self.onEnd = onEnd
    self.destination = destination
  }

}

extension BoundPresentation: ViewModifier {
  func body(content: Content) -> some View {
    let modal = follow()
    return Presented(base: content, layer: modal.map { layer(of: $0.presentation) }, id: modal?.id)
    {
      presenter?.host.map { SegmentView(host: $0, from: modal) }
    }
  }

  /// Tells the presenter what the binding holds now.
  /// - Returns: The screen in front, when the binding shows one there.
  @MainActor private func follow() -> Modal? {
    presenter?.follow(item.map { BoundItem(key: key($0), value: $0) }, link)
    guard presentation.isModal, let entry = presenter?.entry else { return nil }
    return Modal(id: entry, presentation: presentation)
  }

  // NB: the closures must not hold the modifier, which holds the presenter that keeps them.
  @MainActor private var link: BoundPresenter.Link {
    let (item, destination, route) = (_item, destination, route)
    return BoundPresenter.Link(
      presentation: presentation,
      write: { item.wrappedValue = $0?.value as? Item },
      make: { ($0.value as? Item).map { AnyView(destination($0)) } ?? AnyView(EmptyView()) },
      route: { ($0.value as? Item).flatMap(route) },
      onEnd: onEnd)
  }
}

/// The layer in which a page tells a screen in front.
func layer(of presentation: NavigationEntry.Presentation) -> Page.Layer {
  presentation == .cover ? .cover("") : .sheet("")
}
