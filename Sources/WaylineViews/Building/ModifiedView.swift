/// A view that a modifier made of one other view.
///
/// SwiftUI passes the label of a tab and the tag of a view up through modifiers, and not out of
/// containers. A tab view has to know its tabs before their bodies run, so it looks for them in the
/// values of its views, and through every view of this kind. All modifiers of this library make one,
/// or return the view itself.
package protocol ModifiedView: View {
  associatedtype Content: View
  /// The view that was modified.
  var content: Content { get }
  /// The view that was modified; nil where this value is a container.
  var modifiedView: (any View)? { get }
}

extension ModifiedView {
  /// The view that was modified, the default.
  package var modifiedView: (any View)? { content }
}

/// A view that a modifier made by showing other views beside it: actions, an overlay, a toolbar.
package struct Supplemented<Content: View, Arrangement: View> {
  /// The view beside which others are shown.
  package let content: Content
  let arrangement: Arrangement

  /// Shows `arrangement`, which contains `content`.
  nonisolated package init(_ content: Content, arrangement: Arrangement) {
    (self.content, self.arrangement) = (content, arrangement)
  }
}

extension Supplemented: View {
  /// Never evaluated: the node is that of the arrangement.
  package var body: Never { preconditionFailure("\(Self.self) has a node, not a body.") }

  /// Creates the node of the arrangement.
  package static func _makeNode(_ view: Self, in context: NodeContext) -> ViewNode {
    Arrangement._makeNode(view.arrangement, in: context)
  }

  /// Updates the node of the arrangement.
  package static func _updateNode(_ node: ViewNode, to view: Self) {
    Arrangement._updateNode(node, to: view.arrangement)
  }
}

extension Supplemented: ModifiedView {}
extension ModifiedContent: ModifiedView where Content: View, Modifier: ViewModifier {}
extension EnvironmentWriter: ModifiedView where Content: View {}
extension Identified: ModifiedView where Content: View, ID: Hashable {}
extension EquatableView: ModifiedView {}
extension Described: ModifiedView where Content: View {}
extension Titled: ModifiedView where Content: View {}
extension Styled: ModifiedView where Content: View {}
extension Badged: ModifiedView {}
extension Redacted: ModifiedView {}
extension Excluded: ModifiedView {}
extension FocusedView: ModifiedView {}
extension AppearanceObserver: ModifiedView {}
extension ChangeObserver: ModifiedView {}
extension Receiver: ModifiedView {}
extension TaskRunner: ModifiedView {}
extension Refreshable: ModifiedView {}

extension Formed: ModifiedView {
  var modifiedView: (any View)? { Node.isModifier ? content : nil }
}
