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

/// A place and the coordinator that makes its screen; or, as `NavigationPath()`, the places of a stack.
///
/// Two paths are equal when their places are: the coordinator decides how a place is shown.
public struct NavigationPath<Value: Hashable & Sendable>: Hashable {
  /// The place, or the places of a stack.
  var value: Value
  private let maker: (any Coordinator)?

  /// Creates a path, which needs a coordinator unless other views declare its screens.
  init(_ value: Value, maker: (any Coordinator)?) { (self.value, self.maker) = (value, maker) }

  /// True if both have the same places.
  public static func == (left: Self, right: Self) -> Bool { left.value == right.value }

  /// Hashes the places.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension NavigationPath where Value: NavigationValue {
  /// Creates a path from a place and the coordinator that makes its screen.
  public init(id: Value, coordinator: any Coordinator) { self.init(id, maker: coordinator) }

  /// The place.
  public var id: Value { value }

  /// The coordinator that makes the screen.
  public var coordinator: any Coordinator {
    guard let maker else { preconditionFailure("A place has a coordinator.") }
    return maker
  }
}

extension NavigationPath: CustomStringConvertible {
  /// The place as Swift prints it.
  public var description: String { String(describing: value) }
}

extension NavigationPath: CoordinatorHolder {}
