import FoundationEssentials
import Testing
import WaylineTesting

@Suite("The desk server")
struct DeskServerTests {
  private static let script =
    URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().path + "/Scripts/desk-clients.py"
  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(
    "200 clients at once are separate, bounded and told the end; no descriptors left means waiting",
    .enabled(if: python != nil, "Python is not installed."))
  func clients() throws {
    let python = try #require(Self.python)
    let scale = ProcessInfo.processInfo.environment["WAYLINE_TEST_SCALE"].flatMap(Int.init) ?? 1
    let run = try Program(path: python).run(
      [Self.script, Program.built("desk-server").path],
      environment: [
        "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1",
        "DESK_CLIENTS": scale > 1 ? "1000" : "200", "DESK_SECONDS": scale > 1 ? "60" : "3",
      ], limit: 300)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.lines.contains("ok: the socket is gone"))
    #expect(run.lines.last == "ok: the shortage is reported once")
  }

  @Test(
    "It says how it is called, and where it cannot open a socket", arguments: [[], ["--nothing"]])
  func usage(arguments: [String]) throws {
    let run = try Program.built("desk-server").run(arguments)
    #expect(run.status == 2 && run.errors == "desk-server: Usage: desk-server [--json] SOCKET\n")
  }

  @Test("A socket whose path is too long is told, and the status says so")
  func tooLong() throws {
    let run = try Program.built("desk-server").run(["/" + String(repeating: "x", count: 200)])
    #expect(run.status == 75 && run.errors.contains("could not be opened: File name too long."))
  }
}
