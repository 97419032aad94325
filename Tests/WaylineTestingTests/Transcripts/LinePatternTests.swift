import Testing

@testable import WaylineTesting

@Suite("A line with holes")
struct LinePatternTests {
  @Test(
    "It accepts what fits",
    arguments: [
      ("", ""),
      ("Copies: 3", "Copies: 3"),
      ("Copies: {number}", "Copies: 12"),
      ("{number} of {number}", "1 of 30"),
      ("{number}", "7"),
      ("Since {date}.", "Since 2026-02-03T04:05:06Z."),
      ("Since {date}.", "Since 2026-02-03."),
      ("{text} › {text}", "Desk › Catalog › Book"),
      ("({text})", "(an (inner) one)"),
      ("{word}", "{word}"),
      ("{date} {number}", "2026-02-03 4"),
      ("› {text}", "› The 本"),
    ])
  func accepts(pattern: String, line: String) {
    #expect(LinePattern(pattern).matches(line))
  }

  @Test(
    "It refuses what does not",
    arguments: [
      ("", " "),
      ("Copies: 3", "Copies: 30"),
      ("Copies: 3", "copies: 3"),
      ("Copies: {number}", "Copies: "),
      ("Copies: {number}", "Copies: three"),
      ("Copies: {number}", "Copies: -1"),
      ("{number} of {number}", "1 of"),
      ("Since {date}.", "Since today."),
      ("Since {date}.", "Since 2026."),
      ("{text}", ""),
      ("({text})", "()"),
      ("({text})", "(open"),
    ])
  func refuses(pattern: String, line: String) {
    #expect(!LinePattern(pattern).matches(line))
  }
}
