// An element looks as its kind does. A style of a program's own compiles and is not asked.

extension View {
  /// Accepted without effect: a button is a numbered line.
  nonisolated public func buttonStyle<Style: ButtonStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a button is a numbered line.
  nonisolated public func buttonStyle<Style: PrimitiveButtonStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a button is a numbered line.
  nonisolated public func buttonBorderShape(_ shape: ButtonBorderShape) -> Self { self }
}

/// The look of buttons; kept so that code written for SwiftUI compiles, and never asked.
@preconcurrency
@MainActor
public protocol ButtonStyle {
  associatedtype Body: View
  /// What a button looks like.
  typealias Configuration = ButtonStyleConfiguration
  /// A button in this style.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The look and behaviour of buttons; kept so that code written for SwiftUI compiles, and never asked.
@preconcurrency
@MainActor
public protocol PrimitiveButtonStyle {
  associatedtype Body: View
  /// What a button looks like and does.
  typealias Configuration = PrimitiveButtonStyleConfiguration
  /// A button in this style.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// What a style is told of a button.
public struct ButtonStyleConfiguration {
  /// What the button says.
  public typealias Label = AnyView

  /// What the button is for.
  public let role: ButtonRole?
  /// What the button says.
  public let label: Label
  /// Whether it is being pressed.
  public let isPressed: Bool
}

/// What a style is told of a button that it also runs.
public struct PrimitiveButtonStyleConfiguration {
  /// What the button says.
  public typealias Label = AnyView

  /// What the button is for.
  public let role: ButtonRole?
  /// What the button says.
  public let label: Label
  /// Does what the button does.
  public let trigger: @MainActor () -> Void
}

/// Kept so that code written for SwiftUI compiles; lines have no border.
public enum ButtonBorderShape: Hashable, Sendable {
  case automatic, capsule, roundedRectangle, circle
}

/// Kept so that code written for SwiftUI compiles; a button is a numbered line.
public struct DefaultButtonStyle: PrimitiveButtonStyle {
  nonisolated public init() {}

  /// The label as it is.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
  /// Kept so that code written for SwiftUI compiles; a button is a numbered line.
  public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}

/// Kept so that code written for SwiftUI compiles; a button is a numbered line.
public struct BorderedButtonStyle: PrimitiveButtonStyle {
  nonisolated public init() {}

  /// The label as it is.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  /// Kept so that code written for SwiftUI compiles; a button is a numbered line.
  public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

/// Kept so that code written for SwiftUI compiles; a button is a numbered line.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
  nonisolated public init() {}

  /// The label as it is.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  /// Kept so that code written for SwiftUI compiles; a button is a numbered line.
  public static var borderedProminent: BorderedProminentButtonStyle {
    BorderedProminentButtonStyle()
  }
}

/// Kept so that code written for SwiftUI compiles; a button is a numbered line.
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
  nonisolated public init() {}

  /// The label as it is.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  /// Kept so that code written for SwiftUI compiles; a button is a numbered line.
  public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

/// Kept so that code written for SwiftUI compiles; a button is a numbered line.
public struct PlainButtonStyle: PrimitiveButtonStyle {
  nonisolated public init() {}

  /// The label as it is.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  /// Kept so that code written for SwiftUI compiles; a button is a numbered line.
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

/// Kept so that code written for SwiftUI compiles; a button is a numbered line.
public struct LinkButtonStyle: PrimitiveButtonStyle {
  nonisolated public init() {}

  /// The label as it is.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension PrimitiveButtonStyle where Self == LinkButtonStyle {
  /// Kept so that code written for SwiftUI compiles; a button is a numbered line.
  public static var link: LinkButtonStyle { LinkButtonStyle() }
}
