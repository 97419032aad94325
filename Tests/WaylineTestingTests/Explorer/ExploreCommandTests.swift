import FoundationEssentials
import TestThreads
import Testing
import Wayline
import WaylineTesting

/// The last line of `explore --json`.
private struct ExplorationLine: Decodable {
  struct Violation: Decodable {
    let property: String
    let message: String
    let commands: [String]
    let script: String
  }

  let kind: String
  let sound: Bool
  let states: Int
  let complete: Bool
  let violations: [Violation]
  let cut: [String]
}

@Suite("The command explore", .waitsForPrograms, .serialized)
struct ExploreCommandTests {
  private let program = Program.built("planted")
  private let folder = FileManager.default.temporaryDirectory.path + "/planted-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func explore(_ words: String...) async throws -> ProgramRun {
    let environment = ["HOME": folder, "TMPDIR": folder]
    return try await onAnotherThread { [program] in
      try program.run(["explore"] + words, environment: environment, limit: 600)
    }
  }

  private func line(_ run: ProgramRun) throws -> ExplorationLine {
    let last = try #require(run.lines.last, "\(run.errors)")
    return try JSONDecoder().decode(ExplorationLine.self, from: Data(last.utf8))
  }

  @Test("A crash and a repeated label are violations with their fewest commands")
  func violations() async throws {
    let run = try await explore("--states", "40", "--depth", "5", "--json")
    let line = try line(run)
    #expect(line.kind == "exploration" && !line.sound && run.status == 1, "\(run.output)")
    let found = Dictionary(
      line.violations.map { ($0.property, $0.commands) }, uniquingKeysWith: { first, _ in first })
    #expect(found["unique-labels"] == ["Member: Ann", "Serve", "Lend"], "\(run.output)")
    #expect(found["no-crash"]?.count == 4, "\(run.output)")
    #expect(Set(found.keys) == ["unique-labels", "no-crash"], "\(run.output)")
  }

  @Test("The commands of a violation reproduce it in the built program")
  func script() async throws {
    let line = try line(try await explore("--states", "40", "--depth", "5", "--json"))
    for violation in line.violations {
      let path = folder + "/script.txt"
      try violation.script.write(toFile: path, atomically: true, encoding: .utf8)
      let run = try await onAnotherThread { [program, folder] in
        try program.run(["--store", ":memory:", "--script", path], environment: ["HOME": folder])
      }
      if violation.property == "no-crash" {
        #expect(run.status > 128, "\(run.output)")
      } else {
        #expect(run.output.contains("[2] Lend\n[3] Lend"), "\(run.output)")
      }
    }
  }

  @Test("A wrong option ends with 2, the option and the usage")
  func usage() async throws {
    let run = try await explore("--wide")
    #expect(run.status == 2)
    #expect(run.errors.contains("Unknown option '--wide'."))
    #expect(run.errors.contains("Usage: explore"))
  }

  @Test("--help prints each option, explores nothing and ends with 0", arguments: ["--help", "-h"])
  func help(flag: String) async throws {
    let run = try await explore(flag)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.lines.first?.hasPrefix("Usage: explore [--depth N]") == true, "\(run.output)")
    for option in ["--depth N", "--budget SECONDS", "--repro FOLDER", "merge FILE…"] {
      #expect(run.lines.contains { $0.hasPrefix("  \(option)  ") }, "\(run.output)")
    }
  }

  @Test(
    "The help of the program names explore, and after other options it is not taken for a place")
  func misplaced() async throws {
    let program = program
    let help = try await onAnotherThread { try program.run(["--help"]) }
    #expect(help.lines.contains { $0.hasPrefix("  planted explore  ") }, "\(help.output)")
    for words in [["explore"], ["explore", "--dpth", "3"]] {
      let run = try await onAnotherThread { try program.run(["--store", ":memory:"] + words) }
      #expect(
        run.errors
          == "planted: 'explore' must be the first word: planted explore. See planted --help.\n")
      #expect(run.status == 2 && run.output.isEmpty)
    }
  }

  @Test("Random walks report a crash once, with its fewest commands, and continue")
  func randomCrash() async throws {
    let run = try await explore("--random", "--seed", "3", "--states", "24", "--json")
    let line = try line(run)
    let crashes = line.violations.filter { $0.property == "no-crash" }
    #expect(crashes.map(\.commands.count) == [4], "\(run.output)")
    let others = line.violations.filter { $0.property != "no-crash" }
    #expect(others.map(\.commands) == [["Member: Ann", "Serve", "Lend"]], "\(run.output)")
    #expect(line.states >= 24, "\(run.output)")
    let again = try await explore("--random", "--seed", "3", "--states", "24", "--json")
    #expect(try self.line(again).violations.map(\.commands) == line.violations.map(\.commands))
  }

  @Test("The same seed gives the same report, and the stores of the user are not touched")
  func repeatable() async throws {
    let first = try await explore("--states", "20")
    let second = try await explore("--states", "20")
    #expect(first.output == second.output)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.isEmpty, "\(names)")
  }
}
