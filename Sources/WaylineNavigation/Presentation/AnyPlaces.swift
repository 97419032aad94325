import WaylineGraph
import WaylineViews

/// The places of a stack, of any types: the value of a `NavigationPath()`.
///
/// The compiler finds it, except where a type is written: `@Binding var path: NavigationPath<AnyPlaces>`.
public struct AnyPlaces: Hashable, Sendable {
  /// The places from the bottom to the top.
  var routes: [Route] = []
}

extension AnyPlaces: CustomStringConvertible {
  /// The places as Swift prints them in an array.
  public var description: String { "\(routes)" }
}

/// The places above the root of a stack, of any types.
///
/// ```swift
/// @State private var path = NavigationPath()
///
/// var body: some View {
///   NavigationStack(path: $path) {
///     Button("Emma") { path.append(42) }
///       .navigationDestination(for: Int.self) { Text("Book \($0)") }
///   }
/// }
/// ```
///
/// Source: SwiftUI's `NavigationPath`. The program stores it, and the scene does not save it. For a path of one
/// type, prefer an array.
extension NavigationPath where Value == AnyPlaces {
  /// Creates an empty path.
  public init() { self.init(AnyPlaces(), maker: nil) }

  /// Creates a path of places, the last one on top.
  public init<Places: Sequence>(_ places: Places) where Places.Element: Hashable & Sendable {
    self.init(AnyPlaces(routes: places.map { Route($0) }), maker: nil)
  }

  /// The number of places.
  public var count: Int { value.routes.count }

  /// True if the root is on top.
  public var isEmpty: Bool { value.routes.isEmpty }

  /// Puts a place on top.
  public mutating func append<Place: Hashable & Sendable>(_ place: Place) {
    value.routes.append(Route(place))
  }

  /// Removes the places on top.
  ///
  /// To remove more places than there are is a mistake, which is reported and removes all.
  public mutating func removeLast(_ count: Int = 1) {
    if count > self.count {
      Misuse.report(
        "\(count) places were removed from a NavigationPath with \(self.count). Look at its count, "
          + "or isEmpty, first.")
    }
    value.routes.removeLast(min(count, self.count))
  }
}

extension NavigationStack {
  /// Creates a stack whose places, of any types, are stored in a path of the program.
  ///
  /// Source: SwiftUI's `NavigationStack(path:root:)`.
  nonisolated public init(
    path: Binding<NavigationPath<AnyPlaces>>, @ViewBuilder root: () -> Root
  ) {
    self.init(StackPath(path), root: root())
  }
}
