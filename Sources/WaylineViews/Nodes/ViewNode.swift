import WaylineGraph

/// One view identity in the tree of a running scene.
///
/// A node stores the lines that it contributed. A change below discards the lines on the way to the
/// root and nothing else, so assembling the screen again visits only changed nodes.
@MainActor
public class ViewNode {
  /// The place in the tree.
  package let context: NodeContext
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

  /// True if the contribution was read without a fragment.
  private final var isRead: Bool {
    get { bits & 1 == 1 }
    set { bits = bits & ~1 | (newValue ? 1 : 0) }
  }

  /// The nodes directly below.
  var childNodes: [ViewNode] { [] }

  /// The contribution of the node to the screen.
  var fragment: Fragment { keptFragment }

  /// The last contribution, or a new one.
  final var keptFragment: Fragment {
    if let kept { return kept }
    let made = makeFragment()
    kept = made
    return made
  }

  /// The contribution as one line, for the label of an element.
  var lineText: String { fragment.text }

  /// Records that the contribution was read, so that its next change is reported to the parent.
  final func noteRead() { isRead = true }

  /// Puts the contribution together from the children's.
  func makeFragment() -> Fragment { .empty }

  /// Discards the stored lines here and above.
  ///
  /// - Complexity: O(depth), less where an ancestor has discarded its lines already.
  final func linesChanged() {
    guard isRead || kept != nil else { return }
    (isRead, kept) = (false, nil)
    guard let parent = context.parent else { return context.host.linesChanged() }
    if parent.childLinesChanged(self, isInPlace: false) { parent.linesChanged() }
  }

  /// Reports that the text of its one line was exchanged in the fragment that it gave.
  ///
  /// The fragments above that have this one as a part show the new text: they are kept. What is
  /// made of the text, such as the label of an element, is discarded.
  /// - Complexity: O(depth).
  final func lineExchanged() {
    var node = self
    while node.isRead || node.kept != nil {
      if node.kept != nil, !node.showsParts { return node.linesChanged() }
      guard let parent = node.context.parent else { return node.context.host.linesChanged() }
      guard parent.childLinesChanged(node, isInPlace: true) else { return }
      node = parent
    }
  }

  /// True if its fragment has the children's fragments as parts, and nothing that is made of their
  /// texts.
  var showsParts: Bool { false }

  /// Called when the lines of a child changed. Returns whether its own have changed by that.
  ///
  /// - Parameter isInPlace: whether the child's fragment is the one that it was.
  func childLinesChanged(_ child: ViewNode, isInPlace: Bool) -> Bool { true }

  /// Itself, if it evaluates something of the program.
  var evaluating: (any EvaluatingNode)? { nil }

  /// The node of its whole content, if that is one view: of a modifier, a body, the layer on top.
  var soleContent: ViewNode? { nil }

  /// True if it contributes no view: nothing of it can appear.
  var isVacant: Bool { false }

  /// Called when views entered or left below; a node that is one view itself does not pass it on.
  func contentsChanged() {
    context.parent?.contentsChanged()
  }

  /// Called by a view that compares its content itself: the content did change.
  func inputDidChange() {}

  /// Leaves the tree, children first.
  func end() { endChildren() }

  /// Ends the children.
  func endChildren() {
    for child in childNodes { child.end() }
  }

  /// The node around the place where this one was written: its parent, unless a modifier shows it.
  var nodeAround: ViewNode? { context.parent }

  /// The number of children that are the rows of a list; nil where children are no rows.
  var rowCount: Int? { nil }

  /// The name in dumps; nil for a node that only holds its content.
  var name: String? { nil }

  /// The identities of the children in order, for dumps; empty where position is the identity.
  var childIdentities: [String] { [] }

  /// The identity of a child in the hash of its place, the same in every run of the program; nil
  /// where position is the identity.
  func placeIdentity(of child: ViewNode) -> String? {
    let identities = childIdentities
    guard !identities.isEmpty, let index = childNodes.firstIndex(where: { $0 === child }) else {
      return nil
    }
    return index < identities.count ? identities[index] : nil
  }

  /// Discards the stored lines here and below, to check that they are made the same again.
  func forgetLines() {
    kept = nil
    for child in childNodes { child.forgetLines() }
  }
}

/// A node that evaluates something of the program: a body, a modifier, the rows of a `ForEach`.
@MainActor
protocol EvaluatingNode: ViewNode, NodeOwner {
  /// The node of the graph: its reads, its property storage and its last cause.
  var graphNode: Node { get }
  /// The dynamic properties.
  var plan: PropertyPlan { get }
  /// The type whose `body` it evaluates; nil if it evaluates a closure of another body.
  var bodyType: (any Any.Type)? { get }
}

extension EvaluatingNode {
  var bodyType: (any Any.Type)? { nil }
  package var isStoring: Bool { plan.isStoring }
}

