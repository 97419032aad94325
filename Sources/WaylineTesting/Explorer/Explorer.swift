/// Searches every state that a machine or a program can reach, and checks properties in each.
///
/// ```swift
/// let report = Explorer(Turnstile())
///   .sometimes("A coin opens it") { $0 == .unlocked }
///   .leadsTo("It locks again", from: { $0 == .unlocked }, to: { $0 == .locked })
///   .run()
/// #expect(report.isSound, "\(report)")
/// ```
///
/// The search is breadth first, so the commands of a violation are the fewest possible. Each property
/// has a sentence as its name, which the report uses. At most 32 properties are decided at once.
/// Source: TLC's exhaustive search with fingerprints, and Stateright's properties.
public struct Explorer<Subject: ExplorationSubject> {
  var subject: Subject
  var properties: [Property<Subject.Explored>] = []
  var limits = ExplorationLimits()
  var representative: (@Sendable (Subject.Explored) -> Subject.Explored)?
  var seed: UInt64 = 0
  var workers: Int?
  var walks: RandomWalks?
  var shard: ExplorationShard?
  var recordsGraph = false
  /// True if the first violation ends the search.
  var stopsFirst = false
  var onCheckpoint: ((ExplorationCheckpoint) -> Void)?

  init(subject: Subject) {
    self.subject = subject
  }

  private func adding(_ property: Property<Subject.Explored>) -> Self {
    precondition(
      properties.count < Findings.limit,
      "One exploration checks at most \(Findings.limit) properties. Use a second one for the others."
    )
    return with { $0.properties.append(property) }
  }

  func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Explorer where Subject: StateMachine {
  var fingerprinting: Fingerprinting<Subject.State> {
    Fingerprinting(seed: seed, representative: representative)
  }
}

extension Explorer {
  /// Adds a predicate that has to hold in every state, or in every state to which a condition applies.
  ///
  /// A condition that never applies makes the property vacuous in the report.
  public func always(
    _ name: String, where condition: (@Sendable (Subject.Explored) -> Bool)? = nil,
    _ predicate: @escaping @Sendable (Subject.Explored) -> Bool
  ) -> Self {
    adding(Property(name: name, kind: .always, condition: condition, predicate: predicate))
  }

  /// Adds a predicate that has to hold in no state.
  public func never(
    _ name: String, where condition: (@Sendable (Subject.Explored) -> Bool)? = nil,
    _ predicate: @escaping @Sendable (Subject.Explored) -> Bool
  ) -> Self {
    adding(Property(name: name, kind: .always, condition: condition, predicate: { !predicate($0) }))
  }

  /// Adds a goal that some run must reach, if a condition is given in a state with it; the report has the
  /// shortest way.
  public func sometimes(
    _ name: String, where condition: (@Sendable (Subject.Explored) -> Bool)? = nil,
    _ predicate: @escaping @Sendable (Subject.Explored) -> Bool
  ) -> Self {
    adding(Property(name: name, kind: .sometimes, condition: condition, predicate: predicate))
  }

  /// Adds a promise: from each state with `from`, a state with `to` can be reached.
  ///
  /// `from` is its condition: a promise to which no state applies is vacuous.
  /// With ``Progress/inevitably`` no run may avoid `to` for ever. A run counts if it is fair: an
  /// action that stays possible from some time on is taken at some time. Of a program, these are the
  /// steps of its tasks and the time that passes; nobody has to type anything.
  public func leadsTo(
    _ name: String, _ progress: Progress = .possibly,
    from condition: @escaping @Sendable (Subject.Explored) -> Bool,
    to predicate: @escaping @Sendable (Subject.Explored) -> Bool
  ) -> Self {
    let kind = progress == .possibly ? Property<Subject.Explored>.Kind.leadsTo : .leadsInevitablyTo
    return adding(Property(name: name, kind: kind, condition: condition, predicate: predicate))
  }

