import WaylineSystem

/// A view that is alive and takes no lines.
typealias Hidden<Content: View> = Formed<HiddenNode, Content>

/// The node of a hidden view.
final class HiddenNode: ShapingNode, FormNode {
  static var isModifier: Bool { true }

  override func makeFragment() -> Fragment { .empty }
}

extension View {
  /// Keeps the view alive without showing it; its elements cannot be reached.
  nonisolated public func hidden() -> some View { Hidden(self) }
}

extension View {
  /// Shows views after this one: lines cannot overlap.
  nonisolated public func overlay<Overlay: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> Overlay
  ) -> some View {
    Supplemented(self, arrangement: Column(TupleView(self, content())))
  }

  /// Shows a view after this one: lines cannot overlap.
  nonisolated public func overlay<Overlay: View>(
    _ overlay: Overlay, alignment: Alignment = .center
  ) -> some View {
    Supplemented(self, arrangement: Column(TupleView(self, overlay)))
  }

  /// Shows views before or after this one: a terminal has no edges.
  nonisolated public func safeAreaInset<Inset: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Inset
  ) -> some View {
    let inset = content()
    let column = Column(
      TupleView(edge == .top ? inset : nil, self, edge == .top ? nil : inset))
    return Supplemented(self, arrangement: column)
  }
}

/// An edge at which views are put.
///
/// Source: SwiftUI's `VerticalEdge`.
public enum VerticalEdge: Int8, Hashable, Sendable, CaseIterable {
  case top, bottom
}

/// A view with a short text after its first line.
struct Badged<Content: View> {
  let content: Content
  let badge: String

  nonisolated init(_ content: Content, badge: String) {
    self.content = content
    self.badge = badge
  }
}

extension Badged: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> BadgeNode {
    let node = BadgeNode(view.badge, in: context)
    node.child = Content._makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: BadgeNode, to view: Self) {
    node.update(to: view.badge)
    if let child = node.child { Content._updateNode(child, to: view.content) }
  }
}

/// The node of a view with a badge.
final class BadgeNode: ShapingNode {
  private var badge: String

  init(_ badge: String, in context: NodeContext) {
    self.badge = badge
    super.init(in: context)
  }

  func update(to badge: String) {
    guard badge != self.badge else { return }
    self.badge = badge
    linesChanged()
  }

  override func makeFragment() -> Fragment {
    let content = childFragment
    var rows = content.rows
    guard !badge.isEmpty, let first = rows.firstIndex(where: { $0.fragment.lineCount > 0 }) else {
      return content
    }
    var page = rows[first].fragment.flattened
    let note = " (\(context.redaction?.mark ?? badge))"
    page.lines[0].spans.append(.text(note, TextStyle()))
    let badged = Fragment(page.lines, elements: page.elements)
    // The tag and the name of a row are those that it has without the badge.
    rows[first].fragment = Fragment(badged, made: .noted(rows[first].fragment, note))
    return Fragment(parts: rows.map { Fragment(parts: [$0.fragment], tag: $0.tag) })
  }
}

extension View {
  /// Shows a count in parentheses after the view; nothing for 0.
  nonisolated public func badge(_ count: Int) -> some View {
    Badged(self, badge: count == 0 ? "" : "\(count)")
  }

  /// Shows a text in parentheses after the view; nothing for nil.
  nonisolated public func badge<Content: StringProtocol>(_ text: Content?) -> some View {
    Badged(self, badge: text.map { SafeText.line(of: String($0)) } ?? "")
  }

  /// Shows a text in parentheses after the view; nothing for nil.
  nonisolated public func badge(_ text: Text?) -> some View {
    Badged(self, badge: text.map { SafeText.line(of: $0.plain) } ?? "")
  }

  /// Shows a text in parentheses after the view.
  @_disfavoredOverload
  nonisolated public func badge(_ key: LocalizedStringKey) -> some View { badge(Text(key)) }
}
