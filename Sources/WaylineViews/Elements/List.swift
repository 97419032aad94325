import WaylineGraph

/// Rows below each other; a row that holds exactly one action is that action.
///
/// With a selection, the rows that have a tag (in a `ForEach`, an identity) are the options of one
/// element instead, `[1] Selection: dark (light, dark)`; rows without, and rows with elements of
/// their own, stand below it. Source: SwiftUI's `List`.
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
  /// What the view consists of.
  public var body: some View {
    if let selection {
      ChoiceView(
        Element(.choice), selection: selection.tags, showsRows: true,
        label: Text(verbatim: "Selection"), content: content)
    } else {
      Rows(content)
    }
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
