import WaylineGraph

/// The path that a view has opened; nil while its own screen is shown.
///
/// ```swift
/// struct HomeView: View {
///   @Navigation<DeskRoute> var navigation: NavigationPath?
///   var body: some View {
///     NavigationStack {
///       Button("Catalog") {
///         navigation = .init(id: .catalog, coordinator: CatalogCoordinator())
///       }
///       .navigationDestination(path: $navigation)
///     }
///   }
/// }
/// ```
///
/// Going back writes nil; writing nil ends the screen and everything above it.
@propertyWrapper
public struct Navigation<Value: NavigationValue>: DynamicProperty {
  @State private var path: NavigationPath<Value>?

  /// Creates a wrapper without an open path.
  public init() {}

  /// The open path.
  public var wrappedValue: NavigationPath<Value>? {
    get { path }
    nonmutating set { path = newValue }
  }

  /// The binding for `.navigationDestination(path:)`.
  public var projectedValue: Binding<NavigationPath<Value>?> { $path }
}

/// A place and the coordinator that makes its screen.
///
/// Two paths are equal when their ids are: the coordinator decides how a place is shown.
///
/// - Note: This is not SwiftUI's type-erased `NavigationPath`; it is one step, made by a coordinator.
public struct NavigationPath<Value: NavigationValue>: Hashable {
  /// The place.
  public let id: Value

  /// The coordinator that makes the screen.
  public let coordinator: any Coordinator

  /// Creates a path from a place and the coordinator that makes its screen.
  public init(id: Value, coordinator: any Coordinator) {
    self.id = id
    self.coordinator = coordinator
  }

  /// True if both have the same place.
  public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

  /// Hashes the place.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension NavigationPath: CustomStringConvertible {
  /// The place as Swift prints it.
  public var description: String { String(describing: id) }
}
