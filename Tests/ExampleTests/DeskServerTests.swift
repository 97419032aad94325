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
    "200 clients at once: apart, bounded, refused with sentences, and told the end",
    .enabled(if: python != nil, "Python is not installed."))
  func clients() throws {
    let python = try #require(Self.python)
    let run = try Program(path: python).run(
      [Self.script, Program.built("desk-server").path],
      environment: ["LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"], limit: 120)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.lines.last == "ok: the socket is gone")
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
