import TestScale
import TestThreads
import Testing
import Wayline
import WaylineTesting

@Suite("The command of where, pasted into a shell", .waitsForPrograms)
struct PastedCommandTests {
  private let tour = Built("tour")

  /// Names that a shell, a command line or a screen could take for something else.
  static let names = [
    "Ada", "Ada Lovelace", "it's", #"say "hi""#, "$HOME", "`id`", "$(id)", "a;b|c&d>e<f", "*", "~",
    "#", "!x", "\\", "a\\nb", "two\nlines", "tab\there", "\r", "\u{1B}[1m", "\u{202E}abc",
    "--fresh",
    "--", "-", "@", "@x", "", " ", ",", "%2F", "/a/../b", ".", "..", "é", "e\u{301}", "👩‍👧", "日本",
  ]

  /// Runs a line in a shell that knows the tour, with a script as the tour's input.
  private func paste(_ line: String, _ input: String) throws -> ProgramRun {
    let tour = #"tour() { "$TOUR" --store "$STORE" "$@"; }"#
    return try Program(path: "/bin/sh").run(
      ["-c", "\(tour)\n\(line)"], input: input,
      environment: [
        "TOUR": self.tour.program.path, "STORE": self.tour.store.path, "HOME": "/nowhere",
        "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
      ])
  }

  /// Goes to a member, asks where that is, and pastes the answer into a shell.
  private func check(_ name: String) throws {
    let link = try DeepLink(Place.desk(.member(name: name)))

    let there = try tour.run([], "open \(link.url)\nwhere\n")
    let places = there.output.components(separatedBy: "\n\(link.url)\n")
    let line = try #require(places.count == 2 ? places[1] : nil, "\(there.output)")
    let back = try paste(line, "where\n")

    #expect(line.hasPrefix("tour "))
    #expect(back.output.hasSuffix("\n\(link.url)\n\(line)"), "\(line)\(back.output)\(back.errors)")
    #expect(back.status == 0)
  }

  @Test("It opens the place again, whatever its name (17)", arguments: names)
  func comesBack(name: String) throws {
    _ = try tour.run([], "Log in\n1 1234\nLog in\n")

    try check(name)
  }

  @Test("It opens a place with a hostile name again (17)", arguments: 0..<5)
  func hostile(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    _ = try tour.run([], "Log in\n1 1234\nLog in\n")

    for _ in 0..<4 {
      let count = Int.random(in: 0...10, using: &dice)
      try check((0..<count).map { _ in Self.parts.randomElement(using: &dice) ?? "" }.joined())
    }
  }

  /// Texts that a shell, a command line, a URL or a screen could misread.
  private static let parts = [
    " ", "'", "\"", "$", "${HOME}", "`", "\\", "\n", "\t", "\r", "-", "--", ".", "..", "/", "%",
    "%41",
    "@", ",", "*", "?", "[", "]", "{", "}", "~", "#", "!", "&", "|", ";", "<", ">", "(", ")", "=",
    "^",
    "é", "\u{301}", "👩‍👧", "日", "\u{202E}", "\u{1B}[7m", "\u{7F}", "\u{85}", "\u{2028}", "a", "Z",
    "0",
  ]

  /// The tour's places, as far as they are needed here.
  private enum Place: NavigationValue {
    case desk(DeskPlace)
    enum DeskPlace: Hashable, Codable, Sendable { case member(name: String) }
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    var (parts, rest) = ([String](), self[...])
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
