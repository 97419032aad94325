import WaylineGraph
import WaylineViews

/// Declares what a stack shows for the routes of one type.
struct DestinationModifier<Value: Hashable & Sendable, Destination: View> {
  @Joined<DestinationJoint> private var joint
  private let isInherited: Bool
  private let destination: @MainActor (Value) -> Destination

  nonisolated init(
    isInherited: Bool = false, destination: @escaping @MainActor (Value) -> Destination
  ) {
    self.isInherited = isInherited
    self.destination = destination
  }

}

extension DestinationModifier: ViewModifier {
  func body(content: Content) -> some View {
    // NB: the closure must not hold the modifier, which holds the joint that the stack keeps.
    let _ = joint?.declare(Value.self, isInherited: isInherited) { [destination] in
      AnyView(destination($0))
    }
    content
  }
}

/// What the declaration of a destination keeps in its node.
@MainActor
final class DestinationJoint: JoinedObject {
  private let host: StackHost?
  private var type: (any (Hashable & Sendable).Type)?

  init(in node: Node) {
    host = node.environment.values.place?.host
  }

  func declare<Value: Hashable & Sendable>(
    _ type: Value.Type, isInherited: Bool, make: @escaping @MainActor (Value) -> AnyView
  ) {
    self.type = type
    host?.declare(type, by: self, isInherited: isInherited, make: make)
  }

  deinit {
    // A node lets go of what it keeps on the main actor only.
    MainActor.assumeIsolated { [host, type, token = ObjectIdentifier(self)] in
      if let type { host?.withdraw(type, by: token) }
    }
  }
}

extension View {
  /// Declares the screen for the values of a type that are pushed on the enclosing stack.
  ///
  /// Source: SwiftUI's `navigationDestination(for:destination:)`.
  nonisolated public func navigationDestination<Value: Hashable & Sendable, Destination: View>(
    for type: Value.Type,
    @ViewBuilder destination: @escaping @MainActor (Value) -> Destination
  ) -> some View {
    modifier(DestinationModifier(destination: destination))
  }

  /// Pushes a screen while the binding holds an item.
  ///
  /// Source: SwiftUI's `navigationDestination(item:destination:)`.
  nonisolated public func navigationDestination<Item: Hashable, Destination: View>(
    item: Binding<Item?>,
    @ViewBuilder destination: @escaping @MainActor (Item) -> Destination
  ) -> some View {
    modifier(
      BoundPresentation(
        item, as: .push, key: { AnyHashable($0) }, route: { Route.naming($0) },
        destination: destination))
  }

  /// Pushes a screen while the binding is true.
  ///
  /// Source: SwiftUI's `navigationDestination(isPresented:destination:)`.
  nonisolated public func navigationDestination<Destination: View>(
    isPresented: Binding<Bool>, @ViewBuilder destination: @escaping @MainActor () -> Destination
  ) -> some View {
    modifier(
      BoundPresentation(isPresented.item, as: .push, key: { AnyHashable($0) }) { _ in
        destination()
      })
  }

  /// Pushes the screen of the coordinator while the binding holds a path.
  nonisolated public func navigationDestination<Value: NavigationValue>(
    path: Binding<NavigationPath<Value>?>, fileID: StaticString = #fileID
  ) -> some View {
    modifier(
      BoundPresentation(
        path, as: .push, key: { AnyHashable($0) }, route: { Route($0.id) }
      ) { CoordinatorView(coordinator: $0.coordinator) })
  }

  /// Declares the coordinators for the routes of a type that are pushed on the stack inside.
  nonisolated public func coordinators<Value: NavigationValue>(
    for type: Value.Type, _ coordinator: @escaping @MainActor (Value) -> any Coordinator
  ) -> some View {
    modifier(
      DestinationModifier(isInherited: true) { (route: Value) in
        CoordinatorView(coordinator: coordinator(route))
      })
  }
}

extension Route {
  /// The place that an item of a binding names, when it names one.
  static func naming<Item>(_ item: Item) -> Route? {
    if let value = item as? any NavigationValue { return Route(value) }
    return (item as? any PathNaming)?.route
  }
}

/// A path of any route type.
private protocol PathNaming {
  var route: Route { get }
}

extension NavigationPath: PathNaming {
  fileprivate var route: Route { Route(id) }
}

extension Binding where Value == Bool {
  /// The same truth as an item that is there or not.
  var item: Binding<Bool?> {
    Binding<Bool?>(get: { wrappedValue ? true : nil }, set: { wrappedValue = $0 == true })
  }
}
