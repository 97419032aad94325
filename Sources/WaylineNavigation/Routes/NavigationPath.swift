/// A place together with the coordinator that makes its screen.
///
/// Two paths are equal when their ids are: the coordinator is how a place is shown, not which.
///
/// - Note: This is not SwiftUI's type-erased `NavigationPath`; it is one step, made by a coordinator.
public struct NavigationPath<Value: NavigationValue>: Hashable {
  /// The place.
  public let id: Value

  /// The coordinator whose screen is shown there.
  public let coordinator: any Coordinator

  /// A place and the coordinator that makes its screen.
  public init(id: Value, coordinator: any Coordinator) {
    self.id = id
    self.coordinator = coordinator
  }

  /// Whether both are the same.
  public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

  /// Feeds what `==` compares to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension NavigationPath: CustomStringConvertible {
  /// The place as Swift prints it.
  public var description: String { String(describing: id) }
}
