import TestThreads
import Testing

@Suite("The map of the tour", .waitsForPrograms)
struct MapTests {
  @Test("It lists the places, with the links that --routes draws")
  func links() throws {
    let map = try Built("tour").run(["map"], "show\n")
    #expect(map.status == 0, "\(map.output) \(map.errors)")
    let lines = map.lines.reversed().drop { $0 == "> " }.reversed().drop { $0 != "Tour › Map" }
    let drawn = try Built("tour").run(["--routes", "dot"])
    let edges = drawn.output.matches(of: /"(.+)" -> "(.+)";/)
    #expect(edges.count > 8)
    for edge in edges {
      let line = try #require(lines.first { $0.hasPrefix("\(edge.1): ") })
      #expect(line.dropFirst(edge.1.count + 2).split(separator: ", ").contains(edge.2))
    }
    #expect(lines.last == "Without a link: desk chooseMember, desk logIn, orders, check, damage")
  }
}
