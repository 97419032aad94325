import WaylineGraph
import WaylineViews

// A field, a menu, a picker, a list, a form and a table are lines, whatever their style. Styles are
// accepted, so that code written for SwiftUI compiles. The built-in styles of a kind share one
// type, with SwiftUI's names for it.

extension View {
  /// Accepted without effect: a picker is a numbered line.
  nonisolated public func pickerStyle<Style: PickerStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a menu is a numbered line.
  nonisolated public func menuStyle<Style: MenuStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a field is a numbered line.
  nonisolated public func textFieldStyle<Style: TextFieldStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: an editor is a numbered line.
  nonisolated public func textEditorStyle<Style: TextEditorStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a list is its rows.
  nonisolated public func listStyle<Style: ListStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a form is its rows.
  nonisolated public func formStyle<Style: FormStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a table is its rows.
  nonisolated public func tableStyle<Style: TableStyle>(_ style: Style) -> Self { self }
}

/// The look of pickers, which has no effect on lines.
public protocol PickerStyle {}

/// The built-in picker styles, which all look the same on lines.
public struct BuiltInPickerStyle: PickerStyle {
  nonisolated public init() {}
}

extension PickerStyle where Self == BuiltInPickerStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInPickerStyle { BuiltInPickerStyle() }
  /// The inline style, without effect on lines.
  public static var inline: BuiltInPickerStyle { BuiltInPickerStyle() }
  /// The menu style, without effect on lines.
  public static var menu: BuiltInPickerStyle { BuiltInPickerStyle() }
  /// The navigationLink style, without effect on lines.
  public static var navigationLink: BuiltInPickerStyle { BuiltInPickerStyle() }
  /// The palette style, without effect on lines.
  public static var palette: BuiltInPickerStyle { BuiltInPickerStyle() }
  /// The segmented style, without effect on lines.
  public static var segmented: BuiltInPickerStyle { BuiltInPickerStyle() }
  /// The wheel style, without effect on lines.
  public static var wheel: BuiltInPickerStyle { BuiltInPickerStyle() }
  /// The radioGroup style, without effect on lines.
  public static var radioGroup: BuiltInPickerStyle { BuiltInPickerStyle() }
}

/// The type of the automatic picker style.
public typealias DefaultPickerStyle = BuiltInPickerStyle
/// The type of the inline picker style.
public typealias InlinePickerStyle = BuiltInPickerStyle
/// The type of the menu picker style.
public typealias MenuPickerStyle = BuiltInPickerStyle
/// The type of the navigationLink picker style.
public typealias NavigationLinkPickerStyle = BuiltInPickerStyle
/// The type of the palette picker style.
public typealias PalettePickerStyle = BuiltInPickerStyle
/// The type of the segmented picker style.
public typealias SegmentedPickerStyle = BuiltInPickerStyle
/// The type of the wheel picker style.
public typealias WheelPickerStyle = BuiltInPickerStyle
/// The type of the radioGroup picker style.
public typealias RadioGroupPickerStyle = BuiltInPickerStyle

/// The look of menus, which has no effect on lines.
public protocol MenuStyle {}

/// The built-in menu styles, which all look the same on lines.
public struct BuiltInMenuStyle: MenuStyle {
  nonisolated public init() {}
}

extension MenuStyle where Self == BuiltInMenuStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInMenuStyle { BuiltInMenuStyle() }
  /// The button style, without effect on lines.
  public static var button: BuiltInMenuStyle { BuiltInMenuStyle() }
  /// The borderlessButton style, without effect on lines.
  public static var borderlessButton: BuiltInMenuStyle { BuiltInMenuStyle() }
}

/// The type of the automatic menu style.
public typealias DefaultMenuStyle = BuiltInMenuStyle
/// The type of the button menu style.
public typealias ButtonMenuStyle = BuiltInMenuStyle
/// The type of the borderlessButton menu style.
public typealias BorderlessButtonMenuStyle = BuiltInMenuStyle

/// The look of text fields, which has no effect on lines.
public protocol TextFieldStyle {}

/// The built-in text field styles, which all look the same on lines.
public struct BuiltInTextFieldStyle: TextFieldStyle {
  nonisolated public init() {}
}

extension TextFieldStyle where Self == BuiltInTextFieldStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInTextFieldStyle { BuiltInTextFieldStyle() }
  /// The plain style, without effect on lines.
  public static var plain: BuiltInTextFieldStyle { BuiltInTextFieldStyle() }
  /// The roundedBorder style, without effect on lines.
  public static var roundedBorder: BuiltInTextFieldStyle { BuiltInTextFieldStyle() }
  /// The squareBorder style, without effect on lines.
  public static var squareBorder: BuiltInTextFieldStyle { BuiltInTextFieldStyle() }
}

