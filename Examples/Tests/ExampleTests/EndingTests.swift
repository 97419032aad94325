import FoundationEssentials
import Glibc
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

/// A program with a shell around it, which prints the terminal's settings before and after.
private final class WatchedRun {
  let terminal: TerminalProgram
  private(set) var process: pid_t = 0
  private let probe = Built("terminal-probe")

  convenience init(
    _ reading: LineReading, backtraces: String = "enable=no", variables: [String: String] = [:],
    isJob: Bool = false
  ) throws {
    try self.init(
      ["--store", ":memory:"] + reading.words, backtraces: backtraces, variables: variables,
      isJob: isJob)
  }

  /// - Parameter isJob: whether the shell gives the program a process group of its own, so that it can
  ///   be stopped; it is killed after that.
  init(
    _ words: [String], backtraces: String = "enable=no", variables: [String: String] = [:],
    isJob: Bool = false
  ) throws {
    // The shell survives the keys, and passes the default actions on.
    let script = """
      \(isJob ? "set -m" : ":"); trap : INT QUIT; before=$(stty -g)
      /bin/sh -c 'echo "pid $$."; exec "$0" "$@"' "$@"; status=$?
      [ "$before" = "$(stty -g)" ] && echo same || echo "changed to: $(stty -a)"
      stty -icanon min 0 time 0; echo "rest [$(head -c 99)], status $status."
      \(isJob ? "kill -KILL %1" : ":")
      """
    let usual = [
      "HOME": probe.store.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm",
      "SWIFT_BACKTRACE": backtraces,
    ]
    try probe.store.write("", to: "begun")
    terminal = try TerminalProgram(
      "/bin/sh", ["-c", script, "sh", probe.program.path] + words,
      environment: usual.merging(variables) { $1 })
    #expect(terminal.hear("pid ") && terminal.hear("."))
    let text = terminal.heard.split(separator: "pid ").last?.prefix { $0.isNumber } ?? ""
    process = pid_t(text) ?? 0
    #expect(process > 1 && terminal.hear("> "), "\(terminal.heard)")
  }

  func send(_ signal: Int32) {
    kill(process, signal)
  }

  /// Waits until a signal has reached the program's handler.
  func hasTaken(_ signal: Int32) -> Bool { ProcessState.hasTaken(signal, process) }

  /// Brings the program into a state.
  func enter(_ state: ProgramState) -> Bool { terminal.enter(state) }

  /// True if it ended, or was stopped, with a status, the settings as before, and nothing left of a secret.
  func ended(_ status: Int32) -> Bool {
    terminal.hear("same") && terminal.hear("status \(status).")
      && !terminal.heard.contains("rest [hunter2")
  }

  /// True if it ended in order: its place is saved, and no signal ended it.
  var isInOrder: Bool { probe.store.names.contains("ended") }
}

/// The states of a program at a terminal in which a signal can arrive.
enum ProgramState: CaseIterable {
  case prompt, editing, question, secret, text, running, blocked, printing, spinning, child

  /// True if the loop of the program runs, so that the first signal ends it.
  var isResponsive: Bool { self != .spinning && self != .child }

  /// True if the first ^C ends the state, after which the prompt comes.
  var isLeftByInterrupt: Bool { ![.blocked, .printing, .spinning].contains(self) }
}

extension TerminalProgram {
  /// Brings the program of endings, which is at its prompt, into a state.
  func enter(_ state: ProgramState) -> Bool {
    switch state {
    case .prompt: true
    case .editing: say("half a li", hear: "half a li")
    case .question: say("Member\n", hear: "Member: ") && say("An", hear: "An")
    case .secret: say("Code\n", hear: "Code: ") && hasTyped("hunter2")
    case .text: say("Note\n", hear: "dot):") && say("one\n", hear: "one") && isRead()
    case .running: say("wait 60\n", hear: "wait 60\r\n") && isRead()
    case .blocked: say("Flood\n", hear: "Row 1 ") && isStalled()
    case .printing: say("Print\n", hear: "Line 1 ") && isStalled()
    case .spinning: say("Spin\n", hear: "spinning")
    case .child: say("Child\n", hear: "child runs")
    }
  }

  /// Types something that is not shown.
  private func hasTyped(_ text: String) -> Bool {
    say(text)
    return true
  }
}

@Suite("The end of a program at a terminal", .waitsForPrograms)
struct EndingTests {
  private static let states: [(LineReading, ProgramState)] = LineReading.all.flatMap { reading in
    ProgramState.allCases.map { (reading, $0) }
  }.filter { $0.0 != .unedited }

