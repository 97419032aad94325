import WaylineSystem

/// A program at a pseudo-terminal of its own, where each line is typed when the program waits for one.
///
/// The terminal shows what is typed, so its text is a session as a person sees it. It has no size, no
/// colour and no line editing: nothing is wrapped or divided into pages.
final class TerminalSession {
  private let process: ChildProcess
  private let controller: FileDescriptor
  private let deadline: Duration
  private var bytes: [UInt8] = []
  private var isEnded = false
  private static let newline = UInt8(ascii: "\n")

  /// Starts the program; it is killed after the seconds of the limit.
  init(
    _ program: Program, arguments: [String], environment: [String: String], limit: Int
  ) throws {
    deadline = SystemClock.uptime() + .seconds(limit)
    do throws(SystemError) {
      let (controller, terminal) = try FileDescriptor.pseudoTerminal()
      var setup = ChildProcess.Setup()
      (setup.arguments, setup.hasOwnGroup) = (arguments, true)
      setup.environment = ["TERM": "dumb"].merging(environment) { $1 }
      (setup.input, setup.output) = (terminal.number, terminal.number)
      setup.errors = terminal.number
      process = try ChildProcess.start(program.path, setup)
      self.controller = controller
    } catch {
      throw ProgramError.notStarted(program.path, error.code)
    }
  }

  deinit {
    process.signalGroup(.kill)
    _ = process.wait()
  }

  /// Types lines, each when the program asks for one, and returns the text of the terminal.
  ///
  /// The prompt after the last answer is not part of it.
  func type(_ lines: [String]) -> [String] {
    for line in lines {
      guard waitForPrompt(), (try? controller.writeAll("\(line)\n")) != nil else { break }
      // The terminal shows the line, so the prompt before it is not taken for the next one.
      let count = bytes.count
      while !bytes[count...].contains(Self.newline), collect() {}
    }
    _ = waitForPrompt()
    let text = String(decoding: bytes.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    var session = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if session.last == "> " || session.last == "" { session.removeLast() }
    return session
  }

  /// Waits until the last line is a prompt or a question; false at the end of the program.
  private func waitForPrompt() -> Bool {
    while !isAsking {
      guard collect() else { return false }
    }
    return true
  }

  private var isAsking: Bool {
    let last = bytes[(bytes.lastIndex(of: Self.newline).map { $0 + 1 } ?? 0)...]
    return last.elementsEqual("> ".utf8) || last.reversed().starts(with: " :".utf8)
  }

  /// Reads what the terminal shows; false at the end of the program or of the time.
  private func collect() -> Bool {
    guard !isEnded, SystemClock.uptime() < deadline else { return false }
    guard controller.wait(until: .readable, .seconds(1)) else { return true }
    return withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
      switch controller.transfer(into: buffer) {
      case .bytes(let count): bytes += buffer[..<count]
      case .nothing: break
      case .end, .failed: isEnded = true
      }
      return !isEnded
    }
  }
}
