import Testing

@testable import WaylineShell

@Suite("Forms of places")
struct PlaceFormTests {
  @Test("The part after some words is the next one of the form, if they begin it")
  func next() {
    let form = PlaceForm("desk book <id>")
    #expect(form.part(after: []) == "desk" && form.part(after: ["Desk"]) == "book")
    #expect(form.part(after: ["desk", "book"]) == "<id>")
    #expect(form.part(after: ["desk", "book", "42"]) == nil && form.part(after: ["shelf"]) == nil)
  }
}
