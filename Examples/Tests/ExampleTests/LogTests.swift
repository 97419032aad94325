import FoundationEssentials
import Glibc
import TestThreads
import Testing
import WaylineTesting

@Suite("Record and replay", .waitsForPrograms)
struct LogTests {
  private let tour = Built("tour")
  private let script =
    "Log in\n1 hunter2\nLog in\nLog out\n1\nhunter3\nnonsense\nback\nSettings\nedit\n"
    + "Name: Ann\nSave\nquit\n"
  private var log: String { tour.store.path + "/session.log" }

  private func record(_ script: String? = nil) throws -> ProgramRun {
    try tour.run(["--store", ":memory:", "--record", log], script ?? self.script)
  }

  private func replay(_ answers: String = "hunter2\nhunter3\n") throws -> ProgramRun {
    try tour.store.write(answers, to: "answers")
    return try tour.run(
      ["--store", ":memory:", "--replay", log, "--replay-secrets", tour.store.path + "/answers"])
  }

  init() throws { try tour.store.write("", to: "begun") }

  @Test("A log is repeated as recorded, and nothing else is printed")
  func same() throws {
    #expect(try record().status == 1)
    let run = try replay()
    #expect(run.lines == ["14 steps, as recorded."])
    #expect(run.status == 0)
  }

