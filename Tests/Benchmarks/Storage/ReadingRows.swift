import Synchronization
import WaylineSQLite
import WaylineStorage

/// Reading a setting that a view holds.
@MainActor
enum ReadingRows {
  static var all: [Benchmark] { [installed] }

  private static var installed: Benchmark {
    Benchmark(
      "reading an installed @AppStorage",
      scope: "The wrapped value of a connected view, read in an action; the file is not asked.",
      reach: .times(5)
    ) {
      let folder = try ScratchFolder()
      let store = SQLiteStore(folder.file("state.sqlite3"))
      let setting = try InstalledSetting(in: store)
      setting.write(3)
      return Stage(reads(setting), floor: lockedLoads) {
        try expect("the setting", setting.desk.copies, is: 3)
        try expect("the stored value", store.value(Int.self, for: "copies"), is: 3)
        blackHole(folder)
      }
    }
  }

  private static func reads(_ setting: InstalledSetting) -> Work {
    Work("") { count in
      let desk = setting.desk
      for _ in 0..<count { blackHole(desk.copies) }
    }
  }

  private static var lockedLoads: Work {
    let box = Locked()
    return Work("locked load") { count in
      for _ in 0..<count { blackHole(box.value.withLock { $0 }) }
    }
  }
}

private final class Locked: Sendable {
  let value = Mutex(3)
}
