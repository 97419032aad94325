import FoundationEssentials
import TestPrograms
import TestScale
import TestThreads
import Testing
import WaylineTesting

@Suite("The Python client", .waitsForPrograms)
struct JSONClientTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(
    "It drives the tour, and every line that it reads fits the schema",
    .enabled(if: python != nil, "Python is not installed."))
  func tour() throws {
    let python = try #require(Self.python)
    let store = TemporaryFolder()
    let run = try Program(path: python).run(
      [
        "\(Self.root)/Examples/JSONClient/wayline_client.py", "--schema",
        "\(Self.root)/Sources/WaylineShell/WaylineShell.docc/Protocol.schema.json",
        Program.built("tour").path, "--store", store.path,
      ], environment: ["HOME": store.path, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.lines.last == "ok: the exit status")
  }

  @Test(
    "Random lines are answered as the schema and a model of the questions say",
    .enabled(if: python != nil, "Python is not installed."), arguments: 1...3)
  func random(seed: Int) throws {
    let python = try #require(Self.python)
    let store = TemporaryFolder()
    let run = try Program(path: python).run(
      [
        "\(Self.root)/Tests/Scripts/json-lockstep.py", "\(seed)", "\(400 * Scale.factor)",
        "\(Self.root)/Sources/WaylineShell/WaylineShell.docc/Protocol.schema.json",
        Program.built("tour").path, "--store", store.path,
      ], environment: ["HOME": store.path, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }
}
