import Wayline

/// A command that was taken in a state, and all that the laws ask of the scene before and after it.
struct TakenStep {
  /// The fingerprint of the state that follows.
  let key: UInt64
  var answer = DrivenScene.Answer()
  /// The state before a command that registered an edit or led one screen up; nil after another one.
  var before: NavigationLaws.Before?
  /// The values of the stores before the command where they differ from those of the state's first way.
  var stored: (settings: [StoreKey: StoredValue], secrets: [StoreKey: StoredValue])?
  /// True if the command registered an edit, and some law or property asks for what undoes it.
  var hasEdited = false
  /// True if it led one screen up, so that the laws about the way back apply.
  var leadsUp = false

  /// True if nothing is known of it but the state that follows.
  fileprivate var isPlain: Bool {
    answer.isEmpty && before == nil && stored == nil && !hasEdited && !leadsUp
  }

  /// Whether settings, and secrets, are others than before the command.
  func changes(
    from before: ProgramProbe.Point, to after: ProgramProbe.Point
  ) -> (state: Bool, secrets: Bool) {
    (
      after.settings != (stored?.settings ?? before.settings),
      after.surroundings.secrets != (stored?.secrets ?? before.surroundings.secrets)
    )
  }
}

/// A state as it was seen when a command had led to it.
struct SeenState {
  /// The state to come back to, with the commands that were taken.
  let point: ProgramProbe.Point
  /// The fingerprint of the program alone, without what the plan remembers.
  let scene: UInt64
  /// A hash of the states of its views.
  let views: UInt64
  var screen: ExploredScreen
  let choice: ScreenChoices.Choice
  /// The places of the scene.
  let places: NavigationState
  /// The names of the places that its screens declare.
  let declared: [String]
  /// The broken invariants of the navigation.
  let findings: [LawFinding]

  /// The state as a step shows it that leads to it, with the messages of that.
  func after(_ step: TakenStep) -> Self {
    var seen = self
    seen.screen = screen.with(messages: step.answer.messages)
    return seen
  }
}

/// The steps that a search has taken before it is their turn.
///
/// A search takes commands in the order of the numbers of their states. Coming back to a state can cost more than the
/// command itself. So after a step the search walks on from where that has led to, as long as a command is there that was not
/// taken, and keeps what it sees until the turn of these steps comes: numbers, traces and reports are those of a
/// search that comes back each time.
struct StepsAhead {
  /// A command of a state.
  struct Place: Hashable {
    let key: UInt64
    let ordinal: Int
  }

  /// A step until its turn comes. There are many, and most have nothing but the state that follows.
  private enum Kept {
    case plain(UInt64)
    indirect case whole(TakenStep)
  }

  /// A state apart from the table of states, which has room for many.
  private final class KeptState {
    let state: SeenState

    init(_ state: SeenState) { self.state = state }
  }

  private var steps: [Place: Kept] = [:]
  /// The states that steps led to and that have no number.
  private var states: [UInt64: KeptState] = [:]
  /// The number of steps.
  var count: Int { steps.count }

  /// True if a command of a state was taken.
  func has(_ ordinal: Int, of key: UInt64) -> Bool {
    steps[Place(key: key, ordinal: ordinal)] != nil
  }

  /// The state that follows a command that was taken in a state; nil for another one.
  func following(_ ordinal: Int, of key: UInt64) -> UInt64? {
    switch steps[Place(key: key, ordinal: ordinal)] {
    case .plain(let following)?: following
    case .whole(let step)?: step.key
    case nil: nil
    }
  }

  /// The state with a fingerprint; nil unless a step led to it and it has no number.
  func state(_ key: UInt64) -> SeenState? { states[key]?.state }

  /// The first command of a state that was not taken, or the one that leads back, below which most is known.
  func next(of key: UInt64, _ commands: [String]) -> Int? {
    if let back = commands.firstIndex(of: "back"), !has(back, of: key) { return back }
    return commands.indices.first { !has($0, of: key) }
  }

  /// Adds a command that was taken in a state.
  mutating func add(_ step: TakenStep, _ ordinal: Int, of key: UInt64) {
    steps[Place(key: key, ordinal: ordinal)] = step.isPlain ? .plain(step.key) : .whole(step)
  }

  /// Adds a state that has no number.
  mutating func add(_ state: SeenState) { states[state.point.fingerprint] = KeptState(state) }

