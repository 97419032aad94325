import Testing

@testable import WaylineNavigation

@Suite("Link sentences")
struct LinkSentenceTests {
  @Test(
    "Each problem is a sentence that says what to do",
    arguments: [
      (
        LinkError.unknownName(part: "bok", nearest: "book"),
        "There is no place 'bok'. Did you mean 'book'?"
      ),
      (.unknownName(part: "zebra", nearest: nil), "There is no place 'zebra'."),
      (.missing(label: "place"), "The name of a place is missing."),
      (.missing(label: "id"), "The value for 'id' is missing."),
      (.missing(label: "_1"), "Value number 2 is missing."),
      (.unreadable(part: "x", expected: "a number"), "'x' is not a number."),
      (.unknownName(part: "", nearest: nil), "The link has an empty part."),
      (.leftOver(part: "7"), "Unexpected '7'."),
      (
        .unrepresentable(value: "floor", why: "a NUL character cannot be typed"),
        "There is no link to 'floor': a NUL character cannot be typed."
      ),
    ])
  func sentence(error: LinkError, text: String) {
    #expect(error.description == text)
  }

  @Test(
    "A mistyped name finds the one that was meant",
    arguments: [
      ("bok", "book"), ("book", "book"), ("BOOKS", "book"), ("obok", "book"), ("mem", "member"),
      ("catalgo", "catalog"), ("zebra", nil), ("", nil),
    ])
  func nearestName(word: String, expected: String?) {
    #expect(nearest(to: word, among: ["catalog", "book", "member"]) == expected)
  }
}
