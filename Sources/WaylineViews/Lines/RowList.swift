/// The rows that a list, a picker or a line makes of the nodes below it.
struct RowList {
  /// The rows in order; none is without lines.
  private(set) var fragments: [Fragment] = []
  /// What stands for each row in a selection; empty unless tags are wanted.
  private(set) var tags: [AnyHashable?] = []
  private let wantsTags: Bool

  init(wantsTags: Bool = false) {
    self.wantsTags = wantsTags
  }

  /// Adds a row; one without lines is left out.
  mutating func append(_ row: Fragment) {
    guard row.lineCount > 0 else { return }
    fragments.append(row)
    if wantsTags { tags.append(nil) }
  }

  /// Adds the rows of another list, the first of them set off by a blank line.
  mutating func appendSetOff(_ rows: RowList) {
    for (index, row) in rows.fragments.enumerated() {
      fragments.append(index == 0 ? Fragment(parts: [row], isSetOff: true) : row)
    }
    tags += rows.tags
  }

  /// Adds the rows of another list, each of them changed.
  mutating func append(_ rows: RowList, changed change: (Fragment) -> Fragment) {
    fragments += rows.fragments.map(change)
    tags += rows.tags
  }

  /// Tags the rows from an index on that have no tag yet.
  ///
  /// - Complexity: O(rows from there), nothing when no tags are wanted.
  mutating func tag(from first: Int, with tag: @autoclosure () -> some Hashable) {
    guard wantsTags else { return }
    for index in tags[first...].indices where tags[index] == nil {
      tags[index] = AnyHashable(tag())
    }
  }

  /// An empty list that wants tags if this one does.
  var emptied: RowList { RowList(wantsTags: wantsTags) }
}
