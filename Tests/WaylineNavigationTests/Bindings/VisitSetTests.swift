import Testing

@testable import WaylineNavigation

@Suite("A set of visits")
struct VisitSetTests {
  @Test("It has what was inserted, in whatever order, and nothing after it was emptied")
  func model() {
    var visits = VisitSet()
    var number = 1
    for round in 0..<3 {
      var expected: Set<Int> = []
      for _ in 0..<(round == 0 ? 5 : 60) {
        number = number * 2 % 101
        visits.insert(NavigationEntry.ID(number: number))
        expected.insert(number)
        for other in 0...101 {
          #expect(visits.contains(NavigationEntry.ID(number: other)) == expected.contains(other))
        }
      }
      #expect(!visits.isEmpty)
      visits.removeAll()
      #expect(visits.isEmpty && !visits.contains(NavigationEntry.ID(number: number)))
    }
  }
}
