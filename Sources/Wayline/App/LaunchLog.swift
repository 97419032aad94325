import WaylineFlows
import WaylineShell
import WaylineStorage
import WaylineSystem

/// The log that a start of a program records or replays.
@MainActor
struct LaunchLog {
  /// The observer of the session; nil when it is neither recorded nor replayed.
  let follower: SessionFollower?
  /// The source of lines instead of the input; nil unless a log is replayed.
  let replayer: Replayer?
  /// The words of the command line, or of the log.
  let words: [String]
  /// The values of the options of the command line, and those of the log that it does not give.
  let values: OptionValues
  /// The variables that options of commands have, of the environment or of the log.
  let variables: [String: String]
  /// True if a replay asks again for a refused answer, as the recorded session did; nil without one.
  let asksAgain: Bool?
  /// The file of a recorded log.
  let file: LogFile?

  /// Opens the log that an option names.
  ///
  /// - Parameters:
  ///   - asksAgain: whether the session asks again for a refused answer.
  ///   - options: the options of the program.
  ///   - commands: the commands of the program, which the words of the command line may be beside those for
  ///     stored data.
  init(
    _ arguments: LaunchArguments, program: String, asksAgain: Bool,
    options: @autoclosure () -> [AppOptions.Element],
    commands: @autoclosure () -> [ShellCommand]
  ) throws {
    let given = arguments.scene.arguments
    guard let path = arguments.replay else {
      (replayer, words, self.asksAgain) = (nil, given, nil)
      values = arguments.scene.values
      let file = try arguments.record.map(LogFile.init)
      let own = commands()
      let logged = file == nil ? [] : Self.loggable(given, own)
      let variables = Self.variables(of: own, beside: options())
      self.variables = variables
      (self.file, follower) = (
        file,
        file.map { file in
          .recorder(
            app: program, words: logged,
            options: arguments.scene.values.texts.merging(
              variables.map { ("$\($0)", $1) }, uniquingKeysWith: { first, _ in first }),
            asksAgain: asksAgain
          ) { file.write($0) }
        }
      )
      if let file, let error = file.error {
        // The next attempt would be refused for the file that this one has made.
        try? FileSystem.remove(file.path)
        throw LaunchProblem.unwritableLog(file.path, error)
      }
      return
    }
    let log = try Self.log(at: path, of: program)
    let replayer = Replayer(
      Replay(log, answers: try Self.answers(arguments)),
      hasSecrets: arguments.answers != nil || arguments.answersDescriptor != nil)
    (self.replayer, follower, file) = (replayer, replayer.follower(), nil)
    words = given.isEmpty ? log.words : given
    self.asksAgain = log.asksAgain
    let own = arguments.scene.values
    variables = Dictionary(
      uniqueKeysWithValues: log.options.compactMap { name, text in
        name.hasPrefix("$") ? (String(name.dropFirst()), text) : nil
      })
    values = log.options.isEmpty ? own : try Self.values(of: log, at: path, under: own, options())
  }

  /// The words of the command line as a log has them.
  private static func loggable(_ words: [String], _ own: [ShellCommand]) -> [String] {
    ShellCommand.loggable(
      words, StoreCommands(stores: .inMemory(), isAttended: false).all + own)
  }

  /// The values of the variables that options of commands have.
  private static func variables(
    of commands: [ShellCommand], beside options: [AppOptions.Element]
  ) -> [String: String] {
    var values: [String: String] = [:]
    for name in CommandOptions(commands, beside: options).variables {
      values[name] = CurrentProcess.variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    return values
  }

  /// The values of a log below those of the command line, which win.
  private static func values(
    of log: SessionLog, at path: String, under given: OptionValues, _ options: [AppOptions.Element]
  ) throws -> OptionValues {
    var values = given
    for (name, text) in log.options.sorted(by: { $0.key < $1.key })
    where given.texts[name] == nil && !name.hasPrefix("$") {
      guard let option = options.first(where: { $0.name == name }) else {
        throw LaunchProblem.unreadable("log '\(path)'", "the program has no option '--\(name)'")
      }
      do throws(UsageError) { try values.read(logged: text, for: option) } catch {
        throw LaunchProblem.unreadable(
          "log '\(path)'", "'\(option.flag)' does not take '\(text)'")
      }
    }
    return values
  }

  private static func log(at path: String, of program: String) throws -> SessionLog {
    let text = try lines(of: path, "log '\(path)'").joined(separator: "\n")
    do {
      let log = try SessionLog(text: text)
      guard log.app == program else {
        throw LaunchProblem.unreadable(
          "log '\(path)'", "it belongs to another program, '\(log.app)'")
      }
      return log
    } catch let problem as SessionLogProblem {
      throw LaunchProblem.unreadable("log '\(path)'", "\(problem)")
    }
  }

  private static func answers(_ arguments: LaunchArguments) throws -> [String] {
    if let path = arguments.answers { return try lines(of: path, "file of answers '\(path)'") }
    guard let number = arguments.answersDescriptor else { return [] }
    let descriptor = FileDescriptor(borrowing: number)
    guard descriptor.isOpen else {
      throw LaunchProblem.unreadable("descriptor \(number)", "\(ErrorCode.badDescriptor)")
    }
    return lines(of: descriptor)
  }

  private static func lines(of path: String, _ subject: String) throws -> [String] {
    do throws(SystemError) {
      return lines(of: try PlainFile(path).open())
    } catch {
      throw LaunchProblem.unreadable(subject, "\(error.code)")
    }
  }

  private static func lines(of file: FileDescriptor) -> [String] {
    let source = LineSource(descriptor: file.number)
    while !source.isAtEnd { source.fillWaiting() }
    var lines: [String] = []
    while let line = source.next() { lines.append(line.text) }
    return lines
  }
}

/// The file of a recorded log: new, private, and written step by step, so that it is whole to a crash.
@MainActor
final class LogFile {
  let path: String
  /// The reason why a step could not be written; nothing is written after it.
  private(set) var error: ErrorCode?
  /// Called when a step cannot be written.
  var onError: (ErrorCode) -> Void = { _ in }
  private let file: FileDescriptor

  /// Creates the file; an existing file or a link is never written to.
  init(_ path: String) throws {
    do throws(SystemError) {
      file = try .open(path, for: .writing, [.create, .exclusive, .refuseLink])
    } catch {
      throw LaunchProblem.unwritableLog(path, error.code)
    }
    self.path = path
  }

  func write(_ text: String) {
    guard error == nil else { return }
    do throws(SystemError) { try file.writeAll(text) } catch {
      self.error = error.code
      onError(error.code)
    }
  }
}
