import WaylineGraph

/// Rows of cells, aligned in columns.
///
/// Columns are as wide as their widest cell, measured as a terminal shows it; a cell of several
/// lines is put on one. Where a terminal shows weight, a rule underlines the headings. Elements in cells have numbers as in other views. Source: SwiftUI's `Table`.
///
/// ```swift
/// Table(books) {
///   TableColumn("Title", value: \.title)
///   TableColumn("Copies") { Text("\($0.copies)") }
/// }
/// ```
/// ```
/// Title           Copies
/// The Go-Between  1
/// ```
///
/// With a selection, `[1] Selection: none (The Go-Between)` follows below the rows, which are
/// named by their first cells. A program sorts its rows itself, for example with a `Picker`.
public struct Table<Data: RandomAccessCollection> where Data.Element: Identifiable {
  private let data: Data
  private let columns: TableColumns<Data.Element>
  private let selection: ListSelection?

  nonisolated private init(
    _ data: Data, _ selection: ListSelection?, _ columns: TableColumns<Data.Element>
  ) {
    self.data = data
    self.columns = columns
    self.selection = selection
  }

  /// A table with a row for each element.
  nonisolated public init(
    _ data: Data,
    @TableColumnBuilder<Data.Element> columns: () -> TableColumns<Data.Element>
  ) {
    self.init(data, nil, columns())
  }

  /// A table with a selection of one row: `1 name`, and `1 ""` for none.
  nonisolated public init(
    _ data: Data, selection: Binding<Data.Element.ID?>,
    @TableColumnBuilder<Data.Element> columns: () -> TableColumns<Data.Element>
  ) {
    self.init(data, ListSelection(selection), columns())
  }

  /// A table with a selection of rows: `1 a, b` selects these, `1 +a` and `1 -b` add and remove one.
  nonisolated public init(
    _ data: Data, selection: Binding<Set<Data.Element.ID>>,
    @TableColumnBuilder<Data.Element> columns: () -> TableColumns<Data.Element>
  ) {
    self.init(data, ListSelection(selection), columns())
  }
}

extension Table: View {
  /// The content of the view.
  public var body: some View {
    let columns = columns.columns
    AlignedRows(
      TupleView(
        Cells(cells: columns.map(\.label)),
        ForEach(data) { row in Cells(cells: columns.map { $0.cell(row) }) }))
    if let selection, let first = columns.first {
      List(selection: selection, content: ForEach(data) { first.cell($0) })
    }
  }
}

/// A column of a table: its heading, and its view of each row.
///
/// ```swift
/// Table(books) {
///   TableColumn("Title", value: \.title)
///   TableColumn("Copies") { Text("\($0.copies)") }
/// }
/// ```
public struct TableColumn<RowValue, Content: View, Label: View> {
  let label: Label
  let content: (RowValue) -> Content

  /// A column with a heading made of views.
  nonisolated public init(
    @ViewBuilder content: @escaping (RowValue) -> Content, @ViewBuilder label: () -> Label
  ) {
    self.label = label()
    self.content = content
  }

  /// The same column; it is as wide as its widest cell.
  nonisolated public func width(_ width: Double? = nil) -> Self { self }

  /// The same column; it is as wide as its widest cell.
  nonisolated public func width(
    min: Double? = nil, ideal: Double? = nil, max: Double? = nil
  ) -> Self { self }
}

extension TableColumn where Label == Text {
  /// A column with a text as its heading.
  nonisolated public init(
    _ title: Text, @ViewBuilder content: @escaping (RowValue) -> Content
  ) {
    self.init(content: content) { title }
  }

  /// A column with a text as its heading.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, @ViewBuilder content: @escaping (RowValue) -> Content
  ) {
    self.init(content: content) { Text(title) }
  }

  /// A column with a text as its heading; the value is not used to sort rows.
  nonisolated public init<Title: StringProtocol, Value>(
    _ title: Title, value: KeyPath<RowValue, Value>,
    @ViewBuilder content: @escaping (RowValue) -> Content
  ) {
    self.init(content: content) { Text(title) }
  }

  /// A column that shows a value as a text.
  nonisolated public init<Title: StringProtocol, Value: LosslessStringConvertible>(
    _ title: Title, value: KeyPath<RowValue, Value>
  ) where Content == Text {
    self.init(content: { Text($0[keyPath: value].description) }, label: { Text(title) })
  }
}

/// The columns of a table, in order.
public struct TableColumns<RowValue> {
  struct Column {
    let label: AnyView
    let cell: (RowValue) -> AnyView
  }

  let columns: [Column]
}

/// Makes the columns of a table of the statements of a closure.
///
/// Source: SwiftUI's `TableColumnBuilder`.
@resultBuilder
public enum TableColumnBuilder<RowValue> {
  /// The columns of a table of such rows.
  public typealias Columns = TableColumns<RowValue>

  /// One column.
  public static func buildExpression<Content: View, Label: View>(
    _ column: TableColumn<RowValue, Content, Label>
  ) -> Columns {
    let content = column.content
    return Columns(columns: [
      Columns.Column(label: AnyView(column.label), cell: { AnyView(content($0)) })
    ])
  }

  /// Columns beside each other.
  public static func buildBlock(_ columns: Columns...) -> Columns {
    Columns(columns: columns.flatMap(\.columns))
  }

  /// The first branch.
  public static func buildEither(first: Columns) -> Columns { first }

  /// The second branch.
  public static func buildEither(second: Columns) -> Columns { second }

  /// An `if` without `else`.
  public static func buildOptional(_ columns: Columns?) -> Columns {
    columns ?? Columns(columns: [])
  }

  /// Columns behind `if #available`.
  public static func buildLimitedAvailability(_ columns: Columns) -> Columns { columns }
}

/// The cells of one row of a table.
struct Cells {
  let cells: [AnyView]
}

extension Cells: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> CellsNode {
    let node = CellsNode(in: context)
    let below = context.below(node)
    node.replaceChildren(view.cells.map { AnyView._makeNode($0, in: below) })
    return node
  }

  static func update(_ node: CellsNode, to view: Self) {
    guard node.children.count == view.cells.count else {
      for child in node.children { child.end() }
      let below = node.context.below(node)
      return node.replaceChildren(view.cells.map { AnyView._makeNode($0, in: below) })
    }
    for (child, cell) in zip(node.children, view.cells) { AnyView._updateNode(child, to: cell) }
  }
}

/// The node of a row of cells: its fragment has a part for each.
final class CellsNode: GroupNode {
  override func makeFragment() -> Fragment {
    Fragment(parts: children.map(\.fragment), role: .row)
  }
}

/// Rows of cells, aligned in columns.
typealias AlignedRows<Content: View> = Formed<TableNode, Content>

/// The node of a table.
final class TableNode: ShapingNode, FormNode {
  override var isOneView: Bool { true }

  override func makeFragment() -> Fragment {
    let rows = childFragment.rows
    let columns = Columns(rows: rows.map { $0.fragment.parts.map(\.flattened) })
    let lines = columns.lines(firstNumber: 1)
    guard !columns.elements.isEmpty else { return Fragment(lines) }
    return Fragment(
      lines, elements: columns.elements, layout: { columns.lines(firstNumber: $0) })
  }
}
