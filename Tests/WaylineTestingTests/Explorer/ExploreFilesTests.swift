import FoundationEssentials
import Testing
import Wayline
import WaylineTestThreads
import WaylineTesting

/// The files that `explore` writes and reads, with a built program in a folder of its own.
@Suite("The files of the command explore", .waitsForPrograms, .serialized)
struct ExploreFilesTests {
  private let program = Program.built("WaylinePlanted")
  private let folder =
    FileManager.default.temporaryDirectory.path + "/explored-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func explore(_ words: String...) async throws -> ProgramRun {
    try await explore(program, words)
  }

  private func explore(_ program: Program, _ words: [String]) async throws -> ProgramRun {
    let command = (["exec '\(program.path)' explore"] + words).joined(separator: " ")
    return try await onAnotherThread { [folder] in
      try Program(path: "/bin/sh").run(
        ["-c", "cd '\(folder)' && \(command)"], environment: ["HOME": folder, "TMPDIR": folder],
        limit: 600)
    }
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")), as: UTF8.self)
  }

  /// The names of the violations and their commands, without the number of states.
  private func findings(_ run: ProgramRun) -> [String] {
    run.lines.filter { $0.hasPrefix("Violation:") || $0.hasPrefix("    > ") }
      .map { $0.split(separator: " (in ").first.map(String.init) ?? "" }
  }

  @Test(
    "A link, a pipe and a folder are not replaced, and nothing is explored",
    arguments: ["--graph", "--resume"], ["link", "pipe", "folder"])
  func specialFiles(option: String, name: String) async throws {
    let make = "cd '\(folder)' && ln -s target link && mkfifo pipe && mkdir folder"
    _ = try await onAnotherThread { [make] in
      try Program(path: "/bin/sh").run(["-c", make], environment: ["PATH": "/usr/bin:/bin"])
    }
    let run = try await explore(option, name, "--states", "1")
    #expect(run.status == 2 && !run.output.contains("states,"), "\(run.output)")
    #expect(
      run.errors.contains("'\(name)' is not a regular file and was not replaced."), "\(run.errors)")
    #expect(try files == ["folder", "link", "pipe"])
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/link")
    #expect(target == "target")
  }

  @Test("A file that cannot be written ends with 2, and does not cost the report")
  func unwritable() async throws {
    let run = try await explore("--depth", "1", "--json", "--graph", "missing/states.dot")
    #expect(run.status == 2)
    #expect(run.errors.contains("'missing/states.dot' could not be written."), "\(run.errors)")
    #expect(run.lines.last?.contains(#""kind":"exploration""#) == true, "\(run.output)")
  }

  @Test("Merged shards report each violation once, with its commands")
  func violations() async throws {
    let whole = try await explore("--depth", "5")
    for shard in ["1/2", "2/2"] { _ = try await explore("--depth", "5", "--shard", shard) }
    let merged = try await explore(
      "merge", "planted-1-of-2.exploration", "planted-2-of-2.exploration")
    #expect(merged.status == 1)
    #expect(findings(merged) == findings(whole))
    let json = try await explore(
      "merge", "--json", "planted-1-of-2.exploration", "planted-2-of-2.exploration")
    #expect(json.lines.dropLast() == merged.lines[...])
    #expect(json.lines.last?.contains(#""kind":"exploration""#) == true, "\(json.output)")
    let damaged = try await explore("merge", "missing")
    #expect(damaged.status == 2 && damaged.errors.contains("'missing' could not be read."))
  }

  @Test("A stopped search is saved, and resumes to the report of one search")
  func resuming() async throws {
    let whole = try await explore("--depth", "5")
    let part = try await explore("--depth", "5", "--states", "6", "--resume", "search")
    #expect(part.output.contains("The search is saved in 'search'."), "\(part.output)")
    let rest = try await explore("--depth", "5", "--resume", "search")
    let report = rest.lines.filter { !$0.hasPrefix("The search is saved") }
    #expect(report == whole.lines, "\(rest.output)\n\(whole.output)")
    try "{}".write(toFile: folder + "/other", atomically: true, encoding: .utf8)
    let refused = try await explore("--resume", "other")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("'other' is not a search of planted, or is damaged."))
  }

  @Test(
    "The options of the program are those of each scene",
    arguments: ["--desk closed", "--desk=closed --json", "--json -- --desk closed"])
  func programOptions(words: String) async throws {
    let run = try await explore("--strict \(words)")
    #expect(run.lines.first == "planted --desk=closed: 1 violation", "\(run.output)")
    #expect(run.status == 1, "\(run.output)")
    #expect(run.output.contains("A member is served"), "\(run.output)")
  }

  @Test(
    "A search with other options of the program is another search, and an unknown option is named")
  func otherOptions() async throws {
    _ = try await explore("--depth", "5", "--states", "6", "--resume", "search", "--desk", "upper")
    let other = try await explore("--depth", "5", "--resume", "search")
    #expect(other.status == 2)
    #expect(other.errors.contains("'search' is not a search of planted, or is damaged."))
    let same = try await explore("--depth", "5", "--resume", "search", "--desk=upper")
    #expect(same.status == 1, "\(same.errors)")
    for (words, problem) in [
      ("--dsk upper", "Unknown option '--dsk'."), ("--desk", "--desk needs a value: --desk NAME."),
      ("-- --depth 3", "There is no option '--depth'."),
    ] {
      let run = try await explore(words)
      #expect(run.status == 2 && run.errors.contains(problem), "\(run.errors)")
    }
    #expect(try await explore("--help").output.contains("--desk NAME"))
  }

  @Test("A search that is killed has been saved, resumes, and leaves no worker behind")
  func killed() async throws {
    let script = """
      cd '\(folder)'
      '\(program.path)' explore --states 100000 --depth 9999 --resume search & search=$!
      until [ -s search ]; do sleep 0.02; done
      kill -KILL $search
      while [ -n "$(ls | grep explore-)" ]; do sleep 0.02; done
      """
    let run = try await onAnotherThread { [folder] in
      try Program(path: "/bin/sh").run(
        ["-c", script],
        environment: ["HOME": folder, "TMPDIR": folder, "PATH": "/usr/bin:/bin"], limit: 600)
    }
    #expect(!run.isTimedOut && run.errors.isEmpty, "\(run.errors)")
    #expect(try files == ["search"])
    let rest = try await explore("--states", "5", "--resume", "search")
    #expect(rest.status < 2, "\(rest.errors)")
  }

  @Test("The states are browsed as screens, each with the way to it, also after a crash")
  func browse() async throws {
    let typed = #"printf '3\n1\nback\nback\n2\n'"#
    let command = "\(typed) | exec '\(program.path)' explore --browse --states 12 --depth 5"
    let run = try await onAnotherThread { [folder] in
      try Program(path: "/bin/sh").run(
        ["-c", "cd '\(folder)' && \(command)"],
        environment: ["HOME": folder, "TMPDIR": folder, "PATH": "/usr/bin:/bin"], limit: 600)
    }
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.lines.contains("None: the program begins here."), "\(run.output)")
    #expect(run.lines.contains("Exploration › State 0 › State 1"), "\(run.output)")
    #expect(run.lines.contains("Exploration › no-crash"), "\(run.output)")
    #expect(run.lines.contains(" > Member: Ann"), "\(run.output)")
  }

  @Test("Each violation has a script that reproduces it, and a test")
  func repro() async throws {
    let run = try await explore("--depth", "5", "--repro", "found")
    #expect(run.status == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/found").sorted()
    #expect(names.filter { $0.hasSuffix(".txt") }.count == 2, "\(names)")
    #expect(names.filter { $0.hasSuffix(".swift") }.count == 2, "\(names)")
    for name in names where name.hasSuffix(".txt") {
      let again = try await onAnotherThread { [program, folder] in
        try program.run(
          ["--store", ":memory:", "--full", "--script", "\(folder)/found/\(name)"],
          environment: ["HOME": folder])
      }
      let isCrash = name.contains("no-crash")
      #expect((again.status > 128) == isCrash, "\(again.output)")
      #expect(isCrash || again.output.contains("[2] Lend\n[3] Lend"), "\(again.output)")
    }
    let test = try #require(names.first { $0.hasSuffix(".swift") })
    #expect(try text("found/\(test)").contains("@Test("))
  }

  @Test("A graph is in the language of Graphviz if its file ends in .dot")
  func dot() async throws {
    _ = try await explore("--states", "5", "--graph", "graph.dot")
    #expect(try text("graph.dot").hasPrefix("digraph states {\n"))
  }

  @Test("The graph of a search that a bound stopped has an arrow to each of its states")
  func graph() async throws {
    for states in ["5", "6", "7"] {
      _ = try await explore("--states", states, "--graph", "graph.mmd")
      let lines = try text("graph.mmd").split(separator: "\n")
      let nodes = lines.filter { $0.hasPrefix("  s") && !$0.contains("->") }.count
      let targets = Set(
        lines.filter { $0.contains("-->") }.compactMap { $0.split(separator: " ").last })
      #expect("\(nodes)" == states, "\(lines)")
      #expect((1..<nodes).allSatisfy { targets.contains("s\($0)") }, "\(lines)")
    }
  }
}
