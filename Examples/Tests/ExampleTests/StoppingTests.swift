import FoundationEssentials
import Glibc
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite(
  "A program that is stopped by ^Z", .waitsForPrograms,
  .enabled(if: access("/bin/bash", X_OK) == 0, "bash is not installed."))
struct StoppingTests {
  private let probe = Built("terminal-probe")

  /// Starts the program of endings as a job of a shell.
  private func start(_ reading: LineReading) throws -> (shell: TerminalProgram, process: pid_t) {
    let shell = try TerminalProgram(
      "/bin/bash", ["--norc", "-i"],
      environment: [
        "HOME": probe.store.path, "PS1": "shell$ ", "TERM": "xterm", "LANG": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
      ])
    let words = reading == .plain ? "--plain" : "--color never"
    let program = "\(probe.program.path) --store :memory: \(words)"
    #expect(shell.hear("shell$ "))
    shell.say("sh -c 'echo \"pid $$.\"; exec \(program)'\n")
    // The command is on the terminal first.
    #expect(shell.hear("exec ") && shell.hear("pid ") && shell.hear("\r\n> "), "\(shell.heard)")
    let text = shell.heard.split(separator: "pid ").last?.prefix { $0.isNumber } ?? ""
    return (shell, pid_t(text) ?? 0)
  }

  private static let readings = [LineReading.plain, .edited].filter(LineReading.all.contains)
  private static let states = readings.flatMap { reading in
    ProgramState.allCases.filter { ![.spinning, .printing].contains($0) }.map { (reading, $0) }
  }

  @Test("^Z stops it in every state, and fg continues where it was", arguments: states)
  func stopped(place: (LineReading, ProgramState)) throws {
    let (shell, process) = try start(place.0)
    #expect(process > 1 && shell.enter(place.1))
    shell.say("\u{1A}")
    #expect(ProcessState.reaches(stopped: true, process))
    #expect(shell.hear("Stopped") && shell.hear("shell$ "), "\(shell.heard.suffix(2000))")
    if place.1 == .child {
      let children = ProcessState.children(of: process)
      #expect(!children.isEmpty && children.allSatisfy { ProcessState.reaches(stopped: true, $0) })
    }
    shell.say("fg\n")
    #expect(ProcessState.reaches(stopped: false, process))
    #expect(continues(place.1, place.0, shell), "\(shell.heard.suffix(2000))")
    #expect(!shell.heard.contains("hunter2"))
  }

  @Test("An action that does not return is stopped when it has returned", arguments: readings)
  func held(reading: LineReading) throws {
    let (shell, process) = try start(reading)
    #expect(process > 1 && shell.say("Hold\n", hear: "holding"))
    kill(process, SIGTSTP)
    #expect(ProcessState.hasTaken(SIGTSTP, process) && !ProcessState.isStopped(process))
    try probe.store.write("", to: "release")
    #expect(shell.hear("Stopped") && shell.hear("shell$ "), "\(shell.heard.suffix(2000))")
    #expect(ProcessState.reaches(stopped: true, process))
    shell.say("fg\n")
    #expect(ProcessState.reaches(stopped: false, process) && shell.hear("> "))
    #expect(shell.say("Note\n", hear: "dot):"), "\(shell.heard.suffix(2000))")
    #expect(shell.heard.contains("[2] Member: held"))
  }

  @Test("An action that prints more than is read is stopped when all is read", arguments: readings)
  func printing(reading: LineReading) throws {
    let (shell, process) = try start(reading)
    #expect(process > 1 && shell.enter(.printing))
    kill(process, SIGTSTP)
    #expect(ProcessState.hasTaken(SIGTSTP, process) && !ProcessState.isStopped(process))
    #expect(shell.hear("Line 99999 ") && shell.hear("Stopped") && shell.hear("shell$ "))
    shell.say("fg\n")
    #expect(ProcessState.reaches(stopped: false, process) && shell.hear("> "))
    #expect(shell.say("Member: Ann\n", hear: "[2] Member: Ann"), "\(shell.heard.suffix(2000))")
  }

  /// True if the program continues what it did.
  private func continues(
    _ state: ProgramState, _ reading: LineReading, _ shell: TerminalProgram
  ) -> Bool {
    switch state {
    case .prompt: shell.hear("> ") && shell.say("Member: Ann\n", hear: "[2] Member: Ann")
    case .editing where reading == .edited:
      shell.hear("half a li") && shell.say("\u{3}", hear: "> ")
    case .editing: shell.hear("> ") && shell.say("Member: Ann\n", hear: "[2] Member: Ann")
    case .question: shell.hear("Member: ") && shell.say("\u{3}", hear: "> ")
    case .secret: shell.hear("Code: ") && shell.say("abc\n", hear: "(hidden, 3 characters)")
    case .text: shell.say("two\n.\n", hear: "Noted: one, two")
    case .running, .child:
      // At its prompt it would ask whether to leave.
      shell.say("\u{3}", hear: "> ") && !shell.heard.contains("Press ^C")
    case .blocked: shell.hear("Row 19999 ") && shell.hear("> ")
    case .printing, .spinning: false
    }
  }
}
