import WaylineGraph
import WaylineViews

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// More modifiers of SwiftUI that can mean nothing on lines: those for focus, grids, scrolling and screen
// readers, and older names; see the views.

extension View {
  /// Unavailable: use textInputAutocapitalization.
  @available(*, unavailable, message: "use textInputAutocapitalization")
  nonisolated public func autocapitalization(_ style: TextInputAutocapitalization?) -> Self { self }

  /// Unavailable: set colorScheme with environment.
  @available(*, unavailable, message: "set colorScheme with environment")
  nonisolated public func colorScheme(_ scheme: ColorScheme) -> Self { self }

  /// Unavailable: use accessibilityLabel or accessibilityValue.
  @available(*, unavailable, message: "use accessibilityLabel or accessibilityValue")
  nonisolated public func accessibility(
    label: Text? = nil, value: Text? = nil, hint: Text? = nil, hidden: Bool = false,
    identifier: String = ""
  ) -> Self { self }

  /// Unavailable: use a contextMenu.
  @available(*, unavailable, message: "use a contextMenu")
  nonisolated public func accessibilityActions<Actions: View>(
    @ViewBuilder _ actions: () -> Actions
  ) -> Self { self }

  /// Unavailable: use a Stepper.
  @available(*, unavailable, message: "use a Stepper")
  nonisolated public func accessibilityAdjustableAction(
    _ action: (AccessibilityAdjustmentDirection) -> Void
  ) -> Self { self }

  /// Unavailable: use keyboardShortcut.
  @available(*, unavailable, message: "use keyboardShortcut")
  nonisolated public func accessibilityInputLabels<Label>(_ labels: [Label]) -> Self { self }

  /// Unavailable: use a Text.
  @available(*, unavailable, message: "use a Text")
  nonisolated public func accessibilityCustomContent(_ label: String, _ value: String) -> Self {
    self
  }

  /// Unavailable: give the view itself what is read.
  @available(*, unavailable, message: "give the view itself what is read")
  nonisolated public func accessibilityRepresentation<Other: View>(
    @ViewBuilder representation: () -> Other
  ) -> Self { self }

  /// Unavailable: give the view itself what is read.
  @available(*, unavailable, message: "give the view itself what is read")
  nonisolated public func accessibilityChildren<Other: View>(
    @ViewBuilder children: () -> Other
  ) -> Self { self }

  /// Unavailable: use a Table, which aligns its columns.
  @available(*, unavailable, message: "use a Table, which aligns its columns")
  nonisolated public func gridCellColumns(_ count: Int) -> Self { self }

  /// Unavailable: use a Table, which aligns its columns.
  @available(*, unavailable, message: "use a Table, which aligns its columns")
  nonisolated public func gridCellAnchor(_ anchor: UnitPoint) -> Self { self }

  /// Unavailable: use a Table, which aligns its columns.
  @available(*, unavailable, message: "use a Table, which aligns its columns")
  nonisolated public func gridCellUnsizedAxes(_ axes: Axis.Set) -> Self { self }

  /// Unavailable: use a Table, which aligns its columns.
  @available(*, unavailable, message: "use a Table, which aligns its columns")
  nonisolated public func gridColumnAlignment(_ guide: HorizontalAlignment) -> Self { self }

  /// Unavailable: a field is addressed by its number or label.
  @available(*, unavailable, message: "a field is addressed by its number or label")
  nonisolated public func focusScope<Space>(_ namespace: Space) -> Self { self }

  /// Unavailable: a field is addressed by its number or label.
  @available(*, unavailable, message: "a field is addressed by its number or label")
  nonisolated public func focusSection() -> Self { self }

  /// Unavailable: a field is addressed by its number or label.
  @available(*, unavailable, message: "a field is addressed by its number or label")
  nonisolated public func prefersDefaultFocus<Space>(_ prefers: Bool = true, in namespace: Space)
    -> Self
  { self }

  /// Unavailable: use a Menu.
  @available(*, unavailable, message: "use a Menu")
  nonisolated public func toolbarTitleMenu<Items: View>(@ViewBuilder content: () -> Items) -> Self {
    self
  }

