import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import Testing
import WaylineStorage
import WaylineSystem
import WaylineTestPostgres

@testable import WaylinePostgres

extension StoredValue {
  /// A text as it is stored.
  static func text(_ text: String) -> StoredValue { StoredValue(Data(text.utf8), kind: .string) }
}

/// What only a store in a server has to do; `StorePromiseTests` has what every store promises.
@Suite("A store in a server", .enabled(if: PostgresServer.shared != nil))
struct ServerTests {
  private let key = StoreKey("Emma", in: "desk")
  private let server: PostgresServer
  private let address: PostgresAddress

  init() throws {
    server = try #require(PostgresServer.shared)
    address = PostgresAddress(server.address())
  }

  private func store(_ further: String = "") -> PostgresStore {
    PostgresStore(PostgresAddress(server.address(address.store, further)))
  }

  /// Ends the connections of a program in the server.
  private func endConnections(of program: String) {
    server.administer(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name='\(program)'")
  }

  // MARK: Opening

  @Test("Nothing is opened before the first value is used, and looking for changes is no use")
  func lazy() throws {
    let store = store()
    store.checkForeignChanges()
    #expect(store.notice?.descriptor() == nil && !store.isUsed)
    #expect(try store.storedValue(for: key) == nil)
    #expect(store.isUsed && store.notice?.descriptor() != nil)
  }

  @Test("First starts at the same time create the tables of an empty database once")
  func firstStarts() throws {
    let name = "first_\(UInt32.random(in: 0...(.max)))"
    server.administer("CREATE DATABASE \(name)")
    let problems = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let store = PostgresStore(
        PostgresAddress("postgres:host=\(server.folder) user=wayline dbname=\(name)#desk"))
      do {
        try store.setStoredValue(.text("\(number)"), for: StoreKey("\(number)"))
      } catch {
        problems.withLock { $0.append("\(error)") }
      }
    }
    #expect(problems.withLock { $0 } == [])
    let store = PostgresStore(
      PostgresAddress("postgres:host=\(server.folder) user=wayline dbname=\(name)#desk"))
    #expect(try store.storedKeys(in: nil).count == 8)
  }

  /// The rows and index entries of the table of values that statements have read since it was created.
  private func readRows(in database: String) -> Int {
    let sums = server.administer(
      """
      SELECT pg_stat_force_next_flush();
      SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables
      WHERE relname=$$wayline_value$$;
      SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname=$$wayline_value$$
      """, in: database)
    return sums.split(separator: "\n").compactMap { Int($0) }.reduce(0, +)
  }

  @Test(
    "A value is read and written, and a change looked for, without reading others",
    arguments: ["", "ANALYZE"])
  func plans(statistics: String) throws {
    let database = "plans_\(UInt32.random(in: 0...(.max)))"
    server.administer("CREATE DATABASE \(database)")
    func store() -> PostgresStore {
      PostgresStore(
        PostgresAddress("postgres:host=\(server.folder) user=wayline dbname=\(database)#desk"))
    }
    let keys = (0..<2_000).map { StoreKey("\($0)") }
    let filling = store()
    try filling.setStoredValues(
      Dictionary(uniqueKeysWithValues: keys.map { ($0, .text("\($0.name)")) }))
    filling.close()
    server.administer(statistics, in: database)
    let before = readRows(in: database)
    let used = store()
    for number in 0..<20 {
      let key = keys[number * 90]
      #expect(try used.storedValue(for: key) == .text(key.name))
      try used.setStoredValue(.text("new"), for: key)
      try used.setStoredValue(.text("added"), for: StoreKey("added \(number)"))
      #expect(try used.storedValues(for: Array(keys[number..<number + 5])).count == 5)
      used.checkForeignChanges()
    }
    used.close()
    // 180 rows are used, each with an entry of an index and the row itself, also of older forms of a row.
    let read = readRows(in: database) - before
    #expect(read > 100 && read < 2_000, "\(read) rows were read.")
  }

