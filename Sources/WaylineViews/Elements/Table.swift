import WaylineGraph

/// Rows of cells, aligned in columns.
///
/// Columns are as wide as their widest cell, measured as a terminal shows it; a cell of several
/// lines is put on one. A column of numbers is aligned at its right, with its heading. Where a terminal shows weight, a rule underlines the headings, also those of a table without rows.
/// A row that is wider than the terminal wraps, with an indent. Elements in cells have numbers as in other views. Source:
/// SwiftUI's `Table`.
///
/// ```swift
/// Table(books) {
///   TableColumn("Title", value: \.title)
///   TableColumn("Copies") { Text("\($0.copies)") }
/// }
/// ```
/// ```
/// Title           Copies
/// The Go-Between       1
/// ```
///
/// | initialiser | meaning |
/// |---|---|
/// | `Table(books) { … }` | a row for each element, which is `Identifiable` |
/// | `Table(books, selection: $book) { … }` with an optional `ID` | one row can be chosen |
/// | `Table(books, selection: $books) { … }` with a `Set` of `ID`s | several rows can be chosen |
/// | `Table(books, sortOrder: $order) { … }`, with `import WaylineFoundation` | a line chooses the column to sort by |
/// | `TableColumn("Title", value: \.title)` | a column that shows a value as a text, and can be sorted by it |
/// | `TableColumn("Title", value: \.title) { … }` | a column of views, which can be sorted by the value |
/// | `TableColumn("Title") { book in … }` | a column of views |
/// | `TableColumn { book in … } label: { … }` | a column whose heading is made of views |
///
/// With a selection, `[1] Selection: none (The Go-Between)` follows below the rows, which are
/// named by their first cells. A program sorts its rows itself: by the order that the person has chosen, with
/// `sortOrder`, or for example with a `Picker`.
public struct Table<Data: RandomAccessCollection> where Data.Element: Identifiable {
  private let data: Data
  private let columns: TableColumns<Data.Element>
  private let selection: ListSelection?
  private var order: TableOrder<Data.Element>?

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

extension Table {
  /// The same table, with a line that chooses the column by whose values its rows are sorted.
  nonisolated package func ordered(by order: TableOrder<Data.Element>) -> Self {
    var table = self
    table.order = order
    return table
  }
}

extension Table: View {
  /// The content of the view.
  public var body: some View {
    let columns = columns.columns
    if let order { OrderPicker(order: order, columns: columns) }
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
  /// The value by which rows can be sorted; nil for a column without one.
  private(set) var value: PartialKeyPath<RowValue>?

  /// A column with a heading made of views.
  nonisolated public init(
    @ViewBuilder content: @escaping (RowValue) -> Content, @ViewBuilder label: () -> Label
  ) {
    self.label = label()
    self.content = content
  }

  /// The same column, which shows a value.
  nonisolated package func showing(_ value: PartialKeyPath<RowValue>) -> Self {
    var column = self
    column.value = value
    return column
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

  /// A column with a text as its heading, and a value by which rows can be sorted.
  nonisolated public init<Title: StringProtocol, Value>(
    _ title: Title, value: KeyPath<RowValue, Value>,
    @ViewBuilder content: @escaping (RowValue) -> Content
  ) {
    self = TableColumn(content: content) { Text(title) }.showing(value)
  }

  /// A column that shows a value as a text.
  nonisolated public init<Title: StringProtocol, Value: LosslessStringConvertible>(
    _ title: Title, value: KeyPath<RowValue, Value>
  ) where Content == Text {
    self = TableColumn(
      content: { Text($0[keyPath: value].description) }, label: { Text(title) }
    ).showing(value)
  }
}

/// The columns of a table, in order.
public struct TableColumns<RowValue> {
  struct Column {
    let label: AnyView
    let cell: (RowValue) -> AnyView
    /// The heading, if it is a text.
    let name: String
    /// The value by which rows can be sorted; nil for none.
    let value: PartialKeyPath<RowValue>?
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
      Columns.Column(
        label: AnyView(column.label), cell: { AnyView(content($0)) },
        name: (column.label as? Text)?.plain ?? "", value: column.value)
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

extension Fragment {
  /// The cells of a row of a table; a line that is no row of it is one cell.
  fileprivate var cells: [Page] { parts.isEmpty ? [flattened] : parts.map(\.flattened) }
}

/// Rows of cells, aligned in columns.
typealias AlignedRows<Content: View> = Formed<TableNode, Content>

/// The node of a table.
final class TableNode: ShapingNode, FormNode {
  static var isList: Bool { true }
  override var isOneView: Bool { true }

  override func makeFragment() -> Fragment {
    let rows = childFragment.rows
    let columns = Columns(rows: rows.map(\.fragment.cells))
    let lines = columns.lines(firstNumber: 1)
    guard !columns.elements.isEmpty else { return Fragment(lines) }
    return Fragment(
      lines, elements: columns.elements, layout: { columns.lines(firstNumber: $0) })
  }
}