/// The type of the automatic text field style.
public typealias DefaultTextFieldStyle = BuiltInTextFieldStyle
/// The type of the plain text field style.
public typealias PlainTextFieldStyle = BuiltInTextFieldStyle
/// The type of the roundedBorder text field style.
public typealias RoundedBorderTextFieldStyle = BuiltInTextFieldStyle
/// The type of the squareBorder text field style.
public typealias SquareBorderTextFieldStyle = BuiltInTextFieldStyle

/// The look of text editors, which has no effect on lines.
public protocol TextEditorStyle {}

/// The built-in text editor styles, which all look the same on lines.
public struct BuiltInTextEditorStyle: TextEditorStyle {
  nonisolated public init() {}
}

extension TextEditorStyle where Self == BuiltInTextEditorStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInTextEditorStyle { BuiltInTextEditorStyle() }
  /// The plain style, without effect on lines.
  public static var plain: BuiltInTextEditorStyle { BuiltInTextEditorStyle() }
}

/// The type of the automatic text editor style.
public typealias AutomaticTextEditorStyle = BuiltInTextEditorStyle
/// The type of the plain text editor style.
public typealias PlainTextEditorStyle = BuiltInTextEditorStyle

/// The look of lists, which has no effect on lines.
public protocol ListStyle {}

/// The built-in list styles, which all look the same on lines.
public struct BuiltInListStyle: ListStyle {
  nonisolated public init() {}
}

extension ListStyle where Self == BuiltInListStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInListStyle { BuiltInListStyle() }
  /// The plain style, without effect on lines.
  public static var plain: BuiltInListStyle { BuiltInListStyle() }
  /// The grouped style, without effect on lines.
  public static var grouped: BuiltInListStyle { BuiltInListStyle() }
  /// The inset style, without effect on lines.
  public static var inset: BuiltInListStyle { BuiltInListStyle() }
  /// The insetGrouped style, without effect on lines.
  public static var insetGrouped: BuiltInListStyle { BuiltInListStyle() }
  /// The sidebar style, without effect on lines.
  public static var sidebar: BuiltInListStyle { BuiltInListStyle() }
}

/// The type of the automatic list style.
public typealias DefaultListStyle = BuiltInListStyle
/// The type of the plain list style.
public typealias PlainListStyle = BuiltInListStyle
/// The type of the grouped list style.
public typealias GroupedListStyle = BuiltInListStyle
/// The type of the inset list style.
public typealias InsetListStyle = BuiltInListStyle
/// The type of the insetGrouped list style.
public typealias InsetGroupedListStyle = BuiltInListStyle
/// The type of the sidebar list style.
public typealias SidebarListStyle = BuiltInListStyle

/// The look of forms, which has no effect on lines.
public protocol FormStyle {}

/// The built-in form styles, which all look the same on lines.
public struct BuiltInFormStyle: FormStyle {
  nonisolated public init() {}
}

extension FormStyle where Self == BuiltInFormStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInFormStyle { BuiltInFormStyle() }
  /// The columns style, without effect on lines.
  public static var columns: BuiltInFormStyle { BuiltInFormStyle() }
  /// The grouped style, without effect on lines.
  public static var grouped: BuiltInFormStyle { BuiltInFormStyle() }
}

/// The type of the automatic form style.
public typealias AutomaticFormStyle = BuiltInFormStyle
/// The type of the columns form style.
public typealias ColumnsFormStyle = BuiltInFormStyle
/// The type of the grouped form style.
public typealias GroupedFormStyle = BuiltInFormStyle

/// The look of tables, which has no effect on lines.
public protocol TableStyle {}

/// The built-in table styles, which all look the same on lines.
public struct BuiltInTableStyle: TableStyle {
  nonisolated public init() {}
}

extension TableStyle where Self == BuiltInTableStyle {
  /// The automatic style, without effect on lines.
  public static var automatic: BuiltInTableStyle { BuiltInTableStyle() }
  /// The inset style, without effect on lines.
  public static var inset: BuiltInTableStyle { BuiltInTableStyle() }
}

/// The type of the automatic table style.
public typealias AutomaticTableStyle = BuiltInTableStyle
/// The type of the inset table style.
public typealias InsetTableStyle = BuiltInTableStyle
