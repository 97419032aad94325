import WaylineGraph

/// The order of the rows of a table: the value by which they are sorted, and the way to choose
/// another one.
package struct TableOrder<RowValue> {
  /// A value, and the direction in which it sorts.
  package struct Key: Hashable {
    package let value: PartialKeyPath<RowValue>
    package let isDescending: Bool

    package init(_ value: PartialKeyPath<RowValue>, isDescending: Bool) {
      (self.value, self.isDescending) = (value, isDescending)
    }
  }

  /// The present order; nil where the rows are not sorted by a value.
  let present: Key?
  /// True if rows can be sorted by a value.
  let canSort: (PartialKeyPath<RowValue>) -> Bool
  /// Chooses an order.
  let choose: (Key) -> Void

  /// An order by its parts.
  package init(
    present: Key?, canSort: @escaping (PartialKeyPath<RowValue>) -> Bool,
    choose: @escaping (Key) -> Void
  ) {
    (self.present, self.canSort, self.choose) = (present, canSort, choose)
  }
}

/// The line that chooses the order: `[1] Sort by: Title (Title, Title descending, Copies, Copies
/// descending)`.
struct OrderPicker<RowValue> {
  let order: TableOrder<RowValue>
  let columns: [TableColumns<RowValue>.Column]

  /// An order that can be chosen, with its name.
  private struct Choice: Identifiable {
    let id: TableOrder<RowValue>.Key?
    let name: String
  }
}

extension OrderPicker: View {
  var body: some View {
    let choices = choices
    if !choices.isEmpty {
      Picker("Sort by", selection: selection) {
        ForEach(choices) { Text(verbatim: $0.name) }
      }
    }
  }

  /// The orders that can be chosen. A column without a text as its heading has no name.
  private var choices: [Choice] {
    columns.flatMap { column -> [Choice] in
      guard let value = column.value, !column.name.isEmpty, order.canSort(value) else { return [] }
      return [
        Choice(id: .init(value, isDescending: false), name: column.name),
        Choice(id: .init(value, isDescending: true), name: "\(column.name) descending"),
      ]
    }
  }

  private var selection: Binding<TableOrder<RowValue>.Key?> {
    Binding(get: { order.present }, set: { if let key = $0 { order.choose(key) } })
  }
}
