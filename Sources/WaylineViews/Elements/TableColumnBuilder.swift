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
