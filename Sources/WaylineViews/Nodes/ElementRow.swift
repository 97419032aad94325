/// The place of an element in the rows of lists: the same position in each row is one kind of element.
package struct ElementRow: Hashable, Sendable {
  /// A row around the element.
  package struct Place: Hashable, Sendable {
    /// The position among the rows, and their number.
    package let (index, count): (Int, Int)
    /// The identity of the row, in words.
    package let identity: String
    /// The lines of the row.
    package let text: String
  }

  /// A hash of the place in the tree, without the identities of rows and visits.
  package let slot: UInt64
  /// The rows around the element, the outermost first.
  package let places: [Place]
}

extension ViewHost {
  /// The rows in which an element is; nil for one outside of rows.
  ///
  /// - Complexity: O(depth + siblings).
  package func row(of id: ElementID) -> ElementRow? {
    guard var node = elements[id.number] as? ViewNode else { return nil }
    var slot: UInt64 = 0xCBF2_9CE4_8422_2325
    var places: [ElementRow.Place] = []
    while let parent = node.context.parent {
      var step: UInt64 = 0
      if let count = parent.rowCount,
        let index = parent.childNodes.firstIndex(where: { $0 === node }),
        index < count
      {
        places.append(
          ElementRow.Place(
            index: index, count: count, identity: parent.placeIdentity(of: node) ?? "",
            text: node.fragment.text))
      } else if !(parent is LayeredNode) {
        step = UInt64((parent.childNodes.firstIndex { $0 === node } ?? 0) &+ 1)
      }
      slot = (slot ^ step) &* 0x100_0000_01B3
      node = parent
    }
    return places.isEmpty ? nil : ElementRow(slot: slot, places: places.reversed())
  }
}
