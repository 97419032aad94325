import CWaylineSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A program that this process started.
package struct ChildProcess: Hashable, Sendable {
  /// The number by which the system knows it.
  package let identifier: Int32

  /// The inherited properties that a program is started with.
  package struct Setup: Sendable {
    /// The arguments after the program's name.
    package var arguments: [String] = []
    /// All variables of its environment; nil for those of this process.
    package var environment: [String: String]?
    /// The descriptors that become its standard input, output and error; nil for those of this process.
    package var input: Int32?
    /// The descriptor that becomes its standard output.
    package var output: Int32?
    /// The descriptor that becomes its standard error.
    package var errors: Int32?
    /// True if it leads a process group of its own, which ``ChildProcess/signalGroup(_:)`` reaches.
    package var hasOwnGroup = false
    /// True if the program is looked for in `PATH` when its name has no slash.
    package var searchesPath = false

    /// Inherits everything.
    package init() {}
  }

  /// Starts a program, with the default action for every signal and none blocked.
  package static func start(
    _ program: String, _ setup: Setup = Setup()
  ) throws(SystemError) -> ChildProcess {
    var actions = FileActions()
    defer { posix_spawn_file_actions_destroy(&actions.value) }
    let standard = [
      (setup.input, STDIN_FILENO), (setup.output, STDOUT_FILENO), (setup.errors, STDERR_FILENO),
    ]
    for case (let descriptor?, let number) in standard {
      posix_spawn_file_actions_adddup2(&actions.value, descriptor, number)
    }
    var attributes = Attributes(hasOwnGroup: setup.hasOwnGroup)
    defer { posix_spawnattr_destroy(&attributes.value) }
    let environment = setup.environment ?? CurrentProcess.environment
    let file = program.systemString
    var process: pid_t = 0
    let code = withCStrings([program] + setup.arguments) { arguments in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
        setup.searchesPath
          ? posix_spawnp(&process, file, &actions.value, &attributes.value, arguments, variables)
          : posix_spawn(&process, file, &actions.value, &attributes.value, arguments, variables)
      }
    }
    guard code == 0 else { throw SystemError("start", program, ErrorCode(rawValue: code)) }
    return ChildProcess(identifier: process)
  }

  /// Waits for the end. Returns the exit status; 128 and the signal's number when a signal ended it.
  package func wait() -> Int32 {
    var status: Int32 = 0
    _ = retrying { waitpid(identifier, &status, 0) }
    return Self.exitStatus(status)
  }

  /// True if SIGSTOP or SIGTSTP has stopped the program, and nothing has continued it.
  ///
  /// A program that writes to a terminal which it does not own is stopped by another signal.
  package var isStopped: Bool {
    let signal = wayline_stop_of_child(identifier)
    return signal == SIGSTOP || signal == SIGTSTP
  }

  /// Waits for the end unless it is given up. Returns the status, or nil if the program continues.
  private func wait(unless isGivenUp: () -> Bool) -> Int32? {
    var status: Int32 = 0
    while waitpid(identifier, &status, WNOHANG) == 0 {
      if isGivenUp() { return nil }
      SystemClock.sleep(.milliseconds(1))
    }
    return Self.exitStatus(status)
  }

  private static func exitStatus(_ status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  /// Runs a program that reads nothing, and returns what it prints.
  ///
  /// - Parameters:
  ///   - program: the file of the program.
  ///   - arguments: the words after its name.
  ///   - limit: the time after which it is killed.
  ///   - isCancelled: asked again and again, at least every 50 ms; true kills it.
  /// - Returns: nil if it did not end in time, or with another status than 0.
  package static func output(
    of program: String, _ arguments: [String], within limit: Duration,
    unless isCancelled: () -> Bool = { false }
  ) throws(SystemError) -> [UInt8]? {
    let (child, output) = try startPrinting(program, arguments)
    let deadline = SystemClock.uptime() + limit
    func isGivenUp() -> Bool { SystemClock.uptime() >= deadline || isCancelled() }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var isOpen = true
    while isOpen, !isGivenUp() {
      let rest = min(deadline - SystemClock.uptime(), .milliseconds(50))
      guard output.wait(until: .readable, rest) else { continue }
      let count = (try? chunk.withUnsafeMutableBytes(output.read(into:))) ?? 0
      bytes += chunk[..<count]
      isOpen = count > 0
    }
    if !isOpen, let status = child.wait(unless: isGivenUp) { return status == 0 ? bytes : nil }
    child.signal(.kill)
    _ = child.wait()
    return nil
  }

  /// Starts a program that prints into a pipe; this process keeps the reading end only.
  private static func startPrinting(
    _ program: String, _ arguments: [String]
  ) throws(SystemError) -> (ChildProcess, output: FileDescriptor) {
    let (reading, writing) = try FileDescriptor.pipe()
    let nothing = try FileDescriptor.open("/dev/null", for: .readingAndWriting)
    var setup = Setup()
    (setup.arguments, setup.input) = (arguments, nothing.number)
    (setup.output, setup.errors) = (writing.number, nothing.number)
    return (try start(program, setup), reading)
  }

  /// Sends a signal to the program.
  package func signal(_ number: SignalNumber) {
    _ = kill(identifier, number.rawValue)
  }

  /// Sends a signal to the program and to what it started; only with a group of its own.
  package func signalGroup(_ number: SignalNumber) {
    _ = kill(-identifier, number.rawValue)
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0.systemString) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

/// The assignment of the descriptors of a program before it begins.
private struct FileActions {
  #if canImport(Darwin)
    var value: posix_spawn_file_actions_t?
  #else
    var value = posix_spawn_file_actions_t()
  #endif

  init() {
    posix_spawn_file_actions_init(&value)
  }
}

/// The signals and the process group of a program before it begins.
private struct Attributes {
  #if canImport(Darwin)
    var value: posix_spawnattr_t?
  #else
    var value = posix_spawnattr_t()
  #endif

  /// Signals that this process ignores or blocks reach the program.
  init(hasOwnGroup: Bool) {
    posix_spawnattr_init(&value)
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&value, &all)
    posix_spawnattr_setsigmask(&value, &none)
    var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    if hasOwnGroup { flags |= Int32(POSIX_SPAWN_SETPGROUP) }
    posix_spawnattr_setflags(&value, Int16(flags))
  }
}
