import WaylineGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Names of SwiftUI that can mean nothing on lines. The compiler reports each with what to use instead;
// the page of differences lists them. They have no other purpose, so their arguments are not used.

// MARK: - Views

/// Unavailable: lines have no pictures; use a Label, which shows its title.
@available(*, unavailable, message: "lines have no pictures; use a Label, which shows its title")
public struct Image: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(_ name: String) {}
  /// Unavailable.
  public init(systemName: String) {}
}

/// Unavailable: lines have no pictures; use a Link to the address.
@available(*, unavailable, message: "lines have no pictures; use a Link to the address")
public struct AsyncImage: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(url: URL?) {}
}

/// Unavailable: lines do not lie on each other; use a VStack.
@available(*, unavailable, message: "lines do not lie on each other; use a VStack")
public struct ZStack<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(@ViewBuilder content: () -> Content) {}
}

/// Unavailable: use a Table, which aligns its columns.
@available(*, unavailable, message: "use a Table, which aligns its columns")
public struct Grid<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(@ViewBuilder content: () -> Content) {}
}

/// Unavailable: use a Table, or a LazyVStack.
@available(*, unavailable, message: "use a Table, or a LazyVStack")
public struct LazyVGrid<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(columns: [Int], @ViewBuilder content: () -> Content) {}
}

/// Unavailable: use a Table, or a LazyHStack.
@available(*, unavailable, message: "use a Table, or a LazyHStack")
public struct LazyHGrid<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(rows: [Int], @ViewBuilder content: () -> Content) {}
}

/// Unavailable: lines have no sizes; the terminal wraps them.
@available(*, unavailable, message: "lines have no sizes; the terminal wraps them")
public struct GeometryReader<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(@ViewBuilder content: @escaping (Int) -> Content) {}
}

/// Unavailable: lines have no sizes; the terminal wraps them.
@available(*, unavailable, message: "lines have no sizes; the terminal wraps them")
public struct ViewThatFits<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(@ViewBuilder content: () -> Content) {}
}

/// Unavailable: the pages of the shell show long screens.
@available(*, unavailable, message: "the pages of the shell show long screens")
public struct ScrollViewReader<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(@ViewBuilder content: @escaping (Int) -> Content) {}
}

/// Unavailable: lines have no drawings; use a BarChart or a Sparkline.
@available(*, unavailable, message: "lines have no drawings; use a BarChart or a Sparkline")
public struct Canvas: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(renderer: (Int) -> Void) {}
}

/// Unavailable: use a Picker of the named colours.
@available(*, unavailable, message: "use a Picker of the named colours")
public struct ColorPicker: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(_ title: String, selection: Binding<Color>) {}
}

/// Unavailable: use a DatePicker for each date.
@available(*, unavailable, message: "use a DatePicker for each date")
public struct MultiDatePicker: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(_ title: String, selection: Binding<Int>) {}
}

/// Unavailable: print the text, or use a Link.
@available(*, unavailable, message: "print the text, or use a Link")
public struct ShareLink: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(item: String) {}
}

/// Unavailable: the terminal pastes; use a TextField.
@available(*, unavailable, message: "the terminal pastes; use a TextField")
public struct PasteButton: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(onPaste: () -> Void) {}
}

/// Unavailable: rows can always be edited; use onDelete or a Button.
@available(*, unavailable, message: "rows can always be edited; use onDelete or a Button")
public struct EditButton: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init() {}
}

/// Unavailable: lines have no shapes.
@available(*, unavailable, message: "lines have no shapes")
public struct Circle: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init() {}
}

/// Unavailable: lines have no shapes; use a Divider.
@available(*, unavailable, message: "lines have no shapes; use a Divider")
public struct Rectangle: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init() {}
}

/// Unavailable: lines have no shapes.
@available(*, unavailable, message: "lines have no shapes")
public struct RoundedRectangle: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(cornerRadius: Double) {}
}

/// Unavailable: lines have no shapes.
@available(*, unavailable, message: "lines have no shapes")
public struct Capsule: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init() {}
}

/// Unavailable: lines have no shapes.
@available(*, unavailable, message: "lines have no shapes")
public struct Ellipse: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init() {}
}

/// Unavailable: lines have no shapes.
@available(*, unavailable, message: "lines have no shapes")
public struct Path: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init() {}
}

// MARK: - Values

/// Unavailable: use a Button.
@available(*, unavailable, message: "use a Button")
public struct DragGesture {
  /// Unavailable.
  public init() {}
}

/// Unavailable: use a Button.
@available(*, unavailable, message: "use a Button")
public struct TapGesture {
  /// Unavailable.
  public init(count: Int = 1) {}
}

/// Unavailable: use a Menu with a primary action.
@available(*, unavailable, message: "use a Menu with a primary action")
public struct LongPressGesture {
  /// Unavailable.
  public init() {}
}

/// Unavailable: lines have the named colours.
@available(*, unavailable, message: "lines have the named colours")
public struct LinearGradient {
  /// Unavailable.
  public init(colors: [Color]) {}
}

/// Unavailable: lines have the named colours.
@available(*, unavailable, message: "lines have the named colours")
public struct RadialGradient {
  /// Unavailable.
  public init(colors: [Color]) {}
}

/// Unavailable: lines have the named colours.
@available(*, unavailable, message: "lines have the named colours")
public struct AngularGradient {
  /// Unavailable.
  public init(colors: [Color]) {}
}

// MARK: - Properties

