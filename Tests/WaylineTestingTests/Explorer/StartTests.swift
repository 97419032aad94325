import Testing
import WaylineTestThreads
import WaylineTesting

@Suite("The start of a program", .waitsForPrograms)
struct StartTests {
  private func timesMade(_ words: [String], _ input: String = "") throws -> Int {
    let run = try Program.built("WaylinePlanted").run(
      ["--store", ":memory:"] + words, input: Array(input.utf8),
      environment: ["PLANTED_MADE": "1", "PATH": "/usr/bin:/bin"])
    return run.lines.filter { $0 == "Made." }.count
  }

  @Test(
    "A command makes the program once, and so do its screens, also with an unknown first word",
    arguments: [["desk"], [], ["zebra"], ["zebra", "explore"]])
  func once(_ words: [String]) throws {
    #expect(try timesMade(words) == 1)
  }

  @Test("A command before its options makes the program once")
  func commandFirst() throws {
    let run = try Program.built("WaylinePlanted").run(
      ["desk", "--store", ":memory:"], input: [],
      environment: ["PLANTED_MADE": "1", "PATH": "/usr/bin:/bin"])
    #expect(run.lines == ["Made.", "The desk is ground."])
  }

  @Test(
    "A description of the program makes none, and names the word explore",
    arguments: [["--version"], ["--help"], ["--manual"], ["--complete", "exp"]])
  func descriptions(_ words: [String]) throws {
    #expect(try timesMade(words) == 0)
    let text = try Program.built("WaylinePlanted").run(words).output
    #expect(text.contains("explore") == (words != ["--version"]))
  }
}
