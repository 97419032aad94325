/// A benchmark with what it came to.
struct Row {
  let name: String
  let scope: String
  let floorName: String?
  let reach: Reach?
  let unit: Unit
  let figures: Figures

  /// True if the figures stay within the reach; true where there is none.
  var isReached: Bool { reach?.holds(figures) ?? true }
}
