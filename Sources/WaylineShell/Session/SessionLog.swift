import FoundationEssentials
import WaylineSystem

/// A recorded session: JSON lines, the first of which names the format, the others are steps.
package struct SessionLog: Hashable, Sendable {
  /// The version of the format.
  package static let version = 1

  /// The program that was recorded.
  package var app: String
  /// The words of its command line: a place or a command.
  package var words: [String]
  /// The texts that its command line gave to options of the program, by their names.
  package var options: [String: String] = [:]
  /// True if a refused answer was asked for again.
  package var asksAgain = false
  /// The steps, the start first.
  package var steps: [LogStep]

  /// A log by its parts.
  package init(app: String, words: [String] = [], steps: [LogStep]) {
    (self.app, self.words, self.steps) = (app, words, steps)
  }

  private struct Header: Codable {
    var log: Int
    var app: String
    var words: [String]
    /// Nil without any, and in logs of earlier versions.
    var options: [String: String]?
    /// Nil in logs of earlier versions, too.
    var asksAgain: Bool?
  }

  /// Reads a log.
  ///
  /// - Throws: ``SessionLogProblem`` naming the line that cannot be read.
  package init(text: String) throws {
    let lines = text.split(separator: "\n")
    guard let first = lines.first, let header: Header = Self.read(first) else {
      throw SessionLogProblem.noLog
    }
    guard header.log == Self.version else { throw SessionLogProblem.version(header.log) }
    (app, words, asksAgain) = (header.app, header.words, header.asksAgain ?? false)
    options = header.options ?? [:]
    steps = try lines.dropFirst().enumerated().map { index, line in
      guard let step: LogStep = Self.read(line) else {
        throw SessionLogProblem.unreadable(line: index + 2)
      }
      return step
    }
  }

  private static func read<Value: Decodable>(_ line: Substring) -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(line.utf8))
  }

  /// The first line of a log.
  static func header(
    app: String, words: [String], options: [String: String] = [:], asksAgain: Bool = false
  ) -> String {
    line(
      Header(
        log: version, app: app, words: words, options: options.isEmpty ? nil : options,
        asksAgain: asksAgain ? true : nil))
  }

  /// A value as one line.
  static func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return "\n" }
    return JSONString.harmless(String(decoding: data, as: UTF8.self)) + "\n"
  }
}

/// The reason that a file is no session log.
package enum SessionLogProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file does not begin with the header of a log.
  case noLog
  /// The log has a version that this program does not know.
  case version(Int)
  /// A line is no step.
  case unreadable(line: Int)

  /// The problem, as the end of a sentence.
  package var description: String {
    switch self {
    case .noLog: "it is not a session log"
    case .version(let version):
      "it is a session log of version \(version), not \(SessionLog.version)"
    case .unreadable(let line): "its line \(line) is not a step of a session"
    }
  }
}

// MARK: - Steps

/// One step of a session log: a line and its outcome, as one JSON object on one line.
///
/// It contains neither values of secrets nor their lengths. Times and identifiers, which differ from
/// run to run, are replaced by their type.
package struct LogStep: Codable, Hashable, Sendable {
  /// The line; nil for the start and the end of the input.
  package var line: String?
  /// The input, where the line does not say it.
  var input: LoggedInput?
  /// True if the line answered a question.
  var isAnswer: Bool
  /// True if the line gave a secret its value, which is printed as asterisks.
  package var isSecret: Bool
  /// The status of what was not accepted; nil when everything was.
  package var status: Int32?
  /// The place after the step.
  package var place: String
  /// The link of the place; nil when it has none.
  package var url: String?
  /// The messages.
  package var messages: [String]
  /// The question open after the step; nil when a command is read next.
  package var question: String?
  /// The lines of the screen after the step, printed or not.
  package var screen: [String]
  /// A hash of the place and the screen.
  package var state: String
  /// The messages that an earlier line has caused, or none; nil without any.
  var late: [String]?
  /// True if background work was running at the end of the step; nil when none was.
  private var pending: Bool?
  /// True if background work was running at the end of the step; nil when none was.
  private var live: Bool?

  private enum CodingKeys: String, CodingKey {
    case line, input, status, place, url, messages, question, screen, state, pending, live, late
    case isAnswer = "answer"
    case isSecret = "secret"
  }
}

