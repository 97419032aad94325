import Glibc
import Testing
import WaylineGraph
import WaylineSystem
import WaylineViews

@testable import WaylineShell

/// A page that leaves the terminal, from a button and from a task.
private struct LeavingPage: View {
  let output: Int32
  @Environment(\.terminal) private var terminal
  @State private var reported = "Nothing yet."

  var body: some View {
    Text(reported)
    Button("Now", action: leave)
    Button("Shell") { show { "\(try terminal.run("sh", ["-c", "echo over there; exit 7"]))" } }
    Button("Missing") { show { "\(try terminal.run("/nowhere/editor"))" } }
    Button("Nested") { show { try terminal.suspend { try terminal.suspend { "twice" } } } }
  }

  private func leave() {
    show {
      try terminal.suspend {
        var settings = termios()
        tcgetattr(output, &settings)
        let isUsual = settings.c_lflag & tcflag_t(ECHO | ICANON | NOFLSH) == tcflag_t(ECHO | ICANON)
        _ = write(output, "elsewhere\n", 10)
        return "Back, \(isUsual ? "it was as found" : "it was changed")."
      }
    }
  }

  private func show(_ body: () throws -> String) {
    do { reported = try body() } catch { reported = "\(error)" }
  }
}

@Suite("Leaving the terminal")
@MainActor
struct SuspendingTests {
  private let turns = Ends.pipe()

  /// A loop in which the terminal is left whenever a byte arrives, as a task would.
  private func loop(_ terminal: SceneTerminal) -> MainLoop {
    let loop = MainLoop()
    loop.watch(turns.near) { [turns] in
      var byte: UInt8 = 0
      read(turns.near, &byte, 1)
      _ = try? terminal.run("echo", ["meanwhile"])
    }
    return loop
  }

  private func talk(
    _ course: @escaping @Sendable (Talk) -> Void
  ) throws -> (heard: String, hasFinished: Bool) {
    let ends = try Ends.terminal()
    var options = SceneConfiguration(program: "desk")
    (options.isScript, options.printsUnasked, options.showsPrompt) = (false, true, true)
    let terminal = SceneTerminal()
    options.terminal = terminal
    let host = ViewHost { LeavingPage(output: ends.near).environment(\.terminal, terminal) }
    let driver = ShellDriver(
      session: Session(host: host, options: options), input: LineSource(descriptor: ends.near),
      output: Output(descriptor: ends.near), loop: loop(terminal))
    let talk = Talk(hears: ends.far, says: ends.far, course)
    _ = driver.run()
    return (talk.heard, talk.hasFinished)
  }

  @Test("It is left with the settings it had, and the screen is printed again")
  func left() throws {
    let (heard, hasFinished) = try talk { talk in
      talk.hear("> ")
      for _ in 0..<2 {
        talk.say("Now\n")
        talk.hear("elsewhere")
        talk.hear("Back, it was as found.")
        talk.hear("> ")
      }
      talk.say("quit\n")
    }
    #expect(hasFinished, "\(heard)")
  }

  @Test("The typed part of a line is retained when the terminal is left meanwhile")
  func leftByTask() throws {
    let turns = turns
    let (heard, hasFinished) = try talk { talk in
      talk.hear("> ")
      talk.say("sh")
      talk.hear("sh")
      turns.send("x")
      talk.hear("\r\nmeanwhile\r\nNothing yet.")
      talk.hear("> ")
      talk.say("ow\n")
      talk.hear("Nothing yet.")
      talk.say("quit\n")
    }
    #expect(hasFinished, "\(heard)")
  }

  @Test("Another program runs in it, and says how it ended")
  func programs() throws {
    let (heard, hasFinished) = try talk { talk in
      talk.hear("> ")
      talk.say("Shell\n")
      talk.hear("over there")
      talk.hear("7\r\n")
      talk.hear("> ")
      talk.say("Missing\n")
      talk.hear("'/nowhere/editor' could not be started: No such file or directory.")
      talk.hear("> ")
      talk.say("Nested\n")
      talk.hear("Another program is using the terminal already. End it first.")
      talk.hear("> ")
      talk.say("quit\n")
    }
    #expect(hasFinished, "\(heard)")
  }

  @Test("Without a terminal the calls fail with that reason")
  func none() {
    let terminal = SceneTerminal()
    let sentence = "No terminal is available for another program."
    #expect(!terminal.isAvailable)
    #expect(throws: ShellFailure(sentence)) { try terminal.edit("text") }
    #expect(throws: ShellFailure(sentence)) { try terminal.run("true") }
    #expect(throws: ShellFailure(sentence)) { try terminal.suspend {} }
  }
}
