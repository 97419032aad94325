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
  @Joined<StackJoint> private var joint
  private let path: StackPath?
  private let root: Root

  /// A stack whose places the router keeps; they are saved with the scene.
  nonisolated public init(@ViewBuilder root: () -> Root) {
    path = nil
    self.root = root()
  }

  /// A stack whose places an array of the program holds; they are the program's to save.
  nonisolated public init<Data>(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
    Data.Element: Hashable & Sendable
  {
    self.path = StackPath(path)
    self.root = root()
  }

}

extension NavigationStack: View {
  /// What the view consists of.
  public var body: some View {
    if let host = joint?.host(path) {
      SegmentView(host: host, root: root)
    } else {
      root
    }
  }
}

/// What a `NavigationStack` keeps in its node.
@MainActor
final class StackJoint: JoinedObject {
  private let place: NavigationPlace?
  private let graph: Graph
  private var mounted: StackHost?

  init(in node: Node) {
    place = node.environment.values.place
    graph = node.graph
  }

  /// The stack, which appears with the first body run.
  ///
  /// Without a scene around it there is no router: the root is shown, and the mistake is told.
  func host(_ path: StackPath?) -> StackHost? {
    guard let place else {
      Misuse.report(
        "A NavigationStack is shown outside of a scene, so nothing can be pushed on it. Show it "
          + "through an App, or wrap it in the scene of a router.")
      return nil
    }
    let host = mounted ?? StackHost(in: place, isBound: path != nil)
    mounted = host
    if let path { host.follow(path, in: place.router, graph: graph) }
    return host
  }
}

/// An array of the program, with its type erased.
struct StackPath {
  let read: () -> [Route]
  let write: ([Route]) -> Void
  private let type: any (Hashable & Sendable).Type

  init<Data>(_ path: Binding<Data>)
  where Data: RangeReplaceableCollection, Data.Element: Hashable & Sendable {
    type = Data.Element.self
    read = { path.wrappedValue.map { Route($0) } }
    write = { routes in
      path.wrappedValue = Data(routes.compactMap { $0.value(as: Data.Element.self) })
    }
  }

  /// Whether the array can hold a route.
  func accepts(_ route: Route) -> Bool { route.type == type }
}
