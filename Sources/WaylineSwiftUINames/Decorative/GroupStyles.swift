import WaylineGraph
import WaylineViews

// Groups, gauges, dates and tabs are lines, whatever their style; see the styles of containers.

extension View {
  /// Accepted without effect: a gauge is a line.
  nonisolated public func gaugeStyle<Style: GaugeStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a date is typed.
  nonisolated public func datePickerStyle<Style: DatePickerStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a box is its lines.
  nonisolated public func groupBoxStyle<Style: GroupBoxStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a group is its controls.
  nonisolated public func controlGroupStyle<Style: ControlGroupStyle>(_ style: Style) -> Self {
    self
  }

  /// Accepted without effect: a group is a numbered line.
  nonisolated public func disclosureGroupStyle<Style: DisclosureGroupStyle>(_ style: Style) -> Self
  { self }

  /// Accepted without effect: a label and its content are a line.
  nonisolated public func labeledContentStyle<Style: LabeledContentStyle>(_ style: Style) -> Self {
    self
  }

  /// Accepted without effect: columns are below each other.
  nonisolated public func navigationSplitViewStyle<Style: NavigationSplitViewStyle>(_ style: Style)
    -> Self
  { self }

  /// Accepted without effect: a tab is chosen on a line.
  nonisolated public func tabViewStyle<Style: TabViewStyle>(_ style: Style) -> Self { self }
}

/// The look of gauges, which has no effect on lines.
public protocol GaugeStyle {}

/// The built-in styles of gauges, which all look the same on lines.
public struct BuiltInGaugeStyle: GaugeStyle {
  nonisolated public init() {}
}

extension GaugeStyle where Self == BuiltInGaugeStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInGaugeStyle { BuiltInGaugeStyle() }
  /// The linearCapacity style, without effect on lines.
  public static var linearCapacity: BuiltInGaugeStyle { BuiltInGaugeStyle() }
  /// The accessoryCircular style, without effect on lines.
  public static var accessoryCircular: BuiltInGaugeStyle { BuiltInGaugeStyle() }
  /// The accessoryCircularCapacity style, without effect on lines.
  public static var accessoryCircularCapacity: BuiltInGaugeStyle { BuiltInGaugeStyle() }
  /// The accessoryLinear style, without effect on lines.
  public static var accessoryLinear: BuiltInGaugeStyle { BuiltInGaugeStyle() }
  /// The accessoryLinearCapacity style, without effect on lines.
  public static var accessoryLinearCapacity: BuiltInGaugeStyle { BuiltInGaugeStyle() }
}

/// The type of the automatic style.
public typealias DefaultGaugeStyle = BuiltInGaugeStyle
/// The type of the linearCapacity style.
public typealias LinearCapacityGaugeStyle = BuiltInGaugeStyle

/// The look of date pickers, which has no effect on lines.
public protocol DatePickerStyle {}

/// The built-in styles of date pickers, which all look the same on lines.
public struct BuiltInDatePickerStyle: DatePickerStyle {
  nonisolated public init() {}
}

extension DatePickerStyle where Self == BuiltInDatePickerStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInDatePickerStyle { BuiltInDatePickerStyle() }
  /// The compact style, without effect on lines.
  public static var compact: BuiltInDatePickerStyle { BuiltInDatePickerStyle() }
  /// The graphical style, without effect on lines.
  public static var graphical: BuiltInDatePickerStyle { BuiltInDatePickerStyle() }
  /// The wheel style, without effect on lines.
  public static var wheel: BuiltInDatePickerStyle { BuiltInDatePickerStyle() }
  /// The field style, without effect on lines.
  public static var field: BuiltInDatePickerStyle { BuiltInDatePickerStyle() }
  /// The stepperField style, without effect on lines.
  public static var stepperField: BuiltInDatePickerStyle { BuiltInDatePickerStyle() }
}

/// The type of the automatic style.
public typealias DefaultDatePickerStyle = BuiltInDatePickerStyle
/// The type of the compact style.
public typealias CompactDatePickerStyle = BuiltInDatePickerStyle
/// The type of the graphical style.
public typealias GraphicalDatePickerStyle = BuiltInDatePickerStyle
/// The type of the wheel style.
public typealias WheelDatePickerStyle = BuiltInDatePickerStyle

/// The look of boxes, which has no effect on lines.
public protocol GroupBoxStyle {}

/// The built-in styles of boxes, which all look the same on lines.
public struct BuiltInGroupBoxStyle: GroupBoxStyle {
  nonisolated public init() {}
}

extension GroupBoxStyle where Self == BuiltInGroupBoxStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInGroupBoxStyle { BuiltInGroupBoxStyle() }
}

/// The type of the automatic style.
public typealias DefaultGroupBoxStyle = BuiltInGroupBoxStyle

/// The look of groups of controls, which has no effect on lines.
public protocol ControlGroupStyle {}

/// The built-in styles of groups of controls, which all look the same on lines.
public struct BuiltInControlGroupStyle: ControlGroupStyle {
  nonisolated public init() {}
}

