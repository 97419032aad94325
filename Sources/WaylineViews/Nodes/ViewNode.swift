import WaylineGraph

/// One view identity in the tree of a running scene.
///
/// A node keeps the lines it contributed. A change below forgets the lines on the way to the root
/// and nothing else, so putting a screen together again visits only what changed.
@MainActor
public class ViewNode {
  let context: NodeContext
  private var lines = Lines.forgotten

  /// What is known of the lines. One variable, since each access to one costs a check.
  private enum Lines {
    /// Nobody asked for them since they last changed.
    case forgotten
    /// The rows were asked for, which are not kept here.
    case shown
    case kept(Fragment)
  }

  init(in context: NodeContext) {
    self.context = context
  }

  /// The nodes directly below.
  var childNodes: [ViewNode] { [] }

  /// What the node contributes to the screen.
  final var fragment: Fragment {
    if case .kept(let fragment) = lines { return fragment }
    let made = makeFragment()
    lines = .kept(made)
    return made
  }

  /// Puts the contribution together from the children's.
  func makeFragment() -> Fragment { .empty }

  /// Appends the rows that a list makes of this node.
  final func appendRows(to rows: inout RowList) {
    if case .forgotten = lines { lines = .shown }
    makeRows(in: &rows)
  }

  /// Puts the rows together: the children's, or one of all lines.
  func makeRows(in rows: inout RowList) {
    rows.append(fragment)
  }

  /// Forgets the kept lines here and above.
  ///
  /// - Complexity: O(depth), less when an ancestor has forgotten already.
  final func linesChanged() {
    if case .forgotten = lines { return }
    lines = .forgotten
    // NB: not `map`: a closure that is isolated to the main actor looks up its thread at each call.
    if let parent = context.parent {
      parent.childLinesChanged(self)
    } else {
      context.host.linesChanged()
    }
  }

  /// Called when the lines of a child changed.
  func childLinesChanged(_ child: ViewNode) {
    linesChanged()
  }

  /// Whether it contributes no view: nothing of it can appear.
  var isVacant: Bool { false }

  /// Called when views entered or left below; a node that is one view itself need not tell.
  func contentsChanged() {
    context.parent?.contentsChanged()
  }

  /// Called by a view that compares its content itself: the content did change.
  func inputDidChange() {}

  /// Leaves the tree, children first.
  func end() {
    for child in childNodes { child.end() }
  }

  /// The name in dumps; nil where a node is only the place of what it shows.
  var name: String? { nil }

  /// What tells the children apart, in their order, for dumps; empty where only the place does.
  var childIdentities: [String] { [] }

  /// Forgets the kept lines here and below, to see whether they are made the same again.
  final func forgetLines() {
    if case .kept = lines { lines = .shown }
    for child in childNodes { child.forgetLines() }
  }
}
