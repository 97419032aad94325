/// The result of restoring a saved scene: the restored screens, the dropped ones, and the reasons.
///
/// Nothing is lost silently: the parts that were not restored are in `quarantine`, byte for byte.
public struct RestorationReport: Hashable, Sendable {
  /// The reason why a screen was not restored.
  public enum Reason: Hashable, Sendable {
    /// The file is not in a form this version of the library knows.
    case unknownForm
    /// A line is cut off or not in its form.
    case damagedLine
    /// No route type of this name is declared.
    case unknownType(nearest: String?)
    /// The saved route is not a value of its type.
    case undecodable(why: String)
    /// The route was saved by a newer version of the program.
    case newerVersion(Int)
    /// The type has no successor for a route of this version.
    case noMigration(from: Int)
    /// No stack shows the place.
    case notDeclared
    /// The stack that showed it did not appear.
    case noStack
    /// A guard refused the place.
    case blocked(by: String)
    /// A screen below it was not restored.
    case below
  }

  /// One screen that was not restored, or a part that could not be read.
  public struct Dropped: Hashable, Sendable {
    /// The name of the route's type; nil when it could not be read.
    public let typeName: String?
    /// The reason.
    public let reason: Reason
    /// The saved lines, unchanged.
    public let bytes: [UInt8]
    /// The place in the words of its command; nil when it could not be read.
    var place: String?
  }

  /// The restored places, in the order of their restoration.
  public internal(set) var kept: [Route] = []
  /// The restored places whose saved form had to be rewritten: migrated or renamed.
  public internal(set) var migrated: [Route] = []
  /// The dropped screens and parts.
  public internal(set) var dropped: [Dropped] = []
  /// The types of places above the restored ones that bindings of the program had presented.
  ///
  /// A binding stores its own value. A `NavigationPath` that was built by hand has a coordinator that
  /// is not saved, so its screen cannot be made again in another process.
  public internal(set) var bound: [String] = []

  /// The message about a place that a guard has redirected.
  var redirection: String?
  /// True if a guard has not decided about a place, which may be refused later.
  package internal(set) var isUndecided = false

  /// The saved lines of everything that was dropped, byte for byte.
  public var quarantine: [UInt8] { dropped.flatMap(\.bytes) }

  /// True if a guard has led to another place than a saved one.
  package var isRedirected: Bool { redirection != nil }

  /// True if everything saved was restored.
  public var isComplete: Bool { dropped.isEmpty }
}

extension RestorationReport: CustomStringConvertible {
  /// The message for the user; empty when everything was restored unchanged.
  public var description: String {
    [lossSentence, boundSentence, redirection].compactMap { $0 }.joined(separator: " ")
  }

  /// The message about a place that a guard has refused.
  static func refusal(of place: String, because reason: String, isYet: Bool = false) -> String {
    "'\(place)' was not reopened\(isYet ? " yet" : ""): \(reason)"
  }

  private var boundSentence: String? {
    guard !bound.isEmpty else { return nil }
    let names = bound.map { "'\($0)'" }.joined(separator: ", ")
    return "The program presented \(names) by a binding, which is not saved; it was not restored."
  }

  private var lossSentence: String? {
    guard let first = dropped.first else { return nil }
    if case .blocked(let reason) = first.reason, let place = first.place {
      return refusalSentences(of: place, because: reason)
    }
    let lost = dropped.count == 1 ? "1 was not" : "\(dropped.count) were not"
    let result =
      switch kept.count {
      case 0: "No saved screen was restored"
      case 1: "1 saved screen was restored, \(lost)"
      default: "\(kept.count) saved screens were restored, \(lost)"
      }
    return "\(result): \(first). The whole saved session was stored under 'quarantine'."
  }

  /// The message about a refused place, the screens above it, and those that others had lost.
  private func refusalSentences(of place: String, because reason: String) -> String {
    let above = dropped.dropFirst().prefix { $0.reason == .below }.count
    let others = dropped.dropFirst(1 + above)
    let sentence = Self.refusal(of: place, because: reason)
    if dropped.count == 1 { return sentence }
    var sentences = [sentence.asSentence]
    switch above {
    case 0: break
    case 1: sentences.append("The screen above it was not reopened either.")
    default: sentences.append("The \(above) screens above it were not reopened either.")
    }
    if let other = others.first {
      sentences += [
        others.count == 1
          ? "1 other saved screen was not restored: \(other)."
          : "\(others.count) other saved screens were not restored: \(other).",
        "The whole saved session was stored under 'quarantine'.",
      ]
    }
    return sentences.joined(separator: " ")
  }
}

extension RestorationReport.Dropped: CustomStringConvertible {
  /// The reason, as the end of a sentence.
  public var description: String {
    let name = typeName ?? "a place"
    return switch reason {
    case .unknownForm: "the saved session has an unknown format"
    case .damagedLine: "a line of the saved session is damaged"
    case .unknownType(let nearest):
      "there is no route type '\(name)'" + (nearest.map { " (the nearest is '\($0)')" } ?? "")
    case .undecodable(let why): "a '\(name)' could not be read (\(why))"
    case .newerVersion(let version):
      "a '\(name)' was saved by a newer version of the program (\(version))"
    case .noMigration(let version):
      "a '\(name)' of version \(version) cannot be converted to this version"
    case .notDeclared: "no stack shows a '\(name)'"
    case .noStack: "the stack that showed a '\(name)' is not part of the program any more"
    case .blocked(let why): "a '\(name)' was refused: \(why)"
    case .below: "a screen below a '\(name)' was not restored"
    }
  }
}
