import WaylineGraph
import WaylineViews

// A control looks as its kind does. Styles are accepted, so that code written for SwiftUI compiles,
// and never called. The built-in styles of a kind share one type, with SwiftUI's names for it.

extension View {
  /// Accepted without effect: a button is a numbered line.
  nonisolated public func buttonStyle<Style: ButtonStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a button is a numbered line.
  nonisolated public func buttonStyle<Style: PrimitiveButtonStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a button is a numbered line.
  nonisolated public func buttonBorderShape(_ shape: ButtonBorderShape) -> Self { self }

  /// Accepted without effect: a toggle is a numbered line.
  nonisolated public func toggleStyle<Style: ToggleStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a label shows its title.
  nonisolated public func labelStyle<Style: LabelStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: progress is shown in words.
  nonisolated public func progressViewStyle<Style: ProgressViewStyle>(_ style: Style) -> Self {
    self
  }
}

/// The border of a button, without effect on lines.
public enum ButtonBorderShape: Hashable, Sendable {
  case automatic, capsule, roundedRectangle, circle
}

// MARK: - Buttons

/// The look of buttons; never called.
@preconcurrency
@MainActor
public protocol ButtonStyle {
  associatedtype Body: View
  /// The parts of a button.
  typealias Configuration = ButtonStyleConfiguration
  /// Returns a button in this style.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The parts of a button for a style.
public struct ButtonStyleConfiguration {
  /// The label of the button.
  public typealias Label = AnyView

  /// The purpose of the button.
  public let role: ButtonRole?
  /// The label of the button.
  public let label: Label
  /// True while the button is pressed.
  public let isPressed: Bool
}

/// The look and behaviour of buttons; never called.
@preconcurrency
@MainActor
public protocol PrimitiveButtonStyle {
  associatedtype Body: View
  /// The parts of a button and its action.
  typealias Configuration = PrimitiveButtonStyleConfiguration
  /// Returns a button in this style.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The parts of a button for a style that also runs it.
public struct PrimitiveButtonStyleConfiguration {
  /// The label of the button.
  public typealias Label = AnyView

  /// The purpose of the button.
  public let role: ButtonRole?
  /// The label of the button.
  public let label: Label
  /// Runs the action of the button.
  public let trigger: @MainActor () -> Void
}

/// The built-in button styles, which all look the same on lines.
public struct BuiltInButtonStyle: PrimitiveButtonStyle {
  nonisolated public init() {}

  /// Returns the label as it is.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension PrimitiveButtonStyle where Self == BuiltInButtonStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInButtonStyle { BuiltInButtonStyle() }
  /// The bordered style, without effect on lines.
  public static var bordered: BuiltInButtonStyle { BuiltInButtonStyle() }
  /// The borderedProminent style, without effect on lines.
  public static var borderedProminent: BuiltInButtonStyle { BuiltInButtonStyle() }
  /// The borderless style, without effect on lines.
  public static var borderless: BuiltInButtonStyle { BuiltInButtonStyle() }
  /// The plain style, without effect on lines.
  public static var plain: BuiltInButtonStyle { BuiltInButtonStyle() }
  /// The link style, without effect on lines.
  public static var link: BuiltInButtonStyle { BuiltInButtonStyle() }
}

/// The type of the automatic button style.
public typealias DefaultButtonStyle = BuiltInButtonStyle
/// The type of the bordered button style.
public typealias BorderedButtonStyle = BuiltInButtonStyle
/// The type of the borderedProminent button style.
public typealias BorderedProminentButtonStyle = BuiltInButtonStyle
/// The type of the borderless button style.
public typealias BorderlessButtonStyle = BuiltInButtonStyle
/// The type of the plain button style.
public typealias PlainButtonStyle = BuiltInButtonStyle
/// The type of the link button style.
public typealias LinkButtonStyle = BuiltInButtonStyle

// MARK: - Toggles

/// The look of toggles; never called.
@preconcurrency
@MainActor
public protocol ToggleStyle {
  associatedtype Body: View
  /// The parts of a toggle.
  typealias Configuration = ToggleStyleConfiguration
  /// Returns a toggle in this style.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The parts of a toggle for a style.
public struct ToggleStyleConfiguration {
  /// The label of the toggle.
  public typealias Label = AnyView

  /// The label of the toggle.
  public let label: Label
  /// True while the toggle is on.
  @Binding public var isOn: Bool
}

/// The built-in toggle styles, which all look the same on lines.
public struct BuiltInToggleStyle: ToggleStyle {
  nonisolated public init() {}