  @Test("A log has the options of the program, and a replay can give others")
  func options() throws {
    let probe = Program.built("terminal-probe")
    let store = ["--store", ":memory:"]
    _ = try probe.run(
      store + ["--record", log, "--greeting", "Hello.", "--greeting=Welcome."],
      input: "Member: Ann\nquit\n")
    let replay = store + ["--replay", log]
    #expect(try probe.run(replay).lines == ["3 steps, as recorded."])
    let other = try probe.run(replay + ["--greeting", "Hello."])
    #expect(other.status == 1)
    #expect(other.output.contains("Welcome.") && other.output.contains("Hello."))

    let text = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
    try tour.store.write(text.replacing(#""greeting""#, with: #""salute""#), to: "session.log")
    let unknown = try probe.run(replay)
    #expect(unknown.status == 65)
    #expect(unknown.errors.contains("the program has no option '--salute'."))
  }

  @Test("A log holds no secret, and is its owner's only")
  func secrets() throws {
    _ = try record()
    #expect(!tour.store.contains("hunter2") && !tour.store.contains("hunter3"))
    #expect(tour.store.contains("Passcode: ********"))
    #expect(tour.store.permissions(of: log).mode == 0o600)
  }

  @Test("Differences are printed by line, and the status is 1")
  func changed() throws {
    _ = try record()
    let text = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
    try tour.store.write(text.replacing("Ann, 18", with: "Ann, 19"), to: "session.log")
    let run = try replay()
    let change = ["  screen:", "    - Ann, 19", "    + Ann, 18"]
    #expect(
      run.lines == ["Step 13, 'Save':"] + change + ["Step 14, 'quit':"] + change
        + ["14 steps, 2 not as recorded."])
    #expect(run.status == 1)
  }

  @Test("A program that shows something else now prints the differing step")
  func changedProgram() throws {
    let servers = ["Monday", "Tuesday"].map { day in
      LoopbackServer(LoopbackServer.answer(#"[{"id": 7, "title": "Closed", "body": "\#(day)"}]"#))
    }
    let memory = ["--store", ":memory:", "--feed"]
    _ = try tour.run(memory + [servers[0].address, "--record", log, "feed"], "wait\nback\n")
    let run = try tour.run(memory + [servers[1].address, "--replay", log])
    #expect(
      run.lines == [
        "Step 2, 'wait':", "  screen:", "    - Monday", "    + Tuesday",
        "4 steps, 1 not as recorded.",
      ], "\(run.output)")
    #expect(run.status == 1)
  }

  @Test("A line that did not wait for a running task does not wait in the replay either")
  func hurried() throws {
    let server = LoopbackServer()
    let memory = ["--store", ":memory:", "--feed", server.address]
    _ = try tour.run(memory + ["--record", log, "feed"], "where\nhome\nwait\n")
    #expect(tour.store.contains(#""pending":true"#))
    let run = try tour.run(memory + ["--replay", log])
    #expect(run.lines == ["5 steps, as recorded."])
    #expect(run.status == 0)
  }

  @Test("A log of another program is refused by its name")
  func otherProgram() throws {
    _ = try Built("counter", store: tour.store).run(
      ["--store", ":memory:", "--record", log], "Lend\n")
    let run = try replay()
    #expect(run.errors.contains("it belongs to another program, 'counter'."))
    #expect(run.status == 65)
  }

  @Test("A replay without any secrets names the option that gives them")
  func noSecrets() throws {
    _ = try record()
    let run = try tour.run(["--replay", log])
    let sentence = "The replay needs a secret. Give it with --replay-secrets FILE."
    #expect(run.lines.first == sentence && run.status == 1, "\(run)")
  }

  @Test("A secret without an answer is reported")
  func noAnswer() throws {
    _ = try record()
    let run = try replay("")
    #expect(run.lines.first?.hasPrefix("The replay needs another secret.") == true)
    #expect(run.lines.last == "14 steps, 12 not as recorded.")
    #expect(run.status == 1)
  }

  @Test("A session that begins at a place is repeated there")
  func place() throws {
    _ = try tour.run(["--store", ":memory:", "--record", log, "settings"], "1\n")
    #expect(try replay().lines == ["3 steps, as recorded."])
  }

  @Test("A session at a terminal is repeated without one")
  func terminal() throws {
    let run = try tour.inTerminal(["--store", ":memory:", "--record", log])
    #expect(run.hear("> ") && run.say("Settings\n", hear: "> "))
    #expect(run.say("1\n", hear: "> ") && run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
    #expect(try replay().lines == ["4 steps, as recorded."])
  }

  @Test("Requests are repeated as they were sent, also those that were refused or cancelled")
  func requests() throws {
    let lines = [
      #"{"label":"Settings"}"#, #"{"number":2}"#, #"{"cancel":true}"#,
      #"{"number":2,"value":" x "}"#, #"{"label":"Note of this scene","value":""}"#,
      #"{"number":2,"value":"\"\""}"#, #"{"number":2}"#, #"{"command":"home"}"#, "{",
      #"{"answer":"milk"}"#, #"{"command":"back"}"#,
    ]
    _ = try tour.run(
      ["--json", "--store", ":memory:", "--record", log], lines.joined(separator: "\n") + "\n")
    #expect(try replay().lines == ["13 steps, as recorded."])
  }

  @Test("Lines that may be a secret are passed over")
  func hidden() throws {
    _ = try record("Log in\n# a comment\n7\n\"Back\"\nopen nowhere\nfrob\nback\n")
    #expect(!tour.store.contains("comment") && !tour.store.contains("frob"))
    #expect(try replay().lines == ["9 steps, as recorded."])
  }

  @Test("A question that ^C left at a terminal is left again", arguments: LineReading.all)
  func interrupted(reading: LineReading) throws {
    let run = try tour.inTerminal(reading, ["--store", ":memory:", "--record", log])
    #expect(run.hear("> ") && run.say("Settings\n", hear: "> "))
    #expect(run.say("2\n", hear: "Note of this scene: ") && run.say("abc", hear: "abc"))
    #expect(run.say("\u{3}", hear: "^C\r\n> ") && run.say("back\n", hear: "> "))
    #expect(run.say("quit\n", hear: "quit") && run.end() == 0)
    #expect(try replay().lines == ["6 steps, as recorded."])
  }

  @Test("A command that ^C has cancelled is cancelled again", arguments: LineReading.all)
  func cancelled(reading: LineReading) throws {
    let probe = Built("terminal-probe", store: tour.store)
    let run = try probe.inTerminal(reading, ["--store", ":memory:", "--record", log])
    #expect(run.hear("> ") && run.say("wait 60\n", hear: "wait 60\r\n") && run.isRead())
    #expect(run.say("\u{3}", hear: "^C\r\n") && run.hear("> "))
    #expect(run.say("stay\n", hear: "staying") && run.say("\u{3}", hear: "^C"))
    // Two signals that wait for a process are one; the step ends when the first one was taken.
    #expect((0..<6_000).contains { _ in usleep(10_000) == 0 && tour.store.contains(#""stay""#) })
    run.say("\u{3}")
    #expect(run.end() == 130)
    let again = try probe.run(["--store", ":memory:", "--replay", log])
    #expect(again.lines == ["staying", "6 steps, as recorded."], "\(again)")
    #expect(again.status == 0)
  }

  @Test("A log that cannot be read or created is reported with its status")
  func unusable() throws {
    let missing = try tour.run(["--replay", "/nowhere"])
    #expect(missing.status == 65 && missing.errors.contains("The log '/nowhere' could not be read"))
    let wrong = try tour.run(["--replay", tour.store.path + "/begun"])
    #expect(wrong.status == 65 && wrong.errors.contains("it is not a session log"))
    #expect(try tour.run(["--record", "/nowhere/x"]).status == 73)
  }
}
