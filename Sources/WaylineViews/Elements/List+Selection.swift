import WaylineGraph

/// What is selected in a list, whatever the type of its tags.
struct ListSelection {
  private let read: () -> Set<AnyHashable>
  private let accepts: (AnyHashable) -> Bool
  private let write: (AnyHashable?) -> Void

  /// One value or none.
  nonisolated init<Value: Hashable>(_ binding: Binding<Value?>) {
    read = { binding.wrappedValue.map { [AnyHashable($0)] } ?? [] }
    accepts = { $0.base is Value }
    write = { binding.wrappedValue = $0?.base as? Value }
  }

  /// Any number of values; choosing one that is chosen takes it out.
  nonisolated init<Value: Hashable>(_ binding: Binding<Set<Value>>) {
    read = { Set(binding.wrappedValue.map { AnyHashable($0) }) }
    accepts = { $0.base is Value }
    write = { tag in
      var values = binding.wrappedValue
      if let value = tag?.base as? Value {
        if values.remove(value) == nil { values.insert(value) }
      } else {
        values = []
      }
      binding.wrappedValue = values
    }
  }

  /// The present selection; reading it makes the body that asks depend on it.
  var tags: TagSelection {
    TagSelection(chosen: read(), accepts: accepts, choose: write, allowsNone: true)
  }
}

extension List {
  /// A list of which a person selects one row: `1 name`, and `1 ""` for none.
  nonisolated public init<Value: Hashable>(
    selection: Binding<Value?>, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: ListSelection(selection), content: content())
  }

  /// A list of which a person selects any rows: `1 name` adds it or takes it out.
  nonisolated public init<Value: Hashable>(
    selection: Binding<Set<Value>>, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: ListSelection(selection), content: content())
  }

  /// A list with a row for each element, of which a person selects one.
  nonisolated public init<Data: RandomAccessCollection, Value: Hashable, RowContent: View>(
    _ data: Data, selection: Binding<Value?>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, RowContent> {
    self.init(
      selection: ListSelection(selection), content: ForEach(data, content: rowContent))
  }

  /// A list with a row for each element, of which a person selects any.
  nonisolated public init<Data: RandomAccessCollection, Value: Hashable, RowContent: View>(
    _ data: Data, selection: Binding<Set<Value>>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, RowContent> {
    self.init(
      selection: ListSelection(selection), content: ForEach(data, content: rowContent))
  }

  /// A list with a row for each element, identified by a key path, of which one is selected.
  nonisolated public init<
    Data: RandomAccessCollection, ID: Hashable, Value: Hashable, RowContent: View
  >(
    _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<Value?>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {
    self.init(
      selection: ListSelection(selection), content: ForEach(data, id: id, content: rowContent))
  }

  /// A list with a row for each element, identified by a key path, of which any are selected.
  nonisolated public init<
    Data: RandomAccessCollection, ID: Hashable, Value: Hashable, RowContent: View
  >(
    _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<Set<Value>>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {
    self.init(
      selection: ListSelection(selection), content: ForEach(data, id: id, content: rowContent))
  }
}
