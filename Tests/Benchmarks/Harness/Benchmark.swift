/// One row: what is measured, beside what, and how far it may be from it.
@MainActor
struct Benchmark {
  /// The name in the table, and what `--filter` looks into.
  let name: String
  /// What the figures include and what they leave out.
  let scope: String
  /// The bound on the ratio to the floor; nil where the figure stands for itself.
  let reach: Reach?
  /// What the figures count.
  let unit: Unit
  /// Whether single repetitions are timed too, for the slowest in a hundred.
  let hasTail: Bool
  /// Sets the work up; called once, when the row's turn comes.
  let stage: () throws -> Stage

  init(
    _ name: String, scope: String, reach: Reach? = nil, hasTail: Bool = false,
    unit: Unit = .time, stage: @escaping () throws -> Stage
  ) {
    self.name = name
    self.scope = scope
    self.reach = reach
    self.unit = unit
    self.hasTail = hasTail
    self.stage = stage
  }
}

/// What a row times, and how it knows that the work was done.
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

/// What the figures of a row count.
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

  /// Whether a ratio of times stays within the bound.
  func holds(_ ratio: Double) -> Bool {
    switch self {
    case .times(let bound): ratio <= bound
    case .share(let bound): 1 / ratio >= bound
    }
  }
}
