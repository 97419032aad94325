// A list, a form and a table are their rows, whatever their style.

extension View {
  /// Accepted without effect: a list is its rows.
  nonisolated public func listStyle<Style: ListStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a form is its rows.
  nonisolated public func formStyle<Style: FormStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: a table is its rows.
  nonisolated public func tableStyle<Style: TableStyle>(_ style: Style) -> Self { self }
}

/// Kept so that code written for SwiftUI compiles; a list is its rows.
public protocol ListStyle {}

/// Kept so that code written for SwiftUI compiles; a list is its rows.
public struct DefaultListStyle: ListStyle {
  nonisolated public init() {}
}

extension ListStyle where Self == DefaultListStyle {
  /// Kept so that code written for SwiftUI compiles; a list is its rows.
  public static var automatic: DefaultListStyle { DefaultListStyle() }
}

/// Kept so that code written for SwiftUI compiles; a list is its rows.
public struct PlainListStyle: ListStyle {
  nonisolated public init() {}
}

extension ListStyle where Self == PlainListStyle {
  /// Kept so that code written for SwiftUI compiles; a list is its rows.
  public static var plain: PlainListStyle { PlainListStyle() }
}

/// Kept so that code written for SwiftUI compiles; a list is its rows.
public struct GroupedListStyle: ListStyle {
  nonisolated public init() {}
}

extension ListStyle where Self == GroupedListStyle {
  /// Kept so that code written for SwiftUI compiles; a list is its rows.
  public static var grouped: GroupedListStyle { GroupedListStyle() }
}

/// Kept so that code written for SwiftUI compiles; a list is its rows.
public struct InsetListStyle: ListStyle {
  nonisolated public init() {}
}

extension ListStyle where Self == InsetListStyle {
  /// Kept so that code written for SwiftUI compiles; a list is its rows.
  public static var inset: InsetListStyle { InsetListStyle() }
}

/// Kept so that code written for SwiftUI compiles; a list is its rows.
public struct InsetGroupedListStyle: ListStyle {
  nonisolated public init() {}
}

extension ListStyle where Self == InsetGroupedListStyle {
  /// Kept so that code written for SwiftUI compiles; a list is its rows.
  public static var insetGrouped: InsetGroupedListStyle { InsetGroupedListStyle() }
}

/// Kept so that code written for SwiftUI compiles; a list is its rows.
public struct SidebarListStyle: ListStyle {
  nonisolated public init() {}
}

extension ListStyle where Self == SidebarListStyle {
  /// Kept so that code written for SwiftUI compiles; a list is its rows.
  public static var sidebar: SidebarListStyle { SidebarListStyle() }
}

/// Kept so that code written for SwiftUI compiles; a form is its rows.
public protocol FormStyle {}

/// Kept so that code written for SwiftUI compiles; a form is its rows.
public struct AutomaticFormStyle: FormStyle {
  nonisolated public init() {}
}

extension FormStyle where Self == AutomaticFormStyle {
  /// Kept so that code written for SwiftUI compiles; a form is its rows.
  public static var automatic: AutomaticFormStyle { AutomaticFormStyle() }
}

/// Kept so that code written for SwiftUI compiles; a form is its rows.
public struct ColumnsFormStyle: FormStyle {
  nonisolated public init() {}
}

extension FormStyle where Self == ColumnsFormStyle {
  /// Kept so that code written for SwiftUI compiles; a form is its rows.
  public static var columns: ColumnsFormStyle { ColumnsFormStyle() }
}

/// Kept so that code written for SwiftUI compiles; a form is its rows.
public struct GroupedFormStyle: FormStyle {
  nonisolated public init() {}
}

extension FormStyle where Self == GroupedFormStyle {
  /// Kept so that code written for SwiftUI compiles; a form is its rows.
  public static var grouped: GroupedFormStyle { GroupedFormStyle() }
}

/// Kept so that code written for SwiftUI compiles; a table is its rows.
public protocol TableStyle {}

/// Kept so that code written for SwiftUI compiles; a table is its rows.
public struct AutomaticTableStyle: TableStyle {
  nonisolated public init() {}
}

extension TableStyle where Self == AutomaticTableStyle {
  /// Kept so that code written for SwiftUI compiles; a table is its rows.
  public static var automatic: AutomaticTableStyle { AutomaticTableStyle() }
}

/// Kept so that code written for SwiftUI compiles; a table is its rows.
public struct InsetTableStyle: TableStyle {
  nonisolated public init() {}
}

extension TableStyle where Self == InsetTableStyle {
  /// Kept so that code written for SwiftUI compiles; a table is its rows.
  public static var inset: InsetTableStyle { InsetTableStyle() }
}
