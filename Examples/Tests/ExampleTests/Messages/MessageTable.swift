import FoundationEssentials

/// All texts of a room that a user or a programmer can see, by the file that has them.
///
/// A literal counts as a text if it has two words or more, is one capitalised word, or one word in
/// brackets. Names, keys, paths, options and statements of SQL are none of these.
struct MessageTable {
  static let folder = "Tests/Messages"
  static let rooms = [
    "System", "Questions", "Graph", "Views", "Navigation", "Storage", "SwiftUINames", "SQLite",
    "Postgres", "Secrets",
    "Shell", "Flows", "", "Testing", "Foundation",
  ].map { "Wayline\($0)" }

  /// The table as text: a heading for each file, then one text on each line.
  let text: String

  /// Reads the texts of a room from its sources.
  init(room: String) throws {
    var lines = ["# The texts of \(room)"]
    for path in Package.files(ending: ".swift", in: ["Sources/\(room)"]) {
      let texts = LiteralScanner.literals(in: try Package.text(path)).filter(Self.isText)
      guard !texts.isEmpty else { continue }
      lines += ["", "## \(path.dropFirst("Sources/\(room)/".count))"]
      lines += texts.map { literal in
        String(repeating: "  ", count: literal.depth)
          + literal.text.replacing("\n", with: "\n    ")
      }
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  static func path(of room: String) -> String { "\(folder)/\(room).txt" }

  /// The lines that one of two tables has and the other has not.
  static func differences(from old: String, to new: String) -> [String] {
    new.split(separator: "\n").difference(from: old.split(separator: "\n")).map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
  }

  static func isText(_ literal: LiteralScanner.Literal) -> Bool {
    let words = literal.words
    guard words.prefixMatch(of: statement) == nil else { return false }
    return words.contains(/[A-Za-z]{2}/) && words.contains(gap) || words.contains(capitalised)
      || words.contains(bracketed)
  }

  private static var statement: Regex<Substring> {
    /\s*(?:SELECT|WITH|PRAGMA|LISTEN|INSERT|CREATE|UPDATE|DELETE|BEGIN|COMMIT)\b/
  }

  /// A space before or after a word, or between a word and a value.
  private static var gap: Regex<Substring> {
    /[^\s=\-]\s+[A-Za-z\x{FFFC}'(\[`]|^\s+[a-z]|[a-z]\s+$/
  }

  private static var capitalised: Regex<Substring> { /^[^A-Za-z]*[A-Z][a-z]+[^A-Za-z]*$/ }

  private static var bracketed: Regex<Substring> { /[(<][a-z]{3,}[)>]/ }
}
