/// Rows below each other; a row that holds exactly one action is that action.
///
/// Source: SwiftUI's `List`.
public struct List<Content: View> {
  private let content: Content

  /// A list of the views of its content.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

extension List: View {
  public var body: some View { Rows(content) }
}

extension List {
  /// A list with a row for each element.
  nonisolated public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, RowContent> {
    content = ForEach(data, content: rowContent)
  }

  /// A list with a row for each element, identified by a key path.
  nonisolated public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {
    content = ForEach(data, id: id, content: rowContent)
  }
}

/// Fields and sections below each other.
///
/// Source: SwiftUI's `Form`.
public struct Form<Content: View> {
  private let content: Content

  /// A form of the views of its content.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

extension Form: View {
  public var body: some View { Rows(content) }
}

/// The rows of a list.
struct Rows<Content: View> {
  let content: Content

  nonisolated init(_ content: Content) {
    self.content = content
  }
}

extension Rows: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> RowsNode {
    let node = RowsNode(in: context)
    node.child = Content.makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: RowsNode, to view: Self) {
    if let child = node.child { Content.updateNode(child, to: view.content) }
  }
}

/// The node of a list's rows.
final class RowsNode: PassNode {
  override var isVacant: Bool { false }
  override func contentsChanged() {}

  override func makeFragment() -> Fragment {
    var rows = RowList()
    child?.appendRows(to: &rows)
    return Fragment(parts: Fragment.aligned(rows.fragments.map(\.asRow)))
  }

  override func makeRows(in rows: inout RowList) { rows.append(fragment) }
}

extension Fragment {
  /// The fragment as a row: with one action in it, the whole text is that action's label.
  fileprivate var asRow: Fragment {
    guard elementCount == 1 else { return self }
    let page = flattened
    guard page.lines.count > 1 || page.lines.first?.spans.count ?? 0 > 1 else { return self }
    var element = page.elements[0]
    guard [.button, .link].contains(element.kind) else { return self }
    element.label = page.text
    let row = Fragment([Line([.element(0)])], elements: [element])
    return isSetOff ? Fragment(parts: [row], isSetOff: true) : row
  }
}
