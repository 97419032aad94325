import FoundationEssentials
import Glibc
import TestThreads
import Testing
import WaylineTesting

/// A program with a shell around it, which prints the terminal's settings before and after.
private final class WatchedRun {
  let terminal: TerminalProgram
  private(set) var process: pid_t = 0

  init(_ reading: LineReading) throws {
    let probe = Built("terminal-probe")
    // The shell survives the keys, and passes the default actions on.
    let script = """
      trap : INT QUIT; before=$(stty -g)
      /bin/sh -c 'echo "pid $$."; exec "$0" "$@"' "$@"; status=$?
      [ "$before" = "$(stty -g)" ] && echo same || echo "changed to: $(stty -a)"
      stty -icanon min 0 time 0; echo "rest [$(head -c 99)], status $status."
      """
    terminal = try TerminalProgram(
      "/bin/sh", ["-c", script, "sh", probe.program.path, "--store", ":memory:"] + reading.words,
      environment: [
        "HOME": probe.store.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm",
        "SWIFT_BACKTRACE": "enable=no",
      ])
    #expect(terminal.hear("pid ") && terminal.hear("."))
    let text = terminal.heard.split(separator: "pid ").last?.prefix { $0.isNumber } ?? ""
    process = pid_t(text) ?? 0
    #expect(process > 1 && terminal.hear("> "), "\(terminal.heard)")
  }

  func send(_ signal: Int32) {
    kill(process, signal)
  }

  /// Waits until a signal has reached the program's handler: it is pending no more.
  func hasTaken(_ signal: Int32) -> Bool {
    for _ in 0..<2_000 {
      let status = FileManager.default.contents(atPath: "/proc/\(process)/status") ?? Data()
      let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
      let masks = lines.filter { $0.hasPrefix("SigPnd:") || $0.hasPrefix("ShdPnd:") }
        .compactMap { UInt64($0.drop { $0 != "\t" }.dropFirst(), radix: 16) }
      if masks.count == 2, masks.allSatisfy({ $0 >> (signal - 1) & 1 == 0 }) { return true }
      usleep(10_000)
    }
    return false
  }

  /// Brings the program into a state.
  func enter(_ state: ProgramState) -> Bool { terminal.enter(state) }

  /// Whether it ended with a status, the settings as before, and nothing left of a secret.
  func ended(_ status: Int32) -> Bool {
    terminal.hear("same") && terminal.hear("status \(status).")
      && !terminal.heard.contains("rest [hunter2")
  }
}

/// The states of a program at a terminal in which a signal can arrive.
enum ProgramState: CaseIterable {
  case prompt, editing, question, secret, text, running, blocked, printing, spinning, child

  /// Whether the loop of the program runs, so that the first signal ends it.
  var isResponsive: Bool { self != .spinning && self != .child }