  @Test(
    "A signal that asks for the end ends it in every state, with the terminal as before",
    arguments: states, [SIGTERM, SIGHUP])
  func asked(place: (LineReading, ProgramState), signal: Int32) throws {
    let run = try WatchedRun(place.0)
    #expect(run.enter(place.1))
    run.send(signal)
    if !place.1.isResponsive {
      // The program takes two signals within a tenth of a second for one, by its own clock.
      #expect(run.hasTaken(signal))
      usleep(150_000)
      run.send(signal)
    }
    #expect(run.ended(128 + signal), "\(run.terminal.heard.suffix(2000))")
    #expect(run.isInOrder == place.1.isResponsive)
  }

  @Test("Two signals that come together, as from a terminal that is closed, let it end in order")
  func together() throws {
    let run = try WatchedRun(.plain)
    run.send(SIGHUP)
    run.send(SIGTERM)
    // The system decides which of the two handlers runs first.
    #expect(run.terminal.hear("same") && run.terminal.hear("status 1"), "\(run.terminal.heard)")
    #expect(run.isInOrder)
  }

  @Test(
    "A terminal that is closed ends it in order with 129, and what was typed is not taken",
    arguments: states.filter { $0.1.isResponsive })
  func hungUp(place: (LineReading, ProgramState)) throws {
    let probe = Built("terminal-probe")
    try probe.store.write("", to: "begun")
    let log = "\(probe.store.path)/log"
    let run = try probe.inTerminal(
      place.0, ["--store", ":memory:", "--record", log])
    #expect(run.hear("> ") && run.enter(place.1))
    run.hangUp()
    #expect(run.endUnread() == 129)
    #expect(probe.store.names.contains("ended") && !probe.store.contains("Noted: one"))
  }

  /// The signals that end a program, but for ^C, and those that it ignores: SIGPIPE and SIGXFSZ.
  private static let ending: [Int32] = [
    SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2, SIGALRM,
    SIGTERM, SIGSTKFLT, SIGXCPU, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSYS, 34, 50, 64,
  ]

  @Test(
    "Every signal that ends it during a secret leaves the terminal as before",
    arguments: LineReading.all.filter { $0 != .unedited }, ending)
  func everySignal(reading: LineReading, signal: Int32) throws {
    let run = try WatchedRun(reading)
    #expect(run.enter(.secret))
    run.send(signal)
    #expect(run.ended(128 + signal), "\(run.terminal.heard.suffix(2000))")
  }

  @Test(
    "A signal that is not caught ends it at once in every state, with the terminal as before",
    arguments: states, [SIGQUIT, SIGUSR1, SIGSEGV])
  func uncaught(place: (LineReading, ProgramState), signal: Int32) throws {
    let run = try WatchedRun(place.0)
    #expect(run.enter(place.1))
    if place.1 == .child, signal == SIGQUIT {
      // The quit key belongs to the program in front.
      #expect(run.terminal.say("\u{1C}", hear: "> "), "\(run.terminal.heard)")
      #expect(run.terminal.say("Member: Ann\n", hear: "[2] Member: Ann"), "\(run.terminal.heard)")
      #expect(run.terminal.hear("> "))
    }
    run.send(signal)
    #expect(run.ended(128 + signal), "\(run.terminal.heard.suffix(2000))")
    #expect(!run.isInOrder)
  }

  @Test(
    "A handler of ^\\ that the program has set is its own, whether the runtime reports crashes or not",
    arguments: ["enable=no", "enable=yes,interactive=no,symbolicate=off,limit=4"])
  func ownHandler(backtraces: String) throws {
    let run = try WatchedRun(
      .plain, backtraces: backtraces, variables: ["HANDLES_QUIT": "1"])
    #expect(run.enter(.question))
    #expect(run.terminal.say("\u{1C}", hear: "own handler"))
    #expect(run.terminal.say("n\n", hear: "[2] Member: Ann"), "\(run.terminal.heard)")
    #expect(run.terminal.hear("> ") && run.terminal.say("quit\n", hear: "quit"))
    #expect(run.ended(0), "\(run.terminal.heard)")
  }

