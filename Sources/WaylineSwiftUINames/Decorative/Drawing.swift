import WaylineGraph
import WaylineViews

// Lines are not drawn: surfaces, borders and movement are accepted without effect.

extension View {
  /// Accepted without effect: lines have no background.
  nonisolated public func background(_ color: Color) -> Self { self }

  /// Accepted without effect: nothing lies below anything else.
  nonisolated public func background<Background: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> Background
  ) -> Self { self }

  /// Accepted without effect: nothing lies below anything else.
  nonisolated public func background<Background: View>(
    _ background: Background, alignment: Alignment = .center
  ) -> Self { self }

  /// Accepted without effect: nothing lies below anything else.
  nonisolated public func background(_ material: Material) -> Self { self }

  /// Accepted without effect: lines have no corners.
  nonisolated public func cornerRadius(_ radius: Double, antialiased: Bool = true) -> Self { self }

  /// Accepted without effect: lines have no border.
  nonisolated public func border(_ color: Color, width: Double = 1) -> Self { self }

  /// Accepted without effect: lines cast no shadow.
  nonisolated public func shadow(
    color: Color = .black, radius: Double, x: Double = 0, y: Double = 0
  ) -> Self { self }

  /// Accepted without effect; `hidden()` takes a view from the screen.
  nonisolated public func opacity(_ opacity: Double) -> Self { self }

  /// Accepted without effect: letters are sharp.
  nonisolated public func blur(radius: Double, opaque: Bool = false) -> Self { self }

  /// Accepted without effect: the terminal has its own colours.
  nonisolated public func brightness(_ amount: Double) -> Self { self }

  /// Accepted without effect: the terminal has its own colours.
  nonisolated public func contrast(_ amount: Double) -> Self { self }

  /// Accepted without effect: the terminal has its own colours.
  nonisolated public func saturation(_ amount: Double) -> Self { self }

  /// Accepted without effect: the terminal has its own colours.
  nonisolated public func grayscale(_ amount: Double) -> Self { self }

  /// Accepted without effect: letters have one size.
  nonisolated public func scaleEffect(_ scale: Double, anchor: UnitPoint = .center) -> Self {
    self
  }

  /// Accepted without effect: letters have one size.
  nonisolated public func scaleEffect(
    x: Double = 1, y: Double = 1, anchor: UnitPoint = .center
  ) -> Self { self }

  /// Accepted without effect: letters stand upright.
  nonisolated public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> Self {
    self
  }

  /// Accepted without effect: nothing is drawn.
  nonisolated public func imageScale(_ scale: ImageScale) -> Self { self }

  /// Accepted without effect: the terminal has its own colours.
  nonisolated public func preferredColorScheme(_ scheme: ColorScheme?) -> Self { self }
}

/// Accepted for SwiftUI, without effect: the terminal has its own colours.
public enum ColorScheme: Hashable, Sendable, CaseIterable {
  case light, dark
}

private enum ColorSchemeKey: EnvironmentKey {
  static var defaultValue: ColorScheme { .light }
}

extension EnvironmentValues {
  /// The colour scheme; light unless set, because a terminal does not report its own.
  public var colorScheme: ColorScheme {
    get { self[ColorSchemeKey.self] }
    set { self[ColorSchemeKey.self] = newValue }
  }
}

/// Accepted for SwiftUI, without effect: nothing lies below anything else.
public struct Material: Sendable {
  private static let only = Material()

  /// The one material.
  public static var ultraThinMaterial: Material { only }
  /// The one material.
  public static var thinMaterial: Material { only }
  /// The one material.
  public static var regularMaterial: Material { only }
  /// The one material.
  public static var thickMaterial: Material { only }
  /// The one material.
  public static var bar: Material { only }
}

/// Accepted for SwiftUI, without effect: letters stand upright.
public struct Angle: Hashable, Sendable {
  /// The angle in radians.
  public var radians: Double

  /// An angle in radians.
  public init(radians: Double = 0) {
    self.radians = radians
  }

  /// An angle in degrees.
  public init(degrees: Double) {
    radians = degrees * .pi / 180
  }

  /// An angle in degrees.
  public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

  /// An angle in radians.
  public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

  /// No angle.
  public static let zero = Angle()
}

/// Accepted for SwiftUI, without effect: nothing is drawn.
public enum ImageScale: Hashable, Sendable {
  case small, medium, large
}

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

/// Accepted for SwiftUI, without effect: what comes and goes does so at once.
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

/// Accepted for SwiftUI, without effect: a text changes at once.
public enum ContentTransition: Hashable, Sendable {
  case identity, interpolate, opacity

  /// A text that counts changes at once.
  public static func numericText(countsDown: Bool = false) -> ContentTransition { .identity }
}
