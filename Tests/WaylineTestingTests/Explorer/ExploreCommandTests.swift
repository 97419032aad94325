import Foundation
import Testing
import Wayline
import WaylineTestThreads
import WaylineTesting

/// The last line of `explore --json`.
private struct ExplorationLine: Decodable {
  struct Violation: Decodable {
    let property: String
    let message: String
    let commands: [String]
    let places: [String]
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
  let unrepeated: [Violation]
  let vacuous: [String]
  let uncovered: [String]
  let cut: [String]
  let limits: [String]
  let notes: [String]
}

/// The keys of an object, and those of the first of its violations.
private struct Keys: Decodable {
  struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  let all: [String]
  let violation: [String]

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Name.self)
    all = values.allKeys.map(\.stringValue).sorted()
    var list = try values.nestedUnkeyedContainer(forKey: Name(stringValue: "violations"))
    violation = try list.nestedContainer(keyedBy: Name.self).allKeys.map(\.stringValue).sorted()
  }
}

@Suite("The command explore", .waitsForPrograms, .serialized)
struct ExploreCommandTests {
  private let program = Program.built("WaylinePlanted")
  private let folder = FileManager.default.temporaryDirectory.path + "/planted-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func explore(
    _ words: String..., environment: [String: String] = [:]
  ) async throws -> ProgramRun {
    try await explore(words, environment: environment)
  }

  private func explore(
    _ words: [String], environment: [String: String]
  ) async throws -> ProgramRun {
    let environment = ["HOME": folder, "TMPDIR": folder].merging(environment) { $1 }
    return try await onAnotherThread { [program] in
      try program.run(["explore"] + words, environment: environment, limit: 600)
    }
  }

  /// Runs a line of a shell in the folder.
  private func shell(_ line: String) async throws -> ProgramRun {
    try await onAnotherThread { [folder] in
      try Program(path: "/bin/sh").run(
        ["-c", "cd '\(folder)' && \(line)"],
        environment: ["HOME": folder, "TMPDIR": folder, "PATH": "/usr/bin:/bin"], limit: 600)
    }
  }

  private func line(_ run: ProgramRun) throws -> ExplorationLine {
    let last = try #require(run.lines.last, "\(run.errors)")
    return try JSONDecoder().decode(ExplorationLine.self, from: Data(last.utf8))
  }

  @Test("A value of the plan replaces that of the program, or is made anew for each scene")
  func environmentValues() async throws {
    let run = try await explore(environment: ["PLANTED_VALUES": "1"])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("Reached: The plan is heard. At the start."), "\(run.output)")
    #expect(!run.output.contains("not deterministic"), "\(run.output)")
  }

  @Test("A goal that a bound cuts off is undecided: status 0, and 1 with --strict")
  func undecided() async throws {
    let run = try await explore("--states", "1", "--json")
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("Undecided: A member is served."), "\(run.output)")
    #expect(run.output.contains(#""undecided":["A member is served"]"#), "\(run.output)")
    let strict = try await explore("--states", "1", "--strict")
    #expect(strict.status == 1, "\(strict.output)")
  }

  @Test("A crash on the first screen is a violation without commands")
  func firstScreen() async throws {
    let run = try await explore("--json", environment: ["PLANTED_START": "1"])
    let line = try line(run)
    #expect(run.status == 1 && !line.complete, "\(run.errors)")
    #expect(line.violations.map(\.property) == ["no-crash"])
    #expect(line.violations.map(\.commands) == [[]])
  }

  @Test("A first screen that is never there is a violation, or not known when the time is over")
  func endlessStart() async throws {
    let spin = ["PLANTED_START": "spin"]
    let found = try line(try await explore("--json", "--budget", "8", environment: spin))
    #expect(found.violations.map(\.property) == ["settles"])
    #expect(
      found.violations.map(\.message) == [
        "The first screen was not there after 2 s of processor time."
      ])
    let run = try await explore("--json", "--budget", "1", environment: spin)
    #expect(try line(run).cut == ["every screen after the first one."], "\(run.output)")
    #expect(try line(run).violations.isEmpty && run.status == 0, "\(run.output)")
  }

  @Test("A command that does not end is a violation, and ends its worker only")
  func endless() async throws {
    let run = try await explore(
      "--json", "--depth", "1", "--budget", "600", environment: ["PLANTED_LOOP": "1"])
    let line = try line(run)
    let found = line.violations.first { $0.property == "settles" }
    #expect(found?.commands == ["Spin"], "\(run.output)\(run.errors)")
    #expect(found?.message == "'Spin' had not ended after 20 s of processor time.")
    #expect(run.status == 1 && line.states > 1)
  }

  @Test("A command that does not end is not waited for when the time is over")
  func endlessInTime() async throws {
    let run = try await explore(
      "--json", "--depth", "1", "--budget", "3", environment: ["PLANTED_LOOP": "1"])
    let line = try line(run)
    #expect(
      line.cut.contains("what 'Spin' leads to, which had not ended when the time was over."),
      "\(run.output)\(run.errors)")
    #expect(line.violations.isEmpty && !line.complete && run.status == 0, "\(run.output)")
  }

  @Test("The crashes of the rows of a list are one violation, with the sentence of the trap")
  func rows() async throws {
    let run = try await explore("--json", "--stop-first", environment: ["PLANTED_ROWS": "1"])
    #expect(
      try line(run).violations.map(\.commands) == [["Delete book 1"]], "\(run.output)\(run.errors)")
    let all = try await explore("--json", "--budget", "600", environment: ["PLANTED_ROWS": "1"])
    let line = try line(all)
    #expect(line.violations.map(\.property) == ["no-crash"], "\(all.output)\(all.errors)")
    #expect(
      line.violations.first?.message.hasSuffix(
        " after 'Delete book 1'. It printed: 'Fatal error: Book 1 is lent.'") == true,
      "\(all.output)")
    #expect(
      line.limits.contains {
        $0.hasPrefix("'Delete book 1' of any row was not taken on every screen")
      },
      "\(line.limits)")
    #expect(all.errors.contains("Found: no-crash. With 1 command: Delete book 1"), "\(all.errors)")
  }

  @Test("A search ends at the first violation if it is asked to, and says that it has not seen all")
  func stopFirst() async throws {
    let run = try await explore("--stop-first", "--json")
    let line = try line(run)
    #expect(line.violations.count == 1 && !line.complete && run.status == 1, "\(run.output)")
    #expect(line.cut == ["states not reached before the first violation."], "\(run.output)")
    let found = try #require(line.violations.first)
    #expect(
      run.errors.contains(
        "Found: \(found.property). With \(found.commands.count) commands: "
          + found.commands.joined(separator: ", ")), "\(run.errors)")
  }

  @Test("A program that stops itself is ended, and its command is a violation")
  func stopped() async throws {
    let run = try await explore(
      "--json", "--depth", "1", environment: ["PLANTED_SIGNAL": "\(SIGSTOP)"])
    let found = try line(run).violations.first { $0.property == "no-crash" }
    #expect(found?.commands == ["Send"], "\(run.output)\(run.errors)")
    #expect(found?.message == "The program stopped itself after 'Send'.", "\(run.output)")
  }

  @Test("A program that kills itself crashes, and one that is killed once is reported as killed")
  func killed() async throws {
    let signal = ["PLANTED_SIGNAL": "\(SIGKILL)"]
    let run = try await explore("--json", "--depth", "1", environment: signal)
    let found = try line(run).violations.first { $0.property == "no-crash" }
    #expect(found?.message == "The program ended with SIGKILL after 'Send'.", "\(run.output)")
    let once = try await explore(
      "--json", "--depth", "1",
      environment: signal.merging(["PLANTED_SIGNAL_FILE": folder + "/killed"]) { $1 })
    let line = try line(once)
    #expect(!line.violations.contains { $0.property == "no-crash" }, "\(once.output)")
    #expect(
      line.cut.first?.hasPrefix("all after the system killed the search") == true, "\(once.output)")
    #expect(!once.output.contains("snapshot"), "\(once.output)")
  }

  @Test("A race that random walks have found is repeated by its script, in the order of its tasks")
  func race() async throws {
    let race = ["PLANTED_RACE": "1"]
    let run = try await explore("--random", "--repro", folder + "/race", environment: race)
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/race").sorted()
    let script = try #require(
      names.first { $0.hasSuffix("an-old-answer-is-shown.txt") }, "\(names)")
    let again = try await explore("--script", "\(folder)/race/\(script)", environment: race)
    #expect(
      again.lines.last == "Violation: An old answer is shown", "\(again.output)\(again.errors)")
    #expect(again.lines.first == "Answer 0 of 0" && again.status == 1, "\(again.output)")
    try "Ask\nrestart\nAsk\nNothing\n".write(
      toFile: folder + "/restart.txt", atomically: true, encoding: .utf8)
    let other = try await explore("--script", folder + "/restart.txt", environment: race)
    #expect(
      other.lines == [
        "Answer 0 of 0", "[1] Ask", "> Ask", "Answer 0 of 1", "[1] Ask",
        "Pending: a task of Ask",
        "> restart", "Answer 0 of 0", "[1] Ask", "> Ask", "Answer 0 of 1", "[1] Ask",
        "Pending: a task of Ask", "> Nothing", "'Nothing' is not possible here.",
      ], "\(other.output)\(other.errors)")
    #expect(other.status == 1)
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

  @Test("The object of --json has these keys, and so has each of its violations")
  func keys() async throws {
    let run = try await explore("--states", "40", "--depth", "5", "--json")
    let keys = try JSONDecoder().decode(Keys.self, from: Data(try #require(run.lines.last).utf8))
    #expect(
      keys.all == [
        "complete", "cut", "depth", "kind", "limits", "notes", "seconds", "sound", "states",
        "transitions", "uncovered", "undecided", "unrepeated", "unstable", "vacuous", "violations",
      ])
    #expect(keys.violation == ["commands", "message", "places", "property", "script"])
    let line = try line(run)
    #expect(line.depth == 5 && line.transitions >= line.states - 1 && line.seconds > 0)
    #expect(line.vacuous.isEmpty && line.uncovered.isEmpty, "\(run.output)")
    #expect(line.violations.allSatisfy { $0.places == ["/"] }, "\(run.output)")
  }

  @Test("Each bound stops the search, and is named")
  func bounds() async throws {
    let depth = try line(try await explore("--depth", "1", "--json"))
    #expect(depth.depth == 1 && depth.cut == ["states that need more than 1 command."])
    let states = try line(try await explore("--states", "3", "--json"))
    #expect(states.states == 3 && states.cut == ["states beyond the first 3."])
    let time = try line(try await explore("--budget", "0.001", "--json"))
    #expect(time.cut == ["states not reached within 0.001 seconds."])
    #expect(![depth, states, time].contains { $0.complete })
  }

  @Test("The message of a crash has the signal that ended the worker, and the last command")
  func signal() async throws {
    let line = try line(try await explore("--states", "40", "--depth", "5", "--json"))
    let crash = try #require(line.violations.first { $0.property == "no-crash" })
    let sentence =
      /^The program ended with SIG[A-Z]+ after '3'\. It printed: 'Precondition failed: No copy is left\.'$/
    #expect(crash.message.contains(sentence), "\(crash)")
    // Two elements are called 'Lend', so the second one is used by its number.
    #expect(crash.commands == ["Member: Ann", "Serve", "Lend", "3"], "\(crash)")
  }

  @Test("A crash that does not happen again is listed by itself, and ends with 1")
  func crashInTurn() async throws {
    let run = try await explore(
      "--states", "3", "--json", environment: ["PLANTED_TURN": folder + "/sorted"])
    let line = try line(run)
    #expect(line.unrepeated.map(\.property) == ["no-crash"], "\(run.output)")
    #expect(line.unrepeated.map(\.commands) == [["Sort"]], "\(run.output)")
    #expect(!line.violations.contains { $0.property == "no-crash" }, "\(run.output)")
    #expect(!line.sound && run.status == 1, "\(run.output)")
  }

  @Test("A crash of a task is one violation, at the command that lets it continue, and no dead end")
  func taskCrash() async throws {
    for _ in 0..<3 {
      let run = try await explore("--json", environment: ["PLANTED_TASK": "1"])
      let line = try line(run)
      #expect(line.violations.map(\.property) == ["no-crash"], "\(run.output)\(run.errors)")
      #expect(line.violations.map(\.commands) == [["Count", "Count", "wait"]], "\(run.output)")
      #expect(line.unrepeated.isEmpty && line.complete, "\(run.output)")
    }
  }

  @Test("A program that ends by itself is explored further, and its status is reported")
  func exit() async throws {
    let run = try await explore(
      "--states", "3", "--json", environment: ["PLANTED_EXIT": "1"])
    let line = try line(run)
    let end = try #require(line.violations.first { $0.property == "no-crash" })
    #expect(end.message == "The program ended with status 3 after 'Leave'.")
    #expect(end.commands == ["Leave"] && run.status == 1 && line.states == 3, "\(run.output)")
  }

  @Test(
    "A crash that only a wrong snapshot leads to is not reported",
    arguments: [["--depth", "4"], ["--random", "--budget", "2"]])
  func falseCrash(_ words: [String]) async throws {
    let run = try await explore(
      ["--states", "40", "--json"] + words, environment: ["PLANTED_TICKETS": "1"])
    let line = try line(run)
    #expect(line.sound && run.status == 0, "\(run.output)")
    let limit =
      "the program has state that snapshots cannot store; commands were repeated instead."
    #expect(line.limits.contains(limit), "\(run.output)")
    #expect(
      line.notes.contains { $0.hasPrefix("'no-crash' was broken after '") }, "\(run.output)")
  }

  @Test(
    "A screen that only its guard protects from a crash is no crash",
    arguments: [[], ["--links"], ["--random", "--budget", "2"]])
  func guarded(_ words: [String]) async throws {
    let run = try await explore(["--json"] + words, environment: ["PLANTED_GUARD": "1"])
    let line = try line(run)
    #expect(line.sound && run.status == 0, "\(run.output)")
    #expect(!line.limits.contains { $0.contains("snapshots cannot store") }, "\(run.output)")
    // The plan is that of all planted programs, and this one has no field.
    let values =
      "The values for 'Member' were given to no field: none that was shown has this label, place or link."
    #expect(line.uncovered == [values], "\(run.output)")
  }

  @Test("The report is the same on one core and on all")
  func cores() async throws {
    let line = "'\(program.path)' explore --states 20 --depth 5"
    let (one, all) = (try await shell("taskset -c 0 \(line)"), try await shell(line))
    #expect(
      one.status == 1 && one.errors.split(separator: "\n").allSatisfy({ $0.hasPrefix("Found: ") }),
      "\(one.errors)")
    #expect(one.output == all.output)
  }

  @Test("The commands of a violation reproduce it in the built program")
  func script() async throws {
    let line = try line(try await explore("--states", "40", "--depth", "5", "--json"))
    for violation in line.violations {
      let path = folder + "/script.txt"
      try violation.script.write(toFile: path, atomically: true, encoding: .utf8)
      let run = try await onAnotherThread { [program, folder] in
        try program.run(
          ["--store", ":memory:", "--full", "--script", path], environment: ["HOME": folder])
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

  #if !Postgres
    @Test("A shared search is refused without PostgreSQL, with the way to build it, and not listed")
    func sharing() async throws {
      let run = try await explore("--share", "postgres:service=ci")
      #expect(run.status == 2, "\(run)")
      #expect(run.errors.contains("Build it with the trait 'Postgres'"), "\(run)")
      #expect(!(try await explore("--help")).output.contains("--share"))
    }
  #endif

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

  @Test("The same seed gives the same report, and without stores none is made")
  func repeatable() async throws {
    let first = try await explore("--states", "20")
    let second = try await explore("--states", "20")
    #expect(first.output == second.output)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.isEmpty, "\(names)")
  }

  @Test("Exploring never touches the user's stores: each file stays as it was, byte for byte")
  func stores() async throws {
    let used = try await onAnotherThread { [program, folder] in
      try program.run(input: "Member: Ann\nServe\nLend\nquit\n", environment: ["HOME": folder])
    }
    #expect(used.status == 0, "\(used.errors)")
    let sums = "find . -type f -exec sha256sum {} + | sort"
    let before = try await shell(sums)
    #expect(before.lines.count > 1, "\(before.output)")
    // The search lends books, too, and begins with one copy although none is left.
    for words in [[], ["--random"], ["--json"]] {
      let line = "'\(program.path)' explore --states 20 \(words.joined(separator: " "))"
      let run = try await shell(line)
      #expect(run.output.contains("unique-labels"), "\(run.output)")
    }
    #expect(try await shell(sums).output == before.output)
  }
}
