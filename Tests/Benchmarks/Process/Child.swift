import Glibc

/// A running program, with pipes to its input and from its output.
final class Child {
  private let process: pid_t
  private var input: Int32
  private let output: Int32
  private var isOver = false
  /// The longest silence of a program, in milliseconds.
  private static let patience: Int32 = 10_000

  /// Starts a program.
  init(_ path: String, _ arguments: [String] = []) throws {
    let (ours, theirs) = try (Self.pipe(), Self.pipe())
    (input, output) = (ours.writing, theirs.reading)
    process = try Self.spawn(path, arguments, input: ours.reading, output: theirs.writing)
    close(ours.reading)
    close(theirs.writing)
  }

  deinit {
    if !isOver { _ = try? end() }
    close(output)
  }

  /// Reads until the output ends with `marker`.
  func read(until marker: String) throws {
    var text: [UInt8] = []
    while !text.ends(with: marker.utf8) {
      var end = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&end, 1, Self.patience) == 1, try read(into: &text) else {
        throw WrongOutput("No '\(marker)' in '\(String(decoding: text, as: UTF8.self))'.")
      }
    }
  }

  /// Writes all of the input, ends it, and returns the output to its end.
  func exchange(_ bytes: [UInt8]) throws -> [UInt8] {
    var (rest, text) = (bytes[...], [UInt8]())
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    while true {
      var ends = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
      ]
      poll(&ends, input < 0 ? 1 : 2, -1)
      if ends[1].revents != 0 { send(&rest) }
      if ends[0].revents != 0, try !read(into: &text) { return text }
    }
  }

  /// Writes many lines and reads what is answered, up to the marker and what follows at once.
  func send(lines count: Int, _ line: String, until marker: String) throws {
    let batch = Array(String(repeating: line, count: 1_000).utf8)
    var (rest, left, seen) = (batch[...], count / 1_000 - 1, [UInt8]())
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    while seen.lastRange(of: marker) == nil {
      var ends = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: rest.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
      ]
      guard poll(&ends, 2, Self.patience) > 0 else { throw WrongOutput("It is silent.") }
      if ends[1].revents != 0 {
        let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        rest = rest.dropFirst(max(0, count))
        if rest.isEmpty, left > 0 { (rest, left) = (batch[...], left - 1) }
      }
      if ends[0].revents != 0 {
        seen = Array(seen.suffix(marker.utf8.count))
        guard try read(into: &seen) else { throw WrongOutput("It has ended.") }
      }
    }
  }

  /// The memory of the program, in pages.
  var residentPages: Int {
    let descriptor = open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var text = [UInt8](repeating: 0, count: 128)
    let count = Glibc.read(descriptor, &text, text.count)
    let words = String(decoding: text[..<max(0, count)], as: UTF8.self).split(separator: " ")
    return words.count > 1 ? Int(words[1]) ?? 0 : 0
  }

  /// Ends the input and waits for the program; returns its exit status.
  @discardableResult
  func end() throws -> Int32 {
    closeInput()
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process else { throw WrongOutput("waitpid: \(errno).") }
    isOver = true
    return status >> 8 & 0xFF
  }
}

extension Child {
  private func send(_ rest: inout ArraySlice<UInt8>) {
    let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    if count > 0 { rest = rest.dropFirst(count) }
    if rest.isEmpty || count < 0 && errno != EAGAIN { closeInput() }
  }

  private func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Reads what there is; false at the end.
  private func read(into text: inout [UInt8]) throws -> Bool {
    let part = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = max(0, Glibc.read(output, buffer.baseAddress, buffer.count))
    }
    text += part
    return !part.isEmpty
  }

  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw WrongOutput("pipe: \(errno).") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ path: String, _ arguments: [String], input: Int32, output: Int32
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, nil, &words, environ)
    guard code == 0 else {
      throw WrongOutput(
        "'\(path)' cannot be started (\(code)); build it with swift build -c release.")
    }
    return process
  }
}

extension [UInt8] {
  /// True if a text occurs; looked for from the end.
  fileprivate func lastRange(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return nil }
    for start in stride(from: count - wanted.count, through: 0, by: -1)
    where self[start] == wanted[0] && self[start..<(start + wanted.count)].elementsEqual(wanted) {
      return start
    }
    return nil
  }

  func ends(with suffix: String.UTF8View) -> Bool {
    count >= suffix.count && self.suffix(suffix.count).elementsEqual(suffix)
  }
}
