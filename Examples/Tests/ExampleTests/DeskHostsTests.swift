#if Postgres
  import FoundationEssentials
  import TestPostgres
  import TestPrograms
  import TestScale
  import TestThreads
  import Testing
  import WaylineTesting

  @Suite(
    "Desk servers on two hosts", .waitsForPrograms, .enabled(if: PostgresServer.isInstalled))
  struct DeskHostsTests {
    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(
      "400 visitors of two desks lose and double no lending while both, and their server, are killed",
      .enabled(if: python != nil, "Python is not installed."))
    func hosts() throws {
      let server = try PostgresServer()
      let run = try Program(path: #require(Self.python)).run(
        [
          Package.root.appending(path: "Tests/Scripts/desk-hosts.py").path,
          Program.built("desk-server").path,
          server.address("desk"), "\(server.folder)/data", server.command("-w start"),
        ],
        environment: [
          "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1",
          "DESK_SECONDS": "\(4 * Scale.factor)",
        ], limit: 300)
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(run.lines.contains("ok: the sessions of 200 visitors continue at the other desk"))
      #expect(run.lines.last == "ok: the store has counted each of them once")
    }

    @Test(
      "A card that no session can have is refused, and one that is shown again ends the older session"
    )
    func cards() throws {
      let server = try PostgresServer()
      let folder = TemporaryFolder()
      try folder.write("", to: "beside")
      let script = """
        "$0" --store "$2" "$1" > /dev/null & desk=$!
        until [ -S "$1" ] || ! kill -0 $desk; do sleep 0.01; done
        "$3" - "$1" << 'END'
        import socket, sys
        def come(card):
            visitor = socket.socket(socket.AF_UNIX)
            visitor.connect(sys.argv[1])
            visitor.settimeout(60)
            visitor.sendall(card + b"\\n")
            return visitor
        def rest(visitor):
            return b"".join(iter(lambda: visitor.recv(1 << 16), b"")).decode()
        print(rest(come(b"a card")))
        first = come(b"ada")
        first.sendall(b"open book 42\\n")
        while b"Go-Between\\n" not in first.recv(1 << 16): pass
        second = come(b"ada")
        print(rest(first))
        second.sendall(b"quit\\n")
        print(rest(second))
        END
        kill $desk; wait $desk
        """
      let run = try Program(path: "/bin/sh").run(
        [
          "-c", script, Program.built("desk-server").path, folder.path + "/desk.sock",
          server.address("desk"), #require(Self.python),
        ], environment: ["LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": folder.path])
      #expect(run.status == 0, "\(run)")
      #expect(run.lines.first == "Card: A card has 1 to 40 letters, digits and hyphens.", "\(run)")
      #expect(run.lines.contains("Your card was shown at another connection."), "\(run)")
      #expect(run.lines.contains("Card: Lending desk › The Go-Between"), "\(run)")
    }

    @Test(
      "A wrong address ends with 2 and a server that is away with 75, before a socket is opened")
    func addresses() throws {
      for (address, status) in [("postgres:host", 2), ("postgres:host=/nonexistent", 75)] {
        let run = try Program.built("desk-server").run(
          ["--store", address, "/nowhere/desk.sock"], environment: ["LANG": "C.UTF-8"])
        #expect(run.status == status && run.errors.hasPrefix("desk-server: "), "\(run)")
      }
    }
  }
#endif
