import FoundationEssentials
import TestPrograms
import TestScale
import TestThreads
import Testing
import WaylineTesting

@Suite("The desk server", .waitsForPrograms)
struct DeskServerTests {
  private static let script =
    URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path + "/Tests/Scripts/desk-clients.py"
  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(
    "200 clients at once are separate, bounded and informed of the end; without descriptors they wait",
    .enabled(if: python != nil, "Python is not installed."))
  func clients() throws {
    let python = try #require(Self.python)
    let run = try Program(path: python).run(
      [Self.script, Program.built("desk-server").path],
      environment: [
        "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1",
        "DESK_CLIENTS": Scale.factor > 1 ? "1000" : "200",
        "DESK_SECONDS": Scale.factor > 1 ? "60" : "3",
      ], limit: 300)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.lines.contains("ok: the socket is removed"))
    #expect(run.lines.last == "ok: the shortage is reported once")
  }

  private static let usage = "Usage: desk-server [--json] [--store ADDRESS] SOCKET"

  @Test(
    "Without a socket or with an unknown option it prints its usage",
    arguments: [[], ["--nothing"]])
  func usage(arguments: [String]) throws {
    let run = try Program.built("desk-server").run(arguments)
    #expect(run.status == 2 && run.errors == "desk-server: \(Self.usage)\n")
  }

  @Test("--help prints the usage, and opens no socket")
  func help() throws {
    let run = try Program.built("desk-server").run(["--help"])
    #expect(run.lines.first == Self.usage && run.status == 0)
  }

  @Test(
    "A path that no socket can have ends with 64, one that cannot be created with 73",
    arguments: [
      ("/" + String(repeating: "x", count: 200), 64, "File name too long"),
      ("/nowhere/desk.sock", 73, "No such file or directory"),
    ] as [(String, Int32, String)])
  func badPath(path: String, status: Int32, reason: String) throws {
    let run = try Program.built("desk-server").run([path])
    #expect(run.status == status)
    #expect(run.errors == "desk-server: The socket '\(path)' could not be opened: \(reason).\n")
  }

  @Test("A socket without a name is refused with 64")
  func emptyPath() throws {
    let run = try Program.built("desk-server").run([""])
    #expect(run.status == 64)
    #expect(run.errors == "desk-server: The name of the socket is empty.\n")
  }

  @Test("A socket that is in use ends with 75, and the sentence says what to do")
  func pathInUse() throws {
    let folder = TemporaryFolder()
    try folder.write("", to: "beside")
    let run = try Program(path: "/bin/sh").run(
      [
        "-c",
        """
        "$0" "$1" > /dev/null & first=$!
        until [ -S "$1" ] || ! kill -0 $first; do sleep 0.01; done
        "$0" "$1"; status=$?
        kill -9 $first; wait $first; exit $status
        """, Program.built("desk-server").path, folder.path + "/desk.sock",
      ])
    #expect(run.status == 75 && run.errors.contains("Is a desk open there? If not, remove"))
  }

  @Test("A file that is not a socket ends with 73, and nobody is advised to remove it")
  func pathOfFile() throws {
    let folder = TemporaryFolder()
    try folder.write("a letter", to: "desk.sock")
    let path = folder.path + "/desk.sock"
    let run = try Program.built("desk-server").run([path])
    #expect(run.status == 73)
    #expect(run.errors == "desk-server: The socket '\(path)' could not be opened: File exists.\n")
    #expect(folder.contains("a letter"))
  }
}
