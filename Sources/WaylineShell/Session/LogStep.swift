import FoundationEssentials
import WaylineViews

/// One step of a session log: a line, and all that came of it. One JSON object on one line.
///
/// Values of secrets are not in it, and what differs from run to run (times, identifiers) stands as
/// its type.
package struct LogStep: Codable, Hashable, Sendable {
  /// The line; nil for the start and the end of the input.
  package var line: String?
  /// Whether the line answered a question.
  package var isAnswer: Bool
  /// Whether the line gave a secret its value, which stands in it as asterisks.
  package var isSecret: Bool
  /// What was not accepted, as it counts; nil when all was.
  package var status: Int32?
  /// The place after the step.
  package var place: String
  /// The link of the place; nil when it has none.
  package var url: String?
  /// What was told.
  package var messages: [String]
  /// What is asked after the step; nil when a command is wanted.
  package var question: String?
  /// The lines of the screen after the step, printed or not.
  package var screen: [String]
  /// A number that changes with anything of the place or the screen.
  package var state: String
  /// Whether something was still under way at the end of the step; nil when nothing was.
  private var pending: Bool?

  private enum CodingKeys: String, CodingKey {
    case line, status, place, url, messages, question, screen, state, pending
    case isAnswer = "answer"
    case isSecret = "secret"
  }
}

extension LogStep {
  /// A step of what a session printed for a line, and of the screen after it.
  init(_ frames: [Frame], screen: Screen, question: Question?, isPending: Bool = false) {
    // Not always the first frame: the line of a command that runs may be held back until its end.
    line = frames.lazy.compactMap(\.line).first
    isAnswer = frames.contains(where: \.isAnswer)
    isSecret = frames.contains(where: \.isSecret)
    status = frames.compactMap(\.status).last?.rawValue
    place = Volatile.typed(Place.line(screen.titles) ?? "")
    url = screen.url.map(Volatile.typed)
    messages = frames.flatMap(\.messages).map { Volatile.typed($0.text) }
    self.question = question?.prompt
    let lines = Place.lines(of: screen).dropFirst(screen.layer == .root ? 1 : 0)
    self.screen = (lines + PlainRenderer.lines(of: screen)).map(Volatile.typed)
    state = Self.hash([place, url ?? ""] + self.screen)
    pending = isPending ? true : nil
  }

  /// Whether something was still under way at its end, so that what it shows is a matter of time.
  package var isPending: Bool { pending ?? false }

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

/// What differs from run to run although nothing has changed.
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
