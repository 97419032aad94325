// A menu is a numbered line, whatever its style.

extension View {
  /// Accepted without effect: a menu is a numbered line.
  nonisolated public func menuStyle<Style: MenuStyle>(_ style: Style) -> Self { self }
}

/// Kept so that code written for SwiftUI compiles; a menu is a numbered line.
public protocol MenuStyle {}

/// Kept so that code written for SwiftUI compiles; a menu is a numbered line.
public struct DefaultMenuStyle: MenuStyle {
  nonisolated public init() {}
}

extension MenuStyle where Self == DefaultMenuStyle {
  /// Kept so that code written for SwiftUI compiles; a menu is a numbered line.
  public static var automatic: DefaultMenuStyle { DefaultMenuStyle() }
}

/// Kept so that code written for SwiftUI compiles; a menu is a numbered line.
public struct ButtonMenuStyle: MenuStyle {
  nonisolated public init() {}
}

extension MenuStyle where Self == ButtonMenuStyle {
  /// Kept so that code written for SwiftUI compiles; a menu is a numbered line.
  public static var button: ButtonMenuStyle { ButtonMenuStyle() }
}

/// Kept so that code written for SwiftUI compiles; a menu is a numbered line.
public struct BorderlessButtonMenuStyle: MenuStyle {
  nonisolated public init() {}
}

extension MenuStyle where Self == BorderlessButtonMenuStyle {
  /// Kept so that code written for SwiftUI compiles; a menu is a numbered line.
  public static var borderlessButton: BorderlessButtonMenuStyle { BorderlessButtonMenuStyle() }
}
