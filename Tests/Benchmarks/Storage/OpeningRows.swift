import CWaylineSQLite
import WaylineSQLite
import WaylineStorage
import WaylineSystem

/// Opening a store that is there and reading one value.
@MainActor
enum OpeningRows {
  static var all: [Benchmark] { [first, checked] }

  private static var first: Benchmark {
    Benchmark(
      "store open + first read",
      scope: "A state file of earlier runs: opened, checked, set up, one value read; not closed.",
      reach: .times(1.3), hasTail: true
    ) {
      let folder = try ScratchFolder()
      let (ours, raw) = (folder.file("state.sqlite3"), folder.file("raw.sqlite3"))
      try SQLiteStore(ours).set(3, for: "copies")
      try RawTable(raw).put(3, "copies")
      return Stage(opens(ours), floor: rawOpens(raw)) {
        try expect("the value", SQLiteStore(ours).value(Int.self, for: "copies"), is: 3)
        blackHole(folder)
      }
    }
  }

  /// The greatest file that is read as a whole when it is opened.
  private static var checked: Benchmark {
    Benchmark(
      "store open + first read, 1 MiB",
      scope: "As above, with 6,000 values of 100 bytes: every row is read and checked.",
      hasTail: true
    ) {
      let folder = try ScratchFolder()
      let (small, large) = (folder.file("small.sqlite3"), folder.file("large.sqlite3"))
      try SQLiteStore(small).set(3, for: "copies")
      try fill(large)
      return Stage(opens(large), floor: opens(small, "the same, one value")) {
        let size = try FileSystem.status(of: large)?.size ?? 0
        try expect("a file of 700 kB to 1 MiB", (700_000...1 << 20).contains(size), is: true)
        try expect("the value", SQLiteStore(large).value(Int.self, for: "copies"), is: 3)
        blackHole(folder)
      }
    }
  }

  /// Creates a store that is just small enough to be read as a whole.
  private static func fill(_ path: String) throws {
    let store = SQLiteStore(path)
    let text = String(repeating: "x", count: 100)
    try store.transaction {
      try store.set(3, for: "copies")
      for number in 0..<6_000 { try store.set(text, for: "text \(number)") }
    }
    store.close()
  }

  private static func opens(_ path: String, _ name: String = "") -> Work {
    Work(
      name,
      once: {
        let store = SQLiteStore(path)
        blackHole(try store.value(Int.self, for: "copies"))
        return store
      }, rest: { $0.close() })
  }

  private static func rawOpens(_ path: String) -> Work {
    Work(
      "sqlite3_open, same settings, select",
      once: {
        let table = try RawTable(path, isNew: false)
        try expect("raw revision", try table.revision(of: "copies"), is: 1)
        return table
      }, rest: { blackHole($0) })
  }
}