  /// Creates the same style: elements have no colour.
  nonisolated public init(tint: Color) {}

  /// Returns the label as it is.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension ToggleStyle where Self == BuiltInToggleStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInToggleStyle { BuiltInToggleStyle() }
  /// The switch style, without effect on lines.
  public static var `switch`: BuiltInToggleStyle { BuiltInToggleStyle() }
  /// The button style, without effect on lines.
  public static var button: BuiltInToggleStyle { BuiltInToggleStyle() }
  /// The checkbox style, without effect on lines.
  public static var checkbox: BuiltInToggleStyle { BuiltInToggleStyle() }
}

/// The type of the automatic toggle style.
public typealias DefaultToggleStyle = BuiltInToggleStyle
/// The type of the switch toggle style.
public typealias SwitchToggleStyle = BuiltInToggleStyle
/// The type of the button toggle style.
public typealias ButtonToggleStyle = BuiltInToggleStyle
/// The type of the checkbox toggle style.
public typealias CheckboxToggleStyle = BuiltInToggleStyle

// MARK: - Labels

/// The look of labels; never called.
@preconcurrency
@MainActor
public protocol LabelStyle {
  associatedtype Body: View
  /// The parts of a label.
  typealias Configuration = LabelStyleConfiguration
  /// Returns a label in this style.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The parts of a label for a style.
public struct LabelStyleConfiguration {
  /// The title of the label.
  public typealias Title = AnyView
  /// The icon of the label.
  public typealias Icon = AnyView

  /// The title of the label.
  public let title: Title
  /// The icon of the label.
  public let icon: Icon
}

/// The built-in label styles, which all look the same on lines.
public struct BuiltInLabelStyle: LabelStyle {
  nonisolated public init() {}

  /// Returns the title as it is.
  public func makeBody(configuration: Configuration) -> some View { configuration.title }
}

extension LabelStyle where Self == BuiltInLabelStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInLabelStyle { BuiltInLabelStyle() }
  /// The iconOnly style, without effect on lines.
  public static var iconOnly: BuiltInLabelStyle { BuiltInLabelStyle() }
  /// The titleOnly style, without effect on lines.
  public static var titleOnly: BuiltInLabelStyle { BuiltInLabelStyle() }
  /// The titleAndIcon style, without effect on lines.
  public static var titleAndIcon: BuiltInLabelStyle { BuiltInLabelStyle() }
}

/// The type of the automatic label style.
public typealias DefaultLabelStyle = BuiltInLabelStyle
/// The type of the iconOnly label style.
public typealias IconOnlyLabelStyle = BuiltInLabelStyle
/// The type of the titleOnly label style.
public typealias TitleOnlyLabelStyle = BuiltInLabelStyle
/// The type of the titleAndIcon label style.
public typealias TitleAndIconLabelStyle = BuiltInLabelStyle

// MARK: - Progress views

/// The look of progress views; never called.
@preconcurrency
@MainActor
public protocol ProgressViewStyle {
  associatedtype Body: View
  /// The parts of a progress view.
  typealias Configuration = ProgressViewStyleConfiguration
  /// Returns a progress view in this style.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The parts of a progress view for a style.
public struct ProgressViewStyleConfiguration {
  /// The label of the task.
  public typealias Label = AnyView
  /// The label of the completed fraction.
  public typealias CurrentValueLabel = AnyView

  /// The completed fraction, from 0 to 1; nil where it is not known.
  public let fractionCompleted: Double?
  /// The label of the task.
  public let label: Label?
  /// The label of the completed fraction.
  public let currentValueLabel: CurrentValueLabel?
}

/// The built-in progress view styles, which all look the same on lines.
public struct BuiltInProgressViewStyle: ProgressViewStyle {
  nonisolated public init() {}

  /// Creates the same style: elements have no colour.
  nonisolated public init(tint: Color) {}

  /// Returns the label as it is.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension ProgressViewStyle where Self == BuiltInProgressViewStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInProgressViewStyle { BuiltInProgressViewStyle() }
  /// The linear style, without effect on lines.
  public static var linear: BuiltInProgressViewStyle { BuiltInProgressViewStyle() }
  /// The circular style, without effect on lines.
  public static var circular: BuiltInProgressViewStyle { BuiltInProgressViewStyle() }
}

/// The type of the automatic progress view style.
public typealias DefaultProgressViewStyle = BuiltInProgressViewStyle
/// The type of the linear progress view style.
public typealias LinearProgressViewStyle = BuiltInProgressViewStyle
/// The type of the circular progress view style.
public typealias CircularProgressViewStyle = BuiltInProgressViewStyle
