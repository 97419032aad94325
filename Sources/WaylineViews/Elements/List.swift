import WaylineGraph

/// Rows below each other; a row that holds exactly one action is that action.
///
/// ```swift
/// List(books) { Text($0.title) }
/// ```
///
/// With a selection, the rows that have a tag (in a `ForEach`, an identity) are the options of one
/// element instead, `[1] Selection: dark (light, dark)`; rows without, and rows with elements of
/// their own, stand below it. A chosen row that is not among the options, such as one that a search
/// hides, stays chosen. Without a selection, the rows of data are made when their screen is
/// first shown, and at a terminal that prints by pages when a page needs them.
/// Source: SwiftUI's `List`.
public struct List<Content: View> {
  let selection: ListSelection?
  let content: Content

  nonisolated init(selection: ListSelection?, content: Content) {
    self.selection = selection
    self.content = content
  }

  /// A list of the views of its content.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.init(selection: nil, content: content())
  }
}

extension List: View {
  /// The content of the view.
  public var body: some View {
    if let selection {
      ChoiceView(
        Element(.choice), selection: selection.tags, showsRows: true,
        label: Text(verbatim: "Selection"),
        content: EnvironmentWriter(content) { values in
          if values.isInColumn { values.select = RowSelection(selection) }
        })
    } else {
      Rows(content)
    }
  }
}

/// Selects a value in the list around a row.
package struct RowSelection {
  private let selection: ListSelection

  init(_ selection: ListSelection) {
    self.selection = selection
  }

  /// Selects a value; false if it is none of the type that can be selected.
  @MainActor package func callAsFunction(_ value: AnyHashable) -> Bool {
    let tags = selection.tags
    guard let value = tags.value(value) else { return false }
    tags.choose([value])
    return true
  }
}

private enum RowSelectionKey: EnvironmentKey {
  static var defaultValue: RowSelection? { nil }
}

private enum ColumnKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

extension EnvironmentValues {
  /// True in a column of a split view, whose links select values of a list.
  package var isInColumn: Bool {
    get { self[ColumnKey.self] }
    set { self[ColumnKey.self] = newValue }
  }

  /// Selects a value in the list around the view; nil outside of a list with a selection.
  package var select: RowSelection? {
    get { self[RowSelectionKey.self] }
    set { self[RowSelectionKey.self] = newValue }
  }
}

extension List {
  /// A list with a row for each element.
  nonisolated public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, RowContent> {
    self.init(selection: nil, content: ForEach(data, content: rowContent))
  }

  /// A list with a row for each element, identified by a key path.
  nonisolated public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {
    self.init(selection: nil, content: ForEach(data, id: id, content: rowContent))
  }

  /// A list with a row for each number of a constant range.
  nonisolated public init<RowContent: View>(
    _ data: Range<Int>, @ViewBuilder rowContent: @escaping (Int) -> RowContent
  ) where Content == ForEach<Range<Int>, Int, RowContent> {
    self.init(selection: nil, content: ForEach(data, content: rowContent))
  }

  /// A list with a row for each element, with a binding to it.
  nonisolated public init<Elements, RowContent: View>(
    _ data: Binding<Elements>,
    @ViewBuilder rowContent: @escaping (Binding<Elements.Element>) -> RowContent
  )
  where
    Elements: MutableCollection & RandomAccessCollection, Elements.Element: Identifiable,
    Content == ForEach<Binding<Elements>, Elements.Element.ID, RowContent>
  {
    self.init(selection: nil, content: ForEach(data, content: rowContent))
  }
}

extension List {
  /// A list with a row for each element, identified by a key path, with a binding to it.
  nonisolated public init<Elements, ID: Hashable, RowContent: View>(
    _ data: Binding<Elements>, id: KeyPath<Elements.Element, ID>,
    @ViewBuilder rowContent: @escaping (Binding<Elements.Element>) -> RowContent
  )
  where
    Elements: MutableCollection & RandomAccessCollection,
    Content == ForEach<Binding<Elements>, ID, RowContent>
  {
    self.init(selection: nil, content: ForEach(data, id: id, content: rowContent))
  }

  /// A list with a row for each number of a constant range, of which one is selected.
  nonisolated public init<Value: Hashable, RowContent: View>(
    _ data: Range<Int>, selection: Binding<Value?>,
    @ViewBuilder rowContent: @escaping (Int) -> RowContent
  ) where Content == ForEach<Range<Int>, Int, RowContent> {
    self.init(
      selection: ListSelection(selection), content: ForEach(data, content: rowContent))
  }

  /// A list with a row for each number of a constant range, of which any are selected.
  nonisolated public init<Value: Hashable, RowContent: View>(
    _ data: Range<Int>, selection: Binding<Set<Value>>,
    @ViewBuilder rowContent: @escaping (Int) -> RowContent
  ) where Content == ForEach<Range<Int>, Int, RowContent> {
    self.init(
      selection: ListSelection(selection), content: ForEach(data, content: rowContent))
  }
}

/// The selection of a list, for any type of values.
struct ListSelection {
  private let read: () -> Set<AnyHashable>
  private let value: (AnyHashable) -> AnyHashable?
  private let write: (Set<AnyHashable>) -> Void
  private let allowsSeveral: Bool

  /// One value or none.
  nonisolated init<Value: Hashable>(_ binding: Binding<Value?>) {
    read = { Set(binding.wrappedValue.map { [AnyHashable($0)] } ?? []) }
    value = { ($0.base as? Value).map { AnyHashable($0) } }
    write = { binding.wrappedValue = $0.first?.base as? Value }
    allowsSeveral = false
  }

  /// Any number of values.
  nonisolated init<Value: Hashable>(_ binding: Binding<Set<Value>>) {
    read = { Set(binding.wrappedValue.map { AnyHashable($0) }) }
    value = { ($0.base as? Value).map { AnyHashable($0) } }
    write = { values in binding.wrappedValue = Set(values.compactMap { $0.base as? Value }) }
    allowsSeveral = true
  }

  /// The current selection; reading it makes the reading body depend on it.
  var tags: TagSelection {
    TagSelection(
      chosen: read(), value: value, choose: write, allowsNone: true,
      allowsSeveral: allowsSeveral)
  }
}

extension List {
  /// A list with a selection of one row: `1 name`, and `1 ""` for none.
  nonisolated public init<Value: Hashable>(
    selection: Binding<Value?>, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: ListSelection(selection), content: content())
  }

  /// A list with a selection of rows: `1 a, b` selects these, `1 +a` and `1 -b` add and remove one.
  nonisolated public init<Value: Hashable>(
    selection: Binding<Set<Value>>, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: ListSelection(selection), content: content())
  }

  /// A list with a row for each element, and a selection of one.
  nonisolated public init<Data: RandomAccessCollection, Value: Hashable, RowContent: View>(
    _ data: Data, selection: Binding<Value?>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, RowContent> {
    self.init(
      selection: ListSelection(selection), content: ForEach(data, content: rowContent))
  }

  /// A list with a row for each element, and a selection of any.
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

/// The rows of a list.
typealias Rows<Content: View> = Formed<RowsNode, Content>

/// The node of a list's rows.
final class RowsNode: ShapingNode, FormNode {
  static var delaysRows: Bool { true }
  override var isOneView: Bool { true }

  override func makeFragment() -> Fragment {
    Fragment(parts: [childFragment], role: .list)
  }
}
