import Wayline

/// What makes the states of a search so many more than its screens.
extension ProgramSearch {
  /// The states after which it is looked at.
  private static let fewestStates = 100
  /// The states to one screen from which on something grows that the screens do not show.
  private static let statesOfScreen = 5
  /// The states that are compared.
  private static let comparedStates = 64
  /// The states that are compared where the time is over.
  private static let comparedWithoutTime = 16
  /// The values that are named.
  private static let namedValues = 3

  /// The sentence about the values that differ most, if a bound ended a search that had few screens.
  func growth() async -> String? {
    guard !cuts.isDisjoint(with: [.states, .depth, .time]), states.count >= Self.fewestStates else {
      return nil
    }
    let screens = Set(states.lazy.map(\.screen.lines)).count
    guard screens * Self.statesOfScreen <= states.count else { return nil }
    let (counts, compared) = await differences()
    let most = counts.filter { $0.value > 1 }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.namedValues)
    let counted = ExplorationReport.counted
    let shown = "\(counted(states.count, "state")) show \(counted(screens, "screen"))"
    guard let first = most.first else { return "\(shown)." }
    let names = most.map { name, count in
      name == first.key
        ? "\(name) differs most (\(count) values in \(compared) states)" : "\(name) (\(count))"
    }
    return "\(shown); \(names.joined(separator: ", then ")). \(Self.remedy(first.key))"
  }

  private static let tasks = "the work that is not finished"
  private static let remembered = "what the plan remembers"
  private static let drawn = "the count of random numbers"
  private static let identifiers = "the count of UUIDs"

  private static func remedy(_ name: String) -> String {
    switch name {
    case tasks:
      "Every order of their steps is explored: disable what starts a task while it runs, make one task of "
        + "several, or explore one order with 'tasksInOrder()'."
    case remembered: "Bound it in 'remember'."
    case identifiers: "Name what a person makes by a number that is free again, or bound the depth."
    case drawn: "Let them begin again with 'randomNumbers(repeatingAfter:)'."
    default:
      "Give it a bound for the plan, for example by the environment, or give its fields fewer values with "
        + "'values(_:for:)'."
    }
  }

  /// The number of different contents of each value in a sample of the states that are furthest away.
  private func differences() async -> (counts: [String: Int], compared: Int) {
    var contents: [String: Set<Int>] = [:]
    // Most of the later half wait on the frontier, so a snapshot brings them back, or one before their tasks began.
    let far = Array(states.indices.suffix(states.count / 2))
    let stride = max(1, far.count / Self.comparedStates)
    var compared = 0
    for place in far.indices where place.isMultiple(of: stride) && compared < Self.comparedStates {
      // A search that its time has ended compares a few states all the same.
      if explorer.isOutOfTime, compared >= Self.comparedWithoutTime { break }
      let state = states[far[place]]
      await probe.come(to: state.point)
      var hashes = probe.scene.storedHashes
      if !explorer.subject.memory.isEmpty {
        hashes[Self.remembered] = state.screen.remembers.hashValue
      }
      let drawn = probe.driven.sources.random.position
      (hashes[Self.drawn], hashes[Self.identifiers]) = (drawn.numbers, drawn.identifiers)
      let work = [state.screen.pending, state.screen.ready, state.screen.timers.map { "\($0)" }]
      hashes[Self.tasks] = [work.hashValue, probe.driven.progress.hashValue].hashValue
      for (name, hash) in hashes { contents[name, default: []].insert(hash) }
      compared += 1
    }
    return (contents.mapValues(\.count), compared)
  }
}
