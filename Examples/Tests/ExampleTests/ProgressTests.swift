import FoundationEssentials
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite("Progress of built programs", .waitsForPrograms)
struct ProgressTests {
  private let tour = Built("tour")
  private var path: String { tour.store.path + "/export.json" }

  /// Writes an export of 600 settings, of which a program reports the import.
  init() throws {
    let values = (1...600).map { number in
      """
      {"kind": "int", "name": "book \(number)", "namespace": "app", "value": \(number), "version": 1}
      """
    }
    try tour.store.write(
      "{\"format\": 1, \"values\": [\(values.joined(separator: ",\n"))]}", to: "export.json")
  }

  @Test(
    "A terminal gets a line that ends with the last report, of a session and of a single command",
    arguments: [[], ["store", "import"]])
  func redrawn(words: [String]) throws {
    guard LineReading.hasLibrary else { return }
    let run = try tour.inTerminal(.edited, words.isEmpty ? [] : words + [path])
    if words.isEmpty { #expect(run.hear("> ") && run.say("store import \(path)\n", hear: "\r\n")) }
    #expect(run.hear("\r\u{1B}[KImporting: 256 of 600, 43 %"), "\(run.heard)")
    #expect(run.hear("\r\u{1B}[KImported 600 values from"), "\(run.heard)")
    if words.isEmpty { #expect(run.hear("> ") && run.say("quit\n", hear: "quit")) }
    #expect(run.end() == 0)
  }

  @Test(
    "Where nothing may be redrawn there is a line at each quarter, and no escape byte",
    arguments: [["TERM": "dumb"], ["ACCESSIBLE": "1"]])
  func quarters(environment: [String: String]) throws {
    let run = try tour.inTerminal(["store", "import", path], environment)
    #expect(run.end() == 0)
    #expect(run.heard.contains("Importing: 256 of 600, 43 %\r\n"), "\(run.heard)")
    #expect(run.heard.contains("Importing: 512 of 600, 85 %\r\n"), "\(run.heard)")
    #expect(!run.heard.contains("\u{1B}"))
  }

  @Test("A pipe gets the result only, also where lines are typed")
  func pipe() throws {
    let run = try tour.run(["store", "import", path])
    #expect(run.lines == ["Imported 600 values from '\(path)'."] && run.errors.isEmpty)
    let file = tour.store.path + "/result"
    let shell = try TerminalProgram(
      "/bin/sh", ["-c", "\(tour.program.path) --store :memory: store import \(path) > \(file)"],
      environment: ["HOME": tour.store.path, "TERM": "xterm", "LANG": "C.UTF-8"])
    #expect(shell.end() == 0 && shell.heard.isEmpty, "\(shell.heard)")
    #expect(tour.store.contains("Imported 600 values") && !tour.store.contains("43 %"))
  }

  @Test("^C ends explore with a report of what it has found, and the same line continues it")
  func stopsExploring() throws {
    let file = tour.store.path + "/search"
    let line = ["explore", "--states", "100000", "--budget", "3600", "--resume", file]
    let explore = try TerminalProgram(
      tour.program.path, line, environment: ["HOME": tour.store.path, "TERM": "xterm"])
    #expect(explore.hear(" of at most 100000 states"), "\(explore.heard)")
    explore.say("\u{3}")
    #expect(explore.hear("Stopping. Press ^C again to end without a report."), "\(explore.heard)")
    #expect(explore.hear("Cut off: states not reached before ^C."), "\(explore.heard)")
    #expect(
      explore.hear("The search is saved in '\(file)': the same line resumes it."),
      "\(explore.heard)")
    #expect(explore.end() == 130)
    let data = try #require(FileManager.default.contents(atPath: file))
    #expect(!data.isEmpty)
  }

  @Test("explore shows its states, its bounds and its rate in one line, which it erases at the end")
  func explores() throws {
    let explore = try TerminalProgram(
      tour.program.path, ["explore", "--states", "60", "--budget", "3600"],
      environment: ["HOME": tour.store.path, "TERM": "xterm", "LANG": "C.UTF-8"])
    #expect(explore.hear("\r\u{1B}[K"), "\(explore.heard)")
    #expect(explore.hear(" of at most 60 states"), "\(explore.heard)")
    #expect(explore.hear(" a second, at most 3"), "\(explore.heard)")
    #expect(explore.hear("\r\u{1B}[Ktour: no violation"), "\(explore.heard)")
    #expect(explore.end() == 0)
    let pipe = try tour.program.run(
      ["explore", "--states", "10"], environment: ["HOME": tour.store.path], limit: 600)
    #expect(!(pipe.output + pipe.errors).contains("at most 10 states"), "\(pipe.errors)")
  }
}