/// Unavailable: a field is addressed by its number or label.
@available(*, unavailable, message: "a field is addressed by its number or label")
@propertyWrapper
public struct FocusState<Value> {
  /// Unavailable.
  public var wrappedValue: Value
  /// Unavailable.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// Unavailable: there are no gestures; use a State and a Button.
@available(*, unavailable, message: "there are no gestures; use a State and a Button")
@propertyWrapper
public struct GestureState<Value> {
  /// Unavailable.
  public var wrappedValue: Value
  /// Unavailable.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

// MARK: - Modifiers

extension View {
  /// Unavailable: use a Button.
  @available(*, unavailable, message: "use a Button")
  nonisolated public func onTapGesture(count: Int = 1, perform action: () -> Void) -> Self { self }

  /// Unavailable: use a contextMenu.
  @available(*, unavailable, message: "use a contextMenu")
  nonisolated public func onLongPressGesture(
    minimumDuration: Double = 0.5, perform action: () -> Void
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

  /// Unavailable: use a TextField.
  @available(*, unavailable, message: "use a TextField")
  nonisolated public func dropDestination<Value>(for type: Value.Type, action: ([Value]) -> Bool)
    -> Self
  { self }

  /// Unavailable: write to a Binding that the parent passes.
  @available(*, unavailable, message: "write to a Binding that the parent passes")
  nonisolated public func preference<Key, Value>(key: Key.Type, value: Value) -> Self { self }

  /// Unavailable: pass a Binding to the child.
  @available(*, unavailable, message: "pass a Binding to the child")
  nonisolated public func onPreferenceChange<Key, Value>(
    _ key: Key.Type, perform action: (Value) -> Void
  ) -> Self { self }

  /// Unavailable: a field is addressed by its number or label.
  @available(*, unavailable, message: "a field is addressed by its number or label")
  nonisolated public func focused<Value>(_ binding: Value) -> Self { self }

  /// Unavailable: a field is addressed by its number or label.
  @available(*, unavailable, message: "a field is addressed by its number or label")
  nonisolated public func defaultFocus<Value>(_ binding: Value) -> Self { self }

  /// Unavailable: use redacted to hide values.
  @available(*, unavailable, message: "use redacted to hide values")
  nonisolated public func mask<Mask: View>(@ViewBuilder _ mask: () -> Mask) -> Self { self }

  /// Unavailable: lines have no shapes; leave it out.
  @available(*, unavailable, message: "lines have no shapes; leave it out")
  nonisolated public func clipShape<Shape>(_ shape: Shape) -> Self { self }

  /// Unavailable: lines have no shapes; leave it out.
  @available(*, unavailable, message: "lines have no shapes; leave it out")
  nonisolated public func contentShape<Shape>(_ shape: Shape) -> Self { self }

  /// Unavailable: lines do not turn; leave it out.
  @available(*, unavailable, message: "lines do not turn; leave it out")
  nonisolated public func rotation3DEffect(_ angle: Angle, axis: (x: Double, y: Double, z: Double))
    -> Self
  { self }

  /// Unavailable: lines do not move; leave it out.
  @available(*, unavailable, message: "lines do not move; leave it out")
  nonisolated public func matchedGeometryEffect<ID: Hashable>(id: ID, in namespace: ID) -> Self {
    self
  }

  /// Unavailable: lines begin at the left; leave it out.
  @available(*, unavailable, message: "lines begin at the left; leave it out")
  nonisolated public func alignmentGuide(
    _ guide: HorizontalAlignment, computeValue: (Int) -> Double
  ) -> Self { self }

  /// Unavailable: lines have no sizes; leave it out.
  @available(*, unavailable, message: "lines have no sizes; leave it out")
  nonisolated public func containerRelativeFrame(_ axes: Axis.Set) -> Self { self }

  /// Unavailable: the pages of the shell show long screens.
  @available(*, unavailable, message: "the pages of the shell show long screens")
  nonisolated public func scrollPosition<ID: Hashable>(id: Binding<ID?>) -> Self { self }

  /// Unavailable: the pages of the shell show long screens.
  @available(*, unavailable, message: "the pages of the shell show long screens")
  nonisolated public func scrollTargetBehavior<Behavior>(_ behavior: Behavior) -> Self { self }

  /// Unavailable: a sheet has the lines that it has; leave it out.
  @available(*, unavailable, message: "a sheet has the lines that it has; leave it out")
  nonisolated public func presentationDetents<Detents>(_ detents: Detents) -> Self { self }

  /// Unavailable: print a Text that says so.
  @available(*, unavailable, message: "print a Text that says so")
  nonisolated public func sensoryFeedback<Value: Equatable>(_ feedback: Int, trigger: Value) -> Self
  { self }

  /// Unavailable: use keyboardShortcut.
  @available(*, unavailable, message: "use keyboardShortcut")
  nonisolated public func onMoveCommand(perform action: () -> Void) -> Self { self }

  /// Unavailable: use keyboardShortcut: a line is a whole command.
  @available(*, unavailable, message: "use keyboardShortcut: a line is a whole command")
  nonisolated public func onKeyPress(_ key: KeyEquivalent, action: () -> Void) -> Self { self }

  /// Unavailable: use a TextField for the path.
  @available(*, unavailable, message: "use a TextField for the path")
  nonisolated public func fileImporter(isPresented: Binding<Bool>, onCompletion: (String) -> Void)
    -> Self
  { self }

  /// Unavailable: use a TextField for the path.
  @available(*, unavailable, message: "use a TextField for the path")
  nonisolated public func fileExporter(isPresented: Binding<Bool>, onCompletion: (String) -> Void)
    -> Self
  { self }
}

extension DynamicViewContent {
  /// Unavailable: use buttons that move a row up and down.
  @available(*, unavailable, message: "use buttons that move a row up and down")
  public func onMove(perform action: ((RangeSet<Int>, Int) -> Void)?) -> Self { self }
}
