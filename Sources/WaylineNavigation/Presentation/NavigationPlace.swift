import WaylineGraph
import WaylineViews

/// Where in the navigation of its scene a view stands.
///
/// An object, because every screen has one, and the environment of the screen, its closures and its
/// links hold it.
final class NavigationPlace: Equatable, Sendable {
  /// The scene's router.
  let router: Router
  /// The nearest stack.
  let host: StackHost
  /// The screen or tab.
  let context: NavigationContext
  /// The screen.
  let entry: NavigationEntry.ID
  /// Whether the screen is one that no navigation removes.
  let isRoot: Bool

  init(
    router: Router, host: StackHost, context: NavigationContext, entry: NavigationEntry.ID,
    isRoot: Bool
  ) {
    (self.router, self.host, self.context, self.entry) = (router, host, context, entry)
    self.isRoot = isRoot
  }

  static func == (left: NavigationPlace, right: NavigationPlace) -> Bool {
    left === right
      || left.router === right.router && left.host === right.host && left.context == right.context
        && left.entry == right.entry && left.isRoot == right.isRoot
  }
}

private enum NavigationPlaceKey: EnvironmentKey {
  static var defaultValue: NavigationPlace? { nil }
}

extension EnvironmentValues {
  /// Where in the navigation of its scene a view stands; nil outside of a scene.
  var place: NavigationPlace? {
    get { self[NavigationPlaceKey.self] }
    set { self[NavigationPlaceKey.self] = newValue }
  }

  /// The router of the scene. Outside of a scene it is one without screens.
  public var router: Router { place?.router ?? Router() }

  /// Ends the screen that reads it: pops it, or closes the sheet or cover.
  public var dismiss: DismissAction {
    DismissAction(router: place?.router, entry: place?.entry)
  }

  /// Whether the screen can be ended, that is, whether it is not a root.
  public var isPresented: Bool { place.map { !$0.isRoot } ?? false }
}

extension View {
  /// Tells the views below where they stand.
  // NB: not by a key path, which costs more than the rest of the environment of a screen.
  nonisolated func place(_ place: NavigationPlace?) -> EnvironmentWriter<Self> {
    EnvironmentWriter(self) { $0.place = place }
  }
}

/// Ends the presentation it belongs to, and nothing else: after that has ended it does nothing.
///
/// Source: SwiftUI's `DismissAction`.
public struct DismissAction {
  let router: Router?
  let entry: NavigationEntry.ID?

  /// Ends the presentation; from a root it answers `.nothingToPop`.
  @MainActor
  @discardableResult
  public func callAsFunction() -> NavigationOutcome {
    guard let router, let entry else { return .nothingToPop }
    return router.end(entry).outcome ?? .pending
  }
}