  /// Removes and returns a command that was taken in a state.
  mutating func takeStep(_ ordinal: Int, of key: UInt64) -> TakenStep? {
    switch steps.removeValue(forKey: Place(key: key, ordinal: ordinal)) {
    case .plain(let following)?: TakenStep(key: following)
    case .whole(let step)?: step
    case nil: nil
    }
  }

  /// Removes and returns a state, which has a number from now on.
  mutating func takeState(_ key: UInt64) -> SeenState? {
    states.removeValue(forKey: key)?.state
  }
}

// MARK: - Walking

extension ProgramSearch {
  /// The states that a search comes back to in any case: so a wrong snapshot is noticed before most steps are taken.
  private static let firstStates = 16
  /// The steps that may be kept in any case, and the share of the taken ones that may be kept besides: a search that a
  /// bound stops has taken them for nothing.
  private static let fewestAhead = 64
  private static let shareAhead = 4

  /// True if steps are taken before their turn.
  ///
  /// Not where the way to a state counts: without snapshots, or after one that was wrong, in a comparison of where tasks
  /// lead, where rows are chosen by what has changed, and after a crash, of which each is met once.
  private var walks: Bool {
    let subject = explorer.subject
    return explorer.shard == nil && records == nil && recording == nil && !collectsLinks
      && !subject.isReplayed && probe.usesSnapshots && probe.failures == 0
      && !subject.comparesOutcomes
      && !subject.seesRows && subject.crashes.all.isEmpty
  }

  /// Goes on from a state to which a step has just led: its tasks continue, and commands are taken that were not, until there
  /// is none.
  ///
  /// - Parameters:
  ///   - way: the step.
  ///   - present: the number of the state whose commands are taken next in any case.
  func goOn(from number: Int, after way: StepsAhead.Place, besides present: Int) async {
    guard probe.fingerprint == states[number].key else { return }
    let walks = present >= Self.firstStates && walks
    let present = states[present].key
    let hasRoom = { [self] in
      walks && probe.fingerprint != present
        && ahead.count < Self.fewestAhead + progress.transitions / Self.shareAhead
    }
    var depth = states[number].depth
    let limit = explorer.limits.depth ?? .max
    // Without steps ahead the commands of a state are taken after its first way in any case.
    let isTaken = !walks && way == firstWay(to: number)
    if depth < limit, states[number].hasWork, !isTaken {
      await continueWork(after: way, takesSteps: hasRoom)
    }
    while hasRoom(), !explorer.isOutOfSearchTime, !beginsAgain, depth < limit,
      let way = nextAhead, let hasWork = await stepAhead(way)
    {
      depth = self.number(of: probe.fingerprint).map { states[$0].depth } ?? depth + 1
      if depth < limit, hasWork { await continueWork(after: way, takesSteps: hasRoom) }
    }
  }

  /// A command of the present state that was not taken.
  private var nextAhead: StepsAhead.Place? {
    let key = probe.fingerprint
    if let number = number(of: key), edges.isExpanded(number) { return nil }
    return commands(in: key).flatMap { ahead.next(of: key, $0) }
      .map { StepsAhead.Place(key: key, ordinal: $0) }
  }

  /// The commands of a state that was seen.
  func commands(in key: UInt64) -> [String]? {
    number(of: key).map { states[$0].commands } ?? ahead.state(key)?.choice.commands
  }

  /// Takes a command of the present state that was not taken.
  /// - Returns: Whether tasks are unfinished after it; nil for a state that was not seen.
  func stepAhead(_ place: StepsAhead.Place) async -> Bool? {
    let from: (screen: ExploredScreen, views: UInt64, commands: [String])
    if let number = number(of: place.key) {
      from = (states[number].screen, states[number].views, states[number].commands)
    } else if let seen = ahead.state(place.key) {
      from = (seen.screen, seen.views, seen.choice.commands)
    } else {
      return nil
    }
    var step = await take(from.commands[place.ordinal], on: from.screen, from.views)
    step.answer.printed = screenLaws.broken(by: step.answer.printed)
    ahead.add(step, place.ordinal, of: place.key)
    if let number = number(of: step.key) { return states[number].hasWork }
    if let seen = ahead.state(step.key) { return seen.screen.hasWork }
    let seen = see()
    ahead.add(seen)
    return seen.screen.hasWork
  }
}
