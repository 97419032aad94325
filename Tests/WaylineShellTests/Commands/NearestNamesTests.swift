import Testing

@testable import WaylineShell

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
