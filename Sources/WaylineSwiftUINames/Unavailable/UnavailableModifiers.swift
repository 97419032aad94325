import WaylineGraph
import WaylineViews

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Modifiers and environment values of SwiftUI that can mean nothing on lines, with its arguments; see
// the views.

extension View {
  /// Unavailable: use a Button.
  @available(*, unavailable, message: "use a Button")
  nonisolated public func onTapGesture(count: Int = 1, perform action: () -> Void) -> Self { self }

  /// Unavailable: use a Button.
  @available(*, unavailable, message: "use a Button")
  nonisolated public func onTapGesture(
    count: Int = 1, perform action: (GeometryProxy.Point) -> Void
  ) -> Self { self }

  /// Unavailable: use a contextMenu.
  @available(*, unavailable, message: "use a contextMenu")
  nonisolated public func onLongPressGesture(
    minimumDuration: Double = 0.5, maximumDistance: Double = 10, perform action: () -> Void,
    onPressingChanged: ((Bool) -> Void)? = nil
  ) -> Self { self }

  /// Unavailable: use a Button.
  @available(*, unavailable, message: "use a Button")
  nonisolated public func gesture<Gesture>(_ gesture: Gesture) -> Self { self }

  /// Unavailable: lines have no pointer; use help.
  @available(*, unavailable, message: "lines have no pointer; use help")
  nonisolated public func onHover(perform action: (Bool) -> Void) -> Self { self }

  /// Unavailable: use a Button or a Stepper.
  @available(*, unavailable, message: "use a Button or a Stepper")
  nonisolated public func draggable<Value>(_ value: Value) -> Self { self }

  /// Unavailable: use a Button or a Stepper.
  @available(*, unavailable, message: "use a Button or a Stepper")
  nonisolated public func draggable<Value, Preview: View>(
    _ value: Value, @ViewBuilder preview: () -> Preview
  ) -> Self { self }

  /// Unavailable: use a TextField.
  @available(*, unavailable, message: "use a TextField")
  nonisolated public func dropDestination<Value>(
    for type: Value.Type, action: ([Value], GeometryProxy.Point) -> Bool,
    isTargeted: (Bool) -> Void = { _ in }
  ) -> Self { self }

  /// Unavailable: write to a Binding that the parent passes.
  @available(*, unavailable, message: "write to a Binding that the parent passes")
  nonisolated public func preference<Key: PreferenceKey>(key: Key.Type, value: Key.Value) -> Self {
    self
  }

  /// Unavailable: pass a Binding to the child.
  @available(*, unavailable, message: "pass a Binding to the child")
  nonisolated public func onPreferenceChange<Key: PreferenceKey>(
    _ key: Key.Type, perform action: (Key.Value) -> Void
  ) -> Self { self }

  /// Unavailable: use redacted to hide values.
  @available(*, unavailable, message: "use redacted to hide values")
  nonisolated public func mask<Mask: View>(
    alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask
  ) -> Self { self }

  /// Unavailable: use redacted to hide values.
  @available(*, unavailable, message: "use redacted to hide values")
  nonisolated public func mask<Mask: View>(_ mask: Mask) -> Self { self }

  /// Unavailable: lines have no shapes; leave it out.
  @available(*, unavailable, message: "lines have no shapes; leave it out")
  nonisolated public func clipShape<Outline: Shape>(_ shape: Outline) -> Self { self }

  /// Unavailable: lines have no shapes; leave it out.
  @available(*, unavailable, message: "lines have no shapes; leave it out")
  nonisolated public func contentShape<Outline: Shape>(_ shape: Outline, eoFill: Bool = false)
    -> Self
  {
    self
  }

  /// Unavailable: lines cannot be rotated; leave it out.
  @available(*, unavailable, message: "lines cannot be rotated; leave it out")
  nonisolated public func rotation3DEffect(
    _ angle: Angle, axis: (x: Double, y: Double, z: Double), anchor: UnitPoint = .center
  ) -> Self { self }

  /// Unavailable: lines do not move; leave it out.
  @available(*, unavailable, message: "lines do not move; leave it out")
  nonisolated public func matchedGeometryEffect<ID: Hashable, Space>(
    id: ID, in namespace: Space, isSource: Bool = true
  ) -> Self { self }

  /// Unavailable: lines begin at the left; leave it out.
  @available(*, unavailable, message: "lines begin at the left; leave it out")
  nonisolated public func alignmentGuide(
    _ guide: HorizontalAlignment, computeValue: (ViewDimensions) -> Double
  ) -> Self { self }

  /// Unavailable: lines begin at the left; leave it out.
  @available(*, unavailable, message: "lines begin at the left; leave it out")
  nonisolated public func alignmentGuide(
    _ guide: VerticalAlignment, computeValue: (ViewDimensions) -> Double
  ) -> Self { self }

