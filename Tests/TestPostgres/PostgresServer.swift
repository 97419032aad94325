import FoundationEssentials
import Glibc
import Synchronization

/// A PostgreSQL server for tests, on a socket in a folder of its own.
///
/// A shell waits for the end of this process, however it ends, stops the server, and deletes the folder.
package final class PostgresServer: Sendable {
  /// The folder of the socket.
  package let folder: String
  /// The number in the name of the socket, and the port of this host where the server has one.
  package let port: UInt16
  private let options: String
  /// The process that stops the server.
  private let shell: WatchingShell

  /// The server of this process, started at its first use; nil where the programs of a server are not installed.
  package static let shared: PostgresServer? = {
    guard let programs else {
      Skipped.note(
        "PostgreSQL is not installed: the tests with a server are skipped (apt install postgresql)."
      )
      return nil
    }
    do {
      return try PostgresServer(programs)
    } catch {
      print("The PostgreSQL server for tests did not start: \(error)")
      return nil
    }
  }()

  /// True if tests with a server can run.
  package static var isInstalled: Bool { programs != nil }

  /// The folder of `initdb` and `pg_ctl`, of the newest version that is installed.
  private static let programs: String? = {
    let base = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
    guard let newest = versions.compactMap({ Int($0) }).max() else { return nil }
    let folder = "\(base)/\(newest)/bin"
    let isComplete = ["initdb", "postgres"].allSatisfy { access("\(folder)/\($0)", X_OK) == 0 }
    return isComplete ? folder : nil
  }()

  fileprivate struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Creates a cluster, or a hot standby of another one, and starts its server.
  ///
  /// - Parameters:
  ///   - settings: options of the server, each as `-c name=value`.
  ///   - port: a port of this host, beside the socket.
  ///   - primary: the server whose changes a standby follows.
  package init(
    _ programs: String? = nil, settings: [String] = [], port: UInt16? = nil,
    standbyOf primary: PostgresServer? = nil
  ) throws {
    guard let programs = programs ?? Self.programs else {
      throw Failure(description: "PostgreSQL is not installed")
    }
    folder = "/tmp/wayline-pg-\(UUID().uuidString.prefix(8))"
    let other = Self.otherUser
    self.port = port ?? 5432
    options =
      ([
        "-c listen_addresses=\(port == nil ? "" : "127.0.0.1")", "-c port=\(self.port)",
        "-c unix_socket_directories=\(folder)", "-c fsync=off",
        "-c full_page_writes=off", "-c shared_buffers=16MB", "-c max_connections=200",
        "-c wal_retrieve_retry_interval=100ms",
      ] + settings).joined(separator: " ")
    let (creation, filling) =
      if let primary {
        ("pg_basebackup -D $D/data -h \(primary.folder) -U wayline -R --no-sync -c fast", ":")
      } else {
        (
          "initdb -D $D/data -U wayline --auth=trust --no-sync --no-locale -E UTF8",
          "$AS $B/createdb -h $D -p \(self.port) -U wayline desk"
        )
      }
    shell = try WatchingShell(
      in: folder, owner: Self.owner,
      start: """
        D='\(folder)'; B='\(programs)'; AS='\(other)'
        $AS $B/\(creation) || exit 1
        $AS $B/pg_ctl -D $D/data -w -l $D/log -o "\(options)" start || exit 1
        \(filling) || exit 1
        """,
      stop: "$AS $B/pg_ctl -D $D/data -m immediate stop")
  }

  // A server does not run as root.
  fileprivate static let otherUser =
    geteuid() == 0 ? "setpriv --reuid=postgres --regid=postgres --clear-groups" : ""
  fileprivate static let owner = geteuid() == 0 ? "-o postgres -g postgres" : ""

  /// The address of the database for tests, as `--store` takes it.
  package func address(_ store: String = UUID().uuidString, _ further: String = "") -> String {
    "postgres:host=\(folder) user=wayline dbname=desk\(further)#\(store)"
  }

  /// Runs a statement of an administrator in the database for tests or another one, and returns what `psql` prints.
  @discardableResult
  package func administer(_ sql: String, in database: String = "desk") -> String {
    let out = "\(folder)-\(UUID().uuidString.prefix(8)).out"
    defer { unlink(out) }
    let quoted = sql.split(separator: "'", omittingEmptySubsequences: false).joined(
      separator: "'\\''")
    _ = Shell.wait(
      Shell.run(
        "psql -h \(folder) -p \(port) -U wayline -d \(database) -XAtq -c '\(quoted)' > \(out) 2>&1")
    )
    let text = FileManager.default.contents(atPath: out).map { String(decoding: $0, as: UTF8.self) }
    return text?.split(separator: "\n").joined(separator: "\n") ?? ""
  }

  /// Starts the server again; false if the children of an earlier one have not ended yet.
  @discardableResult
  package func start() -> Bool { control("-w start") == 0 }

  /// Runs `pg_ctl` with the server's folder, such as `-m immediate stop`.
  @discardableResult
  package func control(_ words: String) -> Int32 { Shell.wait(Shell.run(command(words))) }

  /// The command of a shell that runs `pg_ctl` with the server's folder.
  package func command(_ words: String) -> String {
    "cd \(folder) && \(Self.otherUser) \(Self.programs ?? "")/pg_ctl -D data -l log -o \"\(options)\" \(words) "
      + ">/dev/null 2>&1"
  }

  /// Mounts a small disk in the server's folder; false where the system does not let tests do so.
  package func mount(megabytes: Int, at folder: String) -> Bool {
    let options = "size=\(megabytes)m,mode=700,uid=$(id -u postgres),gid=$(id -g postgres)"
    let script = "mkdir \(folder) && mount -t tmpfs -o \(options) tmpfs \(folder) 2>/dev/null"
    return geteuid() == 0 && Shell.wait(Shell.run(script)) == 0
  }

  /// Takes such a disk away.
  package func unmount(_ folder: String) {
    control("-m immediate stop")
    _ = Shell.wait(Shell.run("umount \(folder)"))
  }

  /// The identifier of the server's first process.
  ///
  /// - Throws: if the server does not run. A number that stands for no process would stand for all of them.
  package func process() throws -> pid_t {
    let text = FileManager.default.contents(atPath: "\(folder)/data/postmaster.pid")
    let line = text.map { String(decoding: $0, as: UTF8.self) }?.split(separator: "\n").first
    guard let process = line.flatMap({ pid_t($0) }), process > 1 else {
      throw Failure(description: "the server does not run")
    }
    return process
  }
}