  @Test(
    "A stop leaves the terminal as before, and nothing that was typed and not read",
    arguments: states.filter { ![.spinning, .printing, .child].contains($0.1) })
  func stopSettings(place: (LineReading, ProgramState)) throws {
    let run = try WatchedRun(place.0, isJob: true)
    #expect(run.enter(place.1))
    // Nothing reads this before the stop.
    if [.running, .blocked].contains(place.1) { run.terminal.say("Abort\nhalf a line") }
    run.terminal.say("\u{1A}")
    #expect(run.ended(128 + SIGTSTP), "\(run.terminal.heard.suffix(2000))")
    #expect(run.terminal.heard.contains("rest []"), "\(run.terminal.heard.suffix(2000))")
  }

  @Test(
    "A crash and exit() in an action leave the terminal as before",
    arguments: LineReading.all,
    [
      ("End now", 7), ("Overflow", 128 + SIGSEGV), ("Fault", 128 + SIGSEGV),
      ("Abort", 128 + SIGABRT),
    ])
  func crashed(reading: LineReading, end: (button: String, status: Int32)) throws {
    let run = try WatchedRun(reading)
    run.terminal.say("\(end.button)\n")
    #expect(run.ended(end.status), "\(run.terminal.heard.suffix(2000))")
  }

  @Test(
    "The quit key during a secret ends it, after the report of a runtime that reports crashes",
    arguments: LineReading.all)
  func reported(reading: LineReading) throws {
    let report = "enable=yes,interactive=no,symbolicate=off,limit=4"
    let run = try WatchedRun(reading, backtraces: report)
    #expect(run.enter(.secret))
    run.terminal.say("\u{1C}")
    #expect(run.ended(128 + SIGQUIT), "\(run.terminal.heard.suffix(2000))")
  }

  @Test("The typed part of a secret is discarded at a stop, too", arguments: LineReading.all)
  func stopped(reading: LineReading) throws {
    let probe = Built("terminal-probe")
    let shell = try TerminalProgram(
      "/bin/bash", ["--norc", "-i"],
      environment: [
        "HOME": probe.store.path, "PS1": "shell$ ", "TERM": "xterm", "LANG": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
      ])
    #expect(shell.hear("shell$ "))
    let command = "\(probe.program.path) --store :memory: \(reading.words.joined(separator: " "))"
    #expect(shell.say("\(command)\n", hear: "\r\n> "))
    #expect(shell.say("Code\n", hear: "Code: "))
    #expect(shell.say("hunter2\u{1A}", hear: "Stopped") && shell.hear("shell$ "))
    #expect(shell.say("echo [$?]\n", hear: "[148]"), "\(shell.heard)")
    #expect(shell.hear("shell$ ") && shell.say("fg\n", hear: "Code: "))
    #expect(shell.say("abc\n", hear: "(hidden, 3 characters)"), "\(shell.heard)")
    #expect(shell.hear("> ") && shell.say("quit\n", hear: "shell$ "))
    #expect(!shell.heard.contains("hunter2"))
  }

