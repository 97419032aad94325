import Foundation
import WaylineViews

// Foundation's set of positions, for code that names it. Without Foundation it is a `RangeSet`.

extension ForEach where Content: View {
  /// Makes each row an action that deletes it; the action receives the position of the row.
  nonisolated public func onDelete(
    perform action: ((IndexSet) -> Void)?
  ) -> ForEach<Data, ID, DeletableRow<Content>> {
    onDelete(
      perform: action.map { action in
        { (positions: RangeSet<Int>) in
          action(positions.ranges.reduce(into: IndexSet()) { $0.insert(integersIn: $1) })
        }
      })
  }

  /// Adds a line that moves the rows; the action receives the position of the row, and its new one.
  nonisolated public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> Self {
    onMove(
      perform: action.map { action in
        { (positions: RangeSet<Int>, destination) in
          action(
            positions.ranges.reduce(into: IndexSet()) { $0.insert(integersIn: $1) }, destination)
        }
      })
  }
}

extension RangeReplaceableCollection where Self: MutableCollection, Index == Int {
  /// Removes the elements at some positions.
  ///
  /// - Complexity: O(elements).
  public mutating func remove(atOffsets offsets: IndexSet) {
    removeSubranges(RangeSet(offsets.rangeView.map { $0 }))
  }
}

extension MutableCollection where Index == Int {
  /// Moves the elements at some positions before the element at a position, or to the end.
  ///
  /// - Complexity: O(elements).
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    moveSubranges(RangeSet(source.rangeView.map { $0 }), to: destination)
  }
}
