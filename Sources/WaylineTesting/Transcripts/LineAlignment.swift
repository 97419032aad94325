/// Pairs the lines of two texts, so that a missing line is one difference and not one for each line below.
///
/// It finds the fewest missing and additional lines. Texts that differ by more than a limit are compared
/// line by line. Source: E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986.
///
/// - Complexity: O(lines · differences).
struct LineAlignment {
  /// A position in each text; nil where only the other text has a line.
  struct Pair {
    var expected: Int?
    var actual: Int?
  }

  /// The most missing and additional lines that are searched for.
  static let limit = 200

  private let expected: Int
  private let actual: Int
  private let matches: (Int, Int) -> Bool

  /// The alignment of texts with some numbers of lines.
  ///
  /// - Parameter matches: whether a line of the first text is one of the second.
  init(expected: Int, actual: Int, matches: @escaping (Int, Int) -> Bool) {
    (self.expected, self.actual, self.matches) = (expected, actual, matches)
  }

  /// The pairs that differ, in order. A changed line is one pair.
  var differences: [Pair] {
    guard let rounds = search() else { return differencesByNumber }
    return Self.paired(steps(back: rounds))
  }

  private var differencesByNumber: [Pair] {
    (0..<max(expected, actual)).compactMap { index in
      if index < expected, index < actual, matches(index, index) { return nil }
      return Pair(
        expected: index < expected ? index : nil, actual: index < actual ? index : nil)
    }
  }

  /// The furthest expected line on each diagonal after each number of edits; nil beyond the limit.
  ///
  /// A diagonal is the number of expected lines less that of actual lines, by which an array begins at
  /// its own greatest number of edits.
  private func search() -> [[Int]]? {
    var rounds: [[Int]] = []
    var furthest = [0, 0, 0]
    for edits in 0...Self.limit {
      var next = [Int](repeating: 0, count: 2 * edits + 3)
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        var line = Self.start(of: diagonal, after: edits, furthest)
        while line < expected, line - diagonal < actual, matches(line, line - diagonal) {
          line += 1
        }
        next[diagonal + edits + 1] = line
        if line >= expected, line - diagonal >= actual { return rounds + [next] }
      }
      rounds.append(next)
      // Two more diagonals on each side, for the next round.
      furthest = [0] + next + [0]
    }
    return nil
  }

  /// The line at which a diagonal is entered: below the next one, or to the right of the one before.
  ///
  /// - Parameter furthest: the round before, with one diagonal more on each side.
  private static func start(of diagonal: Int, after edits: Int, _ furthest: [Int]) -> Int {
    guard edits > 0 else { return 0 }
    let (before, after) = (furthest[diagonal + edits], furthest[diagonal + edits + 2])
    return isInsertion(diagonal, edits, before, after) ? after : before + 1
  }

  private static func isInsertion(
    _ diagonal: Int, _ edits: Int, _ before: Int, _ after: Int
  ) -> Bool {
    diagonal == -edits || (diagonal != edits && before < after)
  }

  /// The lines that only one of the texts has, in order, with nil between runs that match.
  private func steps(back rounds: [[Int]]) -> [Pair?] {
    var steps: [Pair?] = []
    var (line, diagonal) = (expected, expected - actual)
    for edits in stride(from: rounds.count - 1, to: 0, by: -1) {
      let furthest = [0] + rounds[edits - 1] + [0]
      let (before, after) = (furthest[diagonal + edits], furthest[diagonal + edits + 2])
      let isInsertion = Self.isInsertion(diagonal, edits, before, after)
      let start = isInsertion ? after : before + 1
      if line > start { steps.append(nil) }
      if isInsertion {
        steps.append(Pair(actual: start - diagonal - 1))
        (line, diagonal) = (after, diagonal + 1)
      } else {
        steps.append(Pair(expected: before))
        (line, diagonal) = (before, diagonal - 1)
      }
    }
    return steps.reversed()
  }

  /// Joins the missing and the additional lines of each run to changed lines, as far as both go.
  private static func paired(_ steps: [Pair?]) -> [Pair] {
    var pairs: [Pair] = []
    for run in steps.split(whereSeparator: { $0 == nil }) {
      let (missing, added) = (run.compactMap { $0?.expected }, run.compactMap { $0?.actual })
      for index in 0..<max(missing.count, added.count) {
        pairs.append(
          Pair(
            expected: index < missing.count ? missing[index] : nil,
            actual: index < added.count ? added[index] : nil))
      }
    }
    return pairs
  }
}
