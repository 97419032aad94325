/// The candidate that a mistyped word most likely meant; nil when nothing is near.
package func nearest(to word: String, among candidates: [String]) -> String? {
  nearest(to: word, among: candidates, limit: 1).first
}

/// The candidates that a mistyped word may have meant, nearest first, each once.
///
/// Near means at most one slip in three letters, where a slip is a letter too many, too few,
/// wrong, or in the place of its neighbour; when nothing is, a word that the candidate begins with.
///
/// - Complexity: O(candidates × length²) for candidates of nearly the same length; a word of more
///   than 64 letters is near to none.
package func nearest(
  to word: some StringProtocol, among candidates: [String], limit: Int
) -> [String] {
  let lowercased = word.lowercased()
  let wanted = Array(lowercased.prefix(longestName + 1))
  guard !wanted.isEmpty, wanted.count <= longestName else { return [] }
  var close: [(slips: Int, name: String)] = []
  for name in candidates where !close.contains(where: { $0.name == name }) {
    if let slips = slips(to: Array(name.lowercased()), from: wanted) { close.append((slips, name)) }
  }
  close.sort { $0.slips < $1.slips }
  guard close.isEmpty else { return close.prefix(limit).map(\.name) }
  let beginnings = candidates.filter { $0.lowercased().hasPrefix(lowercased) }
  return Array(beginnings.sorted { $0.count < $1.count }.prefix(limit))
}

/// Longer words are not compared.
private let longestName = 64

/// How many slips turn a typed word into a name; nil when they are too many.
private func slips(to name: [Character], from wanted: [Character]) -> Int? {
  let allowed = max(1, wanted.count / 3)
  guard name.count <= longestName, abs(name.count - wanted.count) <= allowed else { return nil }
  let slips = slips(between: wanted, and: name)
  return slips <= allowed && slips < wanted.count ? slips : nil
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
