import Testing

@testable import WaylineShell

@Suite("Forms of places")
struct PlaceFormTests {
  private static let forms = [
    "settings", "desk", "desk book <id>", "desk member <name>", "report [month]", "shelf …",
  ]

  @Test(
    "A line that names a place is spelled as the words that open it",
    arguments: [
      ("settings", "settings"), ("SETTINGS", "settings"), ("settings now", "settings"),
      ("desk", "desk"), ("desk x", "desk"), ("desk book", "desk book <id>"),
      ("Desk Book 42", "desk book 42"), ("desk book 42 soon", "desk book 42"),
      ("report", "report"), ("report May", "report May"), ("shelf", "shelf …"),
      ("shelf 3 'top left'", "shelf 3 'top left'"),
      ("desk book " + String(repeating: "4", count: 100), "desk book <id>"),
      ("desk member \"Jane Doe\"", "desk member 'Jane Doe'"), ("desk member \"Jane", nil),
      ("nowhere", nil), ("", nil),
    ] as [(String, String?)])
  func nearest(line: String, place: String?) {
    #expect(PlaceForm.nearest(to: line, among: Self.forms) == place)
  }

  @Test("The part after some words is the next one of the form, if they begin it")
  func next() {
    let form = PlaceForm("desk book <id>")
    #expect(form.part(after: []) == "desk" && form.part(after: ["Desk"]) == "book")
    #expect(form.part(after: ["desk", "book"]) == "<id>")
    #expect(form.part(after: ["desk", "book", "42"]) == nil && form.part(after: ["shelf"]) == nil)
  }
}
