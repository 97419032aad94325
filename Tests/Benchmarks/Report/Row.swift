/// A benchmark with what it came to.
struct Row {
  let name: String
  let scope: String
  let floorName: String?
  let reach: Reach?
  let unit: Unit
  let figures: Figures

  /// Whether the ratio stays within the reach; true where there is none.
  var isReached: Bool {
    guard let reach, let ratio = figures.ratio else { return true }
    return reach.holds(ratio)
  }
}
