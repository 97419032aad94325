import FoundationEssentials
import Glibc

/// A program in a pseudo-terminal of its own, as a person at a terminal runs it.
///
/// Whatever is not heard, or does not end, within a minute is given up, so no test can hang.
package final class TerminalProgram {
  /// Everything that was on the terminal so far.
  package var heard: String { String(decoding: bytes, as: UTF8.self) }
  /// The same without the sequences that make the terminal mark what is pasted.
  package var shown: String {
    heard.replacing("\u{1B}[?2004h", with: "").replacing("\u{1B}[?2004l", with: "")
  }
  private var bytes: [UInt8] = []
  /// The part of the output that has been waited for.
  private var position = 0
  private var controller: Int32
  private let terminalName: String
  private let process: pid_t
  /// The folder of its store, which is removed after it has ended.
  private let folder: TemporaryFolder?
  private var isOver = false

  /// POSIX_SPAWN_SETSID, which glibc shows only to those who ask for all of it.
  private static let newSession: Int16 = 0x80
  /// The threads of a test run keep signals away, which a program of theirs would inherit.
  private static let signalMask = Int16(POSIX_SPAWN_SETSIGMASK)

  package struct Failure: Error {
    let code: Int32

    package init(code: Int32) { self.code = code }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - input: the file of its standard input; nil for the terminal.
  ///   - output: the file of its standard output; nil for the terminal.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String],
    in folder: TemporaryFolder? = nil, input: String? = nil, output: String? = nil
  ) throws {
    self.folder = folder
    let pair = try PseudoTerminal()
    (controller, terminalName) = (pair.controller, pair.name)
    defer { close(pair.terminal) }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The first terminal that a new session opens is the one that controls it.
    posix_spawnattr_setflags(&attributes, Self.newSession | Self.signalMask)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawn_file_actions_addopen(&actions, 0, terminalName, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    if let output {
      posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    } else {
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
    }
    if let input { posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0) }
    // Pipes of other tests would stay open as long as the program runs.
    for open: Int32 in 3..<512 { posix_spawn_file_actions_addclose(&actions, open) }
    var process: pid_t = 0
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for copy in words + variables { free(copy) } }
    let code = posix_spawn(&process, path, &actions, &attributes, words, variables)
    guard code == 0 else { throw Failure(code: code) }
    self.process = process
  }

  deinit {
    if !isOver {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(controller)
  }

  /// Types a text.
  package func say(_ text: String) {
    say(bytes: Array(text.utf8))
  }

  /// Types bytes, which need not be text.
  package func say(bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
  }

  /// Waits until the program has read the lines that were typed; a terminal shows them before.
  package func isRead() -> Bool {
    let terminal = open(terminalName, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(terminal) }
    for _ in 0..<6000 {
      if Stall.readableBytes(terminal) == 0 { return true }
      usleep(10_000)
    }
    return false
  }

  /// Waits until the program has printed more than the terminal takes, and has to wait.
  package func isStalled() -> Bool { Stall.isReached(controller) }

  /// Closes the terminal, as a window that is closed does.
  package func hangUp() {
    close(controller)
    controller = -1
  }

  /// Sends the process a signal.
  package func send(_ signal: Int32) {
    kill(process, signal)
  }

  /// The programs that the process has started, with their states, for the report of a failure.
  package var descendants: String {
    ProcessState.children(of: process).map { "\($0): \(ProcessState.summary(of: $0))" }
      .joined(separator: "\n")
  }

  /// Makes the terminal so many columns wide; a signal informs the program.
  package func resize(columns: UInt16, rows: UInt16 = 24) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
  }

  /// Waits for a text after what was waited for before. Returns whether it came.
  ///
  /// Colour and weight are passed over, unless the text has escape sequences itself.
  package func hear(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    var searched = position
    while true {
      if let end = bytes.withUnsafeBufferPointer({ end(of: wanted, in: $0, from: searched) }) {
        position = end
        return true
      }
      // What was found in part may have sequences between its bytes.
      searched = max(position, bytes.count - wanted.count - 256)
      guard collect() else { return false }
    }
  }

  /// The end of the first occurrence of some bytes.
  private func end(
    of wanted: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var start = start
    while start + wanted.count <= bytes.count {
      let rest = bytes.count - start - wanted.count + 1
      guard let first = memchr(base + start, Int32(wanted[0]), rest) else { return nil }
      let found = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(first))
      if let end = Self.end(of: wanted, in: bytes, at: found) { return end }
      start = found + 1
    }
    return nil
  }

  /// The end of some bytes that begin at a place; nil where other bytes are there.
  private static func end(
    of wanted: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Int? {
    let passesOver = !wanted.contains(escape)
    var position = start
    for byte in wanted {
      if passesOver, position > start { position = afterStyles(bytes, position) }
      guard position < bytes.count, bytes[position] == byte else { return nil }
      position += 1
    }
    return position
  }

  private static let escape: UInt8 = 0x1B

  /// The place after the sequences of colour and weight at a place.
  private static func afterStyles(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var position = start
    while position + 2 < bytes.count, bytes[position] == escape,
      bytes[position + 1] == UInt8(ascii: "[")
    {
      var end = position + 2
      while end < bytes.count, (0x30...0x3B).contains(bytes[end]) { end += 1 }
      guard end < bytes.count, bytes[end] == UInt8(ascii: "m") else { break }
      position = end + 1
    }
    return position
  }

  /// Types a line and waits for a text.
  package func say(_ line: String, hear text: String) -> Bool {
    say(line)
    return hear(text)
  }

  /// Waits for the end without reading anything. Returns what ``end()`` does.
  package func endUnread() -> Int32? {
    for _ in 0..<60_000 {
      if let status = exitStatus() { return status }
      usleep(1_000)
    }
    return nil
  }

  /// The exit status, once the program has ended.
  private func exitStatus() -> Int32? {
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return nil }
    isOver = true
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  /// Waits for the end. Returns the exit status, 128 and its number for a signal, or nil.
  package func end() -> Int32? {
    while collect(within: 200) {}
    for _ in 0..<6000 {
      if let status = exitStatus() { return ended(with: status) }
      while collect(within: 10) {}
      usleep(10_000)
    }
    return nil
  }

  /// Types a line each second until the program ends, and returns what ``end()`` does: a question for a secret
  /// discards what was typed before it.
  package func end(typing line: String) -> Int32? {
    for _ in 0..<60 {
      say(line)
      for _ in 0..<100 {
        if let status = exitStatus() { return ended(with: status) }
        while collect(within: 10) {}
        usleep(10_000)
      }
    }
    return nil
  }

  private func ended(with status: Int32) -> Int32 {
    // What it printed last may still be on its way through the terminal.
    while collect(within: 200) {}
    return status
  }

  private func collect(within milliseconds: Int32 = 60_000) -> Bool {
    var polled = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, milliseconds) > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(controller, &chunk, chunk.count)
    guard count > 0 else { return false }
    bytes += chunk[..<count]
    return true
  }
}

