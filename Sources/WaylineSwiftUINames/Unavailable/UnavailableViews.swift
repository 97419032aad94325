import WaylineGraph
import WaylineViews

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Names of SwiftUI that can mean nothing on lines. The compiler reports each with what to use instead;
// the page of differences lists them. They have no other purpose, so their arguments are not used; but
// they are those of SwiftUI, or the compiler would report an argument instead of the name.

// MARK: - Views

/// Unavailable: lines have no images; use a Label, which shows its title.
@available(*, unavailable, message: "lines have no images; use a Label, which shows its title")
public struct Image: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(_ name: String) {}
  /// Unavailable.
  public init(systemName: String) {}
  /// Unavailable.
  public init(systemName: String, variableValue: Double?) {}
  /// Unavailable.
  public init(decorative name: String) {}
  /// Unavailable.
  public init<Picture>(uiImage: Picture) {}
  /// Unavailable.
  public init<Picture>(nsImage: Picture) {}
  /// Unavailable.
  public func resizable() -> Image { self }
  /// Unavailable.
  public func antialiased(_ isAntialiased: Bool) -> Image { self }
  /// Unavailable.
  public func renderingMode(_ mode: ImageOption?) -> Image { self }
  /// Unavailable.
  public func interpolation(_ interpolation: ImageOption) -> Image { self }
  /// Unavailable.
  public func symbolRenderingMode(_ mode: ImageOption?) -> Image { self }
}

/// Unavailable: lines have no images; use a Link to the address.
@available(*, unavailable, message: "lines have no images; use a Link to the address")
public struct AsyncImage: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(url: URL?, scale: Double = 1) {}
  /// Unavailable.
  public init<Picture: View, Placeholder: View>(
    url: URL?, scale: Double = 1, @ViewBuilder content: (Image) -> Picture,
    @ViewBuilder placeholder: () -> Placeholder
  ) {}
  /// Unavailable.
  public init<Content: View>(
    url: URL?, scale: Double = 1, transaction: Transaction = Transaction(),
    @ViewBuilder content: (AsyncImagePhase) -> Content
  ) {}
}

/// Unavailable: lines cannot overlap; use a VStack.
@available(*, unavailable, message: "lines cannot overlap; use a VStack")
public struct ZStack<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {}
}

/// Unavailable: use a Table, which aligns its columns.
@available(*, unavailable, message: "use a Table, which aligns its columns")
public struct Grid<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(
    alignment: Alignment = .center, horizontalSpacing: Double? = nil,
    verticalSpacing: Double? = nil, @ViewBuilder content: () -> Content
  ) {}
}

/// Unavailable: the data of a Table are its rows.
@available(*, unavailable, message: "the data of a Table are its rows")
public struct GridRow<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {}
}

/// Unavailable: use a Table, or a LazyVStack.
@available(*, unavailable, message: "use a Table, or a LazyVStack")
public struct LazyVGrid<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: Double? = nil,
    pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
  ) {}
}

/// Unavailable: use a Table, or a LazyHStack.
@available(*, unavailable, message: "use a Table, or a LazyHStack")
public struct LazyHGrid<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(
    rows: [GridItem], alignment: VerticalAlignment = .center, spacing: Double? = nil,
    pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
  ) {}
}

/// Unavailable: lines have no sizes; the terminal wraps them.
@available(*, unavailable, message: "lines have no sizes; the terminal wraps them")
public struct GeometryReader<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
}

/// Unavailable: lines have no sizes; the terminal wraps them.
@available(*, unavailable, message: "lines have no sizes; the terminal wraps them")
public struct ViewThatFits<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {}
}

/// Unavailable: the pages of the shell show long screens.
@available(*, unavailable, message: "the pages of the shell show long screens")
public struct ScrollViewReader<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {}
}

/// Unavailable: lines have no graphics; use a BarChart or a Sparkline.
@available(*, unavailable, message: "lines have no graphics; use a BarChart or a Sparkline")
public struct Canvas: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(opaque: Bool = false, renderer: (inout GraphicsContext, GeometryProxy.Size) -> Void) {
  }
}

/// Unavailable: use a Picker of the named colours.
@available(*, unavailable, message: "use a Picker of the named colours")
public struct ColorPicker: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init<Title: StringProtocol>(
    _ title: Title, selection: Binding<Color>, supportsOpacity: Bool = true
  ) {}
  /// Unavailable.
  public init<Label: View>(
    selection: Binding<Color>, supportsOpacity: Bool = true, @ViewBuilder label: () -> Label
  ) {}
}

/// Unavailable: use a DatePicker for each date.
@available(*, unavailable, message: "use a DatePicker for each date")
public struct MultiDatePicker: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init<Title: StringProtocol>(
    _ title: Title, selection: Binding<Set<DateComponents>>
  ) {}
  /// Unavailable.
  public init<Label: View>(
    selection: Binding<Set<DateComponents>>, @ViewBuilder label: () -> Label
  ) {}
}

