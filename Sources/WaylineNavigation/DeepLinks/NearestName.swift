/// The candidate that a mistyped word most likely meant; nil when nothing is near.
///
/// Near means at most one slip in three letters, where a slip is a letter too many, too few,
/// wrong, or in the place of its neighbour, or a word that is the beginning of a candidate.
package func nearest(to word: String, among candidates: [String]) -> String? {
  let wanted = Array(word.lowercased())
  guard !wanted.isEmpty else { return nil }
  let allowed = max(1, wanted.count / 3)
  let close = candidates.map { ($0, slips(between: wanted, and: Array($0.lowercased()))) }
    .filter { $0.1 <= allowed }.min { $0.1 < $1.1 }
  if let close { return close.0 }
  let beginnings = candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
  return beginnings.min { $0.count < $1.count }
}

/// How many slips turn one word into the other (Damerau and Levenshtein, adjacent transpositions).
private func slips(between left: [Character], and right: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var line = [row + 1]
    for (column, other) in right.enumerated() {
      var best = min(last[column + 1] + 1, line[column] + 1)
      best = min(best, last[column] + (letter == other ? 0 : 1))
      if row > 0, column > 0, letter == right[column - 1], other == left[row - 1] {
        best = min(best, beforeLast[column - 1] + 1)
      }
      line.append(best)
    }
    (beforeLast, last) = (last, line)
  }
  return last[right.count]
}
