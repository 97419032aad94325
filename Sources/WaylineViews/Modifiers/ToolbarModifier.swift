import WaylineGraph
import WaylineSystem

/// The items of a toolbar.
///
/// ```swift
/// Text("Emma").toolbar { ToolbarItem { Button("Lend") { copies -= 1 } } }
/// ```
///
/// Source: SwiftUI's `ToolbarContent`.
public protocol ToolbarContent: View {}

/// Makes the items of a toolbar of the statements of a closure.
public typealias ToolbarContentBuilder = ViewBuilder

/// One item of a toolbar.
///
/// ```swift
/// Text("Emma").toolbar { ToolbarItem { Button("Lend") { copies -= 1 } } }
/// ```
///
/// An item with a placement at the top is shown above the content, so that it is on the first page of a long list: `.primaryAction`,
/// `.navigation`, `.principal`, and those of the top bar and the navigation bar. All others follow the content. A button with the placement of a destructive action is activated by
/// its number or its whole label, as one with that role. Source: SwiftUI's `ToolbarItem`.
public struct ToolbarItem<Content: View> {
  private let content: Content
  private let placement: ToolbarItemPlacement

  /// An item, above or below the content as its placement says.
  nonisolated public init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
    self.placement = placement
  }

  /// An item with a name, which has no meaning in lines; its placement is that of an item without one.
  nonisolated public init(
    id: String, placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
    self.placement = placement
  }
}

extension ToolbarItem: ToolbarContent {
  /// The content of the view.
  public var body: some View {
    Raised(content.requiresWholeLabel(placement.isDestructive), isRaised: placement.isAtTop)
  }
}

/// Several items of a toolbar.
///
/// ```swift
/// .toolbar {
///   ToolbarItemGroup {
///     Button("Lend") { open() }
///     Button("Return") { open() }
///   }
/// }
/// ```
///
/// Source: SwiftUI's `ToolbarItemGroup`.
public struct ToolbarItemGroup<Content: View> {
  private let content: Content
  private let placement: ToolbarItemPlacement

  /// Items, above or below the content as their placement says.
  nonisolated public init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
    self.placement = placement
  }
}

extension ToolbarItemGroup: ToolbarContent {
  /// The content of the view.
  public var body: some View {
    Raised(content.requiresWholeLabel(placement.isDestructive), isRaised: placement.isAtTop)
  }
}

extension TupleView: ToolbarContent where repeat each Child: ToolbarContent {}
extension Group: ToolbarContent where Content: ToolbarContent {}
extension Optional: ToolbarContent where Wrapped: ToolbarContent {}
extension ConditionalContent: ToolbarContent where First: ToolbarContent, Second: ToolbarContent {}

/// The purpose of an item, which decides whether it is shown above the content or below it.
///
/// | placement | shown |
/// |---|---|
/// | `primaryAction`, `navigation`, `principal`, `topBarLeading`, `topBarTrailing`, `navigationBarLeading`, `navigationBarTrailing` | above |
/// | all others | below |
///
/// A destructive action discards something, so the beginning of its label does not activate it. Source: SwiftUI's
/// `ToolbarItemPlacement`.
public enum ToolbarItemPlacement: Hashable, Sendable {
  case automatic, principal, navigation, primaryAction, secondaryAction, status, keyboard
  case confirmationAction, cancellationAction, destructiveAction, bottomBar
  case topBarLeading, topBarTrailing, navigationBarLeading, navigationBarTrailing

  fileprivate var isDestructive: Bool { self == .destructiveAction }

  fileprivate var isAtTop: Bool {
    switch self {
    case .primaryAction, .navigation, .principal, .topBarLeading, .topBarTrailing,
      .navigationBarLeading, .navigationBarTrailing:
      true
    case .automatic, .secondaryAction, .status, .keyboard, .confirmationAction, .bottomBar,
      .cancellationAction, .destructiveAction:
      false
    }
  }
}

extension View {
  /// Shows items after the view, and those with a placement at the top above it.
  nonisolated public func toolbar<Content: View>(
    @ViewBuilder content: () -> Content
  ) -> some View {
    Supplemented(self, arrangement: Toolbar(content: self, items: content()))
  }

