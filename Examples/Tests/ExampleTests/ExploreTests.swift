import FoundationEssentials
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

/// The line of `--json`.
private struct Line: Decodable {
  struct Violation: Decodable {
    let property: String
    let commands: [String]
    let script: String
  }

  let kind: String
  let sound: Bool
  let states: Int
  let transitions: Int
  let depth: Int
  let complete: Bool
  let seconds: Double
  let violations: [Violation]
  let vacuous: [String]
  let uncovered: [String]
  let cut: [String]
}

@Suite("The command explore", .waitsForPrograms, .serialized)
struct ExploreTests {
  private let tour = Program.built("tour")
  private let folder = TemporaryFolder()

  private func explore(_ words: String...) throws -> ProgramRun {
    try tour.run(
      ["explore"] + words,
      environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin", "TMPDIR": folder.path],
      limit: 600)
  }

  @Test("The tour keeps every law within the bounds, and its last line is one object")
  func tourIsSound() throws {
    let run = try explore("--states", "60", "--budget", "3600", "--json")
    let last = try #require(run.lines.last)
    let line = try JSONDecoder().decode(Line.self, from: Data(last.utf8))
    #expect(line.kind == "exploration")
    #expect(line.states == 60 && !line.complete && !line.cut.isEmpty)
    #expect(run.status == (line.sound ? 0 : 1), "\(run.output) \(run.errors)")
    #expect(line.sound, "\(run.output)")
    // The coverage, for the log.
    print(run.output)
    #expect(!run.output.contains("not deterministic"), "\(run.output)")
    #expect(!run.output.contains("snapshots cannot store"), "\(run.output)")
  }

  @Test(
    "Every example that has the command keeps every law within the bounds",
    arguments: [("expenses", 60), ("vault", 300)])
  func exampleIsSound(name: String, states: Int) throws {
    let run = try Program.built(name).run(
      ["explore", "--states", "\(states)", "--budget", "3600"],
      environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin", "TMPDIR": folder.path],
      limit: 600)
    print(run.output)
    #expect(run.status == 0, "\(run.output) \(run.errors)")
    #expect(run.lines.contains { $0.hasPrefix("\(states) states, ") }, "\(run.output)")
  }

  /// Runs the tour's explorations in its folder, where the files of shards are written.
  private func exploreHere(_ words: [String]) throws -> ProgramRun {
    let command = (["cd '\(folder.path)' && exec '\(tour.path)' explore"] + words)
      .joined(separator: " ")
    return try Program(path: "/bin/sh").run(
      ["-c", command], environment: ["HOME": folder.path, "TMPDIR": folder.path], limit: 600)
  }

  private func states(_ run: ProgramRun) throws -> Int {
    let line = try #require(run.lines.first { $0.contains(" states, ") && $0.contains(", depth ") })
    return try #require(Int(line.prefix { $0.isNumber }))
  }

  @Test("Two shards write a file each, and merged they find what one search finds")
  func shards() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    let whole = try exploreHere(["--depth", "3"])
    let size = try #require(
      whole.lines.first { $0.contains(" transitions, ") }, "\(whole.output) \(whole.errors)")
    for shard in ["1/2", "2/2"] {
      let part = try exploreHere(["--depth", "3", "--shard", shard])
      #expect(part.output.contains("the states of the other 1 shard."), "\(part.output)")
      #expect(try states(part) < states(whole), "\(part.output)")
    }
    let names = ["tour-1-of-2.exploration", "tour-2-of-2.exploration"]
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == names)
    let merged = try exploreHere(["merge"] + names)
    #expect(merged.status == whole.status)
    #expect(merged.lines.contains(size), "\(merged.output)\n\(whole.output)")
  }

  @Test("A wrong option ends with 2 and the usage")
  func usage() throws {
    let run = try explore("--wide")
    #expect(run.status == 2)
    #expect(run.errors.contains("Unknown option '--wide'."))
    #expect(run.errors.contains("Usage: explore"))
  }

  @Test("Exploring never touches the stores of the user")
  func stores() throws {
    _ = try explore("--states", "10")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0 == ".local" }, "\(names)")
  }
}
