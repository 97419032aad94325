import Testing

@testable import WaylineNavigation

private enum Hall: NavigationValue {
  case settings
  case member(name: String)
  case note(id: Int, text: String?)
  case shelf(Int, Order)
  case desk(Inner?)
  case marks([Order])

  enum Order: String, Codable { case title, author }
  enum Inner: NavigationValue {
    case book(id: Int)
    case member(String)
    case ledger
  }
}

@Suite("Suggestions of places")
@MainActor
struct PlaceSuggestionTests {
  private let router = Router(declaring: Hall.self)

  private func open(_ words: String) -> NavigationOutcome? {
    ShellWord.split(words).flatMap { router.request(.open($0)).outcome }
  }

  @Test(
    "Words that are nearly those of a place are corrected, and those that are too many left out",
    arguments: [
      ("settings", "settings"), ("setings", "settings"), ("settings 3", "settings"),
      ("setings 3", "settings"), ("dsek bok 42", "desk book 42"), ("desk bok 42", "desk book 42"),
      ("desk zzz", "desk"), ("bok 42", nil), ("memebr Jane", "member Jane"),
      ("member 'Jane Doe' now", "member 'Jane Doe'"), ("not 7 it\\'s", "note 7 'it'\\''s'"),
      ("zebra", nil), ("", nil), ("/setings", "settings"), ("/dsek/bok/42", "desk book 42"),
      ("ledger", nil),
    ] as [(String, String?)])
  func corrected(line: String, place: String?) throws {
    let found = router.place(meantBy: try #require(ShellWord.split(line)))
    #expect(found == place.map { PlaceSuggestion(words: $0) })
  }

  @Test(
    "A place whose value is missing, or cannot be read, is suggested by its form",
    arguments: [
      ("note", "note <id> [text]"), ("note x", "note <id> [text]"), ("member", "member <name>"),
      ("dsek bok", "desk book <id>"), ("desk bok x", "desk book <id>"),
      ("shelf 3 titel", "shelf <value> <value>"),
    ])
  func forms(line: String, form: String) throws {
    let found = router.place(meantBy: try #require(ShellWord.split(line)))
    #expect(found == PlaceSuggestion(words: form, isForm: true))
  }

  @Test("Whatever letter of a link is wrong, what is suggested for it opens (18)")
  func everySlip() throws {
    let links = [
      "settings", "member Jane", "member 'Jane Doe'", "note 7", "note 7 hi", "shelf 3 title",
      "desk",
      "desk book 42", "desk member Ann", "desk ledger", "marks title,author",
    ]
    var compared = 0
    for link in links {
      #expect(open(link)?.isSuccess == true, "\(link)")
      let letters = Array(link)
      for index in letters.indices {
        for replacement in ["", "x", "\(letters[index])\(letters[index])", " ", "'", "/"] {
          let line = String(letters[..<index]) + replacement + String(letters[(index + 1)...])
          guard let words = ShellWord.split(line), !words.isEmpty else { continue }
          guard case .notFound(let problem) = router.request(.open(words)).outcome else { continue }
          let sentence = problem.sentence(typedAfter: "open")
          if let place = router.place(meantBy: words) {
            compared += 1
            #expect(place.isForm || open(place.words)?.isSuccess == true, "\(line): \(place)")
          }
          guard let range = sentence.firstRange(of: " Did you mean 'open ") else { continue }
          let suggested = sentence[range.upperBound...].dropLast(2)
          #expect(open(String(suggested))?.isSuccess == true, "\(line): \(sentence)")
        }
      }
    }
    #expect(compared > 300)
  }

  @Test("A link of very many words suggests nothing, and takes no time")
  func long() {
    let words = ["desk", "bok"] + Array(repeating: "bok", count: 100_000)
    #expect(router.place(meantBy: words) == nil)
    guard case .notFound(let problem) = router.open(words: words).outcome else {
      Issue.record("opened")
      return
    }
    #expect(problem.description == "There is no place 'bok'.")
  }
}
