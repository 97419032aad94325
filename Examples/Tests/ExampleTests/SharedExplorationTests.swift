import Dispatch
import FoundationEssentials
import Synchronization
import TestPostgres
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

#if Postgres
  /// Processes that explore one program together, as a batch queue or a CI matrix starts them.
  @Suite(
    "An exploration that processes share", .waitsForPrograms, .serialized,
    .enabled(if: PostgresServer.shared != nil))
  struct SharedExplorationTests {
    private let server: PostgresServer
    private let address: String
    private let folder = TemporaryFolder()
    private let words = ["explore"]

    init() throws {
      server = try #require(PostgresServer.shared)
      address = server.address()
    }

    private func explore(_ words: [String], with tool: [String] = []) throws -> ProgramRun {
      let program = Program.built("machines").path
      let line = tool + [program] + words
      return try Program(path: line[0]).run(
        Array(line.dropFirst()),
        environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin", "TMPDIR": folder.path],
        limit: 600)
    }

    /// Runs processes at the same time, each of which a thread of its own waits for.
    private func share(_ count: Int) -> [ProgramRun] {
      let runs = Mutex<[ProgramRun]>([])
      let group = DispatchGroup()
      for number in 0..<count {
        DispatchQueue(label: "wayline.tests.\(number)").async(group: group) {
          guard let run = try? explore(words + ["--share", address]) else { return }
          runs.withLock { $0.append(run) }
        }
      }
      group.wait()
      return runs.withLock(\.self)
    }

    @Test("Four processes print one report, that of a single process byte for byte")
    func processes() throws {
      let single = try explore(words + ["--budget", "3600"])
      let runs = share(4)
      let reports = runs.filter { !$0.output.hasPrefix("Another worker") }
      #expect(reports.map(\.output) == [single.output], "\(runs)")
      #expect(reports.first?.status == single.status)
      let others = runs.filter { $0.output.hasPrefix("Another worker has written the report of '") }
      #expect(others.count == 3 && others.allSatisfy { $0.status == 0 })
      #expect(share(1).map(\.output) == [single.output])
    }

    @Test("A process that is killed loses nothing")
    func killed() throws {
      let single = try explore(words + ["--budget", "3600"])
      let killed = try explore(
        words + ["--share", address], with: ["/usr/bin/timeout", "--signal=KILL", "1.5"])
      #expect(killed.status == 137 && killed.output.isEmpty, "\(killed)")
      let reports = share(2).filter { !$0.output.hasPrefix("Another worker") }
      #expect(reports.map(\.output) == [single.output])
    }

    @Test(
      "A process that is stopped by a signal hands back what it has claimed",
      arguments: [
        ("INT", 130), ("TERM", 143), ("HUP", 129),
      ])
    func stopped(signal: String, status: Int32) throws {
      // One that is stopped before the end; a slow machine may be at the first level. In the foreground: otherwise the
      // signal is sent twice, and a second one that comes late ends the process at once.
      let stopped = try explore(
        words + ["--share", address],
        with: [
          "/usr/bin/timeout", "--foreground", "--preserve-status", "--signal=\(signal)", "1.5",
        ]
      )
      #expect(stopped.status == status && stopped.output.isEmpty, "\(stopped)")
      #expect(stopped.errors.contains("The same line continues the exploration."), "\(stopped)")
      let leases = "SELECT count(*) FROM wayline_state WHERE record IS NULL AND lease > 'now'"
      #expect(server.administer(leases) == "0")
      let single = try explore(words + ["--budget", "3600"])
      #expect(share(1).map(\.output) == [single.output])
    }

    @Test("A process whose program crashes searches alone, and the report is that of one process")
    func crashed() throws {
      let single = try explore(words + ["--budget", "3600"])
      let line = "\(Program.built("machines").path) explore --share '\(address)'"
      // The signal ends the process that searches, as a crash of the program does.
      let script =
        "\(line) & P=$!; sleep 1.5; kill -ABRT $(cat /proc/$P/task/$P/children); wait $P"
      let run = try Program(path: "/bin/sh").run(
        ["-c", script],
        environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin", "TMPDIR": folder.path],
        limit: 600)
      #expect(run.output == single.output && run.status == single.status, "\(run)")
      #expect(share(1).map(\.output) == [single.output])
    }

    @Test(
      "A process with other bounds, without a server, or with options that exclude it is refused")
    func refused() throws {
      #expect(try explore(["explore", "--depth", "1", "--share", address]).status == 0)
      let other = try explore(["explore", "--depth", "2", "--share", address])
      #expect(other.status == 2 && other.errors.contains("is of another program, plan or bound"))
      let away = try explore(["explore", "--share", "postgres:host=/nowhere dbname=desk"])
      #expect(away.status == 75 && away.errors.contains("is not reachable"), "\(away)")
      let path = try explore(["explore", "--share", "/tmp"])
      #expect(path.status == 2 && path.errors.contains("is not the address of a store"), "\(path)")
      let shard = try explore(["explore", "--share", address, "--shard", "1/2"])
      #expect(shard.status == 2 && shard.errors.contains("--share cannot be used with"))
    }
  }
#endif
