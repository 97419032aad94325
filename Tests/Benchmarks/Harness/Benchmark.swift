/// One row: what is measured, beside what, and how far it may be from it.
@MainActor
struct Benchmark {
  /// The name in the table, and what `--filter` looks into.
  let name: String
  /// The work that the figures include, and the work that they leave out.
  let scope: String
  /// The bound on the ratio to the floor; nil where the figure stands for itself.
  let reach: Reach?
  /// The unit that the figures count.
  let unit: Unit
  /// True if single repetitions are timed too, for the slowest in a hundred.
  let hasTail: Bool
  /// The number of times it is timed; the median is reported. One that takes minutes is timed once.
  let rounds: Int
  /// Sets the work up; called once, when the row's turn comes.
  let stage: () throws -> Stage

  init(
    _ name: String, scope: String, reach: Reach? = nil, unit: Unit = .time, hasTail: Bool = false,
    rounds: Int = 15, stage: @escaping () throws -> Stage
  ) {
    self.name = name
    self.scope = scope
    self.reach = reach
    self.unit = unit
    self.hasTail = hasTail
    self.rounds = rounds
    self.stage = stage
  }
}

/// The timed work of a row, and the check that it was done.
@MainActor
struct Stage {
  let work: Work
  let floor: Work?
  /// Looks at what the work left behind; throws ``WrongOutput``.
  let check: () throws -> Void

  init(_ work: Work, floor: Work? = nil, check: @escaping () throws -> Void) {
    self.work = work
    self.floor = floor
    self.check = check
  }
}

/// The unit that the figures of a row count.
enum Unit: String {
  /// Nanoseconds.
  case time = "ns"
  /// Bytes.
  case bytes
}

/// A bound on the ratio to the floor.
enum Reach {
  /// At most this many times the floor's time.
  case times(Double)
  /// At least this share of the floor's speed.
  case share(Double)
  /// At least so many repetitions in a second, whatever the machine.
  case rate(Double)

  /// True if what was measured stays within the bound; without a floor only a rate can be missed.
  func holds(_ figures: Figures) -> Bool {
    switch self {
    case .times(let bound): figures.ratio.map { $0 <= bound } ?? true
    case .share(let bound): figures.ratio.map { 1 / $0 >= bound } ?? true
    case .rate(let bound): 1_000_000_000 / figures.median >= bound
    }
  }
}
