import Dispatch
import FoundationEssentials
import Synchronization
import Testing
import WaylineStorage
import WaylineTestThreads
import WaylineTesting

@testable import WaylineSQLite

@Suite("One connection per file", .waitsForPrograms)
struct ConnectionTests {
  private let place = Place()
  private let probe = Program.built("WaylineStorageProbe")

  @Test("Two stores on one file, by two paths, keep the log that another process would delete (25)")
  func twoStores() throws {
    let here = place.store
    try here.set(0, for: "count")
    let there = SQLiteStore("\(place.folder.path)/./state.sqlite3")
    try there.set("three", for: "title")
    there.close()
    #expect(try probe.run(["count", place.folder.path, "1"]).status == 0)
    try here.set(7, for: "number")
    #expect(try probe.run(["see", place.folder.path, "7"]).lines.last == "7")
    #expect(try place.store.value(Int.self, for: "count") == 1)
  }

  @Test("Stores on one file share a connection, whatever the spelling of its path")
  func shared() throws {
    let file = DatabaseFile(place.file.path, name: "state", layout: .state)
    let detour = "\(place.folder.path)/../\(place.folder.path.split(separator: "/").last ?? "")"
    let other = DatabaseFile("\(detour)/state.sqlite3", name: "other", layout: .state)
    let (first, second) = (try file.open(), try other.open())
    #expect(first === second)
  }

  @Test("A database that is in use is neither read nor closed beside SQLite")
  func beside() throws {
    let store = place.store
    try store.set(1, for: "copies")
    for suffix in ["", "-shm"] {
      let path = place.file.path + suffix
      let read = StoreError.system(operation: "read", path: path, code: 16)
      let open = StoreError.system(operation: "open", path: path, code: 16)
      #expect(throws: open) { try PrivateFile(path).read() }
      #expect(throws: read) { try PlainFile(path).read(limit: 1 << 20) }
    }
    store.close()
    #expect(try PrivateFile(place.file.path).read() != nil)
  }

  @Test("Files of a store are opened in one place, which refuses a database in use")
  func onePlace() throws {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    let forbidden = [
      "FileDescriptor.open(", ".open(path, for:", "contents(atPath:", "Data(contentsOf:", "fopen(",
      "import Glibc",
    ]
    let rooms = [
      "WaylineStorage", "WaylineSQLite", "WaylineSecrets", "WaylineShell", "WaylineFlows",
      "Wayline",
    ]
    // They open files in one place; create a log, which never exists; read a file of their own.
    let exceptions = [
      "PrivateFile.swift", "RecordLockedFiles.swift", "LaunchLog.swift", "SceneTerminal.swift",
    ]
    for room in rooms {
      let folder = "\(root)/Sources/\(room)"
      for name in try FileManager.default.subpathsOfDirectory(atPath: folder)
      where name.hasSuffix(".swift") && !exceptions.contains(where: name.hasSuffix) {
        let content = try #require(FileManager.default.contents(atPath: "\(folder)/\(name)"))
        let text = String(decoding: content, as: UTF8.self)
        #expect(!forbidden.contains { text.contains($0) }, "\(room)/\(name)")
      }
    }
  }

