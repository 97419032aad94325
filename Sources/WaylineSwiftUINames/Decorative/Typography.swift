import WaylineGraph
import WaylineViews

// A terminal has one font: how letters look is accepted without effect.

extension View {
  /// Accepted without effect: a terminal has one font.
  nonisolated public func font(_ font: Font?) -> Self { self }

  /// Accepted without effect: a terminal has one font; `bold()` sets text off.
  nonisolated public func fontWeight(_ weight: Font.Weight?) -> Self { self }

  /// Accepted without effect: a terminal has one font.
  nonisolated public func fontDesign(_ design: Font.Design?) -> Self { self }

  /// Accepted without effect: all digits have one width.
  nonisolated public func monospaced(_ isActive: Bool = true) -> Self { self }

  /// Accepted without effect: all digits have one width.
  nonisolated public func monospacedDigit() -> Self { self }

  /// Accepted without effect: lines begin at the left.
  nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> Self { self }

  /// Accepted without effect: nothing is cut.
  nonisolated public func lineLimit(_ number: Int?) -> Self { self }

  /// Accepted without effect: nothing is cut.
  nonisolated public func lineLimit(_ limit: ClosedRange<Int>) -> Self { self }

  /// Accepted without effect: nothing is cut.
  nonisolated public func lineLimit(_ limit: PartialRangeFrom<Int>) -> Self { self }

  /// Accepted without effect: nothing is cut.
  nonisolated public func lineLimit(_ limit: PartialRangeThrough<Int>) -> Self { self }

  /// Accepted without effect: nothing is cut.
  nonisolated public func lineLimit(_ limit: Int, reservesSpace: Bool) -> Self { self }

  /// Accepted without effect: nothing is cut.
  nonisolated public func truncationMode(_ mode: TruncationMode) -> Self { self }

  /// Accepted without effect: nothing is made smaller.
  nonisolated public func minimumScaleFactor(_ factor: Double) -> Self { self }

  /// Accepted without effect: all letters have one width.
  nonisolated public func allowsTightening(_ flag: Bool) -> Self { self }

  /// Accepted without effect: all letters have one width.
  nonisolated public func fontWidth(_ width: Font.Width?) -> Self { self }

  /// Accepted without effect: all letters have one width.
  nonisolated public func kerning(_ kerning: Double) -> Self { self }

  /// Accepted without effect: all letters have one width.
  nonisolated public func tracking(_ tracking: Double) -> Self { self }

  /// Accepted without effect: letters stand on one line.
  nonisolated public func baselineOffset(_ baselineOffset: Double) -> Self { self }

  /// Accepted without effect: a terminal has no line through letters that everyone sees.
  nonisolated public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Self {
    self
  }

  /// Accepted without effect: a text is shown as it is.
  nonisolated public func textCase(_ textCase: TextCase?) -> Self { self }

  /// Accepted without effect: a terminal can select everything.
  nonisolated public func textSelection(_ selectability: TextSelectability) -> Self { self }

  /// Accepted without effect: a terminal has one font.
  nonisolated public func dynamicTypeSize(_ size: DynamicTypeSize) -> Self { self }

  /// Accepted without effect: a terminal has one font.
  nonisolated public func dynamicTypeSize<Sizes: RangeExpression>(_ range: Sizes) -> Self
  where Sizes.Bound == DynamicTypeSize { self }

  /// Accepted without effect: lines stand at one distance.
  nonisolated public func lineSpacing(_ spacing: Double) -> Self { self }
}

/// Accepted for SwiftUI, without effect: a terminal has one font.
public struct Font: Hashable, Sendable {
  /// Accepted for compatibility with SwiftUI; without effect.
  public enum Weight: Hashable, Sendable {
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
  }

  /// Accepted for compatibility with SwiftUI; without effect.
  public enum Design: Hashable, Sendable {
    case `default`, serif, rounded, monospaced
  }

  /// Accepted for compatibility with SwiftUI; without effect.
  public enum Width: Hashable, Sendable {
    case compressed, condensed, standard, expanded
  }

  /// Accepted for compatibility with SwiftUI; without effect.
  public enum TextStyle: Hashable, Sendable, CaseIterable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote
    case caption, caption2
  }

  private static let only = Font()

  /// The one font.
  public static var largeTitle: Font { only }
  /// The one font.
  public static var title: Font { only }
  /// The one font.
  public static var title2: Font { only }
  /// The one font.
  public static var title3: Font { only }
  /// The one font.
  public static var headline: Font { only }
  /// The one font.
  public static var subheadline: Font { only }
  /// The one font.
  public static var body: Font { only }
  /// The one font.
  public static var callout: Font { only }
  /// The one font.
  public static var footnote: Font { only }
  /// The one font.
  public static var caption: Font { only }
  /// The one font.
  public static var caption2: Font { only }

  /// The one font, whatever its size.
  public static func system(
    size: Double, weight: Weight? = nil, design: Design? = nil
  ) -> Font { only }

  /// The one font, whatever it is for.
  public static func system(
    _ style: TextStyle, design: Design? = nil, weight: Weight? = nil
  ) -> Font { only }

  /// The one font.
  public static func custom(_ name: String, size: Double) -> Font { only }

  /// The same font.
  public func weight(_ weight: Weight) -> Font { self }

  /// The same font.
  public func bold() -> Font { self }

  /// The same font.
  public func italic() -> Font { self }

  /// The same font.
  public func monospaced() -> Font { self }

  /// The same font.
  public func monospacedDigit() -> Font { self }
}

/// Accepted for SwiftUI, without effect: lines begin at the left.
public enum TextAlignment: Hashable, Sendable {
  case leading, center, trailing
}

/// Accepted for SwiftUI, without effect: nothing is cut.
public enum TruncationMode: Hashable, Sendable {
  case head, tail, middle
}

/// Accepted for SwiftUI, without effect: a text is shown as it is.
public enum TextCase: Hashable, Sendable {
  case uppercase, lowercase
}

/// Accepted for SwiftUI, without effect: a terminal can select everything.
public enum TextSelectability: Hashable, Sendable {
  case enabled, disabled
}

/// Accepted for SwiftUI, without effect: a terminal has one font.
public enum DynamicTypeSize: Comparable, Hashable, Sendable, CaseIterable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
}
