import WaylineViews

/// The numbers of the elements of a screen: those that are enabled count from 1 on.
///
/// Only what has no number is kept, so a long list of rows costs nothing.
package struct ElementNumbers: Hashable, Sendable {
  private let size: Int
  /// The indices of the elements without a number, in order.
  private let without: [Int]

  /// The numbers of elements.
  ///
  /// - Complexity: O(elements).
  package init(_ elements: [Element]) {
    size = elements.count
    without = elements.withUnsafeBufferPointer { elements in
      elements.indices.filter { !elements[$0].isEnabled }
    }
  }

  /// How many elements have a number.
  package var count: Int { size - without.count }

  /// The number of an element; nil when it is not enabled.
  ///
  /// - Complexity: O(log elements that are not enabled).
  package func number(of index: Int) -> Int? {
    let before = without.partition { $0 >= index }
    if before < without.count, without[before] == index { return nil }
    return index + 1 - before
  }

  /// The element with a number; nil when there is none.
  ///
  /// - Complexity: O(log elements that are not enabled).
  package func index(of number: Int) -> Int? {
    guard number >= 1, number <= count else { return nil }
    // Before the element at place `p` of `without` there are `without[p] - p` with a number.
    var (low, high) = (0, without.count)
    while low < high {
      let middle = (low + high) / 2
      if without[middle] - middle < number { low = middle + 1 } else { high = middle }
    }
    return number - 1 + low
  }
}

extension [Int] {
  /// How many elements of a sorted array come before the first one that fits.
  fileprivate func partition(_ fits: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if fits(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
