import WaylineGraph

/// The edits that a person may make to the rows of a list.
///
/// ```swift
/// List($shelves, editActions: .all) { $shelf in Text(shelf.name) }
/// ```
///
/// Source: SwiftUI's `EditActions`.
public struct EditActions<Data>: OptionSet, Sendable {
  /// The actions as bits.
  public let rawValue: Int

  /// Creates a set of actions from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Each row is an action that deletes it: `[1] Emma Delete`.
  public static var delete: Self { Self(rawValue: 1) }

  /// A line below the rows moves them: `[4] Move: (Emma down, Emma to 3)`.
  public static var move: Self { Self(rawValue: 2) }

  /// All actions.
  public static var all: Self { [.delete, .move] }
}

extension ForEach where Content: View {
  /// A view for each element, with a binding to it, and actions that edit the rows.
  nonisolated public init<Elements, RowContent: View>(
    _ data: Binding<Elements>, editActions actions: EditActions<Elements>,
    @ViewBuilder content: @escaping (Binding<Elements.Element>) -> RowContent
  )
  where
    Elements: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
    Elements.Element: Identifiable, Data == Binding<Elements>, ID == Elements.Element.ID,
    Content == DeletableRow<RowContent>
  {
    self.init(data, id: \.id, editActions: actions, content: content)
  }

  /// A view for each element, identified by a key path, with a binding and actions that edit the rows.
  nonisolated public init<Elements, RowContent: View>(
    _ data: Binding<Elements>, id: KeyPath<Elements.Element, ID>,
    editActions actions: EditActions<Elements>,
    @ViewBuilder content: @escaping (Binding<Elements.Element>) -> RowContent
  )
  where
    Elements: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
    Data == Binding<Elements>, Content == DeletableRow<RowContent>
  {
    let delete: ((RangeSet<Int>) -> Void)? = { offsets in
      var elements = data.wrappedValue
      for range in offsets.ranges.reversed() {
        let start = elements.index(elements.startIndex, offsetBy: range.lowerBound)
        elements.removeSubrange(start..<elements.index(start, offsetBy: range.count))
      }
      data.wrappedValue = elements
    }
    self = ForEach<Binding<Elements>, ID, RowContent>(data, id: id, content: content)
      .onDelete(perform: actions.contains(.delete) ? delete : nil)
      .onMove(perform: actions.contains(.move) ? { Self.move($0, to: $1, in: data) } : nil)
  }

  /// Moves elements by their positions, in one write.
  nonisolated private static func move<Elements>(
    _ positions: RangeSet<Int>, to destination: Int, in data: Binding<Elements>
  ) where Elements: RandomAccessCollection & RangeReplaceableCollection {
    var elements = Array(data.wrappedValue)
    elements.moveSubranges(positions, to: destination)
    var moved = data.wrappedValue
    moved.replaceSubrange(moved.startIndex..., with: elements)
    data.wrappedValue = moved
  }
}

extension List {
  /// A list with a row for each element, with a binding to it, and actions that edit the rows.
  nonisolated public init<Elements, RowContent: View>(
    _ data: Binding<Elements>, editActions actions: EditActions<Elements>,
    @ViewBuilder rowContent: @escaping (Binding<Elements.Element>) -> RowContent
  )
  where
    Elements: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
    Elements.Element: Identifiable,
    Content == ForEach<Binding<Elements>, Elements.Element.ID, DeletableRow<RowContent>>
  {
    self.init(
      selection: nil, content: ForEach(data, editActions: actions, content: rowContent))
  }

  /// A list with a row for each element, identified by a key path, and actions that edit the rows.
  nonisolated public init<Elements, ID: Hashable, RowContent: View>(
    _ data: Binding<Elements>, id: KeyPath<Elements.Element, ID>,
    editActions actions: EditActions<Elements>,
    @ViewBuilder rowContent: @escaping (Binding<Elements.Element>) -> RowContent
  )
  where
    Elements: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
    Content == ForEach<Binding<Elements>, ID, DeletableRow<RowContent>>
  {
    self.init(
      selection: nil, content: ForEach(data, id: id, editActions: actions, content: rowContent))
  }
}
