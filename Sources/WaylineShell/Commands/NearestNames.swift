/// The names that a mistyped one may have meant.
package enum NearestNames {
  /// At most this many names are told.
  package static let limit = 3
  private static let longest = 64

  /// The nearest names, nearest first, each at a distance of at most a third of its length.
  ///
  /// - Complexity: O(names × length²), and only for names of nearly the same length.
  package static func of(_ text: some StringProtocol, among names: [String]) -> [String] {
    let wanted = Array(text.lowercased())
    guard !wanted.isEmpty, wanted.count <= longest else { return [] }
    var found: [(distance: Int, name: String)] = []
    for name in names where !found.contains(where: { $0.name == name }) {
      if let distance = distance(wanted, Array(name.lowercased())) {
        found.append((distance, name))
      }
    }
    found.sort { $0.distance < $1.distance }
    return found.prefix(limit).map(\.name)
  }

  private static func distance(_ wanted: [Character], _ name: [Character]) -> Int? {
    let allowed = max(1, max(wanted.count, name.count) / 3)
    guard name.count <= longest, abs(name.count - wanted.count) <= allowed else { return nil }
    let distance = editDistance(wanted, name)
    return distance <= allowed && distance < wanted.count ? distance : nil
  }

  /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
  private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    var before: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var cost = min(previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1)
        cost = min(cost, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, before[column - 1] + 1)
        }
        current.append(cost)
      }
      (before, previous) = (previous, current)
    }
    return previous[right.count]
  }
}