extension LogStep {
  /// The step of the frames printed for a line, and of the screen after it.
  init(
    _ frames: [Frame], screen: Screen, question: LineQuestion?, isPending: Bool = false,
    isLive: Bool = false
  ) {
    // A replay reads the lines as a script does.
    let screen = screen.withoutPrivateValues.withoutDefault.numberedByPlace
    // Not always the first frame: the line of a command that runs may be held back until its end.
    line = frames.lazy.compactMap(\.line).first
    input = frames.lazy.compactMap(\.input).first
    isAnswer = frames.contains(where: \.isAnswer)
    isSecret = frames.contains(where: \.isSecret)
    let own = frames.filter { $0.cause == nil }
    status = own.compactMap(\.status).last?.rawValue
    place = Volatile.typed(Place.line(screen.titles) ?? "")
    url = screen.url.map(Volatile.typed)
    messages = Self.messages(of: own) { !$0.isUnasked }
    let others =
      Self.messages(of: frames.filter { $0.cause != nil }) { _ in true }
      + Self.messages(of: own, where: \.isUnasked)
    late = others.isEmpty ? nil : others
    self.question = question?.prompt
    let lines = Place.lines(of: screen).dropFirst(screen.layer == .root ? 1 : 0)
    self.screen = (lines + PlainRenderer.lines(of: screen)).map(Volatile.typed)
    state = Self.hash([place, url ?? ""] + self.screen)
    pending = isPending ? true : nil
    live = isLive ? true : nil
  }

  private static func messages(
    of frames: [Frame], where isWanted: (Message) -> Bool
  ) -> [String] {
    frames.filter { !$0.isAboutForm }.flatMap(\.messages)
      .filter { !$0.isOfTerminal && isWanted($0) }
      .map { Volatile.typed($0.text) }
  }

  /// The step of the frames that a session has printed, as it is now.
  @MainActor
  init(_ frames: [Frame] = [], of session: Session) {
    self.init(
      frames, screen: session.currentScreen(), question: session.question,
      isPending: !session.host.graph.pending.isEmpty,
      isLive: session.host.graph.pending.hasBackground)
  }

  /// True if background work was running at its end, so that its screen depends on timing.
  package var isPending: Bool { pending ?? false }

  /// True if background work was running at its end, whose lines differ from run to run.
  var isLive: Bool { live ?? false }

  /// True if something was typed or sent; nothing was at the start, and at the end of the input.
  var hasInput: Bool { line != nil || input != nil }

  /// True for a line that was a command; one that kept the present value of a question was not.
  ///
  /// Logs of earlier versions do not hold a cancelled question: the command after it was none of its answers.
  var isCommand: Bool {
    guard let line, input == nil, !isAnswer, !isPassedOver else { return false }
    return !line.isEmpty && line != "."
  }

  /// True if the log does not say what was typed, which was refused or a comment: a replay passes over it.
  var isPassedOver: Bool {
    input == .refused
      || input == nil && line == Session.mask && !isSecret && (status != nil || !isAnswer)
  }

  /// FNV-1a over texts, each with its end.
  private static func hash(_ texts: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in texts {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}

/// The parts of texts that differ from run to run.
enum Volatile {
  /// The text with times and identifiers as their types: `Logged in since <time>.`
  static func typed(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x2D || $0 == 0x3A }) else { return text }
    return
      text
      .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?/, with: "<time>")
      .replacing(/\b\d{4}-\d\d-\d\d\b/, with: "<date>")
      .replacing(/\b\d\d?:\d\d(:\d\d)?\b/, with: "<time>")
      .replacing(
        /\b[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}\b/, with: "<identifier>")
  }
}

// MARK: - Writing a log

/// Observes a session step by step: a line, its frames, and the screen at its end.
@MainActor
package final class SessionFollower {
  private let onStep: (LogStep) -> Void
  private var frames: [Frame] = []
  private var isBegun = false

  /// Calls the closure with each finished step.
  package init(onStep: @escaping (LogStep) -> Void) {
    self.onStep = onStep
  }

  /// A follower that writes a log, line by line.
  package static func recorder(
    app: String, words: [String] = [], options: [String: String] = [:], asksAgain: Bool = false,
    write: @escaping (String) -> Void
  ) -> SessionFollower {
    write(SessionLog.header(app: app, words: words, options: options, asksAgain: asksAgain))
    return SessionFollower { write(SessionLog.line($0)) }
  }

  /// Takes a printed frame.
  func add(_ frame: Frame) {
    frames.append(frame)
  }

  /// Ends the step: the next line is about to be taken, or the session has ended.
  ///
  /// Output that came up by itself between the lines of a text belongs to the text, so that each step has an
  /// input, but for the first and the last.
  func endStep(of session: Session) {
    let hasInput = frames.contains { $0.line != nil || $0.input != nil }
    guard !isBegun || hasInput || session.ending != nil && !frames.isEmpty else { return }
    onStep(LogStep(frames, of: session))
    (frames, isBegun) = ([], true)
  }
}
