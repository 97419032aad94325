import WaylineGraph

/// The path that a view has opened; nil means that the person is here.
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

  /// A wrapper that begins here.
  public init() {}

  /// The path that is open.
  public var wrappedValue: NavigationPath<Value>? {
    get { path }
    nonmutating set { path = newValue }
  }

  /// What `.navigationDestination(path:)` takes.
  public var projectedValue: Binding<NavigationPath<Value>?> { $path }
}
