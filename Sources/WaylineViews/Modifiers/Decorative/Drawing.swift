import WaylineGraph

// Lines are not drawn: surfaces, borders and movement are accepted without effect.

extension View {
  /// Accepted without effect: lines have no background.
  nonisolated public func background(_ color: Color) -> Self { self }

  /// Accepted without effect: nothing lies below anything else.
  nonisolated public func background<Background: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> Background
  ) -> Self { self }

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

  /// Accepted without effect: lines do not move.
  nonisolated public func animation<Value: Equatable>(
    _ animation: Animation?, value: Value
  ) -> Self { self }

  /// Accepted without effect: the terminal has its own colours.
  nonisolated public func preferredColorScheme(_ scheme: ColorScheme?) -> Self { self }
}

/// Kept so that code written for SwiftUI compiles; the terminal has its own colours.
public enum ColorScheme: Hashable, Sendable, CaseIterable {
  case light, dark
}
