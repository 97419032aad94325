/// A counter beside rows that do not change: a write must not know how many there are.
@MainActor
enum CounterRows {
  static var all: [Benchmark] {
    let counts = [10, 1_000, 10_000]
    return counts.map(write) + counts.dropFirst().map(growth) + counts.map(press)
      + [listGrowth, rowGrowth]
  }

  private static let included = """
    from the write through properties and body to a valid rope of the whole page: the kept \
    fragments of the unchanged rows are used again, the page is not flattened and not printed.
    """

  private static func write(beside count: Int) -> Benchmark {
    Benchmark(
      "@State write → lines ready, beside \(count) rows", scope: "A line that counts; " + included,
      reach: .times(20), hasTail: true
    ) {
      let (screen, lines) = (CountedScreen.stack(count), KeptLines(count))
      return Stage(screen.writes(), floor: lines.splices) {
        try screen.check()
        try lines.check()
      }
    }
  }

  private static func press(beside count: Int) -> Benchmark {
    Benchmark(
      "button pressed → lines ready, beside \(count) rows",
      scope: "A line and a button that counts; the look-up and action of the element, " + included,
      hasTail: true
    ) {
      let (screen, lines) = (CountedScreen.stackWithButton(count), KeptLines(count))
      return Stage(try screen.presses(), floor: lines.splices) {
        try screen.check()
        try lines.check()
      }
    }
  }

  private static func growth(beside count: Int) -> Benchmark {
    same("@State write, beside \(count) rows against 10", .stack(count), .stack(10))
  }

  private static var listGrowth: Benchmark {
    same("@State write in a List, beside 10,000 rows against 10", .list(10_000), .list(10))
  }

  private static var rowGrowth: Benchmark {
    same("@State write in one of 10,000 rows against 10", .counters(10_000), .counters(10))
  }

  private static func same(
    _ name: String, _ many: @escaping @autoclosure () -> CountedScreen,
    _ few: @escaping @autoclosure () -> CountedScreen
  ) -> Benchmark {
    Benchmark(name, scope: "Both sides " + included, reach: .times(1.2)) {
      let (many, few) = (many(), few())
      return Stage(many.writes(), floor: few.writes("the same, few rows")) {
        try many.check()
        try few.check()
      }
    }
  }
}