  /// Shows items around the view; the name has no meaning in lines, where nobody arranges them.
  nonisolated public func toolbar<Content: View>(
    id: String, @ViewBuilder content: () -> Content
  ) -> some View {
    toolbar(content: content)
  }
}

/// A view with the items of its toolbar.
private struct Toolbar<Content: View, Items: View> {
  let content: Content
  let items: Items
}

extension Toolbar: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> ToolbarNode {
    let node = ToolbarNode(in: context)
    let below = context.below(node)
    node.replaceChildren([
      Content._makeNode(view.content, in: below), Items._makeNode(view.items, in: below),
    ])
    return node
  }

  static func update(_ node: ToolbarNode, to view: Self) {
    Content._updateNode(node.children[0], to: view.content)
    Items._updateNode(node.children[1], to: view.items)
  }
}

/// The node of a view with a toolbar.
final class ToolbarNode: GroupNode {
  override func makeFragment() -> Fragment {
    let (content, items) = (children[0].fragment, children[1].fragment)
    let (above, below) = items.divided
    return Fragment(parts: above + [content] + below)
  }
}

/// A view that a toolbar shows above its content.
private struct Raised<Content: View> {
  let content: Content
  let isRaised: Bool

  nonisolated init(_ content: Content, isRaised: Bool) {
    (self.content, self.isRaised) = (content, isRaised)
  }
}

extension Raised: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> RaisedNode {
    let node = RaisedNode(view.isRaised, in: context)
    node.child = Content._makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: RaisedNode, to view: Self) {
    node.update(to: view.isRaised)
    if let child = node.child { Content._updateNode(child, to: view.content) }
  }
}

/// The node of an item of a toolbar.
final class RaisedNode: ShapingNode {
  private var isRaised: Bool

  init(_ isRaised: Bool, in context: NodeContext) {
    self.isRaised = isRaised
    super.init(in: context)
  }

  func update(to isRaised: Bool) {
    guard isRaised != self.isRaised else { return }
    self.isRaised = isRaised
    linesChanged()
  }

  override var showsParts: Bool { true }

  override func makeFragment() -> Fragment {
    isRaised ? Fragment(raised: childFragment) : Fragment(parts: [childFragment])
  }
}

/// A title that follows a binding.
private struct BoundTitle: ViewModifier {
  @Binding var title: String

  nonisolated init(title: Binding<String>) { _title = title }

  func body(content: Content) -> some View { content.navigationTitle(title) }
}

/// A view that gives its layer a title.
struct Titled<Content> {
  let content: Content
  let title: String

  nonisolated init(_ content: Content, title: String) {
    self.content = content
    self.title = title
  }
}

extension Titled: View, PrimitiveView where Content: View {
  static func make(_ view: Self, in context: NodeContext) -> TitleNode {
    let node = TitleNode(title: view.title, in: context)
    node.child = Content._makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: TitleNode, to view: Self) {
    node.title = view.title
    if let child = node.child { Content._updateNode(child, to: view.content) }
  }
}

/// The node of a view that gives its layer a title.
final class TitleNode: PassNode {
  var title: String {
    didSet { if title != oldValue { context.host.linesChanged() } }
  }
  /// The view around this one, or made before it, whose title is shown when this one leaves.
  var covered: TitleNode?

  init(title: String, in context: NodeContext) {
    self.title = title
    super.init(in: context)
    context.layer.add(self)
    context.host.linesChanged()
  }

  override func end() {
    context.layer.remove(self)
    context.host.linesChanged()
    super.end()
  }

  /// The title, or the mark in its place; it is hidden and shown with the lines below.
  var shown: String { context.redaction?.mark ?? title }
}

extension View {
  /// The title of the screen: a part of the place that is printed above it.
  nonisolated public func navigationTitle(_ title: some StringProtocol) -> some View {
    Titled(self, title: SafeText.line(of: String(title)))
  }

  /// The title of the screen, which the text of a binding is; lines have no menu to change it with.
  nonisolated public func navigationTitle(_ title: Binding<String>) -> some View {
    modifier(BoundTitle(title: title))
  }

  /// The title of the screen: a part of the place that is printed above it.
  nonisolated public func navigationTitle(_ title: some TextRepresentable) -> some View {
    Titled(self, title: SafeText.line(of: title.asText.plain))
  }
}
