import Testing

@testable import WaylineNavigation
@testable import WaylineShell

@Suite("The titles of visits")
struct VisitTitlesTests {
  private func visit(_ number: Int) -> NavigationEntry.ID { NavigationEntry.ID(number: number) }

  @Test("Each visit has the title that was noted last, in whatever order visits are noted")
  func order() {
    var titles = VisitTitles()
    var expected: [Int: String] = [:]
    var number = 1
    for step in 0..<200 {
      number = number * 2 % 101
      titles.note(["Desk", "Title \(step)"], of: visit(number))
      expected[number] = "Title \(step)"
    }
    #expect(expected.count > 50)
    for number in 0...101 { #expect(titles[visit(number)] == expected[number]) }
  }

  @Test("A screen without a title keeps the one that its visit had")
  func untitled() {
    var titles = VisitTitles()
    titles.note(["Desk", ""], of: visit(1))
    titles.note([""], of: visit(1))
    titles.note([], of: visit(2))
    #expect(titles[visit(1)] == "Desk" && titles[visit(2)] == nil)
  }

  @Test("Of many visits the oldest are discarded")
  func limit() {
    var titles = VisitTitles()
    for number in 1...VisitTitles.limit { titles.note(["\(number)"], of: visit(number)) }
    let half = VisitTitles.limit / 2
    #expect(titles[visit(half)] == nil && titles[visit(half + 1)] == "\(half + 1)")
    #expect(titles[visit(VisitTitles.limit)] == "\(VisitTitles.limit)")
  }
}