  @Test("Threads with stores of their own on one file count exactly, opening and closing it (25)")
  func threads() async throws {
    let path = place.file.path
    try place.store.set(0, for: "count")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask(executorPreference: globalConcurrentExecutor) {
          for _ in 0..<25 {
            let store = SQLiteStore(path)
            store.checkForeignChanges()
            try store.transaction {
              try store.set((store.value(Int.self, for: "count") ?? 0) + 1, for: "count")
            }
            store.checkForeignChanges()
            store.close()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try place.store.value(Int.self, for: "count") == 100)
  }

  @Test("Closing the last store of a file moves its log, whoever looks at it meanwhile (25)")
  func closedInTime() throws {
    let (store, other) = (place.store, place.store)
    try store.set(1, for: "copies")
    try other.set(2, for: "copies")
    // As a thread has it for a moment that opens another file.
    let reference = OpenDatabases.database(of: place.file.status?.identity)
    store.close()
    #expect(place.names.contains("state.sqlite3-wal"))
    other.close()
    #expect(place.names.sorted() == ["state.sqlite3", "state.sqlite3.lock", "state.sqlite3.used"])
    #expect(reference?.isOpen == false)
  }

  @Test("Files that are closed while threads open others have no log (25)")
  func closedAmongOthers() throws {
    let folder = place.folder.path
    let problems = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<100 {
        let place = Place(at: "\(folder)/\(thread)-\(round)")
        let store = place.store
        do {
          try store.set(round, for: "copies")
          store.close()
          let names = place.names.filter { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") }
          if names != [] { problems.withLock { $0 += names } }
        } catch {
          problems.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(problems.withLock { $0 } == [])
  }

  @Test("A file is opened while another thread closes it (25)")
  func closedMeanwhile() throws {
    let path = place.file.path
    let problems = Mutex<[String]>([])
    let stores = Mutex(SQLiteStore(path))
    for round in 0..<200 {
      let store = stores.withLock { $0 }
      try store.set(round, for: "copies")
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 { return store.close() }
        let next = SQLiteStore(path)
        stores.withLock { $0 = next }
        do {
          let copies = try next.value(Int.self, for: "copies")
          if copies != round { problems.withLock { $0.append("\(copies ?? -1)") } }
        } catch {
          problems.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(problems.withLock { $0 } == [])
  }

  @Test("Threads whose file is deleted again and again are refused nothing (13)")
  func deletedFile() async throws {
    let (path, folder) = (place.file.path, place.folder.path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<3 {
        group.addTask(executorPreference: globalConcurrentExecutor) {
          let store = SQLiteStore(path)
          for round in 0..<25 {
            try store.set(round, for: "thread \(thread)")
            store.checkForeignChanges()
            // The others may create a file in it meanwhile.
            if thread == 0 { try? FileManager.default.removeItem(atPath: folder) }
          }
        }
      }
      try await group.waitForAll()
    }
    try place.store.set(7, for: "last")
    #expect(try place.store.value(Int.self, for: "last") == 7)
  }

  @Test(
    "A write from inside the transaction of another store on the file is refused, not waited for")
  func nested() throws {
    let (here, there) = (place.store, place.store)
    try here.set(1, for: "copies")
    try here.transaction { () throws in
      #expect(try there.value(Int.self, for: "copies") == 1)
      #expect(throws: StoreError.busy(store: "state", milliseconds: 0)) {
        try there.set(2, for: "copies")
      }
    }
    try there.set(3, for: "copies")
    here.checkForeignChanges()
    #expect(try here.value(Int.self, for: "copies") == 3)
  }

  @Test("On a network file system there is a rollback journal instead of a log")
  func network() throws {
    var file = DatabaseFile(place.file.path, name: "state", layout: .state)
    file.isOnNetwork = { _ in true }
    let database = try #require(try file.open().connection)
    #expect(try database.text("PRAGMA journal_mode") == "truncate")
  }

  @Test("A file that takes the place of one in use is opened once the old one is released (25)")
  func replacedFile() throws {
    let (here, backup) = (place.store, Place())
    try here.set(1, for: "copies")
    try backup.store.set(2, for: "copies")
    let content = try #require(try backup.file.read())
    // A person who restores a backup deletes the log, which belongs to the old file.
    try PrivateFile(place.file.path + "-wal").remove()
    try place.file.write(content)
    let there = place.store
    #expect(try there.value(Int.self, for: "copies") == 2)
    try there.set(3, for: "copies")
    here.checkForeignChanges()
    #expect(try here.value(Int.self, for: "copies") == 3)
    try here.set(4, for: "copies")
    there.checkForeignChanges()
    #expect(try there.value(Int.self, for: "copies") == 4)
  }

  @Test("A checkpoint that others keep from finishing is not reported as done")
  func busyCheckpoint() throws {
    try place.store.set(1, for: "copies")
    let file = DatabaseFile(place.file.path, name: "state", layout: .state)
    let opened = try file.open()
    let database = try #require(opened.connection)
    try ValueTable(database).set(StoredValue(encoding: 2), for: StoreKey("copies"))
    let reader = try Database(place.file.path, name: "reader")
    try reader.execute("BEGIN; SELECT * FROM value")
    try ValueTable(database).set(StoredValue(encoding: 3), for: StoreKey("copies"))
    #expect(throws: StoreError.busy(store: "state", milliseconds: 2000)) { try database.emptyLog() }
    try reader.execute("COMMIT")
    try database.emptyLog()
  }

  @Test("A store that closes leaves the log to a process that reads, or opens the file (21)")
  func closedInUse() throws {
    let store = place.store
    try store.set(1, for: "copies")
    let reader = try Database(place.file.path, name: "reader")
    try reader.execute("BEGIN; SELECT * FROM value")
    store.close()
    #expect(place.names.contains("state.sqlite3-wal"))
    #expect(try reader.integer("SELECT count(*) FROM value WHERE name<>''") == 1)
    try reader.execute("COMMIT")

    let next = place.store
    try next.set(2, for: "copies")
    let file = DatabaseFile(place.file.path, name: "state", layout: .state)
    try file.lock.withLock(store: "other") { next.close() }
    #expect(place.names.contains("state.sqlite3-wal"))
    #expect(try place.store.value(Int.self, for: "copies") == 2)
  }

  @Test("A view in place of the table, with a query that never ends, is damage and is not run (12)")
  func hostileSchema() throws {
    try place.store.set(1, for: "copies")
    let file = try Database(place.file.path, name: "hostile")
    try file.execute(
      """
      DROP TABLE value;
      CREATE VIEW value AS WITH RECURSIVE r(namespace) AS (SELECT 'app' UNION ALL SELECT * FROM r)
      SELECT namespace, 'x' name, 1 kind, 1 version, x'00' bytes, 0 checksum, 1 revision FROM r;
      """)
    let store = place.store
    let start = ContinuousClock.now
    #expect(try store.keys() == [])
    #expect(start.duration(to: .now) < .seconds(5))
    guard case .recovered? = store.hub.takeEvents().first else {
      Issue.record("not recovered")
      return
    }
  }

  @Test("Nothing that a file contains is trusted: its description, its views, a row of any length")
  func distrust() throws {
    try place.store.set(1, for: "copies")
    let database = try Database(place.file.path, name: "state")
    #expect(throws: StoreError.self) {
      try database.execute("PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql='x'")
    }
    try database.execute("CREATE VIEW loans AS SELECT 1; CREATE TABLE log(n);")
    try database.execute(
      "CREATE TRIGGER note AFTER INSERT ON value BEGIN INSERT INTO log VALUES(1); END")
    #expect(throws: StoreError.self) { try database.execute("SELECT * FROM loans") }
    try database.execute("INSERT INTO value VALUES('app','x',1,1,x'00',0,1)")
    #expect(try database.integer("SELECT count(*) FROM log") == 0)
    #expect(throws: StoreError.corrupted(store: "state", detail: "string or blob too big")) {
      try database.execute("SELECT zeroblob(33554433)")
    }
    try database.execute("SELECT zeroblob(33554432)")
    #expect(throws: StoreError.self) {
      try database.execute("ATTACH ':memory:' AS a; ATTACH ':memory:' AS b")
    }
  }

  @Test("A query that does not end is interrupted, and reported as damage")
  func endless() throws {
    let database = try Database(":memory:", name: "state")
    #expect(throws: StoreError.corrupted(store: "state", detail: "interrupted")) {
      try database.execute(
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n FROM r) SELECT count(*) FROM r")
    }
  }

  @Test("A large healthy file is checked to its end, however much work that is (16)")
  func largeCheck() throws {
    let database = try Database(":memory:", name: "state")
    try database.execute(
      """
      \(ValueTable.schema)
      WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 150000)
      INSERT INTO value SELECT 'app', printf('%06d', n), 1, 1, x'00', 0, 1 FROM r
      """)
    database.workLimit = 0
    #expect(throws: StoreError.corrupted(store: "state", detail: "interrupted")) {
      try database.text("PRAGMA quick_check(1)")
    }
    #expect(try database.quickCheck() == nil)
    #expect(database.workLimit == 0)
    #expect(try ValueTable(database).keys(in: "zzz") == [])
  }