/// Unavailable: print the text, or use a Link.
@available(*, unavailable, message: "print the text, or use a Link")
public struct ShareLink: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init<Item>(item: Item, subject: Text? = nil, message: Text? = nil) {}
  /// Unavailable.
  public init<Title: StringProtocol, Item>(
    _ title: Title, item: Item, subject: Text? = nil, message: Text? = nil
  ) {}
  /// Unavailable.
  public init<Item, Label: View>(
    item: Item, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
  ) {}
}

/// Unavailable: the terminal can paste; use a TextField.
@available(*, unavailable, message: "the terminal can paste; use a TextField")
public struct PasteButton: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init<Payload>(payloadType: Payload.Type, onPaste: ([Payload]) -> Void) {}
}

/// Unavailable: rows can always be edited; use onDelete or a Button.
@available(*, unavailable, message: "rows can always be edited; use onDelete or a Button")
public struct EditButton: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init() {}
}

/// Unavailable: use a NavigationStack.
@available(*, unavailable, message: "use a NavigationStack")
public struct NavigationView<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(@ViewBuilder content: () -> Content) {}
}

/// Unavailable: lines have no shapes.
@available(*, unavailable, message: "lines have no shapes")
public struct Circle: Shape {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init() {}
}

/// Unavailable: lines have no shapes; use a Divider.
@available(*, unavailable, message: "lines have no shapes; use a Divider")
public struct Rectangle: Shape {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init() {}
}

/// Unavailable: lines have no shapes.
@available(*, unavailable, message: "lines have no shapes")
public struct RoundedRectangle: Shape {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(cornerRadius: Double, style: RoundedCornerStyle = .continuous) {}
}

/// Unavailable: lines have no shapes.
@available(*, unavailable, message: "lines have no shapes")
public struct Capsule: Shape {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(style: RoundedCornerStyle = .continuous) {}
}

/// Unavailable: lines have no shapes.
@available(*, unavailable, message: "lines have no shapes")
public struct Ellipse: Shape {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init() {}
}

/// Unavailable: lines have no shapes.
@available(*, unavailable, message: "lines have no shapes")
public struct Path: Shape {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init() {}
  /// Unavailable.
  public init(_ build: (inout Path) -> Void) {}
  /// Unavailable.
  public mutating func move(to point: UnitPoint) {}
  /// Unavailable.
  public mutating func move<Point>(to point: Point) {}
  /// Unavailable.
  public mutating func addLine(to point: UnitPoint) {}
  /// Unavailable.
  public mutating func addLine<Point>(to point: Point) {}
  /// Unavailable.
  public mutating func closeSubpath() {}
}

/// Unavailable: use alert(_:isPresented:actions:message:).
@available(*, unavailable, message: "use alert(_:isPresented:actions:message:)")
public struct Alert {
  /// Unavailable.
  public struct Button {
    /// Unavailable.
    public static func `default`(_ label: Text, action: (() -> Void)? = {}) -> Button { Button() }
    /// Unavailable.
    public static func cancel(_ label: Text, action: (() -> Void)? = {}) -> Button { Button() }
    /// Unavailable.
    public static func cancel(_ action: (() -> Void)? = {}) -> Button { Button() }
    /// Unavailable.
    public static func destructive(_ label: Text, action: (() -> Void)? = {}) -> Button { Button() }
  }
  /// Unavailable.
  public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {}
  /// Unavailable.
  public init(
    title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button
  ) {}
}

/// Unavailable: use confirmationDialog(_:isPresented:actions:).
@available(*, unavailable, message: "use confirmationDialog(_:isPresented:actions:)")
public struct ActionSheet {
  /// Unavailable.
  public typealias Button = Alert.Button
  /// Unavailable.
  public init(title: Text, message: Text? = nil, buttons: [Button] = [.cancel()]) {}
}

/// Unavailable: nothing moves; show the view.
@available(*, unavailable, message: "nothing moves; show the view")
public struct PhaseAnimator<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init<Phases: Sequence>(
    _ phases: Phases, @ViewBuilder content: (Phases.Element) -> Content
  ) {}
}

/// Unavailable: use a NavigationSplitView.
@available(*, unavailable, message: "use a NavigationSplitView")
public struct HSplitView<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(@ViewBuilder content: () -> Content) {}
}

/// Unavailable: use a NavigationSplitView.
@available(*, unavailable, message: "use a NavigationSplitView")
public struct VSplitView<Content: View>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(@ViewBuilder content: () -> Content) {}
}

/// Unavailable: use a Button.
@available(*, unavailable, message: "use a Button")
public struct RenameButton: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init() {}
}

/// Unavailable: use a NavigationLink.
@available(*, unavailable, message: "use a NavigationLink")
public struct SettingsLink: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init() {}
}

/// Unavailable: the data of a Table are its rows.
@available(*, unavailable, message: "the data of a Table are its rows")
public struct TableRow<Value>: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(_ value: Value) {}
}

