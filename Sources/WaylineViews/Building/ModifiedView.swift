/// A view that a modifier made of one other view.
///
/// SwiftUI passes the label of a tab and the tag of a view up through modifiers, and not out of
/// containers. A tab view has to know its tabs before their bodies run, so it looks for them in the
/// values of its views, and through every view of this kind. All modifiers of this library make one,
/// or return the view itself.
package protocol ModifiedView: View {
  /// The view that was modified; nil where this value is a container.
  var modifiedView: (any View)? { get }
}

/// A view that a modifier made by showing other views beside it: actions, an overlay, a toolbar.
package struct Supplemented<Content: View, Arrangement: View> {
  let content: Content
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

extension Supplemented: ModifiedView {
  /// The view beside which others are shown.
  package var modifiedView: (any View)? { content }
}

extension ModifiedContent: ModifiedView where Content: View, Modifier: ViewModifier {
  /// The modified view.
  package var modifiedView: (any View)? { content }
}

extension EnvironmentWriter: ModifiedView where Content: View {
  /// The view that sees other environment values.
  package var modifiedView: (any View)? { content }
}

extension Identified: ModifiedView where Content: View, ID: Hashable {
  /// The view with the identity.
  package var modifiedView: (any View)? { content }
}

extension EquatableView: ModifiedView {
  /// The compared view.
  package var modifiedView: (any View)? { content }
}

extension Described: ModifiedView where Content: View {
  var modifiedView: (any View)? { content }
}

extension Titled: ModifiedView where Content: View {
  var modifiedView: (any View)? { content }
}

extension Styled: ModifiedView where Content: View {
  var modifiedView: (any View)? { content }
}

extension Badged: ModifiedView {
  var modifiedView: (any View)? { content }
}

extension Redacted: ModifiedView {
  var modifiedView: (any View)? { content }
}

extension Excluded: ModifiedView {
  var modifiedView: (any View)? { content }
}

extension FocusedView: ModifiedView {
  var modifiedView: (any View)? { content }
}

extension AppearanceObserver: ModifiedView {
  var modifiedView: (any View)? { content }
}

extension ChangeObserver: ModifiedView {
  var modifiedView: (any View)? { content }
}

extension Receiver: ModifiedView {
  var modifiedView: (any View)? { content }
}

extension TaskRunner: ModifiedView {
  var modifiedView: (any View)? { content }
}

extension Refreshable: ModifiedView {
  var modifiedView: (any View)? { content }
}

extension Formed: ModifiedView {
  var modifiedView: (any View)? { Node.isModifier ? content : nil }
}
