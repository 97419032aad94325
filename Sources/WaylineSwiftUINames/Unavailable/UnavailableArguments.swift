import WaylineGraph
import WaylineViews

// Types that only the arguments of unavailable names have.

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public struct ImageOption {
  /// Unavailable.
  public static var original: Self { Self() }
  /// Unavailable.
  public static var template: Self { Self() }
  /// Unavailable.
  public static var none: Self { Self() }
  /// Unavailable.
  public static var high: Self { Self() }
  /// Unavailable.
  public static var hierarchical: Self { Self() }
  /// Unavailable.
  public static var multicolor: Self { Self() }
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public enum AsyncImagePhase {
  case empty
  case success(Image)
  case failure(any Error)
  /// Unavailable.
  public var image: Image? { nil }
  /// Unavailable.
  public var error: (any Error)? { nil }
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public struct GridItem {
  /// Unavailable.
  public enum Size {
    case fixed(Double)
    case flexible(minimum: Double = 10, maximum: Double = .infinity)
    case adaptive(minimum: Double, maximum: Double = .infinity)
  }
  /// Unavailable.
  public init(
    _ size: Size = .flexible(), spacing: Double? = nil, alignment: Alignment? = nil
  ) {}
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public struct GeometryProxy {
  /// Unavailable.
  public struct Size {
    /// Unavailable.
    public var width: Double
    /// Unavailable.
    public var height: Double
  }
  /// Unavailable.
  public struct Point {
    /// Unavailable.
    public var x: Double
    /// Unavailable.
    public var y: Double
  }
  /// Unavailable.
  public struct Frame {
    /// Unavailable.
    public var size: Size
    /// Unavailable.
    public var origin: Point
    /// Unavailable.
    public var width: Double, height: Double, minX: Double, midX: Double, maxX: Double
    /// Unavailable.
    public var minY: Double, midY: Double, maxY: Double
  }
  /// Unavailable.
  public enum Space {
    case global, local
    case named(String)
  }
  /// Unavailable.
  public var size: Size
  /// Unavailable.
  public var safeAreaInsets: EdgeInsets
  /// Unavailable.
  public func frame(in space: Space) -> Frame { fatalError() }
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public struct ScrollViewProxy {
  /// Unavailable.
  public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {}
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public struct GraphicsContext {
  /// Unavailable.
  public enum Shading {
    case color(Color)
  }
  /// Unavailable.
  public func fill(_ path: Path, with shading: Shading) {}
  /// Unavailable.
  public func stroke(_ path: Path, with shading: Shading, lineWidth: Double = 1) {}
  /// Unavailable.
  public func draw<Point>(_ text: Text, at point: Point) {}
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public enum RoundedCornerStyle {
  case circular, continuous
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public protocol Shape: View {}

/// Drawing, which lines do not have.
@available(*, unavailable, message: "lines have no such thing")
extension Shape {
  /// Unavailable.
  public func fill(_ color: Color = .black) -> Self { self }
  /// Unavailable.
  public func fill<Style>(_ style: Style) -> Self { self }
  /// Unavailable.
  public func stroke(_ color: Color = .black, lineWidth: Double = 1) -> Self { self }
  /// Unavailable.
  public func stroke<Style>(_ style: Style, lineWidth: Double = 1) -> Self { self }
  /// Unavailable.
  public func strokeBorder(_ color: Color = .black, lineWidth: Double = 1) -> Self { self }
  /// Unavailable.
  public func trim(from start: Double = 0, to end: Double = 1) -> Self { self }
}

/// The rectangles of SwiftUI's short spelling.
@available(*, unavailable, message: "lines have no such thing")
extension Shape where Self == Rectangle {
  /// Unavailable.
  public static var rect: Rectangle { Rectangle() }
}

/// The rounded rectangles of SwiftUI's short spelling.
@available(*, unavailable, message: "lines have no such thing")
extension Shape where Self == RoundedRectangle {
  /// Unavailable.
  public static func rect(cornerRadius: Double) -> RoundedRectangle {
    RoundedRectangle(cornerRadius: cornerRadius)
  }
}

/// The circles of SwiftUI's short spelling.
@available(*, unavailable, message: "lines have no such thing")
extension Shape where Self == Circle {
  /// Unavailable.
  public static var circle: Circle { Circle() }
}

/// The capsules of SwiftUI's short spelling.
@available(*, unavailable, message: "lines have no such thing")
extension Shape where Self == Capsule {
  /// Unavailable.
  public static var capsule: Capsule { Capsule() }
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public struct Gradient {
  /// Unavailable.
  public struct Stop {
    /// Unavailable.
    public init(color: Color, location: Double) {}
  }
  /// Unavailable.
  public init(colors: [Color]) {}
  /// Unavailable.
  public init(stops: [Stop]) {}
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "write to a Binding that the parent passes")
public protocol PreferenceKey {
  associatedtype Value
  /// Unavailable.
  static var defaultValue: Value { get }
  /// Unavailable.
  static func reduce(value: inout Value, nextValue: () -> Value)
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public struct ViewDimensions {
  /// Unavailable.
  public var width: Double, height: Double
  /// Unavailable.
  public subscript(guide: HorizontalAlignment) -> Double { 0 }
  /// Unavailable.
  public subscript(guide: VerticalAlignment) -> Double { 0 }
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public enum ScrollTargetBehavior {
  case paging, viewAligned
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public enum SensoryFeedback: Equatable {
  case success, warning, error, selection, increase, decrease, start, stop, alignment, levelChange
  case impact
  /// Unavailable.
  public enum Weight: Equatable { case light, medium, heavy }
  /// Unavailable.
  public static func impact(weight: Weight, intensity: Double = 1) -> Self { .impact }
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public enum MoveCommandDirection {
  case up, down, left, right
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public struct KeyPress {
  /// Unavailable.
  public enum Result {
    case handled, ignored
  }
  /// Unavailable.
  public var key: KeyEquivalent
  /// Unavailable.
  public var characters: String
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public struct UTType {
  /// Unavailable.
  public static var text: Self { Self() }
  /// Unavailable.
  public static var plainText: Self { Self() }
  /// Unavailable.
  public static var commaSeparatedText: Self { Self() }
  /// Unavailable.
  public static var json: Self { Self() }
  /// Unavailable.
  public static var pdf: Self { Self() }
  /// Unavailable.
  public static var image: Self { Self() }
  /// Unavailable.
  public static var data: Self { Self() }
  /// Unavailable.
  public static var item: Self { Self() }
  /// Unavailable.
  public static var folder: Self { Self() }
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public struct SymbolEffect {
  /// Unavailable.
  public static var automatic: Self { Self() }
  /// Unavailable.
  public static var bounce: Self { Self() }
  /// Unavailable.
  public static var pulse: Self { Self() }
  /// Unavailable.
  public static var scale: Self { Self() }
  /// Unavailable.
  public static var appear: Self { Self() }
  /// Unavailable.
  public static var disappear: Self { Self() }
  /// Unavailable.
  public static var replace: Self { Self() }
  /// Unavailable.
  public static var rotate: Self { Self() }
  /// Unavailable.
  public static var breathe: Self { Self() }
  /// Unavailable.
  public static var wiggle: Self { Self() }
  /// Unavailable.
  public static var variableColor: Self { Self() }
  /// Unavailable.
  public static var highlight: Self { Self() }
  /// Unavailable.
  public static var lift: Self { Self() }
  /// Unavailable.
  public static var small: Self { Self() }
  /// Unavailable.
  public static var medium: Self { Self() }
  /// Unavailable.
  public static var large: Self { Self() }
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public enum BlendMode {
  case normal, multiply, screen, overlay, darken, lighten, difference, plusLighter, plusDarker
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public enum NavigationViewStyle {
  case automatic, stack, columns
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "use a NavigationStack, and leave it out")
public struct StackNavigationViewStyle {
  /// Unavailable.
  public init() {}
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "use a NavigationStack, and leave it out")
public struct DefaultNavigationViewStyle {
  /// Unavailable.
  public init() {}
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public enum EditMode: Hashable {
  case inactive, transient, active
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public enum UserInterfaceSizeClass: Hashable {
  case compact, regular
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public enum LayoutDirection: Hashable {
  case leftToRight, rightToLeft
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public enum AccessibilityAdjustmentDirection {
  case increment, decrement
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public struct NavigationTransition {
  /// Unavailable.
  public static var automatic: Self { Self() }
  /// Unavailable.
  public static func zoom<ID: Hashable, Space>(sourceID: ID, in namespace: Space) -> Self { Self() }
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public enum ScrollPhase: Hashable {
  case idle, tracking, interacting, decelerating, animating
}

/// An argument of an unavailable name.
@available(*, unavailable, message: "lines have no such thing")
public enum ScrollTransitionPhase: Hashable {
  case topLeading, identity, bottomTrailing
  /// Unavailable.
  public var isIdentity: Bool { false }
  /// Unavailable.
  public var value: Double { 0 }
}

/// A value of an unavailable name.
@available(*, unavailable, message: "import Foundation and WaylineFoundation")
public struct FoundationPublisher<Output>: Publisher {
  /// Unavailable.
  public func autoconnect() -> Self { self }
  /// Unavailable.
  public func sink(receiveValue action: @escaping (Output) -> Void) -> ObservationToken {
    fatalError()
  }
}
