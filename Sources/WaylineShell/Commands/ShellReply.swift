import FoundationEssentials

/// The answer of a ``ShellCommand``.
public struct ShellReply: Hashable, Sendable {
  /// The lines to print. They may contain any text; control characters are made visible.
  public var lines: [String]
  /// The contribution of the command to the exit status.
  public var status: ShellStatus
  /// True if the session ends after this.
  public var isLast = false
  /// The value for other programs; nil if the command has none.
  var value: Value?

  /// The JSON of a value.
  enum Value: Hashable, Sendable {
    /// The value as one line.
    case encoded(String)
    /// The reason that it cannot be written as JSON.
    case failed(String)
  }

  /// A reply with lines and a status.
  public init(lines: [String] = [], status: ShellStatus = .success) {
    (self.lines, self.status) = (lines, status)
  }

  /// Finished, with nothing to print.
  public static let done = ShellReply()

  /// Finished, with lines to print.
  public static func lines(_ lines: [String]) -> ShellReply {
    ShellReply(lines: lines)
  }

  /// Finished, with a value for other programs and the lines that say it to people.
  ///
  /// ```swift
  /// .value(Loans(shelf: "fiction", lent: 2), lines: ["fiction: 2 lent"])
  /// ```
  ///
  /// With `--json` the value is printed, and the lines are not:
  /// `{"type":"value","command":"loans","value":{"lent":2,"shelf":"fiction"}}`. Keys are in alphabetical order. A
  /// value that cannot be written as JSON, such as an infinite number, is refused with the reason, in every form. A
  /// secret does not belong into a value, which is printed whole.
  ///
  /// - Complexity: O(the size of the value), in every form of the output.
  public static func value(_ value: some Encodable, lines: [String] = []) -> ShellReply {
    var reply = ShellReply(lines: lines)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      reply.value = .encoded(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      reply.value = .failed(Self.reason(error))
    }
    return reply
  }

  private static func reason(_ error: any Error) -> String {
    guard case EncodingError.invalidValue(_, let context) = error else { return "\(error)" }
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return path.isEmpty
      ? context.debugDescription : "'\(path.joined(separator: "."))': \(context.debugDescription)"
  }
}

/// The result of a command: a ``ShellReply``.
///
/// ```swift
/// static let loans = ShellCommand("loans", summary: "Count the loans.") { call in
///   .value(Loans(shelf: "fiction", lent: 2), lines: ["fiction: 2 lent"])
/// }
/// ```
///
/// A program does not conform other types to it: they make a reply.
public protocol ShellResult: Sendable {
  /// The reply.
  var reply: ShellReply { get }
}

extension ShellReply: ShellResult {
  /// The reply itself.
  public var reply: ShellReply { self }
}

/// The failure of a command, as one sentence and an exit status.
public struct ShellFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence: it names the thing, then says what to do.
  public let description: String
  /// The contribution of the failure to the exit status.
  public let status: ShellStatus
  /// The stable name of its kind, for programs.
  let code: MessageCode

  /// Creates a failure with its sentence.
  public init(_ sentence: String, status: ShellStatus = .notAccepted) {
    (description, self.status, code) = (sentence, status, MessageCode(failureOf: status))
  }

  /// A failure that a message of the shell describes.
  init(_ message: ShellMessage) {
    (description, status, code) = (message.description, .notAccepted, message.code)
  }
}

extension MessageCode {
  /// The code of the failure of a command, by its status.
  fileprivate init(failureOf status: ShellStatus) {
    self =
      switch status {
      case .usage: .commandMisused
      case .noResult: .noResult
      case .unreadableData: .dataUnreadable
      // A file that could not be created has a status of the facade.
      case .outputFailed, ShellStatus(rawValue: 73): .notWritten
      case .busy: .inUse
      case .noPermission: .notPermitted
      default: .commandFailed
      }
  }
}
