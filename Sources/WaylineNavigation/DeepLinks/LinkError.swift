/// The reason why a link could not be made or read, with the part concerned.
public enum LinkError: Error, Hashable, Sendable {
  /// No case, or no type, has this name.
  case unknownName(part: String, nearest: String?)
  /// The words end before the value of this label.
  case missing(label: String)
  /// A word cannot be read as its value.
  case unreadable(part: String, expected: String)
  /// There are more words than values.
  case leftOver(part: String)
  /// The value cannot be written as words that give it again.
  case unrepresentable(value: String, why: String)
}

extension LinkError {
  /// The part that was not understood, and the nearest existing name.
  public var notFound: NotFound {
    switch self {
    case .unknownName(let part, let nearest) where !part.isEmpty:
      NotFound(part: part, kind: "place", nearest: nearest)
    case .unknownName(let part, _), .missing(let part), .unreadable(let part, _),
      .leftOver(let part), .unrepresentable(let part, _):
      NotFound(part: part, explanation: description)
    }
  }
}

extension LinkError: CustomStringConvertible {
  /// The part that was not understood, and the way to correct it.
  public var description: String {
    switch self {
    case .unknownName(let part, let nearest):
      part.isEmpty
        ? "The link has an empty part."
        : "There is no place '\(part)'." + Self.suggestion(nearest)
    case .missing(let label): Self.missing(label)
    case .unreadable(let part, let expected): "'\(part)' is not \(expected)."
    case .leftOver(let part): "Unexpected '\(part)'."
    case .unrepresentable(let value, let why): "There is no link to '\(value)': \(why)."
    }
  }

  private static func missing(_ label: String) -> String {
    if label == "place" { return "The name of a place is missing." }
    guard label.hasPrefix("_"), let number = Int(label.dropFirst()) else {
      return "The value for '\(label)' is missing."
    }
    return "Value number \(number + 1) is missing."
  }

  private static func suggestion(_ nearest: String?) -> String {
    nearest.map { " Did you mean '\($0)'?" } ?? ""
  }
}

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

/// The number of slips between a typed word and a name; nil when they are too many.
private func slips(to name: [Character], from wanted: [Character]) -> Int? {
  let allowed = max(1, wanted.count / 3)
  guard name.count <= longestName, abs(name.count - wanted.count) <= allowed else { return nil }
  let slips = slips(between: wanted, and: name)
  return slips <= allowed && slips < wanted.count ? slips : nil
}

/// The number of slips between two words (Damerau and Levenshtein, adjacent transpositions).
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
