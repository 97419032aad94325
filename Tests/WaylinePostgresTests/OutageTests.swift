import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import Testing
import WaylineStorage
import WaylineSystem
import WaylineTestPostgres

@testable import WaylinePostgres

/// Each test has a server of its own, which it stops, kills or fills.
@Suite("A server that is away", .enabled(if: PostgresServer.isInstalled), .serialized)
struct OutageTests {
  private let key = StoreKey("Emma", in: "desk")

  @Test("A server that does not exist is named within 3 s, and the values have their defaults")
  func absent() throws {
    for place in ["host=/nonexistent", "host=127.0.0.1 port=1"] {
      let store = PostgresStore(PostgresAddress("postgres:\(place) dbname=desk"))
      let start = SystemClock.uptime()
      do throws(StoreError) {
        _ = try store.storedValue(for: key)
        Issue.record("read")
      } catch {
        guard case .unreachable = error else {
          Issue.record("\(error)")
          return
        }
      }
      #expect(SystemClock.uptime() - start < .seconds(3))
      @AppStorage("copies", store: store) var copies = 7
      #expect(copies == 7)
      copies = 8
      #expect(copies == 7 && $copies.wrappedValue == 7)
    }
  }

  @Test(
    "Known values are shown while the server is away, writes are refused, and it is found again")
  func restart() throws {
    let server = try PostgresServer()
    let store = PostgresStore(PostgresAddress(server.address()))
    @AppStorage("copies", store: store) var copies = 0
    copies = 1
    // Every process at once, as a power cut ends them.
    server.control("-m immediate stop")
    for _ in 0..<3 {
      let start = SystemClock.uptime()
      store.checkForeignChanges()
      #expect(SystemClock.uptime() - start < .milliseconds(500))
      #expect(copies == 1)
      copies = 2
      #expect(copies == 1)
    }
    #expect(server.start())
    let deadline = SystemClock.uptime() + .seconds(15)
    while copies != 3, SystemClock.uptime() < deadline {
      copies = 3
      usleep(50_000)
    }
    #expect(copies == 3)
    #expect(try PostgresStore(store.address).value(Int.self, for: "copies") == 3)
  }

  /// A process that is killed.
  enum Victim: CaseIterable {
    /// The first process of the server.
    case server
    /// One that serves a connection, after which the server starts all of them anew.
    case backend
  }

  @Test(
    "A server loses nothing that was acknowledged, whichever of its processes is killed at any point",
    arguments: Victim.allCases)
  func killed(victim: Victim) throws {
    let server = try PostgresServer()
    let store = PostgresStore(PostgresAddress(server.address()), program: "victim")
    var acknowledged: [StoreKey] = []
    for round in 0..<3 {
      _ = try store.storedKeys(in: nil)
      let backend = server.administer(
        "SELECT pid FROM pg_stat_activity WHERE application_name='victim'")
      let process = victim == .server ? try server.process() : try #require(pid_t(backend))
      let group = DispatchGroup()
      DispatchQueue(label: "wayline.tests.killer").async(group: group) {
        usleep(UInt32.random(in: 0...30_000))
        kill(process, SIGKILL)
      }
      for number in 0..<200 {
        let key = StoreKey("\(round)-\(number)", in: "desk")
        if (try? store.setStoredValue(.text("x"), for: key)) != nil { acknowledged.append(key) }
      }
      group.wait()
      // Its children have to end first.
      let deadline = SystemClock.uptime() + .seconds(20)
      while victim == .server, !server.start(), SystemClock.uptime() < deadline { usleep(50_000) }
      // The next attempt of the store is due within five seconds.
      while (try? store.storedKeys(in: nil)) == nil, SystemClock.uptime() < deadline {
        usleep(50_000)
      }
    }
    let stored = Set(try store.storedKeys(in: nil))
    #expect(!acknowledged.isEmpty && acknowledged.allSatisfy(stored.contains))
  }