/// Unavailable: lines have the named colours.
@available(*, unavailable, message: "lines have the named colours")
public struct EllipticalGradient: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(colors: [Color], center: UnitPoint = .center) {}
  /// Unavailable.
  public init(gradient: Gradient, center: UnitPoint = .center) {}
}

/// Unavailable: lines have the named colours.
@available(*, unavailable, message: "lines have the named colours")
public struct MeshGradient: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init<Point>(width: Int, height: Int, points: [Point], colors: [Color]) {}
}

// MARK: - Values

/// Unavailable: use a Button.
@available(*, unavailable, message: "use a Button")
public struct DragGesture {
  /// Unavailable.
  public struct Value {
    /// Unavailable.
    public var location: GeometryProxy.Point
    /// Unavailable.
    public var startLocation: GeometryProxy.Point
    /// Unavailable.
    public var translation: GeometryProxy.Size
  }
  /// Unavailable.
  public init(minimumDistance: Double = 10) {}
  /// Unavailable.
  public func onChanged(_ action: @escaping (Value) -> Void) -> Self { self }
  /// Unavailable.
  public func onEnded(_ action: @escaping (Value) -> Void) -> Self { self }
}

/// Unavailable: use a Button.
@available(*, unavailable, message: "use a Button")
public struct TapGesture {
  /// Unavailable.
  public init(count: Int = 1) {}
  /// Unavailable.
  public func onEnded(_ action: @escaping (()) -> Void) -> Self { self }
}

/// Unavailable: use a Menu with a primary action.
@available(*, unavailable, message: "use a Menu with a primary action")
public struct LongPressGesture {
  /// Unavailable.
  public init(minimumDuration: Double = 0.5) {}
  /// Unavailable.
  public func onChanged(_ action: @escaping (Bool) -> Void) -> Self { self }
  /// Unavailable.
  public func onEnded(_ action: @escaping (Bool) -> Void) -> Self { self }
}

/// Unavailable: lines have the named colours.
@available(*, unavailable, message: "lines have the named colours")
public struct LinearGradient: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
  /// Unavailable.
  public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {}
  /// Unavailable.
  public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {}
}

/// Unavailable: lines have the named colours.
@available(*, unavailable, message: "lines have the named colours")
public struct RadialGradient: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(colors: [Color], center: UnitPoint, startRadius: Double, endRadius: Double) {}
  /// Unavailable.
  public init(stops: [Gradient.Stop], center: UnitPoint, startRadius: Double, endRadius: Double) {}
  /// Unavailable.
  public init(gradient: Gradient, center: UnitPoint, startRadius: Double, endRadius: Double) {}
}

/// Unavailable: lines have the named colours.
@available(*, unavailable, message: "lines have the named colours")
public struct AngularGradient: View {
  /// Unavailable.
  public var body: Never { fatalError() }
  /// Unavailable.
  public init(colors: [Color], center: UnitPoint, angle: Angle = .zero) {}
  /// Unavailable.
  public init(stops: [Gradient.Stop], center: UnitPoint, angle: Angle = .zero) {}
  /// Unavailable.
  public init(gradient: Gradient, center: UnitPoint, angle: Angle = .zero) {}
}

// MARK: - Properties

/// Unavailable: there are no gestures; use a State and a Button.
@available(*, unavailable, message: "there are no gestures; use a State and a Button")
@propertyWrapper
public struct GestureState<Value> {
  /// Unavailable.
  public var wrappedValue: Value
  /// Unavailable.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// Unavailable: nothing moves; leave it out.
@available(*, unavailable, message: "nothing moves; leave it out")
@propertyWrapper
public struct Namespace {
  /// Unavailable.
  public struct ID: Hashable {}
  /// Unavailable.
  public var wrappedValue: ID { ID() }
  /// Unavailable.
  public init() {}
}

/// Unavailable: there are no sizes; use a constant.
@available(*, unavailable, message: "there are no sizes; use a constant")
@propertyWrapper
public struct ScaledMetric<Value> {
  /// Unavailable.
  public var wrappedValue: Value
  /// Unavailable.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  /// Unavailable.
  public init(wrappedValue: Value, relativeTo style: Font.TextStyle) {
    self.wrappedValue = wrappedValue
  }
}

/// Unavailable: a field is addressed by its number or label.
@available(*, unavailable, message: "a field is addressed by its number or label")
@propertyWrapper
public struct AccessibilityFocusState<Value> {
  /// Unavailable.
  public var wrappedValue: Value
  /// Unavailable.
  public init() where Value == Bool { wrappedValue = false }
  /// Unavailable.
  public init<Field: Hashable>() where Value == Field? { wrappedValue = nil }
}

/// Unavailable: use @AppStorage or @Persisted.
@available(*, unavailable, message: "use @AppStorage or @Persisted")
@propertyWrapper
public struct Query<Value> {
  /// Unavailable.
  public var wrappedValue: Value { fatalError() }
  /// Unavailable.
  public init() {}
  /// Unavailable.
  public init<Model, Key>(sort: KeyPath<Model, Key>) where Value == [Model] {}
}
