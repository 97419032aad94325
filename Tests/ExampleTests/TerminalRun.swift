import CSystem
import Glibc
import WaylineTesting

/// A built program at a pseudo-terminal, with somebody who reads and types.
///
/// Nothing waits longer than ten seconds; the program ends with this object at the latest.
final class TerminalRun {
  private let process: pid_t
  private let descriptor: Int32
  private(set) var heard = ""
  private var unread = ""
  private var isEnded = false

  init(_ tour: Built, _ arguments: [String]) throws {
    var (controller, terminal): (Int32, Int32) = (-1, -1)
    guard wayline_open_pseudo_terminal(&controller, &terminal) == 0 else { throw NoTerminal() }
    for end in [controller, terminal] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for number in 0...2 { posix_spawn_file_actions_adddup2(&actions, terminal, Int32(number)) }
    let words = [tour.program.path, "--store", tour.store.path] + arguments
    let variables = ["HOME=\(tour.store.path)", "PATH=/usr/bin:/bin", "TERM=dumb", "LANG=C.UTF-8"]
    var (argv, envp) = (words.map { strdup($0) } + [nil], variables.map { strdup($0) } + [nil])
    defer { for copy in argv + envp { free(copy) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, tour.program.path, &actions, nil, &argv, &envp)
    close(terminal)
    (self.process, descriptor) = (process, controller)
    if code != 0 { throw NoTerminal() }
  }

  deinit {
    _ = end()
    close(descriptor)
  }

  struct NoTerminal: Error {}

  /// Whether the text is printed within ten seconds, after what was heard before.
  func hear(_ text: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      if let range = unread.firstRange(of: text) {
        heard += unread[..<range.upperBound]
        unread = String(unread[range.upperBound...])
        return true
      }
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 10_000) > 0 else { return false }
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return false }
      // NB: in Swift "\r\n" is one character; the terminal adds the first of the two.
      unread += String(decoding: bytes[..<count].filter { $0 != 0x0D }, as: UTF8.self)
    }
  }

  func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(descriptor, bytes, bytes.count)
  }

  /// Waits for the end; the status, or nil if it had to be killed.
  func end() -> Int32? {
    guard !isEnded else { return nil }
    isEnded = true
    var status: Int32 = 0
    for _ in 0..<2_000 {
      if waitpid(process, &status, WNOHANG) == process { return (status >> 8) & 0xFF }
      usleep(5_000)
    }
    kill(process, SIGKILL)
    waitpid(process, &status, 0)
    return nil
  }
}