  @Test("Stores of other names, and the parts of one store, do not meet")
  func parts() throws {
    let secrets = PostgresStore(address, part: .secrets)
    let other = PostgresStore(PostgresAddress(server.address(address.store + "/other")))
    try store().setStoredValue(.text("state"), for: key)
    #expect(try secrets.storedValue(for: key) == nil)
    #expect(try other.storedKeys(in: nil) == [])
  }

  @Test("A store of a newer version is read, and not written")
  func newerSchema() throws {
    try store().setStoredValue(.text("lent"), for: key)
    server.administer(
      "UPDATE wayline_store SET format=9 WHERE convert_from(name, $$UTF8$$)='\(address.store)'")
    let store = store()
    let error = StoreError.newerSchema(store: store.hub.name, found: 9, known: 1)
    #expect(try store.storedValue(for: key) == .text("lent"))
    #expect(throws: error) { try store.setStoredValue(.text("new"), for: key) }
    #expect(throws: error) { try store.withTransaction { try $0.set(.text("new"), for: key) } }
    #expect(try store.storedValue(for: key) == .text("lent"))
  }

  // MARK: Damage

  @Test("A row that was changed in the server is damaged, stays, and can be replaced")
  func damage() throws {
    let store = store()
    try store.setStoredValue(.text("lent"), for: key)
    try store.setStoredValue(.text("fine"), for: StoreKey("Dune"))
    server.administer(
      """
      UPDATE wayline_value SET bytes='x' WHERE name='Emma' AND store=
      (SELECT id FROM wayline_store WHERE convert_from(name, $$UTF8$$)='\(address.store)')
      """)
    #expect(throws: StoreError.damaged(key)) { try store.storedValue(for: key) }
    #expect(throws: StoreError.damaged(key)) { try store.storedValues(for: [key]) }
    #expect(try store.diagnose() == [.damaged(key)])
    var place: StoreKey?
    try store.withTransaction { place = try $0.quarantine(key) }
    #expect(try store.storedValue(for: #require(place)) == .text("x"))
    #expect(try store.diagnose() == [])
  }