/// `pgbouncer` in front of a server for tests: a connection of the server serves others after each transaction.
package final class PostgresPooler: Sendable {
  /// The folder of its socket.
  package let folder: String
  private let shell: WatchingShell

  /// True if tests with a pooler can run.
  package static var isInstalled: Bool {
    let isThere = access(program, X_OK) == 0
    if !isThere {
      Skipped.note("pgbouncer is not installed: its test is skipped (apt install pgbouncer).")
    }
    return isThere
  }

  private static let program = "/usr/sbin/pgbouncer"

  /// Starts one for the database of a server.
  ///
  /// - Parameter connections: the number of connections to the server.
  package init(of server: PostgresServer, connections: Int) throws {
    folder = "/tmp/wayline-pool-\(UUID().uuidString.prefix(8))"
    shell = try WatchingShell(
      in: folder, owner: PostgresServer.owner,
      start: """
        cat > pool.ini << 'END'
        [databases]
        desk = host=\(server.folder) dbname=desk user=wayline
        [pgbouncer]
        listen_addr =
        unix_socket_dir = \(folder)
        listen_port = 5432
        auth_type = any
        pool_mode = transaction
        default_pool_size = \(connections)
        logfile = \(folder)/log
        END
        \(PostgresServer.otherUser) \(Self.program) pool.ini &
        P=$!
        until [ -S .s.PGSQL.5432 ]; do kill -0 $P || exit 1; sleep 0.01; done
        """,
      stop: "kill $P; wait $P")
  }

  /// The address of the database behind it.
  package func address(_ store: String = UUID().uuidString) -> String {
    "postgres:host=\(folder) user=wayline dbname=desk#\(store)"
  }
}

/// A shell in a folder of its own that starts something, and stops it when this process has ended, however it ends.
private final class WatchingShell: Sendable {
  /// The descriptor whose end tells the shell that this process has ended.
  private let writing: Int32
  private let process: pid_t

  /// Returns when `start` is done.
  init(in folder: String, owner: String, start: String, stop: String) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw PostgresServer.Failure(description: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    writing = ends[1]
    // Nobody would see the end of what the tests print while this shell holds it.
    let script = """
      exec >/dev/null 2>&1
      install -d -m 711 \(owner) '\(folder)' || exit 1
      cd '\(folder)'
      \(start)
      : > ready
      cat
      \(stop)
      cd /; rm -rf '\(folder)'
      """
    guard let process = Shell.run(script, input: ends[0]) else {
      throw PostgresServer.Failure(description: "no shell")
    }
    self.process = process
    close(ends[0])
    for _ in 0..<3000 {
      if access("\(folder)/ready", F_OK) == 0 { return }
      var ended = siginfo_t()
      guard waitid(P_PID, id_t(process), &ended, WEXITED | WNOHANG | WNOWAIT) == 0,
        ended.si_signo == 0
      else { break }
      usleep(10_000)
    }
    throw PostgresServer.Failure(description: "see \(folder)/log")
  }

  // A process that ended and that nobody waits for keeps the library of the tests from seeing the end of others.
  deinit {
    close(writing)
    _ = Shell.wait(process)
  }
}

/// The tests that do not run on this machine, said at once and at the end of the run.
private enum Skipped {
  private static let sentences = Mutex<[String]>([])

  static func note(_ sentence: String) {
    print(sentence)
    let isFirst = sentences.withLock { sentences in
      sentences.append(sentence)
      return sentences.count == 1
    }
    guard isFirst else { return }
    atexit { for sentence in Skipped.sentences.withLock({ $0 }) { print(sentence) } }
  }
}

/// Shells of tests, in groups of their own.
private enum Shell {
  static func wait(_ process: pid_t?) -> Int32 {
    var status: Int32 = -1
    guard let process else { return status }
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Starts a shell in a group of its own, so that an interrupt of the tests does not end it first.
  static func run(_ script: String, input: Int32 = -1) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if input >= 0 {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    // A server runs longer than other tests, whose pipes would stay open with it.
    for open: Int32 in 3..<1024 { posix_spawn_file_actions_addclose(&actions, open) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var process: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] =
      ["/bin/sh", "-c", script].map { (word: String) in strdup(word) } + [nil]
    defer { for word in words { free(word) } }
    guard posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environ) == 0 else {
      return nil
    }
    return process
  }
}
