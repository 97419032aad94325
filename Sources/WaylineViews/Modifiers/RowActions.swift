import WaylineGraph

extension View {
  /// Makes the row its actions: `[1] Emma Lend [2] Emma Delete`.
  ///
  /// Every row of a list has the same actions, so the label of each begins with the text of its row.
  /// The actions follow a row that has elements, `[1] Emma [2] Emma Lend`, and one of several lines.
  /// Nothing is swiped on lines, so both edges are one place.
  ///
  /// - Parameters:
  ///   - edge: accepted for SwiftUI, without effect: actions follow the row.
  ///   - allowsFullSwipe: accepted for SwiftUI, without effect: an action has a number.
  ///   - content: the buttons.
  nonisolated public func swipeActions<Actions: View>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true,
    @ViewBuilder content: () -> Actions
  ) -> some View {
    Supplemented(self, arrangement: ActionRow(TupleView(self, content())))
  }

  /// Shows the row as a menu: `[1] Emma More: closed`; `1` opens it.
  ///
  /// If the row has elements, the menu follows them: `[1] Emma [2] Emma More: closed`.
  nonisolated public func contextMenu<Items: View>(
    @ViewBuilder menuItems: @escaping () -> Items
  ) -> some View {
    Supplemented(
      self, arrangement: MenuRow(TupleView(self, Menu("More", content: menuItems))))
  }

  /// Takes the row out of the options of a list or a picker, where it is shown but not chosen.
  nonisolated public func selectionDisabled(_ isDisabled: Bool = true) -> some View {
    Unselectable(self, if: isDisabled)
  }
}

/// An edge at which actions are put.
///
/// Source: SwiftUI's `HorizontalEdge`.
public enum HorizontalEdge: Int8, Hashable, Sendable, CaseIterable {
  case leading, trailing
}

extension ForEach where Content: View {
  /// Makes each row an action that deletes it: `[1] Emma Delete`.
  ///
  /// If a row has elements, the action follows them: `[1] Emma [2] Emma Delete`. The action receives
  /// the position of the row, for `remove(atOffsets:)`. Without an action there is no such button. With
  /// `import WaylineFoundation` the positions are an `IndexSet`.
  @_disfavoredOverload
  nonisolated public func onDelete(
    perform action: ((RangeSet<Int>) -> Void)?
  ) -> ForEach<Data, ID, DeletableRow<Content>> {
    let (data, id, content) = (data, id, content)
    let rows = ForEach<Data, ID, DeletableRow<Content>>(
      data: data, id: id, isConstant: isConstant
    ) { element, place in
      // Not the first position of the identity, which several rows can have.
      let delete = action.map { action in { action(RangeSet(place..<place + 1)) } }
      return DeletableRow(content: content(element, place), delete: delete)
    }
    return rows.onMove(perform: move)
  }
}

/// A row with a button that deletes it.
public struct DeletableRow<Content: View> {
  let content: Content
  let delete: (() -> Void)?
}

extension DeletableRow: View {
  /// The content of the view.
  public var body: some View {
    if let delete {
      // Proof: made by a body and called by a button, both on the main actor.
      nonisolated(unsafe) let delete = delete
      ActionRow(TupleView(content, Button("Delete", role: .destructive) { delete() }))
    } else {
      content
    }
  }
}

/// A row with actions, whose labels begin with the text of the row: each row has the same actions,
/// and every label on a screen has to be unique.
private typealias ActionRow<Content: View> = Formed<ActionRowNode, Content>

/// A row with a menu; the items of the menu, which is open by itself, have their own labels.
private typealias MenuRow<Content: View> = Formed<MenuRowNode, Content>

/// The node of a row with actions. Its child shows the row, then the actions.
private class ActionRowNode: ShapingNode, FormNode {
  override var isOneView: Bool { true }

  required override init(in context: NodeContext) { super.init(in: context) }

