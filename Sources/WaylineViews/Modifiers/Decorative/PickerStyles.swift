// A picker is a numbered line, whatever its style.

extension View {
  /// Accepted without effect: a picker is a numbered line.
  nonisolated public func pickerStyle<Style: PickerStyle>(_ style: Style) -> Self { self }
}

/// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
public protocol PickerStyle {}

/// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
public struct DefaultPickerStyle: PickerStyle {
  nonisolated public init() {}
}

extension PickerStyle where Self == DefaultPickerStyle {
  /// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
  public static var automatic: DefaultPickerStyle { DefaultPickerStyle() }
}

/// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
public struct InlinePickerStyle: PickerStyle {
  nonisolated public init() {}
}

extension PickerStyle where Self == InlinePickerStyle {
  /// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
  public static var inline: InlinePickerStyle { InlinePickerStyle() }
}

/// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
public struct MenuPickerStyle: PickerStyle {
  nonisolated public init() {}
}

extension PickerStyle where Self == MenuPickerStyle {
  /// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
  public static var menu: MenuPickerStyle { MenuPickerStyle() }
}

/// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
public struct NavigationLinkPickerStyle: PickerStyle {
  nonisolated public init() {}
}

extension PickerStyle where Self == NavigationLinkPickerStyle {
  /// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
  public static var navigationLink: NavigationLinkPickerStyle { NavigationLinkPickerStyle() }
}

/// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
public struct PalettePickerStyle: PickerStyle {
  nonisolated public init() {}
}

extension PickerStyle where Self == PalettePickerStyle {
  /// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
  public static var palette: PalettePickerStyle { PalettePickerStyle() }
}

/// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
public struct SegmentedPickerStyle: PickerStyle {
  nonisolated public init() {}
}

extension PickerStyle where Self == SegmentedPickerStyle {
  /// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
  public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

/// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
public struct WheelPickerStyle: PickerStyle {
  nonisolated public init() {}
}

extension PickerStyle where Self == WheelPickerStyle {
  /// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
  public static var wheel: WheelPickerStyle { WheelPickerStyle() }
}

/// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
public struct RadioGroupPickerStyle: PickerStyle {
  nonisolated public init() {}
}

extension PickerStyle where Self == RadioGroupPickerStyle {
  /// Kept so that code written for SwiftUI compiles; a picker is a numbered line.
  public static var radioGroup: RadioGroupPickerStyle { RadioGroupPickerStyle() }
}
