/// Pairs the lines of two texts, so that a missing line is one difference and not one for each line below.
///
/// Between their common beginning and their common end the fewest missing and additional lines are
/// searched for; above a limit of lines there they are compared line by line.
///
/// - Complexity: O(lines + lines in between · differences).
struct LineAlignment {
  /// A position in each text; nil where only the other text has a line.
  struct Pair {
    var expected: Int?
    var actual: Int?
  }

  /// The most lines between the common beginning and end that are aligned.
  static let limit = 1_000

  /// The lines of each text that are neither in the common beginning nor in the common end.
  private let expected: Range<Int>
  private let actual: Range<Int>
  private let matches: (Int, Int) -> Bool

  /// The alignment of texts with some numbers of lines.
  ///
  /// - Parameter matches: whether a line of the first text is one of the second.
  init(expected: Int, actual: Int, matches: @escaping (Int, Int) -> Bool) {
    var start = 0
    while start < min(expected, actual), matches(start, start) { start += 1 }
    var end = 0
    while end < min(expected, actual) - start, matches(expected - 1 - end, actual - 1 - end) {
      end += 1
    }
    (self.expected, self.actual) = (start..<expected - end, start..<actual - end)
    self.matches = matches
  }

  /// The pairs that differ, in order. A changed line is one pair.
  var differences: [Pair] {
    guard max(expected.count, actual.count) <= Self.limit else {
      return Self.pairs(Array(expected), Array(actual)).filter { pair in
        guard let expected = pair.expected, let actual = pair.actual else { return true }
        return !matches(expected, actual)
      }
    }
    let difference = Array(actual).difference(from: Array(expected), by: matches)
    let missing = Set(difference.removals.map(\.line))
    let added = Set(difference.insertions.map(\.line))
    var (pairs, present) = ([Pair](), (expected: expected.lowerBound, actual: actual.lowerBound))
    while present.expected < expected.upperBound || present.actual < actual.upperBound {
      let run = (
        expected: (present.expected..<expected.upperBound).prefix(while: missing.contains),
        actual: (present.actual..<actual.upperBound).prefix(while: added.contains)
      )
      pairs += Self.pairs(Array(run.expected), Array(run.actual))
      // The line after a run is in both texts.
      present = (run.expected.endIndex + 1, run.actual.endIndex + 1)
    }
    return pairs
  }

  /// Joins missing and additional lines to changed lines, as far as both go.
  private static func pairs(_ missing: [Int], _ added: [Int]) -> [Pair] {
    (0..<max(missing.count, added.count)).map { index in
      Pair(
        expected: index < missing.count ? missing[index] : nil,
        actual: index < added.count ? added[index] : nil)
    }
  }
}

extension CollectionDifference<Int>.Change {
  /// The line that is missing or additional.
  fileprivate var line: Int {
    switch self {
    case .insert(_, let line, _), .remove(_, let line, _): line
    }
  }
}
