/// The transitions of a search: the states that follow each expanded state, in order.
struct TransitionList: Hashable, Sendable, Codable {
  /// Stands for a successor that has no number yet, or none at all: an action that crashed the program.
  static let new = UInt32.max

  /// The position of the first successor of each state; `none` for one that was not expanded.
  private(set) var starts: [UInt32] = []
  private(set) var counts: [UInt32] = []
  private(set) var targets: [UInt32] = []

  /// Adds the successors of a state; a state is expanded once.
  mutating func append(_ successors: [UInt32], of state: Int) {
    while starts.count <= state {
      starts.append(.max)
      counts.append(0)
    }
    starts[state] = UInt32(targets.count)
    counts[state] = UInt32(successors.count)
    targets += successors
  }

  /// Creates an empty list.
  init() {}

  /// A list of its columns.
  init(starts: [UInt32], counts: [UInt32], targets: [UInt32]) {
    (self.starts, self.counts, self.targets) = (starts, counts, targets)
  }

  /// True if the successors of a state are known.
  func isExpanded(_ state: Int) -> Bool { state < starts.count && starts[state] != .max }

  /// True if every successor of a state is known.
  func isKnown(_ state: Int) -> Bool {
    isExpanded(state) && !successors(of: state).contains(Self.new)
  }

  /// The states that follow one, in the order of the actions.
  func successors(of state: Int) -> ArraySlice<UInt32> {
    guard isExpanded(state) else { return [] }
    let start = Int(starts[state])
    return targets[start..<start + Int(counts[state])]
  }
}
