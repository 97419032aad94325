import WaylineGraph
import WaylineViews

/// Declares the screens of a stack for the routes of one type.
struct DestinationModifier<Value: Hashable & Sendable, Destination: View> {
  @NodeStorage<DestinationRegistration> private var registration
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
    // NB: the closure must not retain the modifier, which retains the registration.
    let _ = registration?.declare(Value.self, isInherited: isInherited) { [destination] in
      AnyView(destination($0))
    }
    content
  }
}

/// The declaration of a destination, stored in the node of its modifier.
@MainActor
final class DestinationRegistration: NodeObject {
  private let stack: MountedStack?
  private var type: (any (Hashable & Sendable).Type)?

  init(in node: Node) {
    stack = node.environment.values.position?.stack
  }

  func declare<Value: Hashable & Sendable>(
    _ type: Value.Type, isInherited: Bool, make: @escaping @MainActor (Value) -> AnyView
  ) {
    self.type = type
    stack?.declare(type, by: self, isInherited: isInherited, make: make)
  }

  deinit {
    // A node releases its storage on the main actor only.
    MainActor.assumeIsolated { [stack, type, token = ObjectIdentifier(self)] in
      if let type { stack?.withdraw(type, by: token) }
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

  /// Declares the coordinators of a route type, for the stack around the view and for those inside.
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
  /// The place that an item of a binding names; nil when it names none.
  static func naming<Item>(_ item: Item) -> Route? {
    if let value = item as? any NavigationValue { return Route(value) }
    return (item as? any PathNaming)?.route
  }
}

/// A navigation path of any route type.
private protocol PathNaming {
  var route: Route { get }
}

extension NavigationPath: PathNaming where Value: NavigationValue {
  fileprivate var route: Route { Route(id) }
}

extension Binding where Value == Bool {
  /// A binding to an item that exists while the value is true.
  var item: Binding<Bool?> {
    Binding<Bool?>(get: { wrappedValue ? true : nil }, set: { wrappedValue = $0 == true })
  }
}
