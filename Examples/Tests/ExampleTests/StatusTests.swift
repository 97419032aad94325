import Glibc
import TestThreads
import Testing
import WaylineTesting

/// One row of the table of exit statuses, and a way to come to it.
private struct StatusRow: Sendable, CustomTestStringConvertible {
  let status: Int32
  let testDescription: String
  let run: @Sendable (Built) throws -> Int32?

  init(_ status: Int32, _ name: String, _ run: @escaping @Sendable (Built) throws -> Int32?) {
    (self.status, testDescription, self.run) = (status, name, run)
  }

  static let all = [
    StatusRow(0, "everything was accepted") { try $0.run([], "Settings\nquit\n").status },
    StatusRow(0, "the input is empty") { try $0.run().status },
    StatusRow(1, "an unknown command") { try $0.run([], "nonsense\n").status },
    StatusRow(1, "an ambiguous label") { try $0.run(["settings"], "Lend\n").status },
    StatusRow(1, "a refused value") { try $0.run(["settings"], "1 maybe\n").status },
    StatusRow(1, "an unknown place in a script") { try $0.run([], "open nowhere\n").status },
    StatusRow(2, "an unknown place on the command line") { try $0.run(["nowhere"]).status },
    StatusRow(73, "a folder that cannot be created") {
      try $0.run(["--store", "/proc/x"], "Settings\n").status
    },
    StatusRow(73, "a log that cannot be created") {
      try $0.run(["--record", "/nowhere/x"]).status
    },
    StatusRow(74, "a description that cannot be written") {
      try $0.shell("\"$0\" --help > /dev/full").status
    },
    StatusRow(1, "a question without an answer") { try $0.run(["settings"], "2\n").status },
    StatusRow(2, "an unknown option") { try $0.run(["--nonsense"]).status },
    StatusRow(2, "an option without its value") { try $0.run(["--scene"]).status },
    StatusRow(3, "the input ends within a flow") { tour in
      let lines = "open desk book 42\nLend\nPasscode: 1234\nLog in\n"
      return try tour.run([], lines).status
    },
    StatusRow(65, "a store that is none") { tour in
      try tour.store.write("a letter", to: "state.sqlite3")
      return try tour.run([], "Settings\n").status
    },
    StatusRow(65, "a missing script") { try $0.run(["--script", "/nowhere"]).status },
    StatusRow(65, "a script that cannot be read to its end") {
      try $0.run(["--script", "/proc/self/mem"]).status
    },
    StatusRow(75, "a scene that is in use") { tour in
      let first = try tour.inTerminal(["--scene", "desk"])
      guard first.hear("> ") else { return nil }
      return try tour.run(["--scene", "desk"]).status
    },
    StatusRow(77, "a store that is a symbolic link") { tour in
      try tour.store.write("", to: "elsewhere")
      symlink(tour.store.path + "/elsewhere", tour.store.path + "/state.sqlite3")
      return try tour.run([], "Settings\n").status
    },
    StatusRow(129, "the terminal is hung up") { try ended($0, by: SIGHUP) },
    StatusRow(130, "^C twice") { tour in
      let run = try tour.inTerminal()
      guard run.hear("> "), run.say("\u{3}", hear: "again to leave") else { return nil }
      run.say("\u{3}")
      return run.end()
    },
    StatusRow(141, "the output is not read") { tour in
      let command =
        "yes show 2>&- | head -20000 2>&- | \(tour.program.path) --store :memory: | head -1; "
        + "exit ${PIPESTATUS[2]}"
      let path = "/usr/bin:/bin"
      return try Program(path: "/bin/bash").run(["-c", command], environment: ["PATH": path]).status
    },
    StatusRow(143, "the program is asked to end") { try ended($0, by: SIGTERM) },
  ]

  private static func ended(_ tour: Built, by signal: Int32) throws -> Int32? {
    let run = try tour.inTerminal()
    guard run.hear("> ") else { return nil }
    run.send(signal)
    return run.end()
  }
}

@Suite("Exit status", .waitsForPrograms)
struct StatusTests {
  @Test("Every row of the table", arguments: StatusRow.all)
  private func row(_ row: StatusRow) throws {
    #expect(try row.run(Built("tour")) == row.status)
  }

  @Test(
    "A program that is asked to end, or hung up, has saved its place",
    arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func savedAtSignal(signal: Int32, status: Int32) throws {
    let tour = Built("tour")
    let run = try tour.inTerminal(["--plain"])
    #expect(run.hear("> ") && run.say("Settings\n", hear: "Tour › Settings"))
    #expect(run.hear("> "))
    run.send(signal)
    #expect(run.end() == status)
    let next = try tour.inTerminal(["--plain"])
    #expect(next.hear("Tour › Settings"))
    #expect(next.say("quit\n", hear: "quit"))
    #expect(next.end() == 0)
  }

  @Test("The first line of a pipe is printed although the rest is not read, without a message")
  func head() throws {
    let tour = Program.built("tour").path
    let run = try Program(path: "/bin/bash").run(
      ["-c", "yes show 2>&- | head -20000 2>&- | \(tour) --store :memory: | head -1"],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(run.lines == ["Tour"] && run.errors.isEmpty)
  }
}
