import Testing

@testable import WaylineShell

@Suite("Words of a line")
struct WordsTests {
  @Test(
    "Words are split as a shell splits them",
    arguments: [
      ("", []), ("  a  b\tc ", ["a", "b", "c"]), ("'a b' c", ["a b", "c"]),
      ("\"a \\\" b\"", ["a \" b"]), ("a\\ b", ["a b"]), ("''", [""]), ("x'y'z", ["xyz"]),
      ("'a\\b'", ["a\\b"]), ("\"it's\"", ["it's"]),
    ] as [(String, [String])])
  func splitting(text: String, words: [String]) {
    #expect(Words.split(text) == words)
  }

  @Test("An open quote is no word", arguments: ["'a", "\"a", "a\\", "\"a\\\""])
  func openQuote(text: String) {
    #expect(Words.split(text) == nil)
  }

  @Test(
    "A quoted word is read back as it was",
    arguments: ["", "plain", "two words", "it's", "\"", "\\", "a$b`c`", "Ümläut", "*", "~", "a\tb"])
  func roundTrip(word: String) {
    #expect(Words.split("x \(Words.quoted(word)) y") == ["x", word, "y"])
  }
}

@Suite("Nearest names")
struct NearestNamesTests {
  @Test(
    "A mistyped name finds the right one",
    arguments: [
      ("catlog", ["Catalog"]), ("CATALGO", ["Catalog"]), ("memebrs", ["Members"]), ("zzz", []),
      ("", []), ("m", []),
    ] as [(String, [String])])
  func nearest(text: String, found: [String]) {
    #expect(NearestNames.of(text, among: ["Catalog", "Members", "Desk"]) == found)
  }

  @Test("Nearer names stand first, each once, three at most")
  func order() {
    let names = ["boots", "book", "books", "bolt", "books"]
    #expect(NearestNames.of("books", among: names) == ["books", "boots", "book"])
  }
}
