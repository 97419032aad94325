import WaylineGraph
import WaylineViews

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Modifiers for gestures, focus, movement and geometry, which can mean nothing on lines; see the views.

extension View {
  /// Unavailable: a field is addressed by its number or label.
  @available(*, unavailable, message: "a field is addressed by its number or label")
  nonisolated public func focusable(_ isFocusable: Bool = true) -> Self { self }

  /// Unavailable: the field of searchable is always there.
  @available(*, unavailable, message: "the field of searchable is always there")
  nonisolated public func searchFocused<Value>(_ binding: Value) -> Self { self }

  /// Unavailable: a field is addressed by its number or label.
  @available(*, unavailable, message: "a field is addressed by its number or label")
  nonisolated public func accessibilityFocused<Value>(_ binding: Value) -> Self { self }

  /// Unavailable: a field is addressed by its number or label.
  @available(*, unavailable, message: "a field is addressed by its number or label")
  nonisolated public func accessibilityFocused<Focus, Value>(_ binding: Focus, equals value: Value)
    -> Self
  { self }

  /// Unavailable: use a Button.
  @available(*, unavailable, message: "use a Button")
  nonisolated public func simultaneousGesture<Gesture>(_ gesture: Gesture) -> Self { self }

  /// Unavailable: use a Button.
  @available(*, unavailable, message: "use a Button")
  nonisolated public func highPriorityGesture<Gesture>(_ gesture: Gesture) -> Self { self }

  /// Unavailable: use a Button or a Stepper.
  @available(*, unavailable, message: "use a Button or a Stepper")
  nonisolated public func onDrag<Item>(_ data: () -> Item) -> Self { self }

  /// Unavailable: use a TextField.
  @available(*, unavailable, message: "use a TextField")
  nonisolated public func onDrop<Kinds>(
    of types: Kinds, isTargeted: Binding<Bool>?, perform action: ([UTType]) -> Bool
  ) -> Self { self }

  /// Unavailable: use disabled.
  @available(*, unavailable, message: "use disabled")
  nonisolated public func allowsHitTesting(_ enabled: Bool) -> Self { self }

  /// Unavailable: lines have no pointer; use help.
  @available(*, unavailable, message: "lines have no pointer; use help")
  nonisolated public func onContinuousHover(perform action: (GeometryProxy.Point) -> Void) -> Self {
    self
  }

  /// Unavailable: lines have no pointer; leave it out.
  @available(*, unavailable, message: "lines have no pointer; leave it out")
  nonisolated public func hoverEffect(_ effect: SymbolEffect = .automatic) -> Self { self }

  /// Unavailable: use onDelete.
  @available(*, unavailable, message: "use onDelete")
  nonisolated public func onDeleteCommand(perform action: (() -> Void)?) -> Self { self }

  /// Unavailable: use onLeave.
  @available(*, unavailable, message: "use onLeave")
  nonisolated public func onExitCommand(perform action: (() -> Void)?) -> Self { self }

  /// Unavailable: use a Button.
  @available(*, unavailable, message: "use a Button")
  nonisolated public func accessibilityAction(_ handler: () -> Void) -> Self { self }

  /// Unavailable: use a Button.
  @available(*, unavailable, message: "use a Button")
  nonisolated public func accessibilityAction<Name: StringProtocol>(
    named name: Name, _ handler: () -> Void
  ) -> Self { self }

  /// Unavailable: use a Button.
  @available(*, unavailable, message: "use a Button")
  nonisolated public func accessibilityAction(named name: Text, _ handler: () -> Void) -> Self {
    self
  }

  /// Unavailable: lines do not move; leave it out.
  @available(*, unavailable, message: "lines do not move; leave it out")
  nonisolated public func symbolEffect<Value: Equatable>(_ effect: SymbolEffect, value: Value)
    -> Self
  { self }

  /// Unavailable: lines do not move; leave it out.
  @available(*, unavailable, message: "lines do not move; leave it out")
  nonisolated public func symbolEffect(_ effect: SymbolEffect, isActive: Bool = true) -> Self {
    self
  }

  /// Unavailable: lines do not move; leave it out.
  @available(*, unavailable, message: "lines do not move; leave it out")
  nonisolated public func phaseAnimator<Phases: Sequence, Content: View>(
    _ phases: Phases, @ViewBuilder content: (Self, Phases.Element) -> Content
  ) -> Self { self }

  /// Unavailable: lines do not move; leave it out.
  @available(*, unavailable, message: "lines do not move; leave it out")
  nonisolated public func matchedTransitionSource<ID: Hashable, Space>(id: ID, in namespace: Space)
    -> Self
  { self }

  /// Unavailable: lines have the named colours.
  @available(*, unavailable, message: "lines have the named colours")
  nonisolated public func blendMode(_ mode: BlendMode) -> Self { self }

