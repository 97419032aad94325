import WaylineSQLite
import WaylineStorage

/// Writing a setting, alone and among many.
@MainActor
enum WritingRows {
  static var all: [Benchmark] { [0, 10_000].map(write) + [observers] }

  private static func write(among others: Int) -> Benchmark {
    Benchmark(
      "small persisted write among \(others) other keys",
      scope: "An assignment to an @AppStorage in an action, acknowledged by SQLite (WAL, NORMAL).",
      reach: .times(1.3), hasTail: true
    ) {
      let folder = try ScratchFolder()
      let store = SQLiteStore(folder.file("state.sqlite3"))
      try store.transaction {
        for other in 0..<others { try store.set(other, for: "key \(other)") }
      }
      let setting = try InstalledSetting(in: store)
      let raw = try rawTable(folder.file("raw.sqlite3"), others)
      var copies = 0
      let writes = Work("") { count in
        for _ in 0..<count {
          copies += 1
          setting.write(copies)
        }
      }
      return Stage(writes, floor: upserts(raw)) {
        let stored = try SQLiteStore(folder.file("state.sqlite3")).value(Int.self, for: "copies")
        try expect("the stored value", stored ?? 0, is: copies)
      }
    }
  }

  private static func rawTable(_ path: String, _ others: Int) throws -> RawTable {
    let table = try RawTable(path)
    try table.run("BEGIN")
    for other in 0..<others { try table.put(other, "key \(other)") }
    try table.run("COMMIT")
    return table
  }

  private static func upserts(_ table: RawTable) -> Work {
    var copies = 0
    return Work("raw prepared upsert") { count in
      for _ in 0..<count {
        copies += 1
        try table.put(copies, "copies")
      }
    }
  }
}

extension WritingRows {
  private static var observers: Benchmark {
    Benchmark(
      "one write → 1,000 observers of the key",
      scope: "A write of eight bytes to a store in memory; each observer counts its call.",
      reach: .times(3)
    ) {
      let (store, tally) = (MemoryStore(), Tally())
      let key = StoreKey("copies")
      let observations = (0..<1_000).map { _ in store.observe(key) { tally.count($0) } }
      var writes = 0
      let work = Work("") { count in
        for _ in 0..<count {
          writes += 1
          try store.set(writes, for: "copies")
        }
      }
      return Stage(work, floor: try calls()) {
        blackHole(observations)
        try expect("calls", tally.calls, is: writes * 1_000)
      }
    }
  }

  private static func calls() throws -> Work {
    let tally = Tally()
    let closures = (0..<1_000).map { _ in
      { @Sendable (value: StoredValue?) in tally.count(value) }
    }
    let value = try StoredValue(encoding: 1)
    return Work("1,000 closure calls") { count in
      for _ in 0..<count {
        for closure in closures { closure(value) }
      }
    }
  }
}

// Proof: all calls come on the thread that writes, and only the main thread does.
/// Counts calls that bring a value.
private final class Tally: @unchecked Sendable {
  private(set) var calls = 0

  func count(_ value: StoredValue?) { if value != nil { calls += 1 } }
}
