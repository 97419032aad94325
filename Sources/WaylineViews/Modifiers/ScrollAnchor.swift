import WaylineGraph

extension View {
  /// Begins the screen at its end, and follows it, if the anchor is at the bottom.
  ///
  /// For a list that grows at its end, such as a log:
  ///
  ///     List(lines) { Text($0.text) }.defaultScrollAnchor(.bottom)
  ///
  /// A terminal prints the last page of the screen first, and `more` the page before it. Lines that come by
  /// themselves at the end are printed while the end is the last that was printed, up to a page of them at
  /// once; lines that leave are not named. A pipe and programs get the whole screen, as without it. All rows
  /// are made. Another anchor, or nil, has no effect.
  ///
  /// Source: SwiftUI's `defaultScrollAnchor(_:)`.
  nonisolated public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View {
    ScrollAnchored(content: self, isAtEnd: anchor?.y == 1)
  }
}

/// A point of a view, from 0 to 1 in each direction, as SwiftUI has it.
///
/// Lines have no other points than their beginning and their end: see `defaultScrollAnchor`.
public struct UnitPoint: Hashable, Sendable {
  /// The distance from the leading edge.
  public var x: Double
  /// The distance from the upper edge.
  public var y: Double

  /// A point by its distances; the upper leading corner without any.
  public init(x: Double = 0, y: Double = 0) {
    (self.x, self.y) = (x, y)
  }

  /// The upper leading corner.
  public static let zero = UnitPoint()
  /// The middle.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// The middle of the leading edge.
  public static let leading = UnitPoint(y: 0.5)
  /// The middle of the trailing edge.
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  /// The middle of the upper edge.
  public static let top = UnitPoint(x: 0.5)
  /// The middle of the lower edge.
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  /// The upper leading corner.
  public static let topLeading = UnitPoint()
  /// The upper trailing corner.
  public static let topTrailing = UnitPoint(x: 1)
  /// The lower leading corner.
  public static let bottomLeading = UnitPoint(y: 1)
  /// The lower trailing corner.
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}

/// A view with the point at which its screen begins.
private struct ScrollAnchored<Content: View> {
  let content: Content
  let isAtEnd: Bool
}

extension ScrollAnchored: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> ScrollAnchorNode {
    let node = ScrollAnchorNode(isAtEnd: view.isAtEnd, in: context)
    node.child = Content._makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: ScrollAnchorNode, to view: Self) {
    node.isAtEnd = view.isAtEnd
    if let child = node.child { Content._updateNode(child, to: view.content) }
  }
}

/// The node of a view whose screen may begin at its end.
final class ScrollAnchorNode: PassNode {
  var isAtEnd: Bool {
    didSet { if isAtEnd != oldValue { context.host.linesChanged() } }
  }

  init(isAtEnd: Bool, in context: NodeContext) {
    self.isAtEnd = isAtEnd
    super.init(in: context)
    context.host.scrollAnchors.append(self)
  }

  override func end() {
    context.host.scrollAnchors.removeAll { $0 === self }
    super.end()
  }
}

extension ViewHost {
  /// True if the visible page begins at its end.
  var beginsAtEnd: Bool {
    guard !scrollAnchors.isEmpty else { return false }
    let top = shownModals.last?.layer
    return scrollAnchors.contains { node in
      let layer = node.context.layer
      return node.isAtEnd && layer.isVisible && top.map(layer.isInside) ?? true
    }
  }
}