/// Both ends of a new pseudo-terminal, which no started program inherits.
private struct PseudoTerminal {
  let controller: Int32
  let terminal: Int32
  /// The path of the end for the program.
  let name: String

  /// The requests of Linux's <asm-generic/ioctls.h> that C writes as macros with arguments.
  private static let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))

  init() throws {
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, UInt32) = (0, 0)
    guard controller >= 0, ioctl(controller, Self.setLock, &lock) == 0,
      ioctl(controller, Self.getNumber, &number) == 0
    else { throw TerminalProgram.Failure(code: errno) }
    name = "/dev/pts/\(number)"
    terminal = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
  }
}

/// The state of a writer whose reader does not read.
package enum Stall {
  /// The number of bytes that wait to be read, or -1.
  static func readableBytes(_ descriptor: Int32) -> Int32 {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? count : -1
  }

  /// Waits until the number of bytes that can be read stays the same for a while, and is not 0.
  package static func isReached(_ descriptor: Int32) -> Bool {
    var (count, rounds) = (Int32(0), 0)
    for _ in 0..<6_000 {
      let now = readableBytes(descriptor)
      rounds = now == count && now > 0 ? rounds + 1 : 0
      if rounds == 8 { return true }
      count = now
      usleep(5_000)
    }
    return false
  }
}

/// The state of a process as the system shows it, which reads none of its output.
package enum ProcessState {
  /// Waits until a process is stopped, or runs again.
  package static func reaches(stopped isStopped: Bool, _ process: pid_t) -> Bool {
    for _ in 0..<6_000 {
      if self.isStopped(process) == isStopped { return true }
      usleep(10_000)
    }
    return false
  }

  /// True if a process is stopped now.
  package static func isStopped(_ process: pid_t) -> Bool {
    let text = content(of: "/proc/\(process)/stat")
    return text.split(separator: ") ").last?.first == "T"
  }

  /// What the system says of a process: whether it runs, and which signals it has, blocks and catches.
  static func summary(of process: pid_t) -> String {
    let lines = content(of: "/proc/\(process)/status").split(separator: "\n").filter { line in
      ["State", "Sig", "Shd"].contains { line.hasPrefix($0) }
    }
    let waits = "waits in \(content(of: "/proc/\(process)/wchan"))"
    return (lines.map { String($0) } + [waits]).joined(separator: ", ")
  }

  /// The programs that a process has started and that have not ended.
  package static func children(of process: pid_t) -> [pid_t] {
    content(of: "/proc/\(process)/task/\(process)/children").split(separator: " ").compactMap {
      pid_t($0)
    }
  }

  /// Waits until a signal has reached the handler of a process: it is pending no more.
  package static func hasTaken(_ signal: Int32, _ process: pid_t) -> Bool {
    for _ in 0..<6_000 {
      let masks = content(of: "/proc/\(process)/status").split(separator: "\n")
        .filter { $0.hasPrefix("SigPnd:") || $0.hasPrefix("ShdPnd:") }
        .compactMap { UInt64($0.drop { $0 != "\t" }.dropFirst(), radix: 16) }
      if masks.count == 2, masks.allSatisfy({ $0 >> (signal - 1) & 1 == 0 }) { return true }
      usleep(10_000)
    }
    return false
  }

  private static func content(of path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}
