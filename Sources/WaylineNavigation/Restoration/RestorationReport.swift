/// What became of a saved scene: which screens are back, which are not, and why.
///
/// Nothing is lost silently: what could not be restored is kept byte for byte in `quarantine`.
public struct RestorationReport: Hashable, Sendable {
  /// Why a screen is not back.
  public enum Reason: Hashable, Sendable {
    /// The file is not in a form this version of the library knows.
    case unknownForm
    /// A line is cut off or not in its form.
    case damagedLine
    /// No route type of this name is declared.
    case unknownType(nearest: String?)
    /// The route is no value of its type any more.
    case undecodable(why: String)
    /// The route was saved by a newer version of the program.
    case newerVersion(Int)
    /// The type has no successor for a route of this version.
    case noMigration(from: Int)
    /// No stack shows this place.
    case notDeclared
    /// The stack that showed it is not there.
    case noStack
    /// A guard refused it.
    case blocked(by: String)
    /// A screen below it is not back.
    case below
  }

  /// One screen that is not back, or a part that could not be read.
  public struct Dropped: Hashable, Sendable {
    /// The name of the route's type; nil where it could not be read.
    public let typeName: String?
    /// Why it is not back.
    public let reason: Reason
    /// Its saved lines as they were.
    public let bytes: [UInt8]
  }

  /// The places that are back, in the order of their restoration.
  public internal(set) var kept: [Route] = []
  /// Those of them that were saved in a shape that had to be rewritten: migrated, or renamed.
  public internal(set) var migrated: [Route] = []
  /// What is not back.
  public internal(set) var dropped: [Dropped] = []
  /// The types of places that were open above those, and that a binding of the program had shown.
  ///
  /// A binding keeps its own value. A `NavigationPath` that was built by hand has a coordinator that
  /// is not saved, so its screen cannot be made again in another process.
  public internal(set) var bound: [String] = []

  /// The saved lines of everything that is not back, byte for byte.
  public var quarantine: [UInt8] { dropped.flatMap(\.bytes) }

  /// Whether everything that was saved is back.
  public var isComplete: Bool { dropped.isEmpty }
}

extension RestorationReport: CustomStringConvertible {
  /// The sentences for the person; empty when everything is back as it was.
  public var description: String {
    [lossSentence, boundSentence].compactMap { $0 }.joined(separator: " ")
  }

  private var boundSentence: String? {
    guard !bound.isEmpty else { return nil }
    let names = bound.map { "a '\($0)'" }.joined(separator: ", ")
    return "What was open above, \(names), was shown by the program itself and is not brought back."
  }

  private var lossSentence: String? {
    guard let first = dropped.first else { return nil }
    let back =
      switch kept.count {
      case 0: "No saved screen could be restored"
      case 1: "1 saved screen was restored"
      default: "\(kept.count) saved screens were restored"
      }
    let lost = dropped.count == 1 ? "1 was not" : "\(dropped.count) were not"
    return "\(back), \(lost): \(first). What was not restored has been kept."
  }
}

extension RestorationReport.Dropped: CustomStringConvertible {
  /// Why, as the end of a sentence.
  public var description: String {
    let name = typeName ?? "a place"
    return switch reason {
    case .unknownForm: "the saved file has a form this program does not know"
    case .damagedLine: "a line of the saved file is damaged"
    case .unknownType(let nearest):
      "there is no route type '\(name)'" + (nearest.map { " (the nearest is '\($0)')" } ?? "")
    case .undecodable(let why): "a '\(name)' could not be read (\(why))"
    case .newerVersion(let version):
      "a '\(name)' was saved by a newer version of the program (\(version))"
    case .noMigration(let version): "a '\(name)' of version \(version) has no successor"
    case .notDeclared: "no stack shows a '\(name)'"
    case .noStack: "the stack of a '\(name)' is not there"
    case .blocked(let why): "a '\(name)' was refused: \(why)"
    case .below: "a screen below a '\(name)' is missing"
    }
  }
}
