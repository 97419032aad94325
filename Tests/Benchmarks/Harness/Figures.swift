/// The figures of one row, in nanoseconds of one repetition.
struct Figures {
  /// The middle one of the rounds.
  var median: Double
  /// Ninety-nine in a hundred single repetitions took at most this long.
  var p99: Double?
  /// The middle one of the floor's rounds.
  var floor: Double?
  /// The middle one of the rounds' ratios; each round's work and floor ran side by side.
  var ratio: Double?
}

extension Array where Element == Double {
  /// The value that a share of the elements does not exceed.
  func quantile(_ share: Double) -> Double {
    let ordered = sorted()
    return ordered[Swift.min(ordered.count - 1, Int(Double(ordered.count) * share))]
  }

  /// The middle one.
  var median: Double { quantile(0.5) }
}
