import WaylineGraph
import WaylineViews

/// Shows its content, and above it the places that are pushed.
///
/// Only the top screen is printed; the ones below keep their state. Source: SwiftUI's
/// `NavigationStack`.
///
/// ```swift
/// NavigationStack {
///   NavigationLink("The Go-Between", value: DeskRoute.book(id: 42))
///     .navigationDestination(for: DeskRoute.self) { route in DeskScreen(route: route) }
/// }
/// ```
public struct NavigationStack<Root: View> {
  @NodeStorage<StackMount> private var mount
  private let path: StackPath?
  private let root: Root

  /// Creates a stack whose places are stored by the router and saved with the scene.
  nonisolated public init(@ViewBuilder root: () -> Root) {
    path = nil
    self.root = root()
  }

  /// Creates a stack whose places are stored in an array of the program, which saves them.
  nonisolated public init<Data>(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
    Data.Element: Hashable & Sendable
  {
    self.init(StackPath(path), root: root())
  }

  nonisolated init(_ path: StackPath, root: Root) { (self.path, self.root) = (path, root) }
}

extension NavigationStack: View {
  /// The root and the screens above it.
  public var body: some View {
    if let stack = mount?.stack(path) {
      SegmentView(stack: stack, root: root)
    } else {
      root
    }
  }
}

/// Columns below each other, set off by blank lines, in one stack.
///
/// ```swift
/// NavigationSplitView {
///   Text("Fiction")
/// } detail: {
///   Text("2 books")
/// }
/// ```
///
/// A `NavigationLink` in any column pushes over all of them; a selection in the first one changes what
/// the others show. In a `List` with a selection, a link to a value of the selection selects it. Source:
/// SwiftUI's `NavigationSplitView`.
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View> {
  private let visibility: Binding<NavigationSplitViewVisibility>
  private let sidebar: Sidebar
  private let content: Content
  private let detail: Detail

  /// Three columns, some of which a binding hides.
  nonisolated public init(
    columnVisibility: Binding<NavigationSplitViewVisibility> = .constant(.automatic),
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content,
    @ViewBuilder detail: () -> Detail
  ) {
    visibility = columnVisibility
    (self.sidebar, self.content, self.detail) = (sidebar(), content(), detail())
  }
}

extension NavigationSplitView where Content == EmptyView {
  /// Two columns, of which a binding may hide the first.
  nonisolated public init(
    columnVisibility: Binding<NavigationSplitViewVisibility> = .constant(.automatic),
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
  ) {
    self.init(
      columnVisibility: columnVisibility, sidebar: sidebar, content: { EmptyView() },
      detail: detail)
  }
}

extension NavigationSplitView: View {
  /// The columns.
  public var body: some View {
    let shown = visibility.wrappedValue
    let hasContent = Content.self != EmptyView.self
    NavigationStack {
      if shown != .detailOnly, shown != .doubleColumn || !hasContent { column(sidebar) }
      if shown != .detailOnly { column(content) }
      Section { detail }
    }
  }

  /// A column whose lists choose what the others show.
  private func column(_ content: some View) -> some View {
    Section { EnvironmentWriter(content) { $0.isInColumn = true } }
  }
}

/// The columns of a `NavigationSplitView` that are shown.
///
/// Source: SwiftUI's `NavigationSplitViewVisibility`.
public enum NavigationSplitViewVisibility: Hashable, Sendable {
  /// All columns.
  case automatic, all
  /// The last two columns.
  case doubleColumn
  /// The last column.
  case detailOnly
}

/// The stack of a `NavigationStack`, stored in its node.
@MainActor
final class StackMount: NodeObject {
  private let position: NavigationPosition?
  private var mounted: MountedStack?

  init(in node: Node) { position = node.environment.values.position }

  /// Returns the stack, which is mounted by the first body run.
  ///
  /// Outside of a scene there is no router: the root is shown, and the mistake is reported.
  func stack(_ path: StackPath?) -> MountedStack? {
    guard let position else {
      Misuse.report(
        "A NavigationStack is shown outside of a scene, so nothing can be pushed on it. Show it "
          + "through an App, or wrap it in the scene of a router.")
      return nil
    }
    let stack = mounted ?? MountedStack(in: position, isBound: path != nil)
    mounted = stack
    if let path { stack.follow(path, in: position.router) }
    return stack
  }
}

/// The root of a scene: provides the router to its views, and shows what is presented above them.
///
/// The facade and hosts wrap the program's first view in it.
package struct NavigationScene<Content> {
  private let router: Router
  private let content: Content

  /// Shows `content` as the first screen of a router's scene.
  nonisolated package init(_ router: Router, @ViewBuilder content: () -> Content) {
    self.router = router
    self.content = content()
  }
}

extension NavigationScene: View, PrimitiveView where Content: View {
  /// Makes the node that represents the view.
  package static func make(_ view: Self, in context: NodeContext) -> EnvironmentNode {
    EnvironmentWriter.make(view.shown, in: context)
  }

  /// Updates the node to another value of the view.
  package static func update(_ node: EnvironmentNode, to view: Self) {
    EnvironmentWriter.update(node, to: view.shown)
  }

  /// The first screen, and what is presented above it.
  @MainActor private var shown: EnvironmentWriter<SegmentView<EnvironmentWriter<Content>>> {
    let stack = router.sceneStack
    return SegmentView(stack: stack, root: content).position(
      NavigationPosition(
        router: router, stack: stack, context: .entry(.scene), entry: .scene, isRoot: true))
  }
}