  /// Bounds the search; the report names each bound that cut something off.
  public func budget(states: Int? = nil, depth: Int? = nil, time: Duration? = nil) -> Self {
    with { $0.limits = ExplorationLimits(states: states, depth: depth, time: time) }
  }

  /// Walks at random instead of searching everything, biased to new states; violations are shrunk.
  public func random(walks: Int = 1_000, steps: Int = 100) -> Self {
    with { $0.walks = RandomWalks(count: walks, steps: steps) }
  }

  /// Chooses the seed of random walks and of the fingerprints.
  public func seed(_ seed: UInt64) -> Self { with { $0.seed = seed } }

  /// Chooses the number of threads; every core otherwise. The report is the same for each number.
  public func workers(_ count: Int) -> Self { with { $0.workers = max(1, count) } }

  /// Explores one share of the states: `index` from 1 to `count`.
  ///
  /// The shares divide the states where the search first has many of them, by their numbers. Each
  /// explores all that follows from its own, so shares overlap; merging counts a state once.
  public func shard(_ index: Int, of count: Int) -> Self {
    with { $0.shard = ExplorationShard(index: index, count: count) }
  }

  /// Keeps every state and transition for ``ExplorationReport/graph``.
  public func recordingGraph() -> Self { with { $0.recordsGraph = true } }

  /// Calls a closure with what is needed to resume, after each depth of the search.
  public func onCheckpoint(_ save: @escaping (ExplorationCheckpoint) -> Void) -> Self {
    with { $0.onCheckpoint = save }
  }
}

extension Explorer where Subject: StateMachine {
  /// Treats states with the same representative as one, such as states that differ in names only.
  public func representative(
    of canonical: @escaping @Sendable (Subject.Explored) -> Subject.Explored
  ) -> Self {
    with { $0.representative = canonical }
  }
}

extension Explorer where Subject == Screens {
  /// Not available: a screen is no state, so another one cannot be explored in its place.
  @available(
    *, unavailable,
    message: "A screen cannot be explored in place of another. Give fields fewer values."
  )
  public func representative(
    of canonical: @escaping @Sendable (ExploredScreen) -> ExploredScreen
  ) -> Self { self }

  /// True if the exploration has taken the time that it has, or was stopped.
  var isOutOfTime: Bool { hasTaken(1) }

  /// True if a search has taken its share of the time: the rest is for repeating and shortening what it has
  /// found.
  var isOutOfSearchTime: Bool { hasTaken(0.9) }

  /// The bound that ends a search that is out of time.
  var cutOfTime: ExplorationCut { subject.isStopped() ? .stop : .time }

  private func hasTaken(_ share: Double) -> Bool {
    if subject.isStopped() { return true }
    guard let time = limits.time, let start = subject.startTime else { return false }
    return subject.now() >= start + time * share
  }
}

/// The fingerprints of states, or of those that represent them.
struct Fingerprinting<State: Hashable> {
  let seed: UInt64
  let representative: (@Sendable (State) -> State)?

  func callAsFunction(_ state: State) -> UInt64 {
    guard let representative else { return StateTable.fingerprint(of: state, seed: seed) }
    return StateTable.fingerprint(of: representative(state), seed: seed)
  }
}

/// The bounds of a search.
struct ExplorationLimits: Hashable, Sendable {
  var states: Int?
  var depth: Int?
  var time: Duration?
}

/// One of several processes that share a search.
struct ExplorationShard: Hashable, Sendable {
  let index: Int
  let count: Int
  /// The states for each shard at the depth that divides them.
  static let width = 64

  /// The shard in a report of states of which one is the first.
  func part(beginningAt first: UInt64?) -> ExplorationReport.Part {
    ExplorationReport.Part(index: index, count: count, start: String(first ?? 0, radix: 16))
  }
}

/// The number of random walks and their length.
struct RandomWalks: Hashable, Sendable, CustomStringConvertible {
  let count: Int
  let steps: Int

  var description: String {
    let counted = ExplorationReport.counted
    return "\(counted(count, "random walk")) of at most \(counted(steps, "step"))"
  }
}