  @Test("Values are written together in one transaction, also after the connection was lost")
  func together() throws {
    let program = "batch-\(UUID().uuidString.prefix(8))"
    let (store, reader) = (PostgresStore(address, program: program), store())
    let keys = (0..<20).map { StoreKey("page.\($0)", in: StoreKey.places) }
    for round in 0..<4 {
      try store.setStoredValues(
        Dictionary(
          uniqueKeysWithValues: keys.enumerated().map { number, key in
            (key, (number + round) % 4 == 0 ? nil : .text("\(round)"))
          }))
      let expected = keys.indices.filter { ($0 + round) % 4 != 0 }
      #expect(try reader.storedKeys(in: StoreKey.places) == expected.map { keys[$0] }.sorted())
      let values = try reader.storedValues(for: keys).values
      #expect(Set(values) == [.text("\(round)")])
      #expect(
        server.administer(
          """
          SELECT count(DISTINCT changed) FROM wayline_value WHERE deleted IS NULL AND store=
          (SELECT id FROM wayline_store WHERE convert_from(name, $$UTF8$$)='\(address.store)')
          """) == "1")
      server.administer(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name='\(program)'"
      )
    }
  }

  // MARK: Connections

  @Test("A connection that the server has ended is replaced, and reads and writes go on")
  func lostConnection() throws {
    let program = "lost-\(UUID().uuidString.prefix(8))"
    let store = PostgresStore(address, program: program)
    for number in 0..<5 {
      try store.setStoredValue(.text("\(number)"), for: key)
      endConnections(of: program)
      #expect(try store.storedValue(for: key) == .text("\(number)"))
      endConnections(of: program)
    }
    try store.withTransaction { try $0.set(.text("last"), for: key) }
    #expect(try self.store().storedValue(for: key) == .text("last"))
  }

  @Test("A transaction whose connection is lost is undone, and its body runs once")
  func lostTransaction() throws {
    let program = "lost-\(UUID().uuidString.prefix(8))"
    let store = PostgresStore(address, program: program)
    try store.setStoredValue(.text("before"), for: key)
    var runs = 0
    #expect(throws: StoreError.self) {
      try store.withTransaction { transaction in
        runs += 1
        try transaction.set(.text("after"), for: key)
        endConnections(of: program)
        try transaction.set(.text("after"), for: StoreKey("other"))
      }
    }
    #expect(runs == 1)
    #expect(becomes(true) { (try? store.storedValue(for: key)) == .text("before") })
    #expect(try store.storedKeys(in: nil) == [key])
  }

  @Test("A commit without an answer is looked up: what was committed is acknowledged")
  func commitInDoubt() throws {
    // The server ends the session right after the commit, before it can answer.
    let program = "doubt-\(UUID().uuidString.prefix(8))"
    let store = PostgresStore(address, program: program)
    var (acknowledged, kept) = (0, 0)
    for number in 0..<40 {
      let killer = DispatchQueue(label: "wayline.tests")
      let group = DispatchGroup()
      killer.async(group: group) {
        usleep(UInt32.random(in: 0...3_000))
        endConnections(of: program)
      }
      let key = StoreKey("\(number)", in: "doubt")
      let isDone = (try? store.withTransaction { try $0.set(.text("x"), for: key) }) != nil
      group.wait()
      let isKept = try self.store().storedValue(for: key) != nil
      // What was refused is not stored, and what was acknowledged is.
      #expect(isDone == isKept)
      (acknowledged, kept) = (acknowledged + (isDone ? 1 : 0), kept + (isKept ? 1 : 0))
    }
    #expect(acknowledged == kept)
  }

  @Test("A transaction that does nothing for too long is undone, and others go on")
  func pausedTransaction() throws {
    let store = PostgresStore(address, program: "paused", idleLimit: 1_000) { _ in nil }
    try store.setStoredValue(.text("before"), for: key)
    #expect(throws: StoreError.self) {
      try store.withTransaction { transaction in
        try transaction.set(.text("after"), for: key)
        sleep(2)
        try transaction.set(.text("after"), for: StoreKey("other"))
      }
    }
    #expect(try self.store().storedValue(for: key) == .text("before"))
  }

  @Test("A write waits two seconds for a transaction of another process, then the store is busy")
  func busy() throws {
    let (here, there) = (store(), store())
    try here.setStoredValue(.text("before"), for: key)
    try there.withTransaction { transaction in
      try transaction.set(.text("there"), for: key)
      let start = SystemClock.uptime()
      let error = StoreError.busy(store: here.hub.name, milliseconds: 2000)
      #expect(throws: error) { try here.setStoredValue(.text("here"), for: key) }
      #expect(SystemClock.uptime() - start < .seconds(3))
      #expect(try here.storedValue(for: key) == .text("before"))
    }
    try here.setStoredValue(.text("here"), for: key)
    #expect(try there.storedValue(for: key) == .text("here"))
  }

  // MARK: Changes

  /// What a transaction of another process does with the value that is written meanwhile.
  enum Meanwhile: CaseIterable {
    case replaced, deleted, added, ofOtherKind
  }

  @Test(
    "A write that waited for a transaction of another process follows what it has left",
    arguments: Meanwhile.allCases)
  func waitedWrite(meanwhile: Meanwhile) throws {
    let (here, there) = (store(), store())
    if meanwhile != .added { try here.setStoredValue(.text("old"), for: key) }
    let holds = DispatchSemaphore(value: 0)
    let isDone = DispatchGroup()
    DispatchQueue.global().async(group: isDone) { [key] in
      try? there.withTransaction { transaction in
        if meanwhile == .deleted || meanwhile == .ofOtherKind { try transaction.set(nil, for: key) }
        if meanwhile == .replaced || meanwhile == .added {
          try transaction.set(.text("theirs"), for: key)
        }
        if meanwhile == .ofOtherKind { try transaction.set(StoredValue(encoding: 7), for: key) }
        holds.signal()
        SystemClock.sleep(.milliseconds(300))
      }
    }
    holds.wait()
    let start = SystemClock.uptime()
    let result = Result { try here.setStoredValue(.text("ours"), for: key) }
    // It did wait, also on a machine that was busy when the other one began to.
    #expect(SystemClock.uptime() - start > .milliseconds(100))
    isDone.wait()
    if meanwhile == .ofOtherKind {
      #expect(throws: StoreError.self) { try result.get() }
      #expect(try here.storedValue(for: key) == StoredValue(encoding: 7))
    } else {
      try result.get()
      #expect(try there.storedValue(for: key) == .text("ours"))
    }
  }

  @Test(
    "A change of another process is announced, and one without an announcement found within 2 s")
  func announcement() throws {
    let (here, there) = (store(), store())
    let copies = Mutex(0)
    // NB: a wrapper outside of a view would ask the server, and notice everything.
    let observation = here.observe(StoreKey("copies")) { value in
      let number = value.flatMap { try? $0.decoded(as: Int.self) }
      copies.withLock { $0 = number ?? 0 }
    }
    defer { withExtendedLifetime(observation) {} }
    let notice = try #require(here.notice)
    func time(until value: Int) throws -> Duration {
      let start = SystemClock.uptime()
      while copies.withLock({ $0 }) != value, SystemClock.uptime() - start < .seconds(5) {
        var polled = pollfd(
          fd: try #require(notice.descriptor()), events: Int16(POLLIN), revents: 0)
        _ = poll(&polled, 1, 5_000)
        notice.look()
      }
      return SystemClock.uptime() - start
    }
    // The second is announced a little later than the first.
    for copies in [5, 2] { try there.set(copies, for: "copies") }
    // On a machine without other work it is less than a millisecond.
    #expect(try time(until: 2) < .milliseconds(500))
    // A change that nobody announces.
    server.administer(
      """
      UPDATE wayline_value SET deleted=now(), changed=pg_current_xact_id(), writer=1
      WHERE name='copies' AND store=
      (SELECT id FROM wayline_store WHERE convert_from(name, $$UTF8$$)='\(address.store)')
      """)
    #expect(try time(until: 0) < .milliseconds(2_500))
  }

  @Test("A deleted value leaves no name and no bytes, and is seen by others")
  func deletion() throws {
    let (here, there) = (store(), store())
    let name = "name-\(UUID().uuidString)"
    try there.set("secret", for: name)
    #expect(try here.value(String.self, for: name) == "secret")
    try there.erase(name)
    here.checkForeignChanges()
    #expect(try here.value(String.self, for: name) == nil)
    #expect(
      server.administer(
        "SELECT count(*) FROM wayline_value WHERE convert_from(name, $$UTF8$$)='\(name)'") == "0")
  }

  // MARK: Scenes

  @Test("Every write of a scene is refused once another session has it, in a transaction too")
  func fence() throws {
    let (here, there) = (store(), store())
    let (claims, others) = (
      PostgresSceneClaims(of: here, owner: "here"), PostgresSceneClaims(of: there, owner: "there")
    )
    let note = StoreKey("note", in: StoreKey.scene("main"))
    let place = StoreKey("main/place", in: StoreKey.places)
    let mine = try #require(try claims.claim("main"))
    try here.setStoredValue(.text("mine"), for: note)
    #expect(try others.holder(of: "main")?.host == "here")
    let theirs = try #require(try others.takeOver("main"))
    for value in [StoredValue.text("late"), nil] {
      #expect(throws: StoreError.sceneTaken("main", by: "there")) {
        try here.setStoredValue(value, for: note)
      }
      #expect(throws: StoreError.sceneTaken("main", by: "there")) {
        try here.withTransaction { try $0.set(value, for: note) }
      }
      #expect(throws: StoreError.sceneTaken("main", by: "there")) {
        try here.setStoredValues([note: value, key: .text("late")])
      }
      #expect(try here.storedValue(for: key) == nil)
    }
    // The place of the scene is not among its values.
    #expect(throws: StoreError.sceneTaken("main", by: "there")) {
      try here.setStoredValue(.text("late"), for: place)
    }
    claims.renew()
    // What was entered here is retained, each time; a place is no such value.
    let kept = (1...3).map { StoreKey("\(note.namespace)/note#\($0)", in: StoreKey.quarantine) }
    #expect(here.hub.takeEvents(for: "main-2") == [])
    #expect(
      here.hub.takeEvents(for: "main")
        == [.problem(.sceneTaken("main", by: "there"))] + kept.map { .retained(note, as: $0) })
    #expect(here.hub.takeEvents() == [])
    for key in kept { #expect(try here.storedValue(for: key) == .text("late")) }
    try there.setStoredValue(.text("theirs"), for: note)
    try there.withTransaction { try $0.set(.text("theirs too"), for: note) }
    #expect(try here.storedValue(for: note) == .text("theirs too"))
    // What belongs to no scene stays theirs both.
    try here.setStoredValue(.text("shared"), for: key)
    withExtendedLifetime((mine, theirs)) {}
  }

  @Test("The host of a scene is told with the time since its last write, in the time of the server")
  func idleTime() throws {
    let (here, there) = (store(), store())
    let (claims, others) = (
      PostgresSceneClaims(of: here, owner: "here"), PostgresSceneClaims(of: there)
    )
    #expect(try others.holder(of: "main") == nil)
    let mine = try #require(try claims.claim("main"))
    usleep(300_000)
    claims.renew()
    let idle = try #require(try others.holder(of: "main")).idleTime
    #expect(idle >= .milliseconds(300) && idle < .seconds(3))
    try here.setStoredValue(.text("note"), for: StoreKey("note", in: StoreKey.scene("main")))
    claims.renew()
    #expect(try #require(try others.holder(of: "main")).idleTime < idle)
    withExtendedLifetime(mine) {}
  }

  @Test("A scene that comes back to a host shows what another host has written meanwhile")
  func comingBack() throws {
    let (here, there) = (store(), store())
    let (claims, others) = (PostgresSceneClaims(of: here), PostgresSceneClaims(of: there))
    let scene = StoreKey.scene("main")
    var claim = try claims.claim("main")
    try here.set("mine", for: "note", in: scene)
    #expect(try here.value(String.self, for: "note", in: scene) == "mine")
    claim = nil
    claim = try others.claim("main")
    try there.set("theirs", for: "note", in: scene)
    claim = nil
    claim = try claims.claim("main")
    #expect(try here.value(String.self, for: "note", in: scene) == "theirs")
    withExtendedLifetime(claim) {}
  }

  @Test("A lease that ran out frees the scene; renewed in time, or by the only session, it stays")
  func lease() throws {
    let (here, there) = (store(), store())
    let (claims, others) = (PostgresSceneClaims(of: here), PostgresSceneClaims(of: there))
    let mine = try #require(try claims.claim("main"))
    func runOut() {
      server.administer(
        """
        UPDATE wayline_scene SET lease=now() - interval '1 s' WHERE store=
        (SELECT id FROM wayline_store WHERE convert_from(name, $$UTF8$$)='\(address.store)')
        """)
    }
    runOut()
    claims.renew()
    #expect(try others.claim("main") == nil)
    runOut()
    let theirs = try #require(try others.claim("main"))
    #expect(theirs.token != mine.token && !theirs.isNew)
    claims.renew()
    #expect(here.hub.takeEvents().count == 1)
  }

  @Test("Of sessions that claim and take over a scene 1,000 times, one at a time can write")
  func races() throws {
    let stores = (0..<4).map { _ in store() }
    let note = StoreKey("note", in: StoreKey.scene("main"))
    let wrong = Mutex(0)
    let written = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: stores.count) { index in
      let claims = PostgresSceneClaims(of: stores[index])
      for round in 0..<250 {
        guard let claim = try? round % 2 == 0 ? claims.takeOver("main") : claims.claim("main")
        else { continue }
        let text = StoredValue.text("\(claim.token)")
        guard (try? stores[index].setStoredValue(text, for: note)) != nil else { continue }
        written.withLock { $0 += 1 }
        // A write that comes after that of a newer claim would be one too many.
        if let stored = try? stores[index].storedValue(for: note),
          let token = Int64(String(decoding: stored.bytes, as: UTF8.self)), token < claim.token
        {
          wrong.withLock { $0 += 1 }
        }
        withExtendedLifetime(claim) {}
      }
    }
    #expect(wrong.withLock { $0 } == 0 && written.withLock { $0 } > 100)
  }
}
