import Glibc
import TestPostgres
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

#if Postgres
  /// The tour with a store in a server. Each ``host`` has a home folder of its own, as on another host.
  @Suite(
    "A store in a server, as programs use it", .waitsForPrograms, .serialized,
    .enabled(if: PostgresServer.shared != nil))
  struct ServerStoreTests {
    private let server: PostgresServer
    private let address: String
    private let host = TemporaryFolder()
    private let other = TemporaryFolder()
    private let tour = Program.built("tour")

    init() throws {
      server = try #require(PostgresServer.shared)
      address = server.address()
    }

    private func environment(_ host: TemporaryFolder) -> [String: String] {
      [
        "HOME": host.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "dumb",
        "TOUR_STORE": address,
      ]
    }

    private func run(
      _ words: [String], _ input: String = "", on host: TemporaryFolder? = nil
    ) throws -> ProgramRun {
      try tour.run(words, input: Array(input.utf8), environment: environment(host ?? self.host))
    }

    private func atTerminal(
      _ words: [String] = [], on host: TemporaryFolder? = nil, kind: String = "dumb"
    ) throws -> TerminalProgram {
      let host = host ?? self.host
      return try TerminalProgram(
        tour.path, words, environment: environment(host).merging(["TERM": kind]) { $1 }, in: host)
    }

    @Test("A session that was left on one host continues on another at the same screen")
    func session() throws {
      let first = try atTerminal(["inStep"])
      #expect(first.hear("> "))
      #expect(first.say("Copies: 8\n", hear: "The reader sees 8 copies on the shelf."))
      first.say("quit\n")
      #expect(first.end() == 0)
      let second = try atTerminal(on: other)
      #expect(second.hear("The reader sees 8 copies on the shelf."), "\(second.heard)")
      second.say("quit\n")
      #expect(second.end() == 0)
    }

    @Test(
      "What a guard has interrupted and a result that is awaited move along, with one key for all hosts"
    )
    func awaited() throws {
      let words = ["--scene", "desk", "--key-command", "printf %064d 7"]
      _ = try run(words, "open desk book 42\nLend\nquit\n")
      _ = try run(words, "Passcode: 1234\nLog in\nquit\n", on: other)
      let third = try run(words, "Grace\nquit\n", on: TemporaryFolder())
      #expect(third.status == 0 && third.lines.contains("Lent to Grace."), "\(third)")
    }

    @Test("A change on one host is shown on another while its prompt waits, which has 'main-2'")
    func change() throws {
      let first = try atTerminal(["inStep"])
      #expect(first.hear("> "))
      let second = try atTerminal(["inStep"], on: other)
      #expect(second.hear("Take it over?") && second.say("n\n", hear: "started 'main-2'"))
      #expect(second.hear("> "), "\(second.heard)")
      second.say("Copies: 8\n")
      #expect(first.hear("The reader sees 8 copies on the shelf."), "\(first.heard)")
      for terminal in [first, second] {
        terminal.say("quit\n")
        #expect(terminal.end() == 0)
      }
    }

    @Test("A host that is killed frees its session within its lease")
    func killed() throws {
      let first = try atTerminal()
      #expect(first.hear("> "))
      #expect(first.say("Settings\n", hear: "Note of this scene"))
      #expect(first.hear("> "))
      first.send(SIGKILL)
      _ = first.end()
      #expect(try run(["--scene", "main"], on: other).status == 75)
      server.administer("UPDATE wayline_scene SET lease=lease - interval '10 s'")
      let next = try run(["--scene", "main"], on: other)
      #expect(
        next.status == 0 && next.lines.contains { $0.contains("Note of this scene") }, "\(next)")
    }

    @Test("A session that is open is taken over on request, and its host can write no more of it")
    func takeOver() throws {
      let first = try atTerminal()
      #expect(first.hear("> "))
      #expect(first.say("Settings\n", hear: "Note of this scene"))
      #expect(first.hear("> "))
      let refused = try run(["--scene", "main"], on: other)
      #expect(refused.status == 75 && refused.errors.contains(" is open on "), "\(refused)")
      #expect(refused.errors.contains("with --scene main --take-over."), "\(refused)")
      let second = try run(["--scene", "main", "--take-over"], on: other)
      #expect(second.status == 0 && second.lines.contains { $0.contains("Note of this scene") })
      #expect(first.say("Note of this scene: late\n", hear: "was taken over by"), "\(first.heard)")
      #expect(
        first.end() == 75 && first.heard.contains("it is kept as 'quarantine/"), "\(first.heard)")
      let third = try run(["--scene", "main"], on: other)
      #expect(third.status == 0 && !third.output.contains("late"), "\(third)")
    }

    @Test(
      "A terminal is asked whether to replace the session of another host, which says so and ends")
    func question() throws {
      let first = try atTerminal()
      #expect(first.hear("> ") && first.say("In step\n", hear: "Add a key") && first.hear("> "))
      #expect(first.say("Copies: 8\n", hear: "The reader sees 8 copies on the shelf."))
      let second = try atTerminal(on: other)
      #expect(second.hear("The session 'main' is open on "), "\(second.heard)")
      #expect(second.hear(" (idle ") && second.hear(" s). Take it over?"), "\(second.heard)")
      #expect(second.say("y\n", hear: "The reader sees 8 copies on the shelf."), "\(second.heard)")
      // Nothing is typed: the renewal of the lease finds the other session.
      #expect(first.hear("The session 'main' was taken over by "), "\(first.heard)")
      #expect(first.end() == 75)
      let third = try atTerminal(on: other)
      #expect(third.hear("Take it over?"), "\(third.heard)")
      third.say("\u{3}")
      #expect(third.end() == 75 && third.heard.contains("is open on"), "\(third.heard)")
      second.say("quit\n")
      #expect(second.end() == 0)
    }

    /// Stops the processes that serve the tour; their identifiers.
    private func stopConnections() -> [pid_t] {
      let processes = server.administer(
        "SELECT pid FROM pg_stat_activity WHERE application_name='tour'")
      let stopped = processes.split(separator: "\n").compactMap { pid_t($0) }
      #expect(!stopped.isEmpty)
      for process in stopped { kill(process, SIGSTOP) }
      return stopped
    }

    @Test("A call to a server that answers nothing is announced at a terminal, and ^C leaves it")
    func silent() throws {
      let session = try atTerminal(["inStep"])
      #expect(session.hear("> "))
      let stopped = stopConnections()
      defer { for process in stopped { kill(process, SIGCONT) } }
      #expect(
        session.say("Copies: 9\n", hear: "Waiting for the server of '\(address)'. ^C leaves it."),
        "\(session.heard)")
      session.say("\u{3}")
      #expect(session.hear("the wait for its answer was ended"), "\(session.heard)")
      #expect(session.hear("> "), "\(session.heard)")
      session.say("quit\n")
      #expect(session.end() == 75, "\(session.heard)")
    }

    @Test(
      "A call that waits while an element is found key by key is announced above it, and left as well",
      .enabled(if: LineReading.hasLibrary, "libedit is not installed."))
    func silentKeys() throws {
      let session = try atTerminal(["inStep"], kind: "xterm")
      #expect(session.hear("> ") && session.say("/\r", hear: "Find: "), "\(session.heard)")
      let stopped = stopConnections()
      defer { for process in stopped { kill(process, SIGCONT) } }
      // Nothing is typed: changes of others are looked for every two seconds.
      #expect(session.hear("Waiting for the server of '\(address)'. ^C leaves it."))
      #expect(session.hear("Find: "), "\(session.heard)")
      session.say("\u{3}")
      #expect(session.say("cop", hear: "Find: cop"), "\(session.heard)")
      #expect(session.say("\u{3}", hear: "\u{1B}[J> "), "\(session.heard)")
      session.say("quit\r")
      #expect(session.end() == 0, "\(session.shown)")
    }

    @Test(
      "Behind a pooler 'store status' says that changes of others show later",
      .enabled(if: PostgresPooler.isInstalled))
    func pooler() throws {
      let pooler = try PostgresPooler(of: server, connections: 2)
      let environment = environment(host).merging(["TOUR_STORE": pooler.address()]) { $1 }
      let status = try tour.run(["store", "status"], input: "", environment: environment)
      #expect(
        status.lines.last
          == "A pooler is between this program and the server: changes of other processes show after up to 2 s.",
        "\(status)")
    }

    @Test("A start that waits for a server that answers nothing says so before the first screen")
    func silentStart() throws {
      let other = try PostgresServer()
      defer { withExtendedLifetime(other) {} }
      let process = try other.process()
      kill(process, SIGSTOP)
      defer { kill(process, SIGCONT) }
      let environment = environment(host).merging(["TOUR_STORE": other.address()]) { $1 }
      let session = try TerminalProgram(tour.path, [], environment: environment, in: host)
      #expect(session.hear("Waiting for the server of"), "\(session.heard)")
      #expect(session.hear("This session is not saved.") && session.hear("> "), "\(session.heard)")
      session.say("quit\n")
      #expect(session.end() == 75, "\(session.heard)")
    }

    @Test("The store commands work as with files, and secrets open with the copied key file")
    func commands() throws {
      let status = try run(["store", "status"])
      #expect(status.lines.first == "State is stored in '\(address)': 0 values.", "\(status)")
      _ = try run([], "Log in\n1 1234\nLog in\n")
      let files = [host, other].map { "\($0.path)/.local/state/tour" }
      let locked = try run(["login"], on: other)
      #expect(locked.errors.contains("The key file '\(files[1])/keys/"), "\(locked)")
      let copy = try Program(path: "/bin/sh").run(
        ["-c", "mkdir -p -m 700 \(files[1]) && cp -pR \(files[0])/keys \(files[1])/"], input: "")
      #expect(copy.status == 0, "\(copy)")
      #expect(try run(["login"], on: other).lines.contains { $0.contains("Logged in since") })
      let doctor = try run(["store", "doctor"], on: other)
      #expect(doctor.lines.last?.hasSuffix("no problems found.") == true, "\(doctor)")
      let export = "\(host.path)/export.json"
      #expect(try run(["store", "export", export]).status == 0)
      #expect(try run(["store", "erase", "yes"], on: other).status == 0)
      #expect(try run(["store", "import", export]).status == 0)
      #expect(try run(["store", "doctor"]).status == 0)
    }

    @Test("A server that is away is said once, and the program starts with its defaults")
    func away() throws {
      let environment = environment(host).merging(["TOUR_STORE": "postgres:host=/nonexistent"]) {
        $1
      }
      let session = try TerminalProgram(tour.path, ["inStep"], environment: environment, in: host)
      #expect(session.hear("This session is not saved. The store"), "\(session.heard)")
      #expect(session.hear("is not reachable") && session.hear("> "), "\(session.heard)")
      #expect(session.say("Copies: 8\n", hear: "Nothing is saved until it is."))
      session.say("quit\n")
      #expect(session.end() == 75)
    }

    @Test(
      "An address that is wrong, or has a password, is refused before anything else",
      arguments: ["postgres:host", "postgres://ada:s3cret@db1/desk"])
    func refused(address: String) throws {
      let run = try tour.run(
        ["--store", address], input: [UInt8](), environment: environment(host))
      #expect(run.status == 2 && !run.errors.contains("s3cret"), "\(run)")
      #expect(run.errors.contains(address.contains("@") ? "~/.pgpass" : "is not the address"))
    }
  }
#else
  @Suite("A store in a server, of a program that was built without it", .waitsForPrograms)
  struct ServerStoreTests {
    @Test("The address is refused with what to build, and nothing else happens")
    func refused() throws {
      let tour = Built("tour")
      let run = try tour.run(["--store", "postgres:service=desk"])
      #expect(run.status == 2 && run.lines.isEmpty)
      #expect(
        run.errors == "tour: The store 'postgres:…' cannot be used: this program was built without "
          + "PostgreSQL. Build it with the trait 'Postgres' of the package wayline.\n")
    }
  }
#endif
