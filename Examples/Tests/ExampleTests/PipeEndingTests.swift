import Glibc
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite("The end of a program without a terminal", .waitsForPrograms)
struct PipeEndingTests {
  private let probe = Built("terminal-probe")

  init() throws { try probe.store.write("", to: "begun") }

  /// True if the program ended in order: its place is saved, and no signal ended it.
  private var isInOrder: Bool { probe.store.names.contains("ended") }

  /// Starts the program with an input that stays open and an output that nothing reads yet.
  private func start(
    _ words: [String] = [], backtraces: String = "enable=no"
  ) throws -> PipedProgram {
    try PipedProgram(
      probe.program.path, ["--store", ":memory:"] + words,
      ["HOME=\(probe.store.path)", "PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=\(backtraces)"])
  }

  @Test(
    "Every signal that asks for the end, or is not caught, ends it while it waits for input",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM])
  func idle(signal: Int32) throws {
    let program = try start()
    #expect(program.hear("Child"))
    program.send(signal)
    #expect(program.end() == 128 + signal)
    #expect(isInOrder == [SIGINT, SIGTERM, SIGHUP].contains(signal))
  }

  @Test(
    "The second signal ends an action that does not return", arguments: [SIGINT, SIGTERM, SIGHUP])
  func spinning(signal: Int32) throws {
    let program = try start()
    #expect(program.hear("Child"))
    program.say("Spin\n")
    #expect(program.hear("spinning"))
    program.send(signal)
    #expect(ProcessState.hasTaken(signal, program.process))
    // The program takes two signals within a tenth of a second for one.
    usleep(150_000)
    program.send(signal)
    #expect(program.end() == 128 + signal && !isInOrder)
  }

  @Test(
    "The second signal is not lost while the program has no processor time",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func unscheduled(signal: Int32) throws {
    let program = try start()
    #expect(program.hear("Child"))
    program.say("Spin\n")
    #expect(program.hear("spinning"))
    program.send(signal)
    #expect(ProcessState.hasTaken(signal, program.process))
    program.send(SIGSTOP)
    #expect(ProcessState.reaches(stopped: true, program.process))
    usleep(150_000)
    program.send(signal)
    program.send(SIGCONT)
    #expect(program.end() == 128 + signal && !isInOrder)
  }

  @Test(
    "A signal that is not caught ends it at once, whatever it does",
    arguments: [("Spin", "spinning"), ("Flood", "Row 1 "), ("Print", "Line 1 ")],
    [SIGQUIT, SIGUSR1, SIGSEGV])
  func uncaught(work: (button: String, beginning: String), signal: Int32) throws {
    let program = try start()
    #expect(program.hear("Child"))
    program.say("\(work.button)\n")
    #expect(program.hear(work.beginning) && (work.button == "Spin" || program.isStalled()))
    program.send(signal)
    #expect(program.end() == 128 + signal && !isInOrder)
  }

  @Test(
    "^\\ and signals of crashes end it, after the report of a runtime that reports crashes",
    arguments: [SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE])
  func reported(signal: Int32) throws {
    let program = try start(backtraces: "enable=yes,interactive=no,symbolicate=off,limit=4")
    #expect(program.hear("Child"))
    program.send(signal)
    #expect(program.end() == 128 + signal)
  }

  @Test(
    "A result that could not be written ends with 74, of a command as of a session",
    arguments: ["find hart", "store status", "keys", "where", "settings", "--json find hart", ""],
    [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")])
  func fullOutput(words: String, output: (redirection: String, reason: String)) throws {
    let tour = Program.built("tour").path
    let run = try Program(path: "/bin/sh").run(
      ["-c", "exec \(tour) --store \(probe.store.path)/full \(words) \(output.redirection)"],
      input: "")
    #expect(run.status == 74, "\(run)")
    #expect(run.errors == "tour: The output could not be written: \(output.reason).\n", "\(run)")
  }

  @Test(
    "What a command or a verb prints by itself, and is not written, ends with 74, or with 141",
    arguments: ["terminal-probe say", "counter explore --help"])
  func fullPrint(words: String) throws {
    let line = "\(Program.built("").path)\(words)"
    func status(_ redirection: String) throws -> ProgramRun {
      try Program(path: "/bin/bash").run(
        ["-c", "trap '' PIPE; \(line) \(redirection); exit ${PIPESTATUS[0]}"],
        environment: ["HOME": probe.store.path, "PATH": "/usr/bin:/bin"])
    }
    let full = try status(">/dev/full")
    #expect(full.status == 74, "\(full)")
    #expect(full.errors.contains("The output could not be written: No space left on device."))
    #expect(try status(">&-").status == 74)
    #expect(try status("| :").status == 141)
  }

  @Test(
    "Too few descriptors, and files that may not grow, end with a sentence and a status",
    arguments: [("-n 4", 75), ("-n 5", 75), ("-n 7", 75), ("-n 12", 75)])
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
    #expect(
      run.output.contains("The store ") && run.output.contains("input or output error"), "\(run)")
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

  @Test(
    "^Z stops it, whatever it does; an action that does not return is stopped when it has returned",
    arguments: ["", "Flood", "Hold"])
  func stopped(button: String) throws {
    let program = try start()
    #expect(program.hear("Child"))
    if !button.isEmpty { program.say("\(button)\n") }
    switch button {
    case "Flood": #expect(program.hear("Row 1 ") && program.isStalled())
    case "Hold": #expect(program.hear("holding"))
    default: break
    }
    program.send(SIGTSTP)
    if button == "Hold" {
      #expect(ProcessState.hasTaken(SIGTSTP, program.process))
      #expect(!ProcessState.isStopped(program.process))
      try probe.store.write("", to: "release")
    }
    #expect(ProcessState.reaches(stopped: true, program.process))
    program.send(SIGCONT)
    #expect(ProcessState.reaches(stopped: false, program.process))
    if button == "Flood" { #expect(program.hear("Row 19999 ")) }
    program.say("Member: Ann\n")
    #expect(program.hear("Member: Ann"))
    program.send(SIGTERM)
    #expect(program.end() == 128 + SIGTERM)
  }

  @Test(
    "An idle program and a blocked one end within 0.2 s", arguments: [SIGINT, SIGTERM, SIGHUP],
    [false, true])
  func promptness(signal: Int32, isBlocked: Bool) throws {
    let times = try (0..<5).map { _ in
      let program = try start()
      #expect(program.hear("Child"))
      if isBlocked {
        program.say("Flood\n")
        #expect(program.hear("Row 1 ") && program.isStalled())
      }
      let start = ContinuousClock.now
      program.send(signal)
      #expect(program.end() == 128 + signal)
      return ContinuousClock.now - start
    }
    // The fastest of five: others use the machine as well.
    #expect(times.min()! < .milliseconds(200), "\(times)")
  }
}

/// A program between two pipes, whose output is read only on request.
private final class PipedProgram {
  private(set) var process: pid_t = 0
  private let input: Int32
  private let output: Int32
  private var heard = ""
  private var isOver = false

  init(_ path: String, _ arguments: [String], _ environment: [String]) throws {
    var (inputs, outputs): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&inputs) == 0, pipe(&outputs) == 0 else {
      throw TerminalProgram.Failure(code: errno)
    }
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
    // In a group of its own, with its parent in another: no process of one without is stopped.
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawn_file_actions_adddup2(&actions, inputs[0], 0)
    posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
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
      guard poll(&polled, 1, 60_000) > 0 else { return false }
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

  /// Waits for the end without reading anything; nil after a minute.
  func end() -> Int32? {
    for _ in 0..<60_000 {
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
