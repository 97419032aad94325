import Glibc
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite("The person's own editor", .waitsForPrograms)
struct EditorTests {
  private let folder = TemporaryFolder()

  /// Starts `lend 42` in a terminal whose editor is a script.
  private func lend(editor script: String, _ terminal: String) throws -> TerminalProgram {
    // Read by a shell: a file that was just written cannot always be executed at once.
    try folder.write(script, to: "editor")
    return try TerminalProgram(
      Program.built("lend").path, ["42"],
      environment: [
        "HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": terminal,
        "TMPDIR": folder.path, "EDITOR": "/bin/sh \(folder.path)/editor -q",
      ])
  }

  @Test(
    "A text goes to the editor and comes back, and the terminal is the program's again",
    arguments: ["dumb", "xterm"])
  func edited(terminal: String) throws {
    let script = """
      stty -a | grep -q ' icanon' && stty -a | grep -q ' echo ' && echo cooked
      echo "$1 has $(cat "$2")."; read -r line; echo "$line" > "$2"
      """
    let run = try lend(editor: script, terminal)
    for (text, before) in [("a torn page", ""), ("two", "a torn page")] {
      #expect(run.hear("> ") && run.say("Write\n", hear: "cooked"), "\(run.heard)")
      #expect(run.hear("-q has \(before)."), "\(run.heard)")
      #expect(run.say("\(text)\n", hear: "Remark: \(text)"), "\(run.heard)")
    }
    #expect(run.hear("> ") && run.say("quit\n", hear: "was not lent"))
    #expect(run.end() == 3, "\(run.heard)")
    #expect(folder.names == ["editor"], "The draft is deleted.")
  }

  @Test("An editor that fails changes nothing, and the failure is printed")
  func failed() throws {
    let run = try lend(editor: "echo x > \"$2\"; exit 3", "dumb")
    #expect(run.hear("> "))
    #expect(
      run.say("Write\n", hear: "ended with status 3. The text was not changed."), "\(run.heard)")
    #expect(run.hear("> ") && run.say("show\n", hear: "Remark: (empty)"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "was not lent"))
    #expect(run.end() == 3)
  }

  @Test("An editor that does not exist is named")
  func missing() throws {
    let run = try TerminalProgram(
      Program.built("lend").path, ["42"],
      environment: [
        "HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "dumb",
        "EDITOR": "/nonexistent",
      ])
    #expect(run.hear("> "))
    #expect(run.say("Write\n", hear: "The editor '/nonexistent' was not found."), "\(run.heard)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "was not lent") && run.end() == 3)
  }

  @Test("^C in the editor is the editor's")
  func interrupted() throws {
    let script =
      "trap 'echo caught; echo kept > \"$2\"; exit 0' INT; echo waiting; while :; do sleep 1; done"
    let run = try lend(editor: script, "dumb")
    #expect(run.hear("> ") && run.say("Write\n", hear: "waiting"))
    #expect(run.say("\u{3}", hear: "caught"))
    #expect(run.hear("Remark: kept") && run.hear("> "), "\(run.heard)")
    #expect(
      run.say("\u{3}", hear: "Press ^C again to leave."), "The next ^C is the first one here.")
    run.say("\u{3}")
    #expect(run.end() == 130)
  }

  @Test("SIGTERM during the editor ends the program when the editor has ended")
  func terminated() throws {
    let run = try lend(editor: "echo waiting; read -r line", "dumb")
    #expect(run.hear("> ") && run.say("Write\n", hear: "waiting"))
    run.send(SIGTERM)
    run.say("\n")
    #expect(run.end() == 143)
  }

  @Test("Without a terminal there is nothing to leave, and no button for it")
  func pipe() throws {
    let run = try Program.built("lend").run(["42"], input: "Write in an editor\nquit\n")
    #expect(!run.errors.contains("] Write in an editor"))
  }
}
