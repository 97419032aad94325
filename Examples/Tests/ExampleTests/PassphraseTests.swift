import TestThreads
import Testing
import WaylineTesting

@Suite("The passphrase of the tour's secrets", .waitsForPrograms)
struct PassphraseTests {
  private let tour = Built("tour")
  private var file: String { tour.store.path + "/passphrase" }

  /// A person who is logged in, behind the passphrase in ``file``.
  private func protect() throws {
    _ = try tour.run([], "Log in\n1 1234\nLog in\n")
    try tour.store.write("correct horse\n", to: "passphrase")
    #expect(try tour.run(["passphrase", "from", file]).status == 0)
  }

  @Test("While the secrets are locked a script prints the options that open them, and ends with 77")
  func locked() throws {
    try protect()
    let run = try tour.run([], "Log in\n")
    #expect(run.output.contains("[1] Passcode: (empty)"))
    #expect(run.output.contains("--passphrase-file FILE or --passphrase-fd N"))
    #expect(run.status == 77)
    #expect(try tour.run(["store", "status"]).output.contains("protected by a passphrase, locked"))
  }

  @Test("A script that needs no secret prints nothing about locks")
  func unneeded() throws {
    try protect()
    let run = try tour.run([], "Settings\n")
    #expect(!run.output.contains("locked"))
    #expect(run.status == 0)
  }

  @Test("The passphrase comes from a file or a descriptor")
  func given() throws {
    try protect()
    let byFile = try tour.run(["--passphrase-file", file], "Log in\n")
    #expect(byFile.output.contains("Logged in since") && byFile.status == 0)
    let byDescriptor = try tour.run(["--passphrase-fd", "0"], "correct horse\nLog in\n")
    #expect(byDescriptor.output.contains("Logged in since") && byDescriptor.status == 0)
  }

  @Test("Without an option it comes from TOUR_PASSPHRASE")
  func variable() throws {
    try protect()
    let run = try Program.built("tour").run(
      ["--store", tour.store.path], input: "Log in\n",
      environment: ["HOME": tour.store.path, "TOUR_PASSPHRASE": "correct horse"])
    #expect(run.output.contains("Logged in since") && run.status == 0)
  }

  @Test("The bytes of TOUR_PASSPHRASE are taken as they are, also where they are not text")
  func bytes() throws {
    let program = "\(Program.built("tour").path) --store \(tour.store.path)"
    func run(_ byte: String) throws -> ProgramRun {
      try Program(path: "/bin/sh").run(
        ["-c", "TOUR_PASSPHRASE=$(printf 'caf\\\(byte)') exec \(program)"],
        input: "Log in\n1 1234\nLog in\n",
        environment: ["HOME": tour.store.path, "PATH": "/usr/bin:/bin"])
    }
    let first = try run("351")
    #expect(first.output.contains("Logged in since") && first.status == 0, "\(first)")
    #expect(try run("351").output.contains("Logged in since"))
    #expect(try run("350").status == 77)
  }

  @Test("A descriptor goes before a file, and TOUR_PASSPHRASE_FILE before TOUR_PASSPHRASE")
  func order() throws {
    try protect()
    try tour.store.write("wrong\n", to: "wrong")
    let wrong = tour.store.path + "/wrong"
    let both = try tour.run(
      ["--passphrase-file", wrong, "--passphrase-fd", "0"], "correct horse\nLog in\n")
    #expect(both.output.contains("Logged in since"))
    let variables = [
      "HOME": tour.store.path, "TOUR_PASSPHRASE_FILE": file, "TOUR_PASSPHRASE": "wrong",
    ]
    let run = try Program.built("tour").run(
      ["--store", tour.store.path], input: "Log in\n", environment: variables)
    #expect(run.output.contains("Logged in since"))
  }

  @Test("Locked secrets are not exported; with the passphrase they are")
  func export() throws {
    try protect()
    let copy = tour.store.path + "/copy.json"
    #expect(try tour.run(["store", "export", "secrets", copy]).status == 77)
    #expect(!tour.store.paths.contains(copy))
    let run = try tour.run(["--passphrase-file", file, "store", "export", "secrets", copy])
    #expect(run.status == 0 && tour.store.paths.contains(copy))
  }

  @Test("A passphrase given before there are secrets protects them from the first one on")
  func first() throws {
    try tour.store.write("correct horse\n", to: "passphrase")
    _ = try tour.run(["--passphrase-file", file], "Log in\n1 1234\nLog in\n")
    #expect(try tour.run(["store", "status"]).output.contains("protected by a passphrase, locked"))
    #expect(!tour.store.paths.contains { $0.hasSuffix(".key") })
  }

  @Test("lock on a command line, where no other command can be typed, names what locks every start")
  func lockAlone() throws {
    _ = try tour.run([], "Log in\n1 1234\nLog in\n")
    let lasting = "To lock the secrets at every start, run 'passphrase'."
    #expect(try tour.run(["lock"]).output == "'lock' lasts until the program ends. \(lasting)\n")
    try protect()
    let locked = "The secrets are locked at every start, until the passphrase is given.\n"
    #expect(try tour.run(["lock"]).output == locked)
    #expect(try tour.run([], "lock\n").output.contains("Type 'unlock' to use them."))
    let wrong = try tour.run(["--passphrase-fd", "0", "unlock"], "wrong\n")
    #expect(wrong.problems == ["The passphrase given at the start does not open the secrets."])
    #expect(wrong.status == 77)
  }

  @Test("A wrong one opens nothing, is reported, and ends with 77")
  func wrong() throws {
    try protect()
    let run = try tour.run(["--passphrase-fd", "0"], "wrong\nLog in\n")
    #expect(run.output.contains("passphrase does not open the secrets"))
    #expect(run.status == 77)
  }

  @Test("The key is rotated, and the passphrase taken away again")
  func rotated() throws {
    try protect()
    #expect(try tour.run(["rotate"]).status == 77)
    let given = ["--passphrase-file", file]
    #expect(try tour.run(given + ["rotate"]).lines == ["Re-encrypted 1 secret with a new key."])
    #expect(try tour.run(given + ["passphrase", "off"]).status == 0)
    #expect(try tour.run([], "Log in\n").output.contains("Logged in since"))
  }

  @Test("A file that cannot be read is reported on standard error, before anything runs")
  func noFile() throws {
    let run = try tour.run(["--passphrase-file", "/nowhere"], "Settings\n")
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("Could not read the passphrase from '/nowhere'"))
    #expect(run.status == 77)
  }
}
