import WaylineGraph

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
  nonisolated public func scaleEffect(_ scale: Double) -> Self { self }

  /// Accepted without effect: letters have one size.
  nonisolated public func scaleEffect(x: Double = 1, y: Double = 1) -> Self { self }

  /// Accepted without effect: letters stand upright.
  nonisolated public func rotationEffect(_ angle: Angle) -> Self { self }

  /// Accepted without effect: nothing is drawn.
  nonisolated public func imageScale(_ scale: ImageScale) -> Self { self }

  /// Accepted without effect: the terminal has its own colours.
  nonisolated public func preferredColorScheme(_ scheme: ColorScheme?) -> Self { self }
}

/// Kept so that code written for SwiftUI compiles; the terminal has its own colours.
public enum ColorScheme: Hashable, Sendable, CaseIterable {
  case light, dark
}

/// Kept so that code written for SwiftUI compiles; nothing lies below anything else.
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

/// Kept so that code written for SwiftUI compiles; letters stand upright.
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

/// Kept so that code written for SwiftUI compiles; nothing is drawn.
public enum ImageScale: Hashable, Sendable {
  case small, medium, large
}