  @Test(
    "^C leaves what the program does in every state, and twice more at its prompt ends it",
    arguments: states.filter(\.1.isLeftByInterrupt))
  func interrupted(place: (LineReading, ProgramState)) throws {
    let run = try WatchedRun(place.0)
    #expect(run.enter(place.1))
    if place.1 != .prompt { #expect(run.terminal.say("\u{3}", hear: "> ")) }
    let isAsked = run.terminal.say("\u{3}", hear: "Press ^C again to leave.")
    #expect(isAsked, "\(run.terminal.heard.suffix(2000))")
    #expect(run.terminal.hear("> "))
    run.terminal.say("\u{3}")
    #expect(run.ended(130), "\(run.terminal.heard.suffix(2000))")
    #expect(run.isInOrder)
  }

  @Test(
    "^C twice ends it while a command runs on that was cancelled",
    arguments: LineReading.all.filter { $0 != .unedited })
  func interruptStubborn(reading: LineReading) throws {
    let run = try WatchedRun(reading)
    #expect(run.terminal.say("stay\n", hear: "staying"))
    #expect(run.terminal.say("\u{3}", hear: "Press ^C again to end the program."))
    // The program takes two signals within a tenth of a second for one.
    usleep(150_000)
    run.terminal.say("\u{3}")
    #expect(run.ended(130), "\(run.terminal.heard)")
    #expect(run.isInOrder)
  }

  @Test(
    "^C twice ends it while nothing reads its output", arguments: [LineReading.plain, .edited],
    [ProgramState.blocked, .printing])
  func interruptBlocked(reading: LineReading, state: ProgramState) throws {
    guard LineReading.all.contains(reading) else { return }
    let run = try WatchedRun(reading)
    #expect(run.enter(state))
    run.terminal.say("\u{3}")
    #expect(run.hasTaken(SIGINT))
    // The program takes two signals within a tenth of a second for one.
    usleep(150_000)
    run.terminal.say("\u{3}")
    #expect(run.ended(130), "\(run.terminal.heard.suffix(2000))")
  }

  @Test(
    "An idle program and a blocked one end within 0.2 s", arguments: [SIGTERM, SIGHUP],
    [false, true])
  func promptness(signal: Int32, isBlocked: Bool) throws {
    let times = try (0..<3).map { _ in
      let run = try Built("terminal-probe").inTerminal(.plain)
      #expect(run.hear("> "))
      if isBlocked { #expect(run.enter(.blocked)) }
      let start = ContinuousClock.now
      run.send(signal)
      #expect(run.endUnread() == 128 + signal)
      return ContinuousClock.now - start
    }
    // The fastest of three: others use the machine as well.
    #expect(times.min()! < .milliseconds(200), "\(times)")
  }

  @Test("^C twice ends an action that never returns", arguments: LineReading.all)
  func interruptSpinning(reading: LineReading) throws {
    let run = try WatchedRun(reading)
    #expect(run.enter(.spinning))
    run.terminal.say("\u{3}")
    #expect(run.hasTaken(SIGINT))
    // The program takes two signals within a tenth of a second for one.
    usleep(150_000)
    run.terminal.say("\u{3}")
    #expect(run.ended(130), "\(run.terminal.heard)")
  }

  @Test(
    "^D ends a text and retains it, also when it comes with the lines, or before the first prompt",
    arguments: LineReading.all, ["one\ntwo\n", "one\ntwo"])
  func endOfTypedAheadText(reading: LineReading, text: String) throws {
    let tour = Built("tour")
    let early = try tour.inTerminal(reading, ["orders"])
    // The terminal reads lines until the program has started, as it does between two edited lines.
    early.say("Details\nNote\n\(text)\u{4}")
    #expect(early.hear("Note: 2 lines\r\n") && early.hear("> "), "\(early.heard)")
    #expect(early.say("quit\n", hear: "quit") && early.end() == 0)

    let run = try tour.inTerminal(reading, ["orders"])
    #expect(run.hear("> ") && run.say("Details\n", hear: "> "))
    #expect(run.say("Note\n\(text)\u{4}", hear: "Note: 2 lines\r\n"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("^D ends a text between two of its lines, whenever it comes", arguments: LineReading.all)
  func endBetweenLines(reading: LineReading) throws {
    let run = try Built("tour").inTerminal(reading, ["orders"])
    #expect(run.hear("> ") && run.say("Details\n", hear: "> "))
    for delay: useconds_t in stride(from: 0, to: 1_500, by: 75) {
      #expect(run.say("Note\n", hear: ":\r\n"))
      run.say("line\n")
      usleep(delay)
      #expect(run.say("\u{4}", hear: "Note: 1 line\r\n"), "\(run.heard)")
      #expect(run.hear("> ") && run.say("Note: \"\"\n", hear: "Note: (empty)") && run.hear("> "))
    }
    #expect(run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test(
    "^D ends a text of several lines and retains it", arguments: LineReading.all)
  func endOfText(reading: LineReading) throws {
    let run = try WatchedRun(reading)
    #expect(run.enter(.text))
    // Behind the beginning of a line many press it twice, where a terminal reads lines; that leaves nothing.
    let isEdited = reading != .plain && LineReading.hasLibrary
    let end = isEdited ? "\u{4}" : "\u{4}\u{4}"
    #expect(run.terminal.say("two", hear: "two"))
    #expect(run.terminal.say(end, hear: "Noted: one, two"), "\(run.terminal.heard)")
    #expect(run.terminal.hear("> "))
    if isEdited {
      #expect(run.terminal.say("Note\n", hear: "keeps the rest):\r\n") && run.terminal.hear("one"))
      #expect(run.terminal.say("\u{15}three\n", hear: "two"), "\(run.terminal.heard)")
      #expect(run.terminal.say("\u{15}.\n", hear: "Noted: three"), "\(run.terminal.heard)")
    } else {
      #expect(run.terminal.say("Note\n", hear: "new one):"))
      #expect(run.terminal.say("three\n\u{4}", hear: "Noted: three"), "\(run.terminal.heard)")
    }
    #expect(run.terminal.hear("> "))
    run.terminal.say("\u{4}")
    #expect(run.ended(0), "\(run.terminal.heard)")
  }
}

extension LineReading {
  fileprivate var words: [String] { self == .plain ? ["--plain"] : ["--color", "never"] }
}