  /// Unavailable: lines have no sizes; leave it out.
  @available(*, unavailable, message: "lines have no sizes; leave it out")
  nonisolated public func containerRelativeFrame(
    _ axes: Axis.Set, alignment: Alignment = .center
  ) -> Self { self }

  /// Unavailable: the pages of the shell show long screens.
  @available(*, unavailable, message: "the pages of the shell show long screens")
  nonisolated public func scrollPosition<ID: Hashable>(
    id: Binding<ID?>, anchor: UnitPoint? = nil
  ) -> Self { self }

  /// Unavailable: the pages of the shell show long screens.
  @available(*, unavailable, message: "the pages of the shell show long screens")
  nonisolated public func scrollPosition<Position>(_ position: Binding<Position>) -> Self { self }

  /// Unavailable: the pages of the shell show long screens.
  @available(*, unavailable, message: "the pages of the shell show long screens")
  nonisolated public func scrollTargetBehavior(_ behavior: ScrollTargetBehavior) -> Self { self }

  /// Unavailable: print a Text that says so.
  @available(*, unavailable, message: "print a Text that says so")
  nonisolated public func sensoryFeedback<Value: Equatable>(
    _ feedback: SensoryFeedback, trigger: Value
  ) -> Self { self }

  /// Unavailable: print a Text that says so.
  @available(*, unavailable, message: "print a Text that says so")
  nonisolated public func sensoryFeedback<Value: Equatable>(
    _ feedback: SensoryFeedback, trigger: Value, condition: (Value, Value) -> Bool
  ) -> Self { self }

  /// Unavailable: print a Text that says so.
  @available(*, unavailable, message: "print a Text that says so")
  nonisolated public func sensoryFeedback<Value: Equatable>(
    trigger: Value, _ feedback: (Value, Value) -> SensoryFeedback?
  ) -> Self { self }

  /// Unavailable: use keyboardShortcut.
  @available(*, unavailable, message: "use keyboardShortcut")
  nonisolated public func onMoveCommand(perform action: ((MoveCommandDirection) -> Void)? = nil)
    -> Self
  {
    self
  }

  /// Unavailable: use keyboardShortcut: a line is a whole command.
  @available(*, unavailable, message: "use keyboardShortcut: a line is a whole command")
  nonisolated public func onKeyPress(
    _ key: KeyEquivalent, action: () -> KeyPress.Result
  ) -> Self { self }

  /// Unavailable: use keyboardShortcut: a line is a whole command.
  @available(*, unavailable, message: "use keyboardShortcut: a line is a whole command")
  nonisolated public func onKeyPress(action: (KeyPress) -> KeyPress.Result) -> Self { self }

  /// Unavailable: use a TextField for the path.
  @available(*, unavailable, message: "use a TextField for the path")
  nonisolated public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType],
    onCompletion: (Result<URL, any Error>) -> Void
  ) -> Self { self }

  /// Unavailable: use a TextField for the path.
  @available(*, unavailable, message: "use a TextField for the path")
  nonisolated public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
    onCompletion: (Result<[URL], any Error>) -> Void
  ) -> Self { self }

  /// Unavailable: use a TextField for the path.
  @available(*, unavailable, message: "use a TextField for the path")
  nonisolated public func fileExporter<Document>(
    isPresented: Binding<Bool>, document: Document?, contentType: UTType,
    defaultFilename: String? = nil, onCompletion: (Result<URL, any Error>) -> Void
  ) -> Self { self }

  /// Unavailable: use navigationTitle.
  @available(*, unavailable, message: "use navigationTitle")
  nonisolated public func navigationBarTitle<Title: StringProtocol>(_ title: Title) -> Self { self }

  /// Unavailable: use navigationTitle.
  @available(*, unavailable, message: "use navigationTitle")
  nonisolated public func navigationBarTitle(_ title: Text) -> Self { self }

  /// Unavailable: use navigationTitle.
  @available(*, unavailable, message: "use navigationTitle")
  nonisolated public func navigationBarTitle<Title: StringProtocol>(
    _ title: Title, displayMode: TitleDisplayMode
  ) -> Self { self }

  /// Unavailable: use navigationTitle.
  @available(*, unavailable, message: "use navigationTitle")
  nonisolated public func navigationBarTitle(
    _ title: Text, displayMode: TitleDisplayMode
  ) -> Self { self }

  /// Unavailable: use toolbar.
  @available(*, unavailable, message: "use toolbar")
  nonisolated public func navigationBarItems<Leading: View>(leading: Leading) -> Self { self }

  /// Unavailable: use toolbar.
  @available(*, unavailable, message: "use toolbar")
  nonisolated public func navigationBarItems<Trailing: View>(trailing: Trailing) -> Self { self }

  /// Unavailable: use toolbar.
  @available(*, unavailable, message: "use toolbar")
  nonisolated public func navigationBarItems<Leading: View, Trailing: View>(
    leading: Leading, trailing: Trailing
  ) -> Self { self }
}
