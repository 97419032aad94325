import WaylineGraph
import WaylineViews

// Margins, scrolling, the look of sheets and bars, and drawing: accepted, so that code written for
// SwiftUI compiles, and without effect.

extension View {
  /// Accepted without effect: lines have no margins.
  nonisolated public func contentMargins(
    _ edges: Edge.Set = .all, _ length: Double?, for placement: ContentMarginPlacement = .automatic
  ) -> Self { self }

  /// Accepted without effect: lines have no margins.
  nonisolated public func contentMargins(
    _ length: Double, for placement: ContentMarginPlacement = .automatic
  ) -> Self { self }

  /// Accepted without effect: lines have no margins.
  nonisolated public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> Self
  { self }

  /// Accepted without effect: lines have no margins.
  nonisolated public func safeAreaPadding(_ length: Double) -> Self { self }

  /// Accepted without effect: screens are shown by pages.
  nonisolated public func scrollTargetLayout(isEnabled: Bool = true) -> Self { self }

  /// Accepted without effect: screens are shown by pages.
  nonisolated public func scrollClipDisabled(_ disabled: Bool = true) -> Self { self }

  /// Accepted without effect: screens are shown by pages.
  nonisolated public func scrollBounceBehavior(
    _ behavior: ScrollBounceBehavior, axes: Axis.Set = [.vertical]
  ) -> Self { self }

  /// Accepted without effect: a sheet has no handle.
  nonisolated public func presentationDragIndicator(_ visibility: Visibility) -> Self { self }

  /// Accepted without effect: a sheet has no corners.
  nonisolated public func presentationCornerRadius(_ cornerRadius: Double?) -> Self { self }

  /// Accepted without effect: a sheet is as long as its content.
  nonisolated public func presentationDetents(_ detents: Set<PresentationDetent>) -> Self { self }

  /// Accepted without effect: a sheet is as long as its content, and never writes the binding.
  nonisolated public func presentationDetents(
    _ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>
  ) -> Self { self }

  /// Accepted without effect: a sheet has no background.
  nonisolated public func presentationBackground(_ color: Color) -> Self { self }

  /// Accepted without effect: a sheet has no background.
  nonisolated public func presentationBackground(_ material: Material) -> Self { self }

  /// Accepted without effect: a sheet is lines at every size.
  nonisolated public func presentationCompactAdaptation(_ adaptation: PresentationAdaptation)
    -> Self
  { self }

  /// Accepted without effect: a menu is a numbered line.
  nonisolated public func menuIndicator(_ visibility: Visibility) -> Self { self }

  /// Accepted without effect: a line needs its label.
  nonisolated public func labelsVisibility(_ visibility: Visibility) -> Self { self }

  /// Accepted without effect: rows have no separators.
  nonisolated public func listRowSeparatorTint(_ color: Color?) -> Self { self }

  /// Accepted without effect: lines have no icons.
  nonisolated public func listItemTint(_ color: Color?) -> Self { self }

  /// Accepted without effect: a title is a line.
  nonisolated public func toolbarTitleDisplayMode(_ mode: TitleDisplayMode) -> Self { self }

  /// Accepted without effect: there are no bars.
  nonisolated public func toolbarVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...)
    -> Self
  { self }

  /// Accepted without effect: there are no bars.
  nonisolated public func toolbarColorScheme(_ scheme: ColorScheme?, for bars: ToolbarPlacement...)
    -> Self
  { self }

  /// Accepted without effect: lines have no width.
  nonisolated public func navigationSplitViewColumnWidth(_ width: Double) -> Self { self }

  /// Accepted without effect: lines have no width.
  nonisolated public func navigationSplitViewColumnWidth(
    min: Double? = nil, ideal: Double, max: Double? = nil
  ) -> Self { self }

  /// Accepted without effect: lines are not drawn.
  nonisolated public func drawingGroup(opaque: Bool = false) -> Self { self }

  /// Accepted without effect: lines are not drawn.
  nonisolated public func compositingGroup() -> Self { self }

  /// Accepted without effect: lines are not drawn.
  nonisolated public func geometryGroup() -> Self { self }

  /// Accepted without effect: lines are not drawn.
  nonisolated public func colorInvert() -> Self { self }

  /// Accepted without effect: lines are not drawn.
  nonisolated public func colorMultiply(_ color: Color) -> Self { self }

  /// Accepted without effect: lines are not drawn.
  nonisolated public func hueRotation(_ angle: Angle) -> Self { self }
}

/// The margins that a view has in SwiftUI, without effect on lines.
public enum ContentMarginPlacement: Hashable, Sendable {
  case automatic, scrollContent, scrollIndicators
}

/// The end of scrolling in SwiftUI, without effect on lines.
public enum ScrollBounceBehavior: Hashable, Sendable {
  case automatic, always, basedOnSize
}

/// The form of a presentation in a small window of SwiftUI, without effect on lines.
public enum PresentationAdaptation: Hashable, Sendable {
  case automatic, none, popover, sheet, fullScreenCover
}

/// The height of a sheet in SwiftUI, without effect on lines.
public enum PresentationDetent: Hashable, Sendable {
  case medium, large
  case height(Double)
  case fraction(Double)
}
