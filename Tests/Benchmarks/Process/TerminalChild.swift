import CWaylineSystem
import Glibc

/// A running program in a pseudo-terminal of its own, whose every prompt is answered.
final class TerminalChild {
  private let process: pid_t
  private let controller: Int32
  private var unread: [UInt8] = []
  /// POSIX_SPAWN_SETSID, which glibc shows only to those who ask for all of it.
  private static let newSession: Int16 = 0x80
  /// The longest silence of a program, in milliseconds.
  private static let patience: Int32 = 10_000

  /// Starts a program; its only variables are the given ones.
  init(_ path: String, _ arguments: [String], _ environment: [String: String]) throws {
    var (controller, terminal): (Int32, Int32) = (-1, -1)
    let error = wayline_open_pseudo_terminal(&controller, &terminal)
    guard error == 0, let name = ttyname(terminal) else { throw WrongOutput("pty: \(error).") }
    defer { close(terminal) }
    self.controller = controller
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawnattr_setflags(&attributes, Self.newSession)
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    for number in 1...2 { posix_spawn_file_actions_adddup2(&actions, 0, Int32(number)) }
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for copy in words + variables { free(copy) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, &attributes, words, variables)
    guard code == 0 else { throw WrongOutput("'\(path)' cannot be started (\(code)).") }
    self.process = process
  }

  deinit {
    close(controller)
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Types a text.
  func type(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(controller, $0.baseAddress, $0.count) }
  }

  /// Reads until the marker has come, and drops what came up to there.
  func read(until marker: [UInt8]) throws {
    var searched = 0
    while true {
      if let end = unread.end(of: marker, from: searched) {
        unread.removeFirst(end)
        return
      }
      searched = max(0, unread.count - marker.count)
      var terminal = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
      let part = poll(&terminal, 1, Self.patience) == 1 ? readPart() : []
      guard !part.isEmpty else {
        throw WrongOutput("No marker in '\(String(decoding: unread, as: UTF8.self))'.")
      }
      unread += part
    }
  }

  private func readPart() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
      count = max(0, Glibc.read(controller, buffer.baseAddress, buffer.count))
    }
  }
}

extension [UInt8] {
  /// The end of the first occurrence of some bytes.
  fileprivate func end(of wanted: [UInt8], from start: Int) -> Int? {
    guard count >= wanted.count else { return nil }
    for index in start...(count - wanted.count) where self[index] == wanted[0] {
      if self[index..<(index + wanted.count)].elementsEqual(wanted) { return index + wanted.count }
    }
    return nil
  }
}
