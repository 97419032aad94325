import WaylineGraph
import WaylineViews

/// Keeps a binding and a screen of the stack the same: what one does, the other follows.
///
/// The binding is the owner. Its value is never saved, and comes back only when it is written again;
/// a wish that is refused is written back at once.
@MainActor
final class BoundPresenter: JoinedObject {
  /// The identity of the binding in the navigation state.
  let owner: PresentationOwner

  private let place: NavigationPlace?
  private let graph: Graph
  private let screen = Source()
  private let presence = Source()
  private var wish: BoundItem?
  private var shown: Shown?
  private var link: Link?
  private var isDue = false
  /// What the router was asked to show.
  private var asked: BoundItem?

  /// What the binding shows, or has shown before `back`.
  private struct Shown {
    var entry: NavigationEntry.ID
    var item: BoundItem
    var isOver = false
  }

  /// The modifier as its last body described it.
  struct Link {
    let presentation: NavigationEntry.Presentation
    /// Writes an item that the binding has held, or nil.
    let write: @MainActor (BoundItem?) -> Void
    /// Makes the screen of an item.
    let make: @MainActor (BoundItem) -> AnyView
    /// The place that an item names, if it names one.
    let route: @MainActor (BoundItem) -> Route?
    /// What the program does when the screen has ended.
    let onEnd: (@MainActor () -> Void)?
  }

  init(in node: Node) {
    graph = node.graph
    place = node.environment.values.place
    owner = place?.router.mount { $0.makeOwner() } ?? PresentationOwner(number: 0)
    place?.router.scene.add(self)
  }

  deinit {
    // A node lets go of what it keeps on the main actor only.
    MainActor.assumeIsolated { [owner, place] in place?.router.unmount(owner: owner) }
  }
}

/// What a binding holds: compared by its key, because an item need not be comparable.
struct BoundItem: Equatable {
  let key: AnyHashable
  let value: Any

  static func == (left: Self, right: Self) -> Bool { left.key == right.key }
}

extension BoundPresenter {
  /// The stack in which the screens appear.
  var host: StackHost? { place?.host }

  /// Called by each body run of the modifier, with what its binding holds.
  func follow(_ wish: BoundItem?, _ link: Link) {
    self.wish = wish
    self.link = link
    if wish != present { return mirrorSoon() }
    guard let wish else { return }
    shown?.item = wish
    graph.enqueueEffect { self.screen.didChange() }
  }

  /// The screen that is shown for the binding; nil when there is none.
  var entry: NavigationEntry.ID? {
    presence.didRead()
    return shown.flatMap { $0.isOver ? nil : $0.entry }
  }

  /// What the screen of a visit shows.
  func content(of entry: NavigationEntry.ID) -> AnyView {
    screen.didRead()
    guard let shown, shown.entry == entry, let link else { return AnyView(EmptyView()) }
    return link.make(shown.item)
  }

  private var present: BoundItem? { shown.flatMap { $0.isOver ? nil : $0.item } }

  private func mirrorSoon() {
    guard !isDue else { return }
    isDue = true
    graph.enqueueEffect { self.mirror() }
  }

  private func mirror() {
    isDue = false
    guard wish != present, let link, let place else { return }
    let (owner, stack, form) = (owner, place.host.id, link.presentation)
    let route = wish.map { link.route($0) }
    asked = wish
    place.router.submit(cause: .binding, mirror: self) { state in
      guard let route else { return state.step(.hide(owner)) }
      return state.step(.show(owner, route, as: form, in: stack))
    }
  }
}

extension BoundPresenter {
  /// A visit has begun: because the binding asked for it, or because it was called back.
  func didBegin(_ entry: NavigationEntry.ID, isOwn: Bool) {
    guard let item = isOwn ? asked : shown?.item else { return }
    shown = Shown(entry: entry, item: item)
    asked = nil
    if wish != item { write(item) }
    screen.didChange()
    presence.didChange()
  }

  /// A visit has ended: because the binding asked for it, or because of anything else.
  func didEnd(_ entry: NavigationEntry.ID, isOwn: Bool, keepsValue: Bool) {
    guard shown?.entry == entry else { return }
    shown?.isOver = true
    if !keepsValue { shown = nil }
    screen.didChange()
    presence.didChange()
    if !isOwn || wish == shown?.item { write(nil) }
    link?.onEnd?()
  }

  /// The wish of the binding was not carried out, or not yet: what it holds is not true.
  func isNotTrue(_ isOver: Bool) {
    if isOver { asked = nil }
    if wish != present { write(present) }
  }

  /// Whether the binding can be given back what it showed in a visit.
  func canReopen(_ entry: NavigationEntry.ID) -> Bool { shown?.entry == entry }

  /// Forgets what was kept for `forward`.
  func forgetValue() {
    if shown?.isOver == true { shown = nil }
  }

  private func write(_ item: BoundItem?) {
    wish = item
    link?.write(item)
  }
}
