import Glibc

/// A program between its start and its end: its process and the near ends of its pipes.
final class RunningProgram {
  private let process: pid_t
  private var input: Int32
  private var streams: [Stream]

  private struct Stream {
    var descriptor: Int32
    var bytes: [UInt8] = []
  }

  init(_ program: Program, arguments: [String], environment: [String: String]) throws {
    let pipes = (Self.pipe(), Self.pipe(), Self.pipe())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes.0.read, 0)
    posix_spawn_file_actions_adddup2(&actions, pipes.1.write, 1)
    posix_spawn_file_actions_adddup2(&actions, pipes.2.write, 2)
    var attributes = Self.ownGroup()
    defer { posix_spawnattr_destroy(&attributes) }
    var process: pid_t = 0
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let code = Self.withCStrings([program.path] + arguments) { arguments in
      Self.withCStrings(variables) { variables in
        posix_spawn(&process, program.path, &actions, &attributes, arguments, variables)
      }
    }
    for far in [pipes.0.read, pipes.1.write, pipes.2.write] { close(far) }
    self.process = process
    input = pipes.0.write
    streams = [Stream(descriptor: pipes.1.read), Stream(descriptor: pipes.2.read)]
    guard code == 0 else {
      closeAll()
      throw ProgramError.notStarted(program.path, code)
    }
  }

  /// Feeds the input, collects what is written, and waits for the end.
  func finish(input bytes: [UInt8], limit: Int) -> ProgramRun {
    signal(SIGPIPE, SIG_IGN)
    let deadline = time(nil) + limit
    var rest = bytes[...]
    var isTimedOut = false
    while streams.contains(where: { $0.descriptor >= 0 }) {
      if time(nil) > deadline {
        isTimedOut = true
        // The group: what it started itself would keep the pipes open.
        kill(-process, SIGKILL)
        break
      }
      turn(&rest)
    }
    closeAll()
    return ProgramRun(
      output: String(decoding: streams[0].bytes, as: UTF8.self),
      errors: String(decoding: streams[1].bytes, as: UTF8.self), status: wait(),
      isTimedOut: isTimedOut)
  }

  /// One wait for whatever can go on, at most a second.
  private func turn(_ rest: inout ArraySlice<UInt8>) {
    if rest.isEmpty, input >= 0 {
      close(input)
      input = -1
    }
    var polled = [
      pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: streams[0].descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: streams[1].descriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&polled, 3, 1000) > 0 else { return }
    if polled[0].revents != 0 { feed(&rest) }
    for index in streams.indices where polled[index + 1].revents != 0 { collect(index) }
  }

  private func feed(_ rest: inout ArraySlice<UInt8>) {
    let count = rest.prefix(4096).withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    // A program that reads no more is not an error of the test: the rest is not wanted.
    rest = count > 0 ? rest.dropFirst(count) : []
  }

  private func collect(_ index: Int) {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = read(streams[index].descriptor, &buffer, buffer.count)
    if count > 0 {
      streams[index].bytes += buffer[..<count]
    } else {
      close(streams[index].descriptor)
      streams[index].descriptor = -1
    }
  }

  private func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private func closeAll() {
    for descriptor in [input] + streams.map(\.descriptor) where descriptor >= 0 {
      close(descriptor)
    }
    input = -1
  }

  /// A process group of its own, and no signal that this process ignores or blocks.
  private static func ownGroup() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
    return attributes
  }

  private static func pipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return (-1, -1) }
    // NB: a program started beside this one must not keep the pipe open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
