import WaylineGraph

// Lines do not move: how a change would look on its way is accepted without effect.

extension View {
  /// Accepted without effect: lines do not move.
  nonisolated public func animation<Value: Equatable>(
    _ animation: Animation?, value: Value
  ) -> Self { self }

  /// Accepted without effect: lines do not move.
  nonisolated public func animation(_ animation: Animation?) -> Self { self }

  /// Accepted without effect: what comes and goes does so at once.
  nonisolated public func transition(_ transition: AnyTransition) -> Self { self }

  /// Accepted without effect: what comes and goes does so at once.
  nonisolated public func contentTransition(_ transition: ContentTransition) -> Self { self }

  /// Accepted without effect: nothing below asks how to move.
  nonisolated public func transaction(
    _ transform: @escaping (inout Transaction) -> Void
  ) -> Self { self }

  /// Accepted without effect: nothing below asks how to move.
  nonisolated public func transaction<Value: Equatable>(
    value: Value, _ transform: @escaping (inout Transaction) -> Void
  ) -> Self { self }
}

/// Kept so that code written for SwiftUI compiles; what comes and goes does so at once.
public struct AnyTransition: Hashable, Sendable {
  private static let only = AnyTransition()

  /// The one transition.
  public static var identity: AnyTransition { only }
  /// The one transition.
  public static var opacity: AnyTransition { only }
  /// The one transition.
  public static var scale: AnyTransition { only }
  /// The one transition.
  public static var slide: AnyTransition { only }

  /// The one transition, whatever its scale.
  public static func scale(scale: Double) -> AnyTransition { only }

  /// The one transition, wherever it comes from.
  public static func move(edge: Edge) -> AnyTransition { only }

  /// The one transition, wherever it comes from.
  public static func push(from edge: Edge) -> AnyTransition { only }

  /// The one transition, wherever it comes from.
  public static func offset(x: Double = 0, y: Double = 0) -> AnyTransition { only }

  /// The one transition, whatever it is made of.
  public static func asymmetric(
    insertion: AnyTransition, removal: AnyTransition
  ) -> AnyTransition { only }

  /// The same transition.
  public func combined(with other: AnyTransition) -> AnyTransition { self }

  /// The same transition.
  public func animation(_ animation: Animation?) -> AnyTransition { self }
}

/// Kept so that code written for SwiftUI compiles; a text changes at once.
public enum ContentTransition: Hashable, Sendable {
  case identity, interpolate, opacity

  /// A text that counts changes at once.
  public static func numericText(countsDown: Bool = false) -> ContentTransition { .identity }
}
