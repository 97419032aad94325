import Glibc
import TestThreads
import Testing
import WaylineTesting

@Suite("Files that options name", .waitsForPrograms)
struct FileOptionTests {
  private let tour = Built("tour")
  private var log: String { tour.store.path + "/session.log" }

  init() throws { try tour.store.write("", to: "begun") }

  @Test("--store uses an existing folder and leaves its permissions as they are")
  func storeFolder() throws {
    chmod(tour.store.path, 0o755)
    #expect(try tour.run(["--scene", "desk"], "Settings\n").status == 0)
    #expect(tour.store.permissions(of: tour.store.path).mode == 0o755)
    #expect(tour.store.permissions(of: tour.store.path + "/state.sqlite3").mode == 0o600)
  }

  @Test("--store refuses a folder that others can write to, and names the reason")
  func sharedFolder() throws {
    chmod(tour.store.path, 0o777)
    let run = try tour.run([], "Settings\nLend at the upper desk\n")
    #expect(run.output.contains("other users can write to it (mode 777); run chmod go-w on it"))
    #expect(run.status == 77)
    #expect(tour.store.permissions(of: tour.store.path).mode == 0o777)
  }

  @Test("--record makes a new file and refuses an existing one, or a link, unchanged")
  func existingLog() throws {
    try tour.store.write("a letter", to: "letter")
    symlink(tour.store.path + "/letter", tour.store.path + "/link")
    symlink(tour.store.path + "/nothing", tour.store.path + "/dangling")
    for name in ["letter", "link", "dangling"] {
      let path = "\(tour.store.path)/\(name)"
      let run = try tour.run(["--record", path], "Settings\n")
      #expect(
        run.errors.hasPrefix(
          "tour: The log '\(path)' could not be created: the file already exists."),
        "\(run.errors)")
      #expect(run.status == 73 && run.output.isEmpty)
    }
    #expect(tour.store.contains("a letter"))
    #expect(!tour.store.names.contains("nothing"))
  }

  @Test("A log that cannot be written on is reported once, and counts in the status")
  func fullLog() throws {
    let run = try tour.limited(
      "ulimit -f 1; trap '' XFSZ", ["--store", ":memory:", "--record", log],
      String(repeating: "Settings\nback\n", count: 20))
    let sentence = "The log '\(log)' could not be written, and is incomplete: File too large."
    #expect(run.lines.filter { $0.hasSuffix(sentence) }.count == 1, "\(run.output)")
    #expect(run.lines.suffix(2).first == "[6] Desk" && run.status == 74)
  }

  @Test("A log that cannot be begun leaves no file behind")
  func emptyLog() throws {
    let run = try tour.limited(
      "ulimit -f 0; trap '' XFSZ", ["--store", ":memory:", "--record", log], "Settings\n")
    #expect(run.errors == "tour: The log '\(log)' could not be created: File too large.\n")
    #expect(run.status == 73 && !tour.store.names.contains("session.log"))
  }

  @Test(
    "A description that cannot be written ends with 74, and to a closed pipe with 141",
    arguments: [
      ["--help"], ["--version"], ["--routes", "dot"], ["--completion", "bash"],
    ])
  func fullOutput(words: [String]) throws {
    let line = words.joined(separator: " ")
    let run = try tour.shell("\"$0\" \(line) > /dev/full")
    #expect(run.status == 74)
    #expect(run.errors == "tour: The output could not be written: No space left on device.\n")
    #expect(try tour.shell("trap '' PIPE; \"$0\" \(line) | :; exit ${PIPESTATUS[0]}").status == 141)
    #expect(try tour.shell("\"$0\" \(line) >&-").status == 74)
  }

  @Test("A folder is no script, which is found before the first screen")
  func folderAsScript() throws {
    let run = try tour.run(["--script", "/tmp"])
    #expect(run.status == 65 && run.output.isEmpty)
    #expect(run.errors == "tour: The script '/tmp' could not be read: Is a directory.\n")
  }

  @Test("The result of lend that cannot be written ends with 74")
  func fullResult() throws {
    let run = try Built("lend").shell("\"$0\" 42 Ada > /dev/full")
    #expect(run.status == 74)
    #expect(run.errors == "lend: The output could not be written: No space left on device.\n")
  }

  @Test("A place that cannot be saved is reported and counts in the status")
  func fullPlace() throws {
    _ = try tour.run(["--scene", "desk"], "Settings\n")
    let run = try tour.limited(
      "ulimit -f 0; trap '' XFSZ", ["--store", tour.store.path, "--scene", "desk", "--echo"],
      "home\nopen orders\nquit\n")
    let sentence = "The open screens of this session were not saved."
    let reported = run.lines.filter { $0.hasPrefix(sentence) }
    #expect(reported.count == 1, "\(run.output) \(run.errors)")
    #expect(run.status != 0)
    #expect(run.lines.contains("Tour › Orders"))
  }

  @Test("With --scene and a folder that cannot be written the program starts as it does without")
  func unwritablePlace() throws {
    let path = tour.store.path
    try tour.store.write("", to: "letter")
    chmod(path, 0o500)
    defer { chmod(path, 0o700) }
    // The administrator can write everywhere, and is another user meanwhile.
    let isUser = geteuid() != 0
    if !isUser { chown(path, 65_534, 65_534) }
    let user = "exec setpriv --reuid=65534 --regid=65534 --clear-groups"
    let run = try Program(path: "/bin/sh").run(
      ["-c", "\(isUser ? "exec" : user) \"$@\"", "sh", tour.program.path]
        + ["--store", path, "--scene", "desk"],
      input: "Settings\n", environment: ["HOME": path, "PATH": "/usr/bin:/bin"])
    #expect(run.lines.contains("Tour › Settings"))
    #expect(run.output.contains("This session is not saved."))
    #expect(run.status == 77)
  }

  @Test("With a folder that cannot be made the program starts, and reports the unsaved session")
  func impossibleFolder() throws {
    let run = try tour.program.run(
      ["--store", tour.store.path + "/begun/store", "--scene", "desk"], input: "Settings\n",
      environment: ["HOME": tour.store.path])
    #expect(run.lines.contains("Tour › Settings"), "\(run.errors)")
    #expect(run.output.contains("This session is not saved. Could not"), "\(run.output)")
    #expect(run.status != 0)
  }
}

extension Built {
  /// Runs a line of bash, in which `$0` is the program.
  func shell(_ line: String) throws -> ProgramRun {
    try Program(path: "/bin/bash").run(
      ["-c", line, program.path],
      environment: ["HOME": store.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
  }

  /// Runs the program with a script after commands of the shell, such as limits.
  func limited(
    _ limits: String, _ arguments: [String], _ script: String
  ) throws -> ProgramRun {
    try store.write(script, to: "script")
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    return try shell("\(limits); exec \"$0\" \(words) < '\(store.path)/script'")
  }
}