extension ControlGroupStyle where Self == BuiltInControlGroupStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInControlGroupStyle { BuiltInControlGroupStyle() }
  /// The navigation style, without effect on lines.
  public static var navigation: BuiltInControlGroupStyle { BuiltInControlGroupStyle() }
  /// The menu style, without effect on lines.
  public static var menu: BuiltInControlGroupStyle { BuiltInControlGroupStyle() }
  /// The compactMenu style, without effect on lines.
  public static var compactMenu: BuiltInControlGroupStyle { BuiltInControlGroupStyle() }
  /// The palette style, without effect on lines.
  public static var palette: BuiltInControlGroupStyle { BuiltInControlGroupStyle() }
}

/// The type of the automatic style.
public typealias AutomaticControlGroupStyle = BuiltInControlGroupStyle
/// The type of the navigation style.
public typealias NavigationControlGroupStyle = BuiltInControlGroupStyle

/// The look of disclosure groups, which has no effect on lines.
public protocol DisclosureGroupStyle {}

/// The built-in styles of disclosure groups, which all look the same on lines.
public struct BuiltInDisclosureGroupStyle: DisclosureGroupStyle {
  nonisolated public init() {}
}

extension DisclosureGroupStyle where Self == BuiltInDisclosureGroupStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInDisclosureGroupStyle { BuiltInDisclosureGroupStyle() }
}

/// The type of the automatic style.
public typealias AutomaticDisclosureGroupStyle = BuiltInDisclosureGroupStyle

/// The look of labelled content, which has no effect on lines.
public protocol LabeledContentStyle {}

/// The built-in styles of labelled content, which all look the same on lines.
public struct BuiltInLabeledContentStyle: LabeledContentStyle {
  nonisolated public init() {}
}

extension LabeledContentStyle where Self == BuiltInLabeledContentStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInLabeledContentStyle { BuiltInLabeledContentStyle() }
}

/// The type of the automatic style.
public typealias AutomaticLabeledContentStyle = BuiltInLabeledContentStyle

/// The look of split views, which has no effect on lines.
public protocol NavigationSplitViewStyle {}

/// The built-in styles of split views, which all look the same on lines.
public struct BuiltInNavigationSplitViewStyle: NavigationSplitViewStyle {
  nonisolated public init() {}
}

extension NavigationSplitViewStyle where Self == BuiltInNavigationSplitViewStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInNavigationSplitViewStyle { BuiltInNavigationSplitViewStyle() }
  /// The balanced style, without effect on lines.
  public static var balanced: BuiltInNavigationSplitViewStyle { BuiltInNavigationSplitViewStyle() }
  /// The prominentDetail style, without effect on lines.
  public static var prominentDetail: BuiltInNavigationSplitViewStyle {
    BuiltInNavigationSplitViewStyle()
  }
}

/// The type of the automatic style.
public typealias AutomaticNavigationSplitViewStyle = BuiltInNavigationSplitViewStyle
/// The type of the balanced style.
public typealias BalancedNavigationSplitViewStyle = BuiltInNavigationSplitViewStyle
/// The type of the prominentDetail style.
public typealias ProminentDetailNavigationSplitViewStyle = BuiltInNavigationSplitViewStyle

/// The look of tab views, which has no effect on lines.
public protocol TabViewStyle {}

/// The built-in styles of tab views, which all look the same on lines.
public struct BuiltInTabViewStyle: TabViewStyle {
  nonisolated public init() {}
}

extension TabViewStyle where Self == BuiltInTabViewStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInTabViewStyle { BuiltInTabViewStyle() }
  /// The page style, without effect on lines.
  public static var page: BuiltInTabViewStyle { BuiltInTabViewStyle() }
  /// The sidebarAdaptable style, without effect on lines.
  public static var sidebarAdaptable: BuiltInTabViewStyle { BuiltInTabViewStyle() }
  /// The tabBarOnly style, without effect on lines.
  public static var tabBarOnly: BuiltInTabViewStyle { BuiltInTabViewStyle() }
  /// The grouped style, without effect on lines.
  public static var grouped: BuiltInTabViewStyle { BuiltInTabViewStyle() }
  /// The verticalPage style, without effect on lines.
  public static var verticalPage: BuiltInTabViewStyle { BuiltInTabViewStyle() }
}

/// The type of the automatic style.
public typealias DefaultTabViewStyle = BuiltInTabViewStyle
/// The type of the sidebarAdaptable style.
public typealias SidebarAdaptableTabViewStyle = BuiltInTabViewStyle

/// The style of pages beside each other, which has no effect on lines.
public struct PageTabViewStyle: TabViewStyle {
  /// The dots of the pages, which lines do not have.
  public enum IndexDisplayMode: Hashable, Sendable {
    case automatic, always, never
  }

  nonisolated public init(indexDisplayMode: IndexDisplayMode = .automatic) {}
}

extension TabViewStyle where Self == PageTabViewStyle {
  /// The page style with or without dots, without effect on lines.
  public static func page(indexDisplayMode: PageTabViewStyle.IndexDisplayMode) -> PageTabViewStyle {
    PageTabViewStyle(indexDisplayMode: indexDisplayMode)
  }
}