extension ViewNode {
  /// The name of the view or modifier of the program in whose body this node was written.
  final var owningViewName: String {
    var node: ViewNode? = self
    while let current = node {
      if let type = current.evaluating?.bodyType, !Self.isOfLibrary(type) {
        return "\(type)"
      }
      node = current.nodeAround
    }
    return "the root"
  }

  /// True if a type belongs to this library, whose views and modifiers contain those of a program.
  private static func isOfLibrary(_ type: any Any.Type) -> Bool {
    let modules: Set = [
      "WaylineViews", "WaylineNavigation", "Wayline", "WaylineTesting", "WaylineFoundation",
    ]
    return modules.contains(String(String(reflecting: type).prefix { $0 != "." }))
  }

  /// Reports an event to the host, with the view that it belongs to.
  final func report(_ event: String) {
    context.host.report("\(event) \(owningViewName)")
  }

  /// Creates a closure that reports an event later, when view and host may be released; nil
  /// without an observer.
  final func reporter(of event: String) -> (() -> Void)? {
    guard let onEvent = context.host.onEvent else { return nil }
    let sentence = "\(event) \(owningViewName)"
    return { onEvent(sentence) }
  }
}

/// The place of a new node: its parent, environment and layer.
public struct NodeContext {
  unowned(unsafe) let parent: ViewNode?  // a parent ends its children before it is released
  private let scope: NodeScope
  // NB: every node of a program has one of these, so it is as small as can be.
  private let level: Int32

  /// The place of a root.
  @MainActor
  init(environment: EnvironmentScope, layer: ScreenLayer) {
    self.init(
      nil, 0,
      NodeScope(
        environment, layer, offersChoices: false, delaysRows: false, rowPlace: .outside, nil))
  }

  private init(_ parent: ViewNode?, _ level: Int32, _ scope: NodeScope) {
    (self.parent, self.level, self.scope) = (parent, level, scope)
  }

  /// The environment of the place.
  @MainActor package var environment: EnvironmentScope { scope.environment }
  /// The layer of the screen in which the place lies.
  @MainActor var layer: ScreenLayer { scope.layer }
  /// True if the rows below are options of a choice, which are known by their tags.
  @MainActor var offersChoices: Bool { scope.offersChoices }
  /// True in a list: the rows of a `ForEach` are made when their screen is first shown.
  @MainActor var delaysRows: Bool { scope.delaysRows }
  /// The place in a list, whose rows appear when they are shown.
  @MainActor var rowPlace: RowPlace { scope.rowPlace }
  /// The redaction of the values here; nil where nothing asks for one.
  @MainActor var redaction: Redaction? { scope.redaction }
  /// The tree.
  @MainActor var host: ViewHost { scope.layer.host }

  /// Creates the graph node of a view in this place.
  @MainActor
  func makeGraphNode() -> Node {
    Node(graph: host.graph, depth: Int(level), environment: environment)
  }

  /// The place of a child of `node`.
  @MainActor
  func below(_ node: ViewNode) -> NodeContext { NodeContext(node, level + 1, scope) }

  /// The place of a child of `node` in another environment, another layer, a choice or a list.
  @MainActor
  func below(
    _ node: ViewNode, environment: EnvironmentScope? = nil, layer: ScreenLayer? = nil,
    offersChoices: Bool? = nil, delaysRows: Bool? = nil, rowPlace: RowPlace? = nil
  ) -> NodeContext {
    let scope = NodeScope(
      environment ?? self.environment, layer ?? self.layer,
      offersChoices: offersChoices ?? self.offersChoices,
      // A screen that a row declares is not part of the list.
      delaysRows: delaysRows ?? (layer == nil && self.delaysRows),
      rowPlace: rowPlace ?? (layer == nil ? self.rowPlace : .outside), redaction)
    return NodeContext(node, level + 1, scope)
  }

  /// The same place under another redaction, or under none: the label of an element.
  @MainActor
  func redacted(by redaction: Redaction?) -> NodeContext {
    guard redaction !== self.redaction else { return self }
    let scope = NodeScope(
      environment, layer, offersChoices: offersChoices, delaysRows: delaysRows, rowPlace: rowPlace,
      redaction)
    return NodeContext(parent, level, scope)
  }
}

/// The values that most nodes share with their parents.
@MainActor
private final class NodeScope {
  let environment: EnvironmentScope
  let layer: ScreenLayer
  let offersChoices: Bool
  let delaysRows: Bool
  let rowPlace: RowPlace
  let redaction: Redaction?

  init(
    _ environment: EnvironmentScope, _ layer: ScreenLayer, offersChoices: Bool, delaysRows: Bool,
    rowPlace: RowPlace, _ redaction: Redaction?
  ) {
    (self.environment, self.layer, self.redaction) = (environment, layer, redaction)
    (self.offersChoices, self.delaysRows, self.rowPlace) = (offersChoices, delaysRows, rowPlace)
  }
}

extension ViewNode: EngineObject {}
