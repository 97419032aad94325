import WaylineGraph

/// Puts content above everything of the scene while it is presented.
///
/// The content is a child of the view that presents it: it inherits its environment and ends with
/// it. A new `id` ends the shown content and presents again.
package struct Presented<Base, Content> {
  let base: Base
  let layer: Page.Layer?
  let id: AnyHashable?
  let position: (@MainActor () -> Int?)?
  let content: () -> Content

  /// Presents `content` in `layer`; nil presents nothing.
  ///
  /// - Parameter position: returns the position among the modals of the scene, nil while something
  ///   covers the modal. Without it the content is above all others, unless a hidden tab holds it.
  nonisolated package init(
    base: Base, layer: Page.Layer?, id: AnyHashable?, position: (@MainActor () -> Int?)? = nil,
    content: @escaping () -> Content
  ) {
    self.base = base
    self.layer = layer
    self.id = id
    self.position = position
    self.content = content
  }
}

extension Presented: View, PrimitiveView where Base: View, Content: View {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> PresentingNode {
    let node = PresentingNode(in: context)
    node.child = Base._makeNode(view.base, in: context.below(node))
    show(view, in: node)
    return node
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: PresentingNode, to view: Self) {
    if let child = node.child { Base._updateNode(child, to: view.base) }
    show(view, in: node)
  }

  @MainActor private static func show(_ view: Self, in node: PresentingNode) {
    guard let layer = view.layer else { return node.dismiss() }
    let content = LayerContent(content: view.content)
    node.present(content, in: layer, id: view.id, position: view.position)
  }
}

/// The node of a view that can present a modal.
package final class PresentingNode: PassNode {
  private var modal: ModalNode?
  private var id: AnyHashable?

  override var childNodes: [ViewNode] { super.childNodes + (modal.map { [$0] } ?? []) }

  func present<Content: View>(
    _ content: Content, in layer: Page.Layer, id: AnyHashable?, position: (@MainActor () -> Int?)?
  ) {
    if let modal, self.id == id, modal.kind == layer { return modal.update(to: content) }
    dismiss()
    self.id = id
    let made = ModalNode(layer, at: position, above: context.below(self))
    modal = made
    made.show(content)
  }

  func dismiss() {
    modal?.end()
    modal = nil
  }

  override func childLinesChanged(_ child: ViewNode, isInPlace: Bool) -> Bool {
    child !== modal
  }

  override func end() {
    dismiss()
    super.end()
  }
}

/// The root of a modal: its lines are a page of their own.
final class ModalNode: ViewNode {
  let kind: Page.Layer
  private(set) var content: ViewNode?
  let layer: ScreenLayer
  private let givenPosition: (@MainActor () -> Int?)?

  init(
    _ kind: Page.Layer, at position: (@MainActor () -> Int?)?, above context: NodeContext
  ) {
    self.kind = kind
    givenPosition = position
    layer = ScreenLayer(in: context.layer, isVisible: true)
    super.init(in: context)
    review()
    context.host.present(self)
  }

  /// True if its place among the modals is given, as that of an alert is not.
  var isOrdered: Bool { givenPosition != nil }

  /// The position among the modals of the scene; nil while something covers it.
  var position: Int? {
    guard let givenPosition else { return context.layer.canPresent ? .max : nil }
    return givenPosition()
  }

  /// Shows or hides its content after what is visible may have changed.
  func review() {
    let isShown = position != nil
    layer.isChosen = isShown
    layer.setVisible(isShown)
  }

  var titles: [String] { layer.titles }

  /// The layer on the page, with the title of the content.
  var shownLayer: Page.Layer {
    let title = titles.joined(separator: " › ")
    return switch kind {
    case .sheet(let given): .sheet(title.isEmpty ? given : title)
    case .cover(let given): .cover(title.isEmpty ? given : title)
    case .root, .alert: kind
    }
  }

  override var childNodes: [ViewNode] { content.map { [$0] } ?? [] }
  override var name: String { "\(kind)" }

  // Its content is above everything and not part of the view that presents it.
  override func contentsChanged() {}

  func show<Content: View>(_ view: Content) {
    content = Content._makeNode(view, in: context.below(self, layer: layer))
  }

  func update<Content: View>(to view: Content) {
    if let content { Content._updateNode(content, to: view) }
  }

  override func childLinesChanged(_ child: ViewNode, isInPlace: Bool) -> Bool {
    context.host.linesChanged()
    return false
  }

  override func end() {
    super.end()
    context.host.dismiss(self)
  }
}
