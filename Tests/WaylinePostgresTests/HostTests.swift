import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import Testing
import WaylineStorage
import WaylineSystem
import WaylineTestPostgres
import WaylineTestPrograms
import WaylineTestThreads
import WaylineTesting

@testable import WaylinePostgres

/// Several servers, or several hosts, each with something that goes wrong on one of them.
@Suite(
  "A store of several hosts", .waitsForPrograms, .enabled(if: PostgresServer.isInstalled))
struct HostTests {
  private let key = StoreKey("Emma", in: "desk")

  private func error(of body: () throws -> Void) -> StoreError? {
    do {
      try body()
      return nil
    } catch {
      return error as? StoreError
    }
  }

  // MARK: Several servers

  @Test("A hot standby is read only where the address asks for one, and found when it is promoted")
  func failover() throws {
    let primary = try PostgresServer()
    let store = PostgresStore(PostgresAddress(primary.address("x")))
    try store.setStoredValue(.text("first"), for: key)
    let standby = try PostgresServer(standbyOf: primary)
    #expect(
      error { _ = try PostgresStore(PostgresAddress(standby.address("x"))).storedKeys(in: nil) }
        == .readOnly(store: standby.address("x")))
    let reader = PostgresStore(
      PostgresAddress(standby.address("x", " target_session_attrs=any")))
    #expect(try reader.storedValue(for: key) == .text("first"))
    #expect(
      reader.remarks == [
        "The server is a standby: changes of other processes show after up to 2 s."
      ])
    #expect(
      error { try reader.setStoredValue(.text("late"), for: key) }
        == .readOnly(store: reader.hub.name))
    // A change of the primary, which announces nothing on the standby.
    try store.setStoredValue(.text("second"), for: key)
    #expect(becomes(true) { (try? reader.storedValue(for: key)) == .text("second") })
    let both = PostgresStore(
      PostgresAddress(
        "postgres:host=\(standby.folder),\(primary.folder) user=wayline dbname=desk#x"))
    try both.setStoredValue(.text("third"), for: key)
    #expect(becomes(true) { (try? reader.storedValue(for: key)) == .text("third") })
    primary.control("-m immediate stop")
    standby.control("-w promote")
    #expect(becomes(true) { (try? both.setStoredValue(.text("fourth"), for: key)) != nil })
    #expect(try both.storedValue(for: key) == .text("fourth"))
    #expect(standby.administer("SELECT pg_is_in_recovery()") == "f")
  }

  @Test(
    "Behind a pooler that changes the connection after each transaction all is as without one",
    .enabled(if: PostgresPooler.isInstalled))
  func pooler() throws {
    let server = try PostgresServer()
    defer { withExtendedLifetime(server) {} }
    let pooler = try PostgresPooler(of: server, connections: 2)
    let stores = (0..<4).map { _ in PostgresStore(PostgresAddress(pooler.address("x"))) }
    for (number, store) in stores.enumerated() {
      try store.setStoredValue(.text("\(number)"), for: StoreKey("\(number)", in: "desk"))
    }
    let problems = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: stores.count) { number in
      @AppStorage("count", store: stores[number]) var count = 0
      for _ in 0..<25 {
        do { try _count.update { $0 += 1 } } catch { problems.withLock { $0.append("\(error)") } }
      }
    }
    #expect(problems.withLock { $0 } == [])
    #expect(try stores[0].storedValue(for: StoreKey("count")) == StoredValue(encoding: 100))
    #expect(try stores[3].storedKeys(in: "desk").count == 4)
    let claims = stores.map { PostgresSceneClaims(of: $0) }
    let claim = try #require(try claims[0].claim("main"))
    #expect(try claims[1].claim("main") == nil)
    let note = StoreKey("note", in: StoreKey.scene("main"))
    try stores[0].setStoredValue(.text("mine"), for: note)
    let theirs = try claims[1].takeOver("main")
    #expect(throws: StoreError.self) { try stores[0].setStoredValue(.text("late"), for: note) }
    // Announcements are lost, and the change is found all the same.
    let seen = Mutex<[StoredValue?]>([])
    let observation = stores[2].observe(StoreKey("copies")) { value in
      seen.withLock { $0.append(value) }
    }
    try stores[3].set(5, for: "copies")
    stores[2].checkForeignChanges()
    let expected = try StoredValue(encoding: 5)
    #expect(seen.withLock { $0 } == [expected])
    observation.cancel()
    #expect(
      stores[2].remarks == [
        "A pooler is between this program and the server: changes of other processes show after up to 2 s."
      ])
    let direct = PostgresStore(PostgresAddress(server.address("x")))
    _ = try direct.storedKeys(in: nil)
    #expect(direct.remarks == [])
    withExtendedLifetime((claim, theirs)) {}
  }

  // MARK: Servers that cannot be used

  @Test("A socket that takes connections and says nothing is waited for once, for 5 s")
  func silentSocket() throws {
    let server = try FakeServer(.silent)
    defer { withExtendedLifetime(server) {} }
    let store = PostgresStore(PostgresAddress("postgres:host=\(server.folder) dbname=desk"))
    for limit in [Duration.seconds(7), .milliseconds(500), .milliseconds(500)] {
      let start = SystemClock.uptime()
      let error = error { _ = try store.storedValue(for: key) }
      guard case .unreachable = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(SystemClock.uptime() - start < limit)
    }
  }

  @Test("A server that is too old is refused with its version", arguments: ["12.4", "9.6.24"])
  func oldServer(version: String) throws {
    let server = try FakeServer(.version(version))
    defer { withExtendedLifetime(server) {} }
    let store = PostgresStore(PostgresAddress("postgres:host=\(server.folder) dbname=desk"))
    let number = version.split(separator: ".")[0]
    #expect(
      error { _ = try store.storedValue(for: key) }
        == .unsupportedServer(
          store: store.hub.name,
          detail: "the server has version \(number), and 13 or newer is needed"))
  }

  @Test("A client library without the functions that are needed counts as missing")
  func oldLibrary() throws {
    let folder = TemporaryFolder()
    try folder.write("", to: "beside")
    // A library of another kind, in the place of libpq.
    let libraries = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map { "/lib/\($0)/libm.so.6" }
    let other = try #require(libraries.first { access($0, R_OK) == 0 })
    symlink(other, "\(folder.path)/libpq.so.5")
    let run = try Program.built("WaylineStorageProbe").run(
      ["hold", "postgres:service=desk"],
      environment: ["LD_LIBRARY_PATH": folder.path, "LANG": "C.UTF-8"])
    #expect(run.output.contains("libpq, version 14 or newer, is not installed"), "\(run)")
  }

  @Test("TLS that the address or the server demands, and the other refuses, is a refusal")
  func encryption() throws {
    let server = try PostgresServer(port: Self.freePort())
    let base = "postgres:host=127.0.0.1 port=\(server.port) user=wayline dbname=desk"
    _ = try PostgresStore(PostgresAddress("\(base) sslmode=disable#x")).storedKeys(in: nil)
    let demanded = PostgresStore(PostgresAddress("\(base) sslmode=require#x"))
    server.administer(
      "COPY (SELECT 'local all all trust' UNION ALL SELECT 'hostssl all all all trust') "
        + "TO '\(server.folder)/data/pg_hba.conf'")
    let refused = PostgresStore(PostgresAddress("\(base) sslmode=disable#x"))
    for (store, reason) in [(demanded, "SSL was required"), (refused, "no encryption")] {
      if store === refused {
        server.administer("SELECT pg_reload_conf()")
        usleep(200_000)
      }
      let error = error { _ = try store.storedKeys(in: nil) }
      guard case .accessDenied(_, let text) = error, text.contains(reason) else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  /// A port of this host that nobody has at the moment.
  private static func freePort() -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(descriptor, $0, size)
        _ = getsockname(descriptor, $0, &size)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  // MARK: Hosts that are killed or paused

  private func probe(_ role: String, _ address: String) throws -> TerminalProgram {
    try TerminalProgram(
      Program.built("WaylineStorageProbe").path, [role, address],
      environment: ["LANG": "C.UTF-8", "TERM": "dumb"])
  }

  @Test("A client that is killed at any point has stored what was acknowledged, and locks nothing")
  func killedClient() throws {
    let server = try PostgresServer()
    defer { withExtendedLifetime(server) {} }
    let address = server.address("x")
    var acknowledged = 0
    for round in 0..<6 {
      let probe = try probe("acknowledge", address)
      #expect(probe.hear("\(50 + 40 * round)\r\n"), "\(probe.heard)")
      usleep(UInt32.random(in: 0...5_000))
      probe.send(SIGKILL)
      #expect(probe.end() == 128 + SIGKILL)
      acknowledged += probe.heard.split(separator: "\r\n").filter { Int($0) != nil }.count
      #expect(!probe.heard.contains("refused"))
      // A transaction, which needs the lock alone.
      let store = PostgresStore(PostgresAddress(address))
      let start = SystemClock.uptime()
      try store.withTransaction { try $0.set(.text("\(round)"), for: key) }
      #expect(SystemClock.uptime() - start < .seconds(1))
      // One write of each round may be stored without its acknowledgement.
      let stored = try store.storedKeys(in: StoreKey.app).count
      #expect((acknowledged...acknowledged + round + 1).contains(stored))
    }
  }

  @Test("A host that is paused past its lease writes nothing more to a scene that another has")
  func pausedHost() throws {
    let server = try PostgresServer()
    defer { withExtendedLifetime(server) {} }
    let address = server.address("x")
    let probe = try probe("hold", address)
    #expect(probe.hear("claimed"), "\(probe.heard)")
    #expect(probe.say("first\n", hear: "stored first"), "\(probe.heard)")
    probe.send(SIGSTOP)
    let store = PostgresStore(PostgresAddress(address))
    let claims = PostgresSceneClaims(of: store, owner: "other")
    #expect(try claims.claim("main") == nil)
    // Its lease was renewed before it was stopped, and ends within ten seconds.
    let start = SystemClock.uptime()
    var claim: SceneClaim?
    #expect(
      becomes(true) {
        claim = (try? claims.claim("main")) ?? nil
        return claim != nil
      })
    #expect(SystemClock.uptime() - start < .seconds(15))
    let note = StoreKey("note", in: StoreKey.scene("main"))
    try store.setStoredValue(StoredValue(encoding: "ours"), for: note)
    probe.send(SIGCONT)
    #expect(probe.say("late\n", hear: "was taken over by"), "\(probe.heard)")
    #expect(!probe.heard.contains("stored late"))
    probe.send(SIGKILL)
    _ = probe.end()
    #expect(try store.storedValue(for: note) == StoredValue(encoding: "ours"))
    withExtendedLifetime(claim) {}
  }

  @Test(
    "Leases are in the time of the server: its clock alone decides, whatever hosts take it to be")
  func clocks() throws {
    let server = try PostgresServer()
    let stores = (0..<2).map { _ in PostgresStore(PostgresAddress(server.address("x"))) }
    _ = try stores[0].storedKeys(in: nil)
    // A clock that can be set, found before the server's own by connections from now on.
    server.administer(
      """
      CREATE TABLE skew AS SELECT interval '0 s' AS by;
      CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
        $$ SELECT pg_catalog.clock_timestamp() + by FROM public.skew $$;
      ALTER ROLE wayline SET search_path = public, pg_catalog
      """)
    for store in stores { store.close() }
    func set(_ skew: String) { server.administer("UPDATE skew SET by = interval '\(skew)'") }
    let claims = stores.map { PostgresSceneClaims(of: $0) }
    let mine = try #require(try claims[0].claim("main"))
    #expect(try claims[1].claim("main") == nil)
    // Ahead by an hour: the lease has run out, and is renewed if nobody has the scene meanwhile.
    set("1 h")
    claims[0].renew()
    #expect(try claims[1].claim("main") == nil)
    set("1 h 9 s")
    #expect(try claims[1].claim("main") == nil)
    set("1 h 11 s")
    let theirs = try #require(try claims[1].claim("main"))
    // Back: the next renewal is ten seconds of the new time, not an hour.
    set("0 s")
    claims[1].renew()
    set("11 s")
    let again = try #require(try claims[0].claim("main"))
    #expect(mine.token < theirs.token && theirs.token < again.token)
  }
}

/// Returns whether a condition has a value within 20 s; a connection that was lost is opened while it is asked.
func becomes(_ value: Bool, _ body: () -> Bool) -> Bool {
  let deadline = SystemClock.uptime() + .seconds(20)
  while body() != value {
    guard SystemClock.uptime() < deadline else { return false }
    usleep(20_000)
  }
  return true
}