  /// Whether the first ^C ends the state, after which the prompt comes.
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
    case .child: say("Child\n", hear: "in front")
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
  }

  @Test(
    "A signal that is not caught ends it at once in every state, with the terminal as before",
    arguments: states, [SIGQUIT, SIGUSR1, SIGSEGV])
  func uncaught(place: (LineReading, ProgramState), signal: Int32) throws {
    // The quit key belongs to the program in front.
    if place.1 == .child, signal == SIGQUIT { return }
    let run = try WatchedRun(place.0)
    #expect(run.enter(place.1))
    run.send(signal)
    #expect(run.ended(128 + signal), "\(run.terminal.heard.suffix(2000))")
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

  @Test("The typed half of a secret is discarded at a stop, too", arguments: LineReading.all)
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

  @Test("^C twice ends an action that never returns", arguments: LineReading.all)
  func interruptSpinning(reading: LineReading) throws {
    let run = try WatchedRun(reading)
    #expect(run.enter(.spinning))
    run.terminal.say("\u{3}")
    // The program takes two signals within a tenth of a second for one.
    usleep(150_000)
    run.terminal.say("\u{3}")
    #expect(run.ended(130), "\(run.terminal.heard)")
  }

  @Test(
    "^D ends a text of several lines and retains it", arguments: LineReading.all)
  func endOfText(reading: LineReading) throws {
    let run = try WatchedRun(reading)
    #expect(run.enter(.text))
    #expect(run.terminal.say("two\u{4}\u{4}", hear: "Noted: one, two"), "\(run.terminal.heard)")
    #expect(run.terminal.hear("> "))
    if reading != .plain, LineReading.hasLibrary {
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

@Suite("The end of a program without a terminal", .waitsForPrograms)
struct PipeEndingTests {
  private let probe = Built("terminal-probe")

  /// Starts the program with an input that stays open and an output that nothing reads yet.
  private func start(_ words: [String] = []) throws -> PipedProgram {
    try PipedProgram(probe.program.path, ["--store", ":memory:"] + words)
  }

  @Test("^C ends it with 130 while it waits for input", arguments: [SIGINT, SIGTERM, SIGHUP])
  func idle(signal: Int32) throws {
    let program = try start()
    #expect(program.hear("Child"))
    program.send(signal)
    #expect(program.end() == 128 + signal)
  }

  @Test(
    "Too few descriptors, and files that may not grow, end with a sentence and a status",
    arguments: [("-n 5", 75), ("-n 7", 75), ("-n 12", 75)])
  func limits(limit: String, status: Int32) throws {
    let run = try Program(path: "/bin/sh").run([
      "-c", "ulimit \(limit); exec \(probe.program.path) --store :memory:",
    ])
    #expect(run.status == status, "\(run)")
    #expect(run.errors.contains("Raise the limit with 'ulimit -n'."), "\(run)")
  }

  @Test("A file that may not grow is a sentence and a status, and no signal ends the program")
  func fileSize() throws {
    let run = try Program(path: "/bin/sh").run(
      ["-c", "ulimit -f 0; exec \(Program.built("tour").path) --store \(probe.store.path)/small"],
      input: "Settings\nquit\n")
    #expect(run.status < 128, "\(run)")
    #expect(run.output.contains("The store ") && run.output.contains("could not"), "\(run)")
  }

  @Test("^C ends a script with 130, whatever it waits for", arguments: [[], ["--strict"]])
  func script(options: [String]) throws {
    try probe.store.write("wait 60\nshow\n", to: "script")
    let path = "\(probe.store.path)/script"
    let program = try start(["--script", path] + options)
    #expect(program.hear("Child"))
    program.send(SIGINT)
    #expect(program.end() == 130)
  }

  @Test(
    "A signal ends it while its output is full, also when the program prints by itself",
    arguments: [("Flood", "Row 1 "), ("Print", "Line 1 ")], [SIGINT, SIGTERM, SIGHUP])
  func blocked(output: (button: String, beginning: String), signal: Int32) throws {
    let program = try start()
    #expect(program.hear("Child"))
    program.say("\(output.button)\n")
    #expect(program.hear(output.beginning) && program.isStalled())
    program.send(signal)
    #expect(program.end() == 128 + signal)
  }

  @Test("An idle program and a blocked one end within 0.2 s", arguments: [false, true])
  func promptness(isBlocked: Bool) throws {
    let times = try (0..<5).map { _ in
      let program = try start()
      #expect(program.hear("Child"))
      if isBlocked {
        program.say("Flood\n")
        #expect(program.hear("Row 1 ") && program.isStalled())
      }
      let start = ContinuousClock.now
      program.send(SIGTERM)
      #expect(program.end() == 143)
      return ContinuousClock.now - start
    }
    // The fastest of five: others use the machine as well.
    #expect(times.min()! < .milliseconds(200), "\(times)")
  }
}

/// A program between two pipes, whose output is read only on request.
private final class PipedProgram {
  private var process: pid_t = 0
  private let input: Int32
  private let output: Int32
  private var heard = ""
  private var isOver = false

  init(_ path: String, _ arguments: [String]) throws {
    var (inputs, outputs): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    pipe(&inputs)
    pipe(&outputs)
    for end in inputs + outputs { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_adddup2(&actions, inputs[0], 0)
    posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
    let environment: [String] = ["HOME=/tmp", "PATH=/usr/bin:/bin"]
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for copy in words + variables { free(copy) } }
    let code = posix_spawn(&process, path, &actions, &attributes, words, variables)
    close(inputs[0])
    close(outputs[1])
    (input, output) = (inputs[1], outputs[0])
    guard code == 0 else { throw TerminalProgram.Failure(code: code) }
  }

  deinit {
    if !isOver {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(input)
    close(output)
  }

  func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
  }

  func hear(_ text: String) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while !heard.contains(text) {
      var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 20_000) > 0 else { return false }
      let count = read(output, &chunk, chunk.count)
      guard count > 0 else { return false }
      heard += String(decoding: chunk.prefix(count), as: UTF8.self)
    }
    return true
  }

  /// Waits until the program has filled its output.
  func isStalled() -> Bool { Stall.isReached(output) }

  func send(_ signal: Int32) {
    kill(process, signal)
  }

  /// Waits for the end without reading anything; nil after twenty seconds.
  func end() -> Int32? {
    for _ in 0..<20_000 {
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process {
        isOver = true
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
      }
      usleep(1000)
    }
    return nil
  }
}