  @Test("A commit whose answer is lost with the server is in doubt after a few seconds")
  func unknownOutcome() throws {
    let server = try PostgresServer()
    let store = PostgresStore(PostgresAddress(server.address()))
    try store.setStoredValue(.text("before"), for: key)
    let start = SystemClock.uptime()
    #expect(throws: StoreError.unknownOutcome(store: store.hub.name)) {
      try store.withTransaction { transaction in
        try transaction.set(.text("after"), for: key)
        server.control("-m immediate stop")
      }
    }
    #expect(SystemClock.uptime() - start < .seconds(8))
    #expect(server.start())
    let deadline = SystemClock.uptime() + .seconds(15)
    while (try? store.storedKeys(in: nil)) == nil, SystemClock.uptime() < deadline {
      usleep(50_000)
    }
    #expect(try store.storedValue(for: key) == .text("before"))
  }

  @Test("A server that is stopped, and answers nothing, is given up after 5 s")
  func silent() throws {
    let server = try PostgresServer()
    let program = "silent"
    let store = PostgresStore(PostgresAddress(server.address()), program: program)
    try store.setStoredValue(.text("x"), for: key)
    let text = server.administer(
      "SELECT pid FROM pg_stat_activity WHERE application_name='\(program)'")
    let processes = try [#require(pid_t(text)), server.process()]
    for process in processes { kill(process, SIGSTOP) }
    defer { for process in processes { kill(process, SIGCONT) } }
    let start = SystemClock.uptime()
    #expect(throws: StoreError.self) { try store.storedValue(for: key) }
    #expect(SystemClock.uptime() - start < .seconds(9))
  }

  /// Stops the process that serves a program; its identifier.
  private func stop(_ program: String, at server: PostgresServer) throws -> pid_t {
    let text = server.administer(
      "SELECT pid FROM pg_stat_activity WHERE application_name='\(program)'")
    let process = try #require(pid_t(text))
    kill(process, SIGSTOP)
    return process
  }

  @Test("A person is told of a call to a server that answers nothing after 0.2 s, and leaves it")
  @MainActor
  func left() throws {
    let server = try PostgresServer()
    let program = "left"
    let store = PostgresStore(PostgresAddress(server.address()), program: program)
    try store.setStoredValue(.text("x"), for: key)
    let process = try stop(program, at: server)
    let start = SystemClock.uptime()
    let notes = Mutex<[Duration]>([])
    let attendance = ForegroundWait.begin(
      ForegroundWait.Attendant { subject in
        #expect(subject == "the server of '\(store.address)'")
        notes.withLock { $0.append(SystemClock.uptime() - start) }
      } isLeft: {
        notes.withLock { !$0.isEmpty }
      })
    #expect(
      throws: StoreError.unreachable(
        store: store.hub.name, reason: "the wait for its answer was ended")
    ) { try store.setStoredValue(.text("y"), for: key) }
    #expect(SystemClock.uptime() - start < .seconds(2))
    let times = notes.withLock { $0 }
    #expect(times.count == 1 && times.allSatisfy { $0 >= .milliseconds(200) })
    ForegroundWait.end(attendance)
    kill(process, SIGCONT)
    #expect(becomes(true) { (try? store.setStoredValue(.text("z"), for: key)) != nil })
    #expect(try store.storedValue(for: key) == .text("z"))
  }

  @Test("A person is told of a wait for another thread whose server answers nothing, and leaves it")
  @MainActor
  func leftBehindThread() throws {
    let server = try PostgresServer()
    let program = "behind"
    let store = PostgresStore(PostgresAddress(server.address()), program: program)
    try store.setStoredValue(.text("x"), for: key)
    let process = try stop(program, at: server)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { [key] in _ = try? store.storedValue(for: key) }
    while store.isFree { usleep(1_000) }
    let notes = Mutex<[String]>([])
    let attendance = ForegroundWait.begin(
      ForegroundWait.Attendant { subject in
        notes.withLock { $0.append(subject) }
      } isLeft: {
        notes.withLock { !$0.isEmpty }
      })
    let start = SystemClock.uptime()
    let left = StoreError.unreachable(
      store: store.hub.name, reason: "the wait for its answer was ended")
    #expect(throws: left) { try store.setStoredValue(.text("y"), for: key) }
    #expect(throws: left) { try store.withTransaction { try $0.set(.text("y"), for: key) } }
    #expect(SystemClock.uptime() - start < .seconds(3))
    #expect(notes.withLock { $0.first } == "the server of '\(store.address)'")
    ForegroundWait.end(attendance)
    kill(process, SIGCONT)
    group.wait()
    #expect(becomes(true) { (try? store.storedValue(for: key)) == .text("x") })
  }

  @Test(
    "A wrong password, a missing one, and an unknown user or database are refused with one sentence"
  )
  func access() throws {
    let server = try PostgresServer()
    let start = PostgresStore(PostgresAddress(server.address()))
    _ = try start.storedKeys(in: nil)
    server.administer("CREATE ROLE ada LOGIN PASSWORD 'right'")
    server.administer(
      "COPY (SELECT 'local all wayline trust' UNION ALL SELECT 'local all all scram-sha-256') "
        + "TO '\(server.folder)/data/pg_hba.conf'")
    server.administer("SELECT pg_reload_conf()")
    usleep(200_000)
    let file = "\(server.folder)-pass"
    defer { unlink(file) }
    _ = FileManager.default.createFile(atPath: file, contents: Data("*:*:*:*:wrong\n".utf8))
    chmod(file, 0o600)
    let base = "postgres:host=\(server.folder)"
    for address in [
      "\(base) user=ada dbname=desk passfile=\(file)",
      "\(base) user=ada dbname=desk passfile=/none",
      "\(base) user=nobody dbname=desk passfile=\(file)", "\(base) user=wayline dbname=missing",
    ] {
      do throws(StoreError) {
        _ = try PostgresStore(PostgresAddress(address)).storedKeys(in: nil)
        Issue.record("\(address) was let in")
      } catch {
        guard case .accessDenied = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(!"\(error)".contains("\n"))
      }
    }
  }

  @Test("Too many connections make the store busy, and the next attempt finds a free one")
  func connections() throws {
    let server = try PostgresServer(settings: [
      "-c max_connections=5", "-c superuser_reserved_connections=1",
    ])
    _ = try PostgresStore(PostgresAddress(server.address())).storedKeys(in: nil)
    server.administer("CREATE ROLE ada LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO ada")
    func store() -> PostgresStore {
      PostgresStore(PostgresAddress("postgres:host=\(server.folder) user=ada dbname=desk#x"))
    }
    var open: [PostgresStore] = []
    var errors: [StoreError] = []
    for _ in 0..<8 {
      let store = store()
      do throws(StoreError) {
        _ = try store.storedKeys(in: nil)
        open.append(store)
      } catch {
        errors.append(error)
      }
    }
    #expect(!errors.isEmpty && errors.allSatisfy { if case .busy = $0 { true } else { false } })
    for store in open { store.close() }
    usleep(300_000)
    #expect(try store().storedKeys(in: nil) == [])
  }

  @Test("A standby is not used unless the address asks for one, and then it is read-only")
  func readOnly() throws {
    let server = try PostgresServer()
    let store = PostgresStore(PostgresAddress(server.address("x")))
    try store.setStoredValue(.text("lent"), for: key)
    server.administer("ALTER SYSTEM SET default_transaction_read_only=on")
    server.administer("SELECT pg_reload_conf()")
    usleep(300_000)
    // The connection is as before, and its server takes no writes any more.
    let error = StoreError.readOnly(store: store.hub.name)
    #expect(throws: error) { try store.setStoredValue(.text("new"), for: key) }
    let reader = PostgresStore(PostgresAddress(server.address("x", " target_session_attrs=any")))
    #expect(try reader.storedValue(for: key) == .text("lent"))
    #expect(throws: StoreError.readOnly(store: reader.hub.name)) {
      try reader.setStoredValue(.text("new"), for: key)
    }
    server.administer("ALTER SYSTEM RESET ALL")
    server.administer("SELECT pg_reload_conf()")
    usleep(300_000)
    #expect(becomes(true) { (try? reader.setStoredValue(.text("new"), for: key)) != nil })
    #expect(try reader.storedValue(for: key) == .text("new"))
  }

  @Test("A full disk refuses a write, keeps the old value, and takes writes when there is room")
  func full() throws {
    let server = try PostgresServer()
    let store = PostgresStore(PostgresAddress(server.address()))
    try store.setStoredValue(.text("lent"), for: key)
    let disk = "\(server.folder)/small"
    guard server.mount(megabytes: 4, at: disk) else {
      print("No small disk could be mounted: a full one is not tested.")
      return
    }
    defer { server.unmount(disk) }
    server.administer("CREATE TABLESPACE small LOCATION '\(disk)'")
    server.administer("ALTER TABLE wayline_value SET TABLESPACE small")
    let bytes = Data((0..<1 << 20).map { _ in UInt8.random(in: 0...255) })
    var errors: [StoreError] = []
    for number in 0..<6 {
      do throws(StoreError) {
        try store.setStoredValue(StoredValue(bytes, kind: .data), for: StoreKey("\(number)"))
      } catch {
        errors.append(error)
      }
    }
    #expect(!errors.isEmpty && errors.allSatisfy { $0 == .full(store: store.hub.name) })
    #expect(try store.storedValue(for: key) == .text("lent"))
    #expect(try store.diagnose() == [])
    server.administer("ALTER TABLE wayline_value SET TABLESPACE pg_default")
    try store.setStoredValue(StoredValue(bytes, kind: .data), for: StoreKey("5"))
  }
}
