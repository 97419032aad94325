import TestThreads
import Testing
import WaylineTesting

@Suite("The line of the place", .waitsForPrograms)
struct PlaceLineTests {
  private let tour = Built("tour")

  /// Lends a book, so that there is one to look at among the returns.
  init() throws {
    _ = try tour.run([], "Log in\n1 1234\nLog in\n")
    _ = try tour.run(["desk", "book", "42"], "Lend\nGrace\n")
  }

  @Test("Up to four titles stand there whole; of more, the first and the last three")
  func shortened() throws {
    let run = try tour.run(["desk", "returns"], "The Go-Between\nReport damage\nback\n")
    #expect(
      run.lines.filter { $0.hasPrefix("Tour › ") } == [
        "Tour › Desk › Returns", "Tour › Desk › Returns › The Go-Between",
        "Tour › … › Returns › The Go-Between › Damage", "Tour › Desk › Returns › The Go-Between",
      ])
  }

  @Test("where prints all titles")
  func whole() throws {
    let run = try tour.run(["desk", "returns"], "The Go-Between\nReport damage\nwhere\n")
    #expect(run.lines.suffix(4).first == "Tour › Desk › Returns › The Go-Between › Damage")
  }

  @Test("JSON has all titles beside the line")
  func json() throws {
    let run = try tour.run(["--json", "desk", "returns"], "The Go-Between\nReport damage\n")
    let screen = try #require(run.lines.last { $0.hasPrefix(#"{"type":"screen""#) })
    #expect(screen.contains(#""place":"Tour › … › Returns › The Go-Between › Damage""#))
    #expect(screen.contains(#""titles":["Tour","Desk","Returns","The Go-Between","Damage"]"#))
  }
}
