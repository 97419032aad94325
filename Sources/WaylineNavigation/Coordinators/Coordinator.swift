import WaylineViews

/// Makes the screen of one place, and is the one who knows what the screen needs.
///
/// ```swift
/// struct CatalogCoordinator: Coordinator {
///   func start() -> some View { CatalogView() }
/// }
/// ```
@preconcurrency @MainActor
public protocol Coordinator {
  /// The screen this coordinator makes.
  associatedtype Destination: View

  /// Makes the screen; called again whenever the screen that shows it is described anew.
  @ViewBuilder func start() -> Destination
}

/// A route that can make its own coordinator, and so its screen again in another process.
public protocol CoordinatedValue: NavigationValue {
  /// The coordinator of the screen that this route names.
  @MainActor var coordinator: any Coordinator { get }
}