  /// Unavailable: lines have no sizes; leave it out.
  @available(*, unavailable, message: "lines have no sizes; leave it out")
  nonisolated public func coordinateSpace<Name: Hashable>(name: Name) -> Self { self }

  /// Unavailable: lines have no sizes; leave it out.
  @available(*, unavailable, message: "lines have no sizes; leave it out")
  nonisolated public func onGeometryChange<Value: Equatable>(
    for type: Value.Type, of transform: (GeometryProxy) -> Value, action: (Value) -> Void
  ) -> Self { self }

  /// Unavailable: lines have no sizes; leave it out.
  @available(*, unavailable, message: "lines have no sizes; leave it out")
  nonisolated public func visualEffect<Effect>(_ effect: (Self, GeometryProxy) -> Effect) -> Self {
    self
  }

  /// Unavailable: lines have no shapes; leave it out.
  @available(*, unavailable, message: "lines have no shapes; leave it out")
  nonisolated public func glassEffect() -> Self { self }

  /// Unavailable: use a Text.
  @available(*, unavailable, message: "use a Text")
  nonisolated public func navigationSubtitle<Title: StringProtocol>(_ subtitle: Title) -> Self {
    self
  }

  /// Unavailable: use a Text.
  @available(*, unavailable, message: "use a Text")
  nonisolated public func navigationSubtitle(_ subtitle: Text) -> Self { self }

  /// Unavailable: use a NavigationStack, and leave it out.
  @available(*, unavailable, message: "use a NavigationStack, and leave it out")
  nonisolated public func navigationViewStyle(_ style: NavigationViewStyle) -> Self { self }

  /// Unavailable: use a NavigationStack, and leave it out.
  @available(*, unavailable, message: "use a NavigationStack, and leave it out")
  nonisolated public func navigationViewStyle<Style>(_ style: Style) -> Self { self }

  /// Unavailable: use @AppStorage or @Persisted.
  @available(*, unavailable, message: "use @AppStorage or @Persisted")
  nonisolated public func modelContainer<Models>(for models: Models, inMemory: Bool = false)
    -> Self
  { self }

  /// Unavailable: use @AppStorage or @Persisted.
  @available(*, unavailable, message: "use @AppStorage or @Persisted")
  nonisolated public func modelContainer<Container>(_ container: Container) -> Self { self }

  /// Unavailable: use confirmationDialog(_:isPresented:actions:).
  @available(*, unavailable, message: "use confirmationDialog(_:isPresented:actions:)")
  nonisolated public func actionSheet(isPresented: Binding<Bool>, content: () -> ActionSheet)
    -> Self
  { self }

  /// Unavailable: use confirmationDialog(_:isPresented:actions:).
  @available(*, unavailable, message: "use confirmationDialog(_:isPresented:actions:)")
  nonisolated public func actionSheet<Item: Identifiable>(
    item: Binding<Item?>, content: (Item) -> ActionSheet
  ) -> Self { self }

  /// Unavailable: use onOpenURL.
  @available(*, unavailable, message: "use onOpenURL")
  nonisolated public func onContinueUserActivity(
    _ activityType: String, perform action: (URL) -> Void
  ) -> Self { self }

  /// Unavailable: the terminal copies; leave it out.
  @available(*, unavailable, message: "the terminal copies; leave it out")
  nonisolated public func copyable<Item>(_ payload: [Item]) -> Self { self }

  /// Unavailable: use a TextField for the path.
  @available(*, unavailable, message: "use a TextField for the path")
  nonisolated public func photosPicker<Item>(isPresented: Binding<Bool>, selection: Binding<Item>)
    -> Self
  { self }

  /// Unavailable: write to a Binding that the parent passes.
  @available(*, unavailable, message: "write to a Binding that the parent passes")
  nonisolated public func transformPreference<Key: PreferenceKey>(
    _ key: Key.Type, _ callback: (inout Key.Value) -> Void
  ) -> Self { self }

  /// Unavailable: write to a Binding that the parent passes.
  @available(*, unavailable, message: "write to a Binding that the parent passes")
  nonisolated public func overlayPreferenceValue<Key: PreferenceKey, Content: View>(
    _ key: Key.Type, @ViewBuilder _ transform: (Key.Value) -> Content
  ) -> Self { self }

  /// Unavailable: write to a Binding that the parent passes.
  @available(*, unavailable, message: "write to a Binding that the parent passes")
  nonisolated public func backgroundPreferenceValue<Key: PreferenceKey, Content: View>(
    _ key: Key.Type, @ViewBuilder _ transform: (Key.Value) -> Content
  ) -> Self { self }

  /// Unavailable: use onDelete for the rows that may be deleted.
  @available(*, unavailable, message: "use onDelete for the rows that may be deleted")
  nonisolated public func deleteDisabled(_ isDisabled: Bool) -> Self { self }
}
