import CSQLite
import WaylineSQLite
import WaylineStorage

/// Opening a store that is there and reading one value.
@MainActor
enum OpeningRows {
  static var all: [Benchmark] { [first] }

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

  private static func opens(_ path: String) -> Work {
    Work(
      "",
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
