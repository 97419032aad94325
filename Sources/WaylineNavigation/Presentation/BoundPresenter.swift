import WaylineGraph
import WaylineViews

/// Keeps a binding and a screen of the stack equal: each follows the other.
///
/// The binding owns the screen. Its value is never saved, and the screen returns only when the
/// binding is written again, as `undo`, `redo` and `forward` do; a request that is refused is written
/// back at once.
@MainActor
final class BoundPresenter: NodeObject {
  /// The identity of the binding in the navigation state; that of a screen which it shows again.
  private(set) var owner: PresentationOwner

  private weak var node: Node?
  private let position: NavigationPosition?
  private let graph: Graph
  private let screen = Source()
  private let presence = Source()
  /// The value of the binding, as the last body saw it or as it was written since.
  private var value: BoundItem?
  private var presented: Presented?
  private var link: Link?

  /// The value that is presented.
  private struct Presented {
    var entry: NavigationEntry.ID
    var item: BoundItem
  }

  /// The modifier as its last body described it.
  struct Link {
    let presentation: NavigationEntry.Presentation
    /// Reads the present value of the binding.
    let read: @MainActor () -> BoundItem?
    /// Writes another value to the binding, or nil.
    let write: @MainActor (BoundItem?) -> Void
    /// Makes the screen of a value.
    let make: @MainActor (BoundItem) -> AnyView
    /// The place that a value names, if it names one.
    let route: @MainActor (BoundItem) -> Route?
    /// The action of the program when the screen has ended.
    let onEnd: (@MainActor () -> Void)?
  }

  init(in node: Node) {
    (graph, self.node) = (node.graph, node)
    position = node.environment.values.position
    owner = position?.router.mount { $0.makeOwner() } ?? PresentationOwner(number: 0)
    position?.router.mounted.add(self)
  }

  deinit {
    // A node releases its storage on the main actor only.
    MainActor.assumeIsolated { [owner, router = position?.router] in
      router?.mounted.remove(owner)
      router?.noteEnd(of: owner)
    }
  }
}

/// The place of a modifier that presents something: the same when its screen has been opened again.
package struct PresenterPlace: Hashable {
  let context: NavigationContext
  let way: UInt64

  @MainActor
  init?(of node: Node?, in position: NavigationPosition?) {
    guard let node, let position else { return nil }
    (context, way) = (position.context, ViewHost.way(to: node))
  }
}

/// A value of a binding that retains a coordinator.
protocol CoordinatorHolder {}

/// The value of a binding, compared by its key, because an item need not be comparable.
struct BoundItem: Equatable {
  let key: AnyHashable
  let value: Any

  /// True if keeping the value would keep an object alive.
  var isObject: Bool { type(of: value) is AnyClass || value is any CoordinatorHolder }

  static func == (left: Self, right: Self) -> Bool { left.key == right.key }
}

// MARK: - From the binding to the router

extension BoundPresenter {
  /// The stack in which the screens appear.
  var stack: MountedStack? { position?.stack }

  /// Called by each body run of the modifier with the value of its binding.
  func follow(_ value: BoundItem?, _ link: Link) {
    self.value = value
    self.link = link
    if value != present { position?.router.noteChange(of: .presentation(owner)) }
    guard let value, value == present else { return }
    presented?.item = value
    graph.enqueueEffect { self.screen.didChange() }
  }

  /// The screen that is presented for the binding; nil when there is none.
  var entry: NavigationEntry.ID? {
    presence.didRead()
    return presented?.entry
  }

  /// True if it presents a screen.
  var isPresenting: Bool { presented != nil }

  /// The view of the screen of a visit.
  func content(of entry: NavigationEntry.ID) -> AnyView {
    screen.didRead()
    guard let presented, presented.entry == entry, let link else { return AnyView(EmptyView()) }
    return link.make(presented.item)
  }

  private var present: BoundItem? { presented?.item }

  /// The place of the modifier, which is the same when its screen has been opened again.
  var place: PresenterPlace? { PresenterPlace(of: node, in: position) }
}

extension BoundPresenter: BoundView {
  var requestedChange: BoundChange? {
    guard value != present, let link, let position else { return nil }
    let (owner, stack, form) = (owner, position.stack.id, link.presentation)
    var change = BoundChange(source: .presentation(owner), context: position.context, item: value)
    if present != nil { change.end = { $0.step(.hide(owner)) } }
    if let value, case let route = link.route(value) {
      change.open = { $0.step(.show(owner, route, as: form, in: stack)) }
    }
    return change
  }

  func writeBack() {
    guard value != present, let link, link.read() == value else { return }
    value = present
    link.write(present)
  }
}

// MARK: - From the router to the binding

extension BoundPresenter {
  /// Called when a visit has begun, with the value that the binding requested, or by a recall.
  func didBegin(_ entry: NavigationEntry, with requested: BoundItem?) {
    let mounted = position?.router.mounted
    guard let item = requested ?? mounted?.keptItem(of: entry.id) else { return }
    if case .binding(let shown) = entry.owner, shown != owner {
      mounted?.remove(owner)
      owner = shown
      mounted?.add(self)
    }
    presented = Presented(entry: entry.id, item: item)
    screen.didChange()
    presence.didChange()
  }

  /// Called when a visit has ended, at the request of the binding or for any other reason.
  ///
  /// The value is kept for `undo`; an object, such as a coordinator, only after a verb that `forward` or
  /// `redo` reverts.
  func didEnd(_ entry: NavigationEntry.ID, byReturning: Bool) {
    guard let ended = presented, ended.entry == entry else { return }
    if byReturning || !ended.item.isObject {
      position?.router.mounted.keep(ended.item, of: entry, at: place)
    }
    presented = nil
    screen.didChange()
    presence.didChange()
    guard let onEnd = link?.onEnd else { return }
    // The views of the screen leave with the next bodies; their effects come before the owner's action.
    graph.enqueueEffect { [graph] in graph.enqueueEffect(onEnd) }
  }
}

// MARK: - The modifier

/// The modifier behind every presentation that a binding drives.
struct BoundPresentation<Item, Destination: View> {
  @NodeStorage<BoundPresenter> private var presenter
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
    presenter?.follow(Self.bound(item, by: key), link)
    let entry = presentation.isModal ? presenter?.entry : nil
    let modal = entry.map { Modal(id: $0, presentation: presentation) }
    return Presented(
      base: content, layer: modal?.layer, id: modal?.id,
      position: modal?.position(in: presenter?.stack)
    ) {
      presenter?.stack.map { SegmentView(stack: $0, from: modal) }
    }
  }

  // NB: the closures must not retain the modifier, which retains the presenter that stores them.
  @MainActor private var link: BoundPresenter.Link {
    let (item, key, destination, route) = (_item, key, destination, route)
    return BoundPresenter.Link(
      presentation: presentation,
      read: { Self.bound(item.wrappedValue, by: key) },
      write: { item.wrappedValue = $0?.value as? Item },
      make: { ($0.value as? Item).map { AnyView(destination($0)) } ?? AnyView(EmptyView()) },
      route: { ($0.value as? Item).flatMap(route) },
      onEnd: onEnd)
  }

  private static func bound(_ item: Item?, by key: (Item) -> AnyHashable) -> BoundItem? {
    item.map { BoundItem(key: key($0), value: $0) }
  }
}
