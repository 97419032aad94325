import Glibc

/// Measures the rows one after the other and prints each at once.
@MainActor
struct Run {
  let options: Options

  /// Exit status: 0, or 1 when the output of a row was wrong or, with `--gate`, a reach missed.
  func status(of benchmarks: [Benchmark]) -> Int32 {
    let chosen = benchmarks.filter { options.includes($0.name) }
    if options.isList { return list(chosen) }
    if !options.isJSON, options.count == nil { print(Table.heading) }
    var (wrong, missed) = (0, 0)
    for benchmark in chosen {
      do {
        guard let row = try row(of: benchmark) else { continue }
        print(options.isJSON ? JSONLine.line(of: row) : Table.line(of: row))
        fflush(nil)
        if !row.isReached { missed += 1 }
      } catch {
        wrong += 1
        complain("WaylineBenchmarks: \(benchmark.name): \(error)")
      }
    }
    if missed > 0, !options.isJSON { print("\(missed) out of reach, marked '!'.") }
    return wrong > 0 || (options.isGate && missed > 0) ? 1 : 0
  }

  private func row(of benchmark: Benchmark) throws -> Row? {
    let stage = try benchmark.stage()
    if let count = options.count {
      try stage.check()
      blackHole(try stage.work.time(count))
      try stage.check()
      return nil
    }
    return Row(
      name: benchmark.name, scope: benchmark.scope, floorName: stage.floor?.name,
      reach: benchmark.reach, unit: benchmark.unit,
      figures: try Timing(rounds: benchmark.rounds).figures(of: stage, hasTail: benchmark.hasTail))
  }

  private func list(_ benchmarks: [Benchmark]) -> Int32 {
    for benchmark in benchmarks { print("\(benchmark.name)\n    \(benchmark.scope)") }
    return 0
  }
}

/// Prints a line on standard error.
func complain(_ sentence: String) {
  let line = sentence + "\n"
  _ = line.utf8CString.withUnsafeBufferPointer { write(2, $0.baseAddress, $0.count - 1) }
}