  final override func makeFragment() -> Fragment {
    let parts = childFragment.parts
    guard parts.count == 2, parts[1].lineCount > 0 else { return childFragment }
    // A row that has actions already gets more of them, and keeps its name.
    let (row, earlier) = parts[0].rowWithActions ?? (parts[0], [])
    let isText = row.elementCount == 0
    let rows = parts[1].rows.map(\.fragment)
    let isAction = isText && (row.lineCount < 2 || earlier.count + rows.count == 1)
    let name = isAction ? row.text : row.name
    let actions = earlier + named(rows, by: name)
    let shown = RowNode.joined(Fragment(parts: isAction ? actions : [row] + actions))
    let made = Fragment(shown, made: .acting(row, actions))
    return Fragment(parts: [made], tag: parts[0].rows.first?.tag)
  }

  /// The actions with the name of the row in front of their labels.
  func named(_ actions: [Fragment], by name: String) -> [Fragment] {
    actions.map { $0.named(by: name, only: .max) }
  }
}

/// The node of a row with a menu.
private final class MenuRowNode: ActionRowNode {
  override func named(_ actions: [Fragment], by name: String) -> [Fragment] {
    // As one, so that the items of an open menu stand below it.
    [Fragment(parts: actions).named(by: name, only: 1)]
  }
}

extension Fragment {
  /// The same lines with a name in front of the labels of the first elements.
  fileprivate func named(by name: String, only count: Int) -> Fragment {
    guard !name.isEmpty, elementCount > 0, count > 0 else { return self }
    var page = flattened
    for index in page.elements.indices.prefix(count) {
      let label = page.elements[index].label
      page.elements[index].label = label.isEmpty ? name : "\(name) \(label)"
      if page.elements[index].role != nil { page.elements[index].isOfRow = true }
    }
    return Fragment(page.lines, elements: page.elements)
  }

  /// The text of the first line, with the labels of its elements and without their values.
  var name: String {
    let page = flattened
    let spans = page.lines.first { !$0.spans.isEmpty }?.spans ?? []
    return spans.map { span in
      switch span {
      case .text(let text, _): text
      case .element(let index): page.elements[index].label
      }
    }.joined()
  }
}

extension RangeReplaceableCollection where Self: MutableCollection, Index == Int {
  /// Removes the elements at some positions.
  ///
  /// - Complexity: O(elements).
  public mutating func remove(atOffsets offsets: RangeSet<Int>) { removeSubranges(offsets) }
}

extension MutableCollection where Index == Int {
  /// Moves the elements at some positions before the element at a position, or to the end.
  ///
  /// - Complexity: O(elements).
  public mutating func move(fromOffsets source: RangeSet<Int>, toOffset destination: Int) {
    moveSubranges(source, to: destination)
  }
}

/// A row that is not an option of a choice.
typealias Unselectable<Content: View> = Excluded<UnselectableNode, Content>

/// The node of a row that may be no option of a choice.
final class UnselectableNode: ExclusionNode {
  /// A tag of a type that no selection has.
  private struct NoOption: Hashable {}

  override func makeFragment() -> Fragment {
    guard isExcluded, context.offersChoices else { return childFragment }
    // As one row it hides the tags inside.
    return Fragment(parts: [childFragment], role: .row, tag: AnyHashable(NoOption()))
  }
}

/// A view that is excluded from something while a condition holds.
struct Excluded<Node: ExclusionNode, Content: View> {
  let content: Content
  let isExcluded: Bool

  nonisolated init(_ content: Content, if isExcluded: Bool = true) {
    (self.content, self.isExcluded) = (content, isExcluded)
  }
}

extension Excluded: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> Node {
    let node = Node(in: context)
    node.isExcluded = view.isExcluded
    node.child = Content._makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: Node, to view: Self) {
    if node.isExcluded != view.isExcluded {
      node.isExcluded = view.isExcluded
      node.linesChanged()
    }
    if let child = node.child { Content._updateNode(child, to: view.content) }
  }
}

/// The node of a view that may be excluded from something.
class ExclusionNode: ShapingNode {
  /// True while the condition holds.
  final var isExcluded = false

  required override init(in context: NodeContext) { super.init(in: context) }

  override func makeFragment() -> Fragment { childFragment }
}
