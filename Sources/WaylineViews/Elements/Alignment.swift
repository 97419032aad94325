// Arguments of stacks, scroll views and fields, which have no meaning in lines.

/// Accepted for SwiftUI, without effect: lines begin at the left.
public enum Alignment: Hashable, Sendable {
  case center, leading, trailing, top, bottom, topLeading, topTrailing, bottomLeading
  case bottomTrailing
}

/// Accepted for SwiftUI, without effect: lines go one way.
public enum Axis: Int8, Hashable, Sendable, CaseIterable {
  case horizontal, vertical

  /// Several directions.
  public struct Set: OptionSet, Sendable {
    /// A bit for each member.
    public let rawValue: Int8

    /// The members whose bits are set.
    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// Along a line.
    public static let horizontal = Set(rawValue: 1)
    /// From line to line.
    public static let vertical = Set(rawValue: 2)
  }
}

extension Axis: CustomStringConvertible {
  /// The name of the direction.
  public var description: String {
    switch self {
    case .horizontal: "horizontal"
    case .vertical: "vertical"
    }
  }
}

/// Accepted for SwiftUI, without effect: a terminal scrolls everything.
public struct PinnedScrollableViews: OptionSet, Sendable {
  /// A bit for each member.
  public let rawValue: UInt32

  /// The members whose bits are set.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The headings of sections.
  public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
  /// The lines below sections.
  public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

/// The visibility of a part that need not be shown, such as the title of a dialog.
public enum Visibility: Hashable, Sendable {
  case automatic, visible, hidden
}
