/// A place a program can be in, named by a value: usually one case of an enum.
///
/// Everything a route needs is synthesised, so an empty conformance is enough:
///
/// ```swift
/// enum DeskRoute: NavigationValue {
///   case catalog
///   case book(id: Int)
///   case member(name: String)
/// }
/// ```
///
/// A value is equal to itself in another process: it is saved with the scene, and its `Codable`
/// shape is its link (`/book/42`) and its command (`book 42`).
public protocol NavigationValue: Hashable, Codable, Sendable {
  /// True if the same place may be pushed on top of itself; false unless a route says otherwise.
  var allowsDuplicates: Bool { get }
}

extension NavigationValue {
  /// Pushing what is already on top changes nothing.
  public var allowsDuplicates: Bool { false }
}

/// A route that knows what lies below it, so that a link to it can be left with `back`.
///
/// ```swift
/// extension DeskRoute: PlacedValue {
///   var parent: (any NavigationValue)? { if case .book = self { DeskRoute.catalog } else { nil } }
/// }
/// ```
public protocol PlacedValue: NavigationValue {
  /// The place that a link opens below this one; nil stands for the root of the stack.
  var parent: (any NavigationValue)? { get }
}

/// A route type whose places are only presented: no link, command or `help` opens them.
///
/// For places that make sense only where another screen waits for their result, such as the steps of
/// a wizard. They are saved with the scene like all others.
///
/// ```swift
/// enum DeskRoute: CoordinatedValue, PresentedValue {
///   case order
///
///   @MainActor var coordinator: any Coordinator { OrderCoordinator() }
/// }
/// ```
public protocol PresentedValue: NavigationValue {}

/// A route type that keeps reading what an older version of the program has saved.
///
/// ```swift
/// /// Version 0 had numbers of two digits.
/// static var version: Int { 1 }
///
/// static func migrate(_ json: String, from version: Int) -> String? {
///   version == 0 ? json : nil
/// }
/// ```
///
/// The version is written next to each saved route. A route saved under a smaller number is handed
/// to `migrate(_:from:)` before it is decoded.
public protocol VersionedValue: NavigationValue {
  /// The number of the present shape; the shapes of a type without a version have the number 0.
  static var version: Int { get }

  /// Rewrites the JSON text of a route saved by `version`, or returns nil when it has no successor.
  static func migrate(_ json: String, from version: Int) -> String?
}

/// A route that can make its own coordinator, and so its screen again in another process.
///
/// ```swift
/// enum DeskRoute: CoordinatedValue {
///   case catalog
///   case book(id: Int)
///
///   @MainActor var coordinator: any Coordinator {
///     switch self {
///     case .catalog: CatalogCoordinator()
///     case .book(let id): BookCoordinator(id: id)
///     }
///   }
/// }
/// ```
public protocol CoordinatedValue: NavigationValue {
  /// The coordinator of the screen that this route names.
  @MainActor var coordinator: any Coordinator { get }
}
