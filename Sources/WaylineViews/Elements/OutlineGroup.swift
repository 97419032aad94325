import WaylineGraph

/// A row for each element of a tree; a row with children is opened and closed.
///
/// Prints `[1] Fiction: closed`; `1` opens it, and its children follow with numbers of their own. An
/// element without children is a plain row. Source: SwiftUI's `OutlineGroup`.
///
/// ```swift
/// OutlineGroup(shelves, children: \.shelves) { Text($0.name) }
/// ```
public struct OutlineGroup<Data: RandomAccessCollection, ID: Hashable, Content: View> {
  private let data: Data
  private let id: KeyPath<Data.Element, ID>
  private let children: (Data.Element) -> Data?
  private let content: (Data.Element) -> Content

  /// A row for each element and its children, identified by a key path.
  nonisolated public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, children: KeyPath<Data.Element, Data?>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(data, id: id, childrenOf: { $0[keyPath: children] }, content: content)
  }

  nonisolated init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    childrenOf children: @escaping (Data.Element) -> Data?,
    content: @escaping (Data.Element) -> Content
  ) {
    (self.data, self.id, self.children, self.content) = (data, id, children, content)
  }
}

extension OutlineGroup where ID == Data.Element.ID, Data.Element: Identifiable {
  /// A row for each element and its children, identified by the element itself.
  nonisolated public init(
    _ data: Data, children: KeyPath<Data.Element, Data?>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(data, id: \.id, children: children, content: content)
  }
}

extension OutlineGroup {
  /// A row for the root of a tree and for its children.
  nonisolated public init<Element: Identifiable>(
    _ root: Element, children: KeyPath<Element, [Element]?>,
    @ViewBuilder content: @escaping (Element) -> Content
  ) where Data == [Element], ID == Element.ID {
    self.init([root], id: \.id, children: children, content: content)
  }
}

extension OutlineGroup: View {
  /// The content of the view.
  public var body: some View {
    ForEach(data, id: id) { element in
      if let inner = children(element) {
        DisclosureGroup {
          // The type of a tree would contain itself.
          AnyView(OutlineGroup(inner, id: id, childrenOf: children, content: content))
        } label: {
          content(element)
        }
      } else {
        content(element)
      }
    }
  }
}

extension List {
  /// A list of a tree, whose rows with children are opened and closed.
  nonisolated public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, children: KeyPath<Data.Element, Data?>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where Data.Element: Identifiable, Content == OutlineGroup<Data, Data.Element.ID, RowContent> {
    self.init(
      selection: nil, content: OutlineGroup(data, children: children, content: rowContent))
  }

  /// A list of a tree, identified by a key path, whose rows with children are opened and closed.
  nonisolated public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, children: KeyPath<Data.Element, Data?>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == OutlineGroup<Data, ID, RowContent> {
    self.init(
      selection: nil,
      content: OutlineGroup(data, id: id, children: children, content: rowContent))
  }
}

// A list with a selection is one element with its rows as options, so a tree has nothing to open.
extension List {
  /// A list of a tree, of whose elements one is selected, also those of closed rows.
  nonisolated public init<Data: RandomAccessCollection, Value: Hashable, RowContent: View>(
    _ data: Data, children: KeyPath<Data.Element, Data?>, selection: Binding<Value?>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where
    Data.Element: Identifiable, Content == ForEach<[Data.Element], Data.Element.ID, RowContent>
  {
    self.init(
      data, id: \.id, children: children, selection: selection, rowContent: rowContent)
  }

  /// A list of a tree, of whose elements any are selected, also those of closed rows.
  nonisolated public init<Data: RandomAccessCollection, Value: Hashable, RowContent: View>(
    _ data: Data, children: KeyPath<Data.Element, Data?>, selection: Binding<Set<Value>>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where
    Data.Element: Identifiable, Content == ForEach<[Data.Element], Data.Element.ID, RowContent>
  {
    self.init(
      data, id: \.id, children: children, selection: selection, rowContent: rowContent)
  }

  /// A list of a tree, identified by a key path, of whose elements one is selected.
  nonisolated public init<
    Data: RandomAccessCollection, ID: Hashable, Value: Hashable, RowContent: View
  >(
    _ data: Data, id: KeyPath<Data.Element, ID>, children: KeyPath<Data.Element, Data?>,
    selection: Binding<Value?>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<[Data.Element], ID, RowContent> {
    self.init(
      selection: ListSelection(selection),
      content: ForEach(elements(of: data, children), id: id, content: rowContent))
  }

  /// A list of a tree, identified by a key path, of whose elements any are selected.
  nonisolated public init<
    Data: RandomAccessCollection, ID: Hashable, Value: Hashable, RowContent: View
  >(
    _ data: Data, id: KeyPath<Data.Element, ID>, children: KeyPath<Data.Element, Data?>,
    selection: Binding<Set<Value>>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<[Data.Element], ID, RowContent> {
    self.init(
      selection: ListSelection(selection),
      content: ForEach(elements(of: data, children), id: id, content: rowContent))
  }
}

/// The elements of a tree, each before its children.
private func elements<Data: RandomAccessCollection>(
  of data: Data, _ children: KeyPath<Data.Element, Data?>
) -> [Data.Element] {
  data.flatMap { element in
    [element] + (element[keyPath: children].map { elements(of: $0, children) } ?? [])
  }
}
