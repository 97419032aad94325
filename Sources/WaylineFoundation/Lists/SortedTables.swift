import Foundation
import WaylineGraph
import WaylineViews

// Foundation's comparators, for tables whose columns sort their rows.

extension Table {
  /// A table with a line that chooses the column to sort by.
  ///
  /// ```swift
  /// @State private var order = [KeyPathComparator(\Book.title)]
  /// …
  /// Table(books.sorted(using: order), sortOrder: $order) {
  ///   TableColumn("Title", value: \.title)
  ///   TableColumn("Copies", value: \.copies) { Text("\($0.copies)") }
  /// }
  /// ```
  ///
  /// The line stands above the rows: `[1] Sort by: Title (Title, Title descending, Copies, Copies
  /// descending)`, and `Sort by: Copies` sets the binding. The columns whose value is `Comparable`,
  /// and whose heading is a text, can be chosen. The program sorts its rows. The chosen comparator
  /// comes first, and the others stay behind it. Source: SwiftUI's
  /// `Table(_:sortOrder:columns:)`.
  nonisolated public init(
    _ data: Data, sortOrder: Binding<[KeyPathComparator<Data.Element>]>,
    @TableColumnBuilder<Data.Element> columns: () -> TableColumns<Data.Element>
  ) {
    self = Table(data, columns: columns).ordered(by: TableOrder(sortOrder))
  }

  /// A table with a selection of one row, and a line that chooses the column to sort by.
  nonisolated public init(
    _ data: Data, selection: Binding<Data.Element.ID?>,
    sortOrder: Binding<[KeyPathComparator<Data.Element>]>,
    @TableColumnBuilder<Data.Element> columns: () -> TableColumns<Data.Element>
  ) {
    self = Table(data, selection: selection, columns: columns).ordered(by: TableOrder(sortOrder))
  }

  /// A table with a selection of rows, and a line that chooses the column to sort by.
  nonisolated public init(
    _ data: Data, selection: Binding<Set<Data.Element.ID>>,
    sortOrder: Binding<[KeyPathComparator<Data.Element>]>,
    @TableColumnBuilder<Data.Element> columns: () -> TableColumns<Data.Element>
  ) {
    self = Table(data, selection: selection, columns: columns).ordered(by: TableOrder(sortOrder))
  }
}

extension TableOrder {
  /// The order in a binding to comparators.
  nonisolated fileprivate init(_ order: Binding<[KeyPathComparator<RowValue>]>) {
    let first = order.wrappedValue.first
    self.init(
      present: first.map { Key($0.keyPath, isDescending: $0.order == .reverse) },
      canSort: { Self.comparator(of: $0, .forward) != nil },
      choose: { key in
        let direction: SortOrder = key.isDescending ? .reverse : .forward
        guard let chosen = Self.comparator(of: key.value, direction) else { return }
        order.wrappedValue = [chosen] + order.wrappedValue.filter { $0.keyPath != key.value }
      })
  }

  /// The comparator of a value; nil for one that cannot be compared.
  nonisolated private static func comparator(
    of value: PartialKeyPath<RowValue>, _ direction: SortOrder
  ) -> KeyPathComparator<RowValue>? {
    func comparator<Value: Comparable>(_: Value.Type) -> KeyPathComparator<RowValue>? {
      guard let path = value as? KeyPath<RowValue, Value> else { return nil }
      // A key path never changes, and `Sendable` has no representation: both types are the same reference.
      let sendable = unsafeBitCast(path, to: (any KeyPath<RowValue, Value> & Sendable).self)
      return KeyPathComparator(sendable, order: direction)
    }
    return (type(of: value).valueType as? any Comparable.Type).flatMap { comparator($0) }
  }
}
