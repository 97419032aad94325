/// Elements of a list that others take the place of; what a program is sent of a screen that changed.
struct Replacement: Hashable {
  /// The position of the first one, when the replacements before it are carried out.
  let start: Int
  /// The number of elements that do not exist any more.
  let removed: Int
  /// The positions in the new list of those in their place.
  let added: Range<Int>

  /// The replacements that make one list of another, in order.
  ///
  /// In lists of the same length each run of other elements is one, else all between the first and the last
  /// difference are.
  ///
  /// - Complexity: O(elements).
  static func all(from old: [String], to new: [String]) -> [Replacement] {
    old.count == new.count ? runs(old, new) : whole(old, new)
  }

  private static func runs(_ old: [String], _ new: [String]) -> [Replacement] {
    var (runs, start): ([Replacement], Int?) = ([], nil)
    for index in 0...old.count {
      let isSame = index == old.count || old[index] == new[index]
      if let first = start, isSame {
        runs.append(Replacement(start: first, removed: index - first, added: first..<index))
        start = nil
      } else if !isSame, start == nil {
        start = index
      }
    }
    return runs
  }

  private static func whole(_ old: [String], _ new: [String]) -> [Replacement] {
    let shorter = min(old.count, new.count)
    let start = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
    let rest = shorter - start
    let end = (0..<rest).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? rest
    return [
      Replacement(start: start, removed: old.count - end - start, added: start..<new.count - end)
    ]
  }
}
