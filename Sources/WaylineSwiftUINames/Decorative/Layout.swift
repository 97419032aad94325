import WaylineGraph
import WaylineViews

// Points have no meaning in lines: places and sizes are accepted without effect.

extension View {
  /// Accepted without effect: lines have no margins.
  nonisolated public func padding(_ edges: Edge.Set = .all, _ length: Double? = nil) -> Self {
    self
  }

  /// Accepted without effect: lines have no margins.
  nonisolated public func padding(_ length: Double) -> Self { self }

  /// Accepted without effect: lines have no margins.
  nonisolated public func padding(_ insets: EdgeInsets) -> Self { self }

  /// Accepted without effect: a line is as wide as its text.
  nonisolated public func frame(
    width: Double? = nil, height: Double? = nil, alignment: Alignment = .center
  ) -> Self { self }

  /// Accepted without effect: a line is as wide as its text.
  nonisolated public func frame(
    minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil,
    minHeight: Double? = nil, idealHeight: Double? = nil, maxHeight: Double? = nil,
    alignment: Alignment = .center
  ) -> Self { self }

  /// Accepted without effect: lines are never cut.
  nonisolated public func fixedSize() -> Self { self }

  /// Accepted without effect: lines are never cut.
  nonisolated public func fixedSize(horizontal: Bool, vertical: Bool) -> Self { self }

  /// Accepted without effect: nothing competes for room.
  nonisolated public func layoutPriority(_ value: Double) -> Self { self }

  /// Accepted without effect: lines follow each other.
  nonisolated public func offset(x: Double = 0, y: Double = 0) -> Self { self }

  /// Accepted without effect: nothing lies above anything else.
  nonisolated public func zIndex(_ value: Double) -> Self { self }

  /// Accepted without effect: a terminal has no safe area.
  nonisolated public func ignoresSafeArea(
    _ regions: SafeAreaRegions = .all, edges: Edge.Set = .all
  ) -> Self { self }

  /// Accepted without effect: a terminal has no safe area.
  nonisolated public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> Self { self }

  /// Accepted without effect: lines follow each other.
  nonisolated public func position(x: Double = 0, y: Double = 0) -> Self { self }

  /// Accepted without effect: lines are never cut.
  nonisolated public func clipped(antialiased: Bool = false) -> Self { self }

  /// Accepted without effect: a line is as wide as its text.
  nonisolated public func aspectRatio(
    _ aspectRatio: Double? = nil, contentMode: ContentMode
  ) -> Self { self }

  /// Accepted without effect: a line is as wide as its text.
  nonisolated public func scaledToFit() -> Self { self }

  /// Accepted without effect: a line is as wide as its text.
  nonisolated public func scaledToFill() -> Self { self }
}

/// Accepted for SwiftUI, without effect: a line is as wide as its text.
public enum ContentMode: Hashable, Sendable, CaseIterable {
  case fit, fill
}

/// Accepted for SwiftUI, without effect: a terminal has no safe area.
public struct SafeAreaRegions: OptionSet, Sendable {
  /// A bit for each member.
  public let rawValue: UInt

  /// The members whose bits are set.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Both.
  public static let all: SafeAreaRegions = [.container, .keyboard]
  /// The area that the device covers.
  public static let container = SafeAreaRegions(rawValue: 1)
  /// The area that the keyboard covers.
  public static let keyboard = SafeAreaRegions(rawValue: 2)
}

/// Accepted for SwiftUI, without effect: a popover is a sheet, which has no anchor.
public enum PopoverAttachmentAnchor: Hashable, Sendable {
  case rect(Source)
  case point(UnitPoint)

  /// The rectangle to which a popover belongs.
  public enum Source: Hashable, Sendable {
    case bounds
  }
}

/// Accepted for SwiftUI, without effect: lines have no margins.
public enum Edge: Int8, Hashable, Sendable, CaseIterable {
  case top, leading, bottom, trailing

  /// Several edges.
  public struct Set: OptionSet, Sendable {
    /// A bit for each member.
    public let rawValue: Int

    /// The members whose bits are set.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The upper edge.
    public static let top = Set(rawValue: 1)
    /// The edge where a line begins.
    public static let leading = Set(rawValue: 2)
    /// The lower edge.
    public static let bottom = Set(rawValue: 4)
    /// The edge where a line ends.
    public static let trailing = Set(rawValue: 8)
    /// Both ends of a line.
    public static let horizontal: Set = [.leading, .trailing]
    /// Above and below.
    public static let vertical: Set = [.top, .bottom]
    /// All four.
    public static let all: Set = [.horizontal, .vertical]
  }
}

/// Accepted for SwiftUI, without effect: lines have no margins.
public struct EdgeInsets: Hashable, Sendable {
  /// Insets that have no effect.
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {}
}
