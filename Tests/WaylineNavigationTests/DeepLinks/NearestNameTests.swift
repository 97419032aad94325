import Testing
import WaylineNavigation

@Suite("Nearest names")
struct NearestNameTests {
  @Test(
    "A mistyped name finds the right one, a beginning the name it begins",
    arguments: [
      ("catlog", ["Catalog"]), ("CATALGO", ["Catalog"]), ("memebrs", ["Members"]), ("zzz", []),
      ("", []), ("m", ["Members"]), ("x", []),
    ] as [(String, [String])])
  func found(text: String, names: [String]) {
    #expect(nearest(to: text, among: ["Catalog", "Members", "Desk"], limit: 3) == names)
  }

  @Test("Nearer names come first, each once, no more than requested")
  func order() {
    let names = ["boots", "book", "books", "bolt", "books", "boks"]
    #expect(nearest(to: "books", among: names, limit: 3) == ["books", "boots", "book"])
    #expect(nearest(to: "books", among: names) == "books")
  }

  @Test("A word that is too long for a name is near to none")
  func long() {
    let word = String(repeating: "x", count: 1_000_000)
    #expect(nearest(to: word, among: [word + "y"], limit: 3).isEmpty)
  }
}
