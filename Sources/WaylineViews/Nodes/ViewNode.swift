import WaylineGraph

/// One view identity in the tree of a running scene.
///
/// A node keeps the lines it contributed. A change below forgets the lines on the way to the root
/// and nothing else, so putting a screen together again visits only what changed.
@MainActor
public class ViewNode {
  let context: NodeContext
  // NB: a program has very many nodes, so the position and a Boolean share four bytes.
  private final var bits: UInt32 = 0
  /// The last contribution; nil when it has changed since.
  private final var kept: Fragment?

  init(in context: NodeContext) {
    self.context = context
  }

  /// The position among the parent's children, where the parent has many.
  final var place: Int {
    get { Int(bits >> 1) }
    set { bits = UInt32(truncatingIfNeeded: newValue) << 1 | bits & 1 }
  }

  /// Whether the contribution was read without a fragment.
  private final var isRead: Bool {
    get { bits & 1 == 1 }
    set { bits = bits & ~1 | (newValue ? 1 : 0) }
  }

  /// The nodes directly below.
  var childNodes: [ViewNode] { [] }

  /// What the node contributes to the screen.
  var fragment: Fragment { keptFragment }

  /// What it contributed last, or makes now.
  final var keptFragment: Fragment {
    if let kept { return kept }
    let made = makeFragment()
    kept = made
    return made
  }

  /// What it contributes, on one line: the label of an element.
  var lineText: String { fragment.text }

  /// Notes that somebody has read what it contributes, and is to be told when that changes.
  final func noteRead() { isRead = true }

  /// Puts the contribution together from the children's.
  func makeFragment() -> Fragment { .empty }

  /// Forgets the kept lines here and above.
  ///
  /// - Complexity: O(depth), less when an ancestor has forgotten already.
  final func linesChanged() {
    guard isRead || kept != nil else { return }
    (isRead, kept) = (false, nil)
    guard let parent = context.parent else { return context.host.linesChanged() }
    if parent.childLinesChanged(self) { parent.linesChanged() }
  }

  /// Called when the lines of a child changed. Returns whether its own have changed by that.
  func childLinesChanged(_ child: ViewNode) -> Bool { true }

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
  func forgetLines() {
    kept = nil
    for child in childNodes { child.forgetLines() }
  }
}
