/// Times work and floor side by side: in each round one batch of each, the first in turns.
@MainActor
struct Timing {
  /// Rounds of a row; the middle one is reported.
  var rounds = 15
  /// Nanoseconds that one batch should take.
  var batch = 4_000_000.0
  /// Nanoseconds that the single repetitions of a row may take together.
  var tail = 150_000_000.0

  func figures(of stage: Stage, hasTail: Bool) throws -> Figures {
    try stage.check()
    let count = try repetitions(of: stage.work)
    let floorCount = try stage.floor.map(repetitions) ?? 0
    var (times, floors): ([Double], [Double]) = ([], [])
    for round in 0..<rounds {
      if round % 2 == 0 { times.append(try time(stage.work, count)) }
      if let floor = stage.floor { floors.append(try time(floor, floorCount)) }
      if round % 2 == 1 { times.append(try time(stage.work, count)) }
    }
    let p99 = hasTail ? try slowest(of: stage.work, near: times.median) : nil
    try stage.check()
    let ratios = zip(times, floors).map { $0 / $1 }
    return Figures(
      median: times.median, p99: p99, floor: floors.isEmpty ? nil : floors.median,
      ratio: ratios.isEmpty ? nil : ratios.median)
  }

  private func time(_ work: Work, _ count: Int) throws -> Double {
    Double(try work.time(count)) / Double(count)
  }

  /// The number of repetitions that fit into a batch; warms the work up on the way.
  private func repetitions(of work: Work) throws -> Int {
    var count = 1
    while true {
      let elapsed = Double(try work.time(count))
      if elapsed >= batch / 2 { return max(1, Int(Double(count) * batch / elapsed)) }
      count *= elapsed < batch / 32 ? 8 : 2
    }
  }

  private func slowest(of work: Work, near median: Double) throws -> Double {
    let count = min(1_000, max(100, Int(tail / median)))
    return try (0..<count).map { _ in try time(work, 1) }.quantile(0.99)
  }
}
