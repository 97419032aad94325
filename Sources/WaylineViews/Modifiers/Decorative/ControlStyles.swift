import WaylineGraph

// An element looks as its kind does. A style of a program's own compiles and is not asked.

extension View {
  /// Accepted without effect: a toggle is a numbered line.
  nonisolated public func toggleStyle<Style: ToggleStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a label shows its title.
  nonisolated public func labelStyle<Style: LabelStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: progress is told in words.
  nonisolated public func progressViewStyle<Style: ProgressViewStyle>(_ style: Style) -> Self {
    self
  }
}

/// The look of toggles; kept so that code written for SwiftUI compiles, and never asked.
@preconcurrency
@MainActor
public protocol ToggleStyle {
  associatedtype Body: View
  /// What there is to show.
  typealias Configuration = ToggleStyleConfiguration
  /// The view in this style.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// What a style is told of a toggle.
public struct ToggleStyleConfiguration {
  /// What the control says.
  public typealias Label = AnyView

  /// What the toggle says.
  public let label: Label
  /// Whether it is on.
  @Binding public var isOn: Bool
}

/// Kept so that code written for SwiftUI compiles; a toggle is a numbered line.
public struct DefaultToggleStyle: ToggleStyle {
  nonisolated public init() {}

  /// The words as they are.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension ToggleStyle where Self == DefaultToggleStyle {
  /// Kept so that code written for SwiftUI compiles; a toggle is a numbered line.
  public static var automatic: DefaultToggleStyle { DefaultToggleStyle() }
}

/// Kept so that code written for SwiftUI compiles; a toggle is a numbered line.
public struct SwitchToggleStyle: ToggleStyle {
  nonisolated public init() {}

  /// The same style: elements have no colour.
  nonisolated public init(tint: Color) {}

  /// The words as they are.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension ToggleStyle where Self == SwitchToggleStyle {
  /// Kept so that code written for SwiftUI compiles; a toggle is a numbered line.
  public static var `switch`: SwitchToggleStyle { SwitchToggleStyle() }
}

/// Kept so that code written for SwiftUI compiles; a toggle is a numbered line.
public struct ButtonToggleStyle: ToggleStyle {
  nonisolated public init() {}

  /// The words as they are.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension ToggleStyle where Self == ButtonToggleStyle {
  /// Kept so that code written for SwiftUI compiles; a toggle is a numbered line.
  public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}

/// Kept so that code written for SwiftUI compiles; a toggle is a numbered line.
public struct CheckboxToggleStyle: ToggleStyle {
  nonisolated public init() {}

  /// The words as they are.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension ToggleStyle where Self == CheckboxToggleStyle {
  /// Kept so that code written for SwiftUI compiles; a toggle is a numbered line.
  public static var checkbox: CheckboxToggleStyle { CheckboxToggleStyle() }
}

/// The look of labels; kept so that code written for SwiftUI compiles, and never asked.
@preconcurrency
@MainActor
public protocol LabelStyle {
  associatedtype Body: View
  /// What there is to show.
  typealias Configuration = LabelStyleConfiguration
  /// The view in this style.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// What a style is told of a label.
public struct LabelStyleConfiguration {
  /// What the label says.
  public typealias Title = AnyView
  /// What stands beside it.
  public typealias Icon = AnyView

  /// What the label says.
  public let title: Title
  /// What stands beside it.
  public let icon: Icon
}

/// Kept so that code written for SwiftUI compiles; a label shows its title.
public struct DefaultLabelStyle: LabelStyle {
  nonisolated public init() {}

  /// The words as they are.
  public func makeBody(configuration: Configuration) -> some View { configuration.title }
}

extension LabelStyle where Self == DefaultLabelStyle {
  /// Kept so that code written for SwiftUI compiles; a label shows its title.
  public static var automatic: DefaultLabelStyle { DefaultLabelStyle() }
}

/// Kept so that code written for SwiftUI compiles; a label shows its title.
public struct IconOnlyLabelStyle: LabelStyle {
  nonisolated public init() {}

  /// The words as they are.
  public func makeBody(configuration: Configuration) -> some View { configuration.title }
}

extension LabelStyle where Self == IconOnlyLabelStyle {
  /// Kept so that code written for SwiftUI compiles; a label shows its title.
  public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}

/// Kept so that code written for SwiftUI compiles; a label shows its title.
public struct TitleOnlyLabelStyle: LabelStyle {
  nonisolated public init() {}

  /// The words as they are.
  public func makeBody(configuration: Configuration) -> some View { configuration.title }
}

extension LabelStyle where Self == TitleOnlyLabelStyle {
  /// Kept so that code written for SwiftUI compiles; a label shows its title.
  public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() }
}

/// Kept so that code written for SwiftUI compiles; a label shows its title.
public struct TitleAndIconLabelStyle: LabelStyle {
  nonisolated public init() {}

  /// The words as they are.
  public func makeBody(configuration: Configuration) -> some View { configuration.title }
}

extension LabelStyle where Self == TitleAndIconLabelStyle {
  /// Kept so that code written for SwiftUI compiles; a label shows its title.
  public static var titleAndIcon: TitleAndIconLabelStyle { TitleAndIconLabelStyle() }
}

/// The look of progress; kept so that code written for SwiftUI compiles, and never asked.
@preconcurrency
@MainActor
public protocol ProgressViewStyle {
  associatedtype Body: View
  /// What there is to show.
  typealias Configuration = ProgressViewStyleConfiguration
  /// The view in this style.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// What a style is told of progress.
public struct ProgressViewStyleConfiguration {
  /// What the control says.
  public typealias Label = AnyView
  /// What says how far it has come.
  public typealias CurrentValueLabel = AnyView

  /// How far it has come, from 0 to 1; nil where that is not known.
  public let fractionCompleted: Double?
  /// What is under way.
  public let label: Label?
  /// What says how far it has come.
  public let currentValueLabel: CurrentValueLabel?
}

/// Kept so that code written for SwiftUI compiles; progress is told in words.
public struct DefaultProgressViewStyle: ProgressViewStyle {
  nonisolated public init() {}

  /// The words as they are.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension ProgressViewStyle where Self == DefaultProgressViewStyle {
  /// Kept so that code written for SwiftUI compiles; progress is told in words.
  public static var automatic: DefaultProgressViewStyle { DefaultProgressViewStyle() }
}

/// Kept so that code written for SwiftUI compiles; progress is told in words.
public struct LinearProgressViewStyle: ProgressViewStyle {
  nonisolated public init() {}

  /// The same style: elements have no colour.
  nonisolated public init(tint: Color) {}

  /// The words as they are.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension ProgressViewStyle where Self == LinearProgressViewStyle {
  /// Kept so that code written for SwiftUI compiles; progress is told in words.
  public static var linear: LinearProgressViewStyle { LinearProgressViewStyle() }
}

/// Kept so that code written for SwiftUI compiles; progress is told in words.
public struct CircularProgressViewStyle: ProgressViewStyle {
  nonisolated public init() {}

  /// The same style: elements have no colour.
  nonisolated public init(tint: Color) {}

  /// The words as they are.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension ProgressViewStyle where Self == CircularProgressViewStyle {
  /// Kept so that code written for SwiftUI compiles; progress is told in words.
  public static var circular: CircularProgressViewStyle { CircularProgressViewStyle() }
}
