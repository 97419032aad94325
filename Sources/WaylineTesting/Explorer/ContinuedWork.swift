/// What unfinished tasks did each time that they continued.
///
/// Several ways may lead to a state with unfinished tasks, which are compared by how far they have come. What they hold is not
/// seen before they continue. So after each way, where the scene is in the state in any case, they continue until they end.
struct ContinuedWork {
  /// A line that lets tasks continue in a state.
  private struct Wait: Hashable {
    let key: UInt64
    let line: String
  }

  /// The commands to states with unfinished tasks after which these have continued.
  var ways: Set<StepsAhead.Place> = []
  /// The number of commands that were taken for it.
  var taken = 0
  /// The number that may be taken: as many for each command of the search, and some more.
  var limit = (share: 4, more: 2_000)
  /// The states that followed in states whose commands have not been taken.
  private var following: [Wait: UInt64] = [:]
  /// True if none are kept.
  var isEmpty: Bool { following.isEmpty }

  /// The state that followed a line.
  func following(_ line: String, in key: UInt64) -> UInt64? {
    following[Wait(key: key, line: line)]
  }

  /// Notes the state that followed a line.
  mutating func note(_ line: String, in key: UInt64, leadsTo next: UInt64) {
    following[Wait(key: key, line: line)] = next
  }

  /// Ends the record of a state whose commands were taken, and returns whether one had led elsewhere before.
  mutating func endRecord(of key: UInt64, _ steps: some Sequence<(String, UInt64)>) -> Bool {
    var isDifferent = false
    for (line, next) in steps where DrivenScene.isWait(line) {
      let earlier = following.removeValue(forKey: Wait(key: key, line: line))
      if let earlier, earlier != next { isDifferent = true }
    }
    return isDifferent
  }
}

extension ProgramSearch {
  /// The number of commands after a way that let tasks continue.
  static let stepsOfWork = 12

  /// True if commands are left that let tasks continue.
  var hasCommandsForWork: Bool {
    work.taken < work.limit.more + progress.transitions * work.limit.share
  }

  /// Lets the unfinished tasks of the present state continue, to which a command has just led, and compares where they
  /// lead with where they led after other ways.
  ///
  /// - Parameter takesSteps: whether commands that were not taken become steps of the search.
  func continueWork(after way: StepsAhead.Place, takesSteps: () -> Bool) async {
    // Where outcomes are compared, the key of a state has them.
    if explorer.subject.comparesOutcomes || collectsLinks { return }
    var ways = [way]
    let isWhole = await takeWaits(after: way) { line in
      let key = probe.fingerprint
      let ordinal = commands(in: key)?.firstIndex(of: line)
      if let ordinal { ways.append(StepsAhead.Place(key: key, ordinal: ordinal)) }
      if takesSteps(), let ordinal, following(line, in: key) == nil {
        return await stepAhead(StepsAhead.Place(key: key, ordinal: ordinal)) != nil
      }
      _ = await probe.take(line)
      return noteWork(line, in: key, leadsTo: probe.fingerprint)
    }
    if isWhole { work.ways.formUnion(ways) }
  }

  /// Takes the lines after a way that let tasks continue, until these have ended or are where they were.
  ///
  /// - Parameter take: takes a line; false ends it.
  /// - Returns: Whether all lines were taken.
  func takeWaits(after way: StepsAhead.Place, _ take: (String) async -> Bool) async -> Bool {
    var seen: Set<UInt64> = []
    while seen.count < Self.stepsOfWork, let line = nextWait(after: way, isFirst: seen.isEmpty),
      seen.insert(probe.fingerprint).inserted
    {
      guard hasCommandsForWork, !explorer.isOutOfSearchTime,
        !probe.avoids(line, on: probe.screen), await take(line)
      else { return false }
    }
    return true
  }

  /// The line that lets tasks continue in the present state, or time pass.
  ///
  /// - Parameter isFirst: whether a way has just led there. The lines of a state take turns then: each lets another task
  ///   continue first.
  private func nextWait(after way: StepsAhead.Place, isFirst: Bool) -> String? {
    let commands =
      commands(in: probe.fingerprint)
      ?? probe.screen.commands(explorer.subject.alphabet, isCommand: { _ in false })
    let waits = commands.filter(DrivenScene.isWait)
    guard isFirst, !waits.isEmpty else { return waits.last }
    return waits[(way.ordinal + probe.commands.count) % waits.count]
  }

  /// Notes where a line has led that lets tasks continue; false if it has led elsewhere before.
  func noteWork(_ line: String, in key: UInt64, leadsTo next: UInt64) -> Bool {
    work.taken += 1
    if let expected = following(line, in: key) {
      if expected != next { hasWrongWork = true }
      return expected == next
    }
    work.note(line, in: key, leadsTo: next)
    return true
  }

  /// The state that followed a line in a state, if it was taken there.
  private func following(_ line: String, in key: UInt64) -> UInt64? {
    if let ordinal = commands(in: key)?.firstIndex(of: line) {
      if let number = number(of: key), edges.isExpanded(number) {
        let target = Int(targets(of: number)[ordinal])
        return target < states.count ? states[target].point.fingerprint : nil
      }
      if let next = ahead.following(ordinal, of: key) { return next }
    }
    return work.following(line, in: key)
  }

  /// Notes that the commands of a state were taken, and compares where its tasks led before.
  func noteWork(of number: Int, _ targets: [UInt32]) {
    let state = states[number]
    let steps = zip(state.commands, targets).lazy.filter { Int($0.1) < self.states.count }
    let isDifferent = work.endRecord(
      of: state.key, steps.map { ($0.0, self.states[Int($0.1)].key) })
    if isDifferent { hasWrongWork = true }
  }

  /// Notes that the commands of a state are taken after the way that led to it first.
  func noteFirstWay(to number: Int) {
    if let way = firstWay(to: number) { work.ways.insert(way) }
  }

  /// The command that led to a state first.
  func firstWay(to number: Int) -> StepsAhead.Place? {
    found.table.parent(of: number).map {
      StepsAhead.Place(key: states[$0].key, ordinal: found.table.ordinal(of: number))
    }
  }
}
