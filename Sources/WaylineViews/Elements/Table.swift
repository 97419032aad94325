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
public struct Table<Data: RandomAccessCollection> where Data.Element: Identifiable {
  private let data: Data
  private let columns: TableColumns<Data.Element>

  /// A table with a row for each element.
  nonisolated public init(
    _ data: Data,
    @TableColumnBuilder<Data.Element> columns: () -> TableColumns<Data.Element>
  ) {
    self.data = data
    self.columns = columns()
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
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, @ViewBuilder content: @escaping (RowValue) -> Content
  ) {
    self.init(content: content) { Text(title) }
  }

  /// A column with a text as its heading; rows are not sorted by the value.
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