  /// Unavailable: use a Button.
  @available(*, unavailable, message: "use a Button")
  nonisolated public func renameAction(_ action: () -> Void) -> Self { self }

  /// Unavailable: use a Button.
  @available(*, unavailable, message: "use a Button")
  nonisolated public func sectionActions<Actions: View>(@ViewBuilder content: () -> Actions) -> Self
  { self }

  /// Unavailable: use onOpenURL.
  @available(*, unavailable, message: "use onOpenURL")
  nonisolated public func userActivity(
    _ type: String, isActive: Bool = true, _ update: (AnyObject) -> Void
  ) -> Self { self }

  /// Unavailable: use a Toggle.
  @available(*, unavailable, message: "use a Toggle")
  nonisolated public func dialogSuppressionToggle(isSuppressed: Binding<Bool>) -> Self { self }

  /// Unavailable: use onLeave.
  @available(*, unavailable, message: "use onLeave")
  nonisolated public func dismissalConfirmationDialog<Actions: View>(
    _ title: String, shouldPresent: Bool, @ViewBuilder actions: () -> Actions
  ) -> Self { self }

  /// Unavailable: use a TextField for the path.
  @available(*, unavailable, message: "use a TextField for the path")
  nonisolated public func fileMover(
    isPresented: Binding<Bool>, file: URL?, onCompletion: (Result<URL, any Error>) -> Void
  ) -> Self { self }

  /// Unavailable: use a Link.
  @available(*, unavailable, message: "use a Link")
  nonisolated public func quickLookPreview(_ item: Binding<URL?>) -> Self { self }

  /// Unavailable: type /text at the prompt.
  @available(*, unavailable, message: "type /text at the prompt")
  nonisolated public func findNavigator(isPresented: Binding<Bool>) -> Self { self }

  /// Unavailable: use searchSuggestions.
  @available(*, unavailable, message: "use searchSuggestions")
  nonisolated public func textInputSuggestions<Suggestions: View>(
    @ViewBuilder _ suggestions: () -> Suggestions
  ) -> Self { self }

  /// Unavailable: use searchCompletion.
  @available(*, unavailable, message: "use searchCompletion")
  nonisolated public func textInputCompletion(_ completion: String) -> Self { self }

  /// Unavailable: use safeAreaInset.
  @available(*, unavailable, message: "use safeAreaInset")
  nonisolated public func safeAreaBar<Bar: View>(
    edge: VerticalEdge, spacing: Double? = nil, @ViewBuilder content: () -> Bar
  ) -> Self { self }

  /// Unavailable: lines have no shapes; leave it out.
  @available(*, unavailable, message: "lines have no shapes; leave it out")
  nonisolated public func containerShape<Outline: Shape>(_ shape: Outline) -> Self { self }

  /// Unavailable: lines do not move; leave it out.
  @available(*, unavailable, message: "lines do not move; leave it out")
  nonisolated public func navigationTransition(_ transition: NavigationTransition) -> Self { self }

  /// Unavailable: lines do not move; leave it out.
  @available(*, unavailable, message: "lines do not move; leave it out")
  nonisolated public func scrollTransition<Content: View>(
    transition: (Self, ScrollTransitionPhase) -> Content
  ) -> Self { self }

  /// Unavailable: the pages of the shell show long screens.
  @available(*, unavailable, message: "the pages of the shell show long screens")
  nonisolated public func onScrollVisibilityChange(
    threshold: Double = 0.5, _ action: (Bool) -> Void
  ) -> Self { self }

  /// Unavailable: the pages of the shell show long screens.
  @available(*, unavailable, message: "the pages of the shell show long screens")
  nonisolated public func onScrollPhaseChange(_ action: (ScrollPhase, ScrollPhase) -> Void) -> Self
  { self }

  /// Unavailable: the pages of the shell show long screens.
  @available(*, unavailable, message: "the pages of the shell show long screens")
  nonisolated public func scrollIndicatorsFlash<Value: Equatable>(trigger value: Value) -> Self {
    self
  }
}
