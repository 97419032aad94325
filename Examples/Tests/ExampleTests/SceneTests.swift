import Glibc
import TestThreads
import Testing
import WaylineTesting

@Suite("Scenes of the tour", .waitsForPrograms)
struct SceneTests {
  private let tour = Built("tour")
  private let note = "Note of this scene: "

  /// Leaves a scene in the settings, with a note.
  private func leave(_ name: String) throws {
    _ = try tour.run(["--scene", name], "Settings\n\(note)marginalia\n")
  }

  /// The lines with which a scene begins and shows its settings.
  private func lines(_ arguments: [String]) throws -> [String] {
    try tour.run(arguments + ["--echo"], "Settings\n").lines
  }

  @Test("A scene is restored to its place with its values (25)")
  func continues() throws {
    try leave("desk")

    let lines = try lines(["--scene", "desk"])

    #expect(lines.first == "Tour › Settings")
    #expect(lines.contains { $0.contains("\(note)marginalia") })
  }

  @Test("A script without --scene neither saves nor restores a place (19)")
  func script() throws {
    try leave("main")

    let lines = try tour.run(["--echo"], "Two views\n").lines

    #expect(lines.first == "Tour")
    #expect(!tour.store.names.contains { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") })
    #expect(try tour.run(["--scene", "main"]).lines.first == "Tour › Settings")
  }

  @Test("--fresh erases the place and the values of the scene, and of no other (25)")
  func fresh() throws {
    try leave("desk")
    try leave("other")

    let lines = try lines(["--scene", "desk", "--fresh"])

    #expect(lines.first == "Tour")
    #expect(lines.contains { $0.contains(note) })
    #expect(!lines.contains { $0.contains("marginalia") })
    #expect(try self.lines(["--scene", "other"]).contains { $0.contains("marginalia") })
  }

  @Test("scene erase in a pipe, which has no saved session, asks for a name")
  func eraseUnnamed() throws {
    let run = try tour.run([], "scene erase\nscene erase yes\n")
    let sentence = "A pipe has no saved session. Name one: scene erase NAME."
    #expect(
      run.lines.filter { $0.hasSuffix(": \(sentence)") }.count == 2 && run.status == 1, "\(run)")
  }

  @Test("scene erase ends a scene with its place and its values (25)")
  func erased() throws {
    try leave("desk")

    #expect(try tour.run(["scene", "erase", "desk", "yes"]).status == 0)

    let lines = try lines(["--scene", "desk"])
    #expect(lines.first == "Tour")
    #expect(!lines.contains { $0.contains("marginalia") })
  }

  @Test("The fifty-first scene erases the least recently used one, and reports it (25)")
  func limit() throws {
    for number in 1...50 { try leave("s\(number)") }

    let last = try tour.run(["--scene", "s51"], "Settings\n")

    #expect(
      last.lines.contains(
        "Erased the least recently used session 's1': at most 50 are stored."))
    let list = try tour.run(["scene", "list"]).lines
    #expect(list.count == 50)
    #expect(!list.contains { $0.hasPrefix("s1:") })
    #expect(try tour.run(["--scene", "s51"]).lines.first == "Tour › Settings")
  }

  @Test(
    "quit, the end of input and a signal save a scene, in the one file (25, storage 21)",
    arguments: ["quit", "\u{4}", "kill"])
  func keeps(end: String) throws {
    let run = try tour.inTerminal(["--plain"])
    #expect(run.hear("> ") && run.say("Settings\n", hear: "Tour › Settings"))
    #expect(run.hear("> "))
    // The copy of a person who looks in the middle needs the log, too.
    #expect(tour.store.names.contains("state.sqlite3-wal"))

    switch end {
    case "quit": run.say("quit\n")
    case "kill": run.send(SIGTERM)
    default: run.say(end)
    }

    #expect(run.end() == (end == "kill" ? 128 + SIGTERM : 0))
    #expect(try tour.run(["--scene", "main"]).lines.first == "Tour › Settings")
  }

  @Test("A destination that the login has deferred survives kill -9 (13)")
  func killedOnTheWay() throws {
    let run = try tour.inTerminal(["--plain", "desk", "member", "Ada"])
    #expect(run.hear("Tour › Desk › Staff\r\n") && run.hear("> "))
    run.send(SIGKILL)
    #expect(run.end() == 128 + SIGKILL)

    let next = try tour.inTerminal(["--plain"])
    #expect(next.hear("Tour › Desk › Staff\r\n") && next.hear("> "))
    #expect(next.say("Passcode: 1234\n", hear: "[2] Log in"))
    #expect(next.hear("> ") && next.say("Log in\n", hear: "Tour › Desk › Ada"))
    #expect(next.hear("> ") && next.say("quit\n", hear: "quit"))
    #expect(next.end() == 0)
  }
}
