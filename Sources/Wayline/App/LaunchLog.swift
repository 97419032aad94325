import Glibc
import WaylineShell

/// The log that a start of a program writes, or repeats.
@MainActor
struct LaunchLog {
  /// Watches the session; nil when it is neither recorded nor repeated.
  let follower: SessionFollower?
  /// Types instead of the input; nil unless a log is repeated.
  let replayer: Replayer?
  /// The words of the command line, or of the log.
  let words: [String]

  /// Opens the log that an option names.
  ///
  /// - Parameter commands: the commands that the words of the command line may be.
  init(
    _ arguments: LaunchArguments, program: String, commands: @autoclosure () -> [ShellCommand]
  ) throws {
    guard let path = arguments.replay else {
      (replayer, words) = (nil, arguments.words)
      follower = try arguments.record.map { path in
        let descriptor = try Self.create(path)
        let words = ShellCommand.loggable(arguments.words, commands())
        return .recorder(app: program, words: words) { Self.write($0, to: descriptor) }
      }
      return
    }
    let log = try Self.log(at: path, of: program)
    let replayer = Replayer(Replay(log, answers: try Self.answers(arguments)))
    (self.replayer, follower) = (replayer, replayer.follower())
    words = arguments.words.isEmpty ? log.words : arguments.words
  }

  private static func create(_ path: String) throws -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw LaunchProblem.unwritableLog(path, errno) }
    return descriptor
  }

  /// Each step is written as it ends, so a log is whole up to a crash.
  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  private static func log(at path: String, of program: String) throws -> SessionLog {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw LaunchProblem.unreadableLog(path, String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    let text = lines(of: descriptor).joined(separator: "\n")
    do {
      let log = try SessionLog(text: text)
      guard log.app == program else {
        throw LaunchProblem.unreadableLog(path, "it is of another program, '\(log.app)'")
      }
      return log
    } catch let problem as SessionLogProblem {
      throw LaunchProblem.unreadableLog(path, "\(problem)")
    }
  }

  private static func answers(_ arguments: LaunchArguments) throws -> [String] {
    if let path = arguments.answers {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw LaunchProblem.unreadableAnswers("'\(path)'", errno) }
      defer { close(descriptor) }
      return lines(of: descriptor)
    }
    guard let descriptor = arguments.answersDescriptor else { return [] }
    guard fcntl(descriptor, F_GETFD) >= 0 else {
      throw LaunchProblem.unreadableAnswers("descriptor \(descriptor)", errno)
    }
    return lines(of: descriptor)
  }

  private static func lines(of descriptor: Int32) -> [String] {
    let source = LineSource(descriptor: descriptor)
    while !source.isAtEnd { _ = source.fill() }
    var lines: [String] = []
    while let line = source.next() { lines.append(line.text) }
    return lines
  }
}
