/// Something whose repetitions are timed.
@MainActor
struct Work {
  /// The name in a table.
  let name: String
  /// Does it a number of times and returns the nanoseconds that counted.
  let time: (Int) throws -> UInt64

  /// Work of which every instruction counts; `batch` has the loop.
  init(_ name: String, batch: @escaping (Int) throws -> Void) {
    self.name = name
    time = { count in
      let start = now()
      try batch(count)
      return now() - start
    }
  }

  /// Work that sets up or clears away between repetitions and times only the part that counts.
  init(timed name: String, _ time: @escaping (Int) throws -> UInt64) {
    self.name = name
    self.time = time
  }

  /// Work that is timed one repetition after the other, with `rest` untimed in between.
  init<Outcome>(
    _ name: String, once: @escaping () throws -> Outcome,
    rest: @escaping (Outcome) throws -> Void
  ) {
    self.init(timed: name) { count in
      var total: UInt64 = 0
      for _ in 0..<count {
        let start = now()
        let outcome = try once()
        total += now() - start
        try rest(outcome)
      }
      return total
    }
  }
}