  @Test("A commit survives a power cut as soon as one store on the file requires it (11)")
  func durability() throws {
    let first = place.store
    try first.set(1, for: "copies")
    let opened = try DatabaseFile(place.file.path, name: "state", layout: .state).open()
    let database = try #require(opened.connection)
    #expect(try database.integer("PRAGMA synchronous") == 1)
    let second = SQLiteStore(place.file.path, durability: .powerCut)
    try first.transaction { () throws -> Void in
      #expect(throws: StoreError.busy(store: "state", milliseconds: 0)) {
        try second.set(2, for: "copies")
      }
    }
    try second.set(2, for: "copies")
    #expect(opened.connection === database)
    #expect(try database.integer("PRAGMA synchronous") == 2)
    try place.store.set(3, for: "copies")
    #expect(try database.integer("PRAGMA synchronous") == 2)
  }

  @Test("Waiting for another thread ends after two seconds also where short pauses are long ones")
  func patience() throws {
    let now = Mutex(Duration.zero)
    let pauses = Mutex(0)
    let turn = ConnectionTurn {
      now.withLock { $0 }
    } pause: {
      now.withLock { $0 += .milliseconds(1) }
      pauses.withLock { $0 += 1 }
    }
    let isTaken = DispatchSemaphore(value: 0)
    DispatchQueue(label: "wayline.tests").async {
      try? turn.take(for: "state")
      isTaken.signal()
    }
    isTaken.wait()
    #expect(throws: StoreError.busy(store: "state", milliseconds: 2000)) {
      try turn.take(for: "state")
    }
    #expect(pauses.withLock { $0 } == 2000)
  }

  @Test("A recovery waits for the thread that uses the connection (22)")
  func recoveryInUse() throws {
    try place.store.set(1, for: "copies")
    let file = DatabaseFile(place.file.path, name: "state", layout: .state)
    let opened = try file.open()
    let isTaken = DispatchSemaphore(value: 0)
    let isReleased = Mutex(false)
    DispatchQueue(label: "wayline.tests").async {
      try? opened.turn.take(for: "other")
      isTaken.signal()
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(50))
      isReleased.withLock { $0 = true }
      opened.turn.release()
    }
    isTaken.wait()
    #expect(try file.recover() === opened)
    #expect(isReleased.withLock { $0 })
  }

  @Test("The folder of an open store is deleted: the loss is reported, and writing works (13)")
  func deletedFolder() throws {
    let store = place.store
    try store.set(1, for: "copies")
    try FileManager.default.removeItem(atPath: place.folder.path)
    store.checkForeignChanges()
    #expect(try store.value(Int.self, for: "copies") == nil)
    #expect(store.hub.takeEvents().contains(.vanished(store: "state")))
    try store.set(2, for: "copies")
    #expect(try place.store.value(Int.self, for: "copies") == 2)
  }
}
