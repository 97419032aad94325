import WaylineGraph

/// Rows of cells, aligned in columns.
///
/// Columns are as wide as their widest cell, measured as a terminal shows it; a cell of several
/// lines is put on one. Elements in cells have numbers as elsewhere. Source: SwiftUI's `Table`.
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
/// With a selection, `[1] Selection: none (The Go-Between)` stands below the rows, which go by
/// their first cells. A program sorts its rows itself, say by a `Picker`.
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

  /// A table of which a person selects one row: `1 name`, and `1 ""` for none.
  nonisolated public init(
    _ data: Data, selection: Binding<Data.Element.ID?>,
    @TableColumnBuilder<Data.Element> columns: () -> TableColumns<Data.Element>
  ) {
    self.init(data, ListSelection(selection), columns())
  }

  /// A table of which a person selects any rows: `1 name` adds it or takes it out.
  nonisolated public init(
    _ data: Data, selection: Binding<Set<Data.Element.ID>>,
    @TableColumnBuilder<Data.Element> columns: () -> TableColumns<Data.Element>
  ) {
    self.init(data, ListSelection(selection), columns())
  }
}

extension Table: View {
  /// What the view consists of.
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

/// A column of a table: its heading, and what it shows of each row.
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

  /// A column with a text as its heading; a person does not sort rows by the value.
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
