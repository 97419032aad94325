import Testing

@testable import WaylineTesting

@Suite("Leaving commands out of a list")
struct ShorteningTests {
  /// The shortest list that is found, and the number of lists that were tried.
  private func shortened(
    _ list: [Int], _ fails: ([Int]) -> Bool
  ) -> (best: [Int], tries: Int) {
    var shortening = Shortening(list)
    var tries = 0
    while let next = shortening.next() {
      tries += 1
      if fails(next) { shortening.accept(next) }
    }
    return (shortening.best, tries)
  }

  @Test("Only the commands that matter are left, in their order")
  func needed() {
    let (best, tries) = shortened(Array(0..<64)) { Set([3, 17, 40, 41, 63]).isSubset(of: $0) }
    #expect(best == [3, 17, 40, 41, 63])
    #expect(tries < 200)
  }

  @Test("A span that is possible only as a whole is left out wherever it begins")
  func spans() {
    // 1, 2 and 3 are possible only together.
    let isPossible = { (list: [Int]) in [0, 3].contains(list.count { (1...3).contains($0) }) }
    #expect(shortened([0, 1, 2, 3, 4]) { isPossible($0) && $0.contains(0) }.best == [0])
  }

  @Test("Two commands apart from each other are left out together")
  func pairs() {
    let isPossible = { (list: [Int]) in list.contains(1) == list.contains(5) }
    let (best, _) = shortened(Array(0..<8)) {
      isPossible($0) && Set([0, 2, 3, 4, 6, 7]).isSubset(of: $0)
    }
    #expect(best == [0, 2, 3, 4, 6, 7])
  }

  @Test("A list that fails earlier is shortened from where it failed")
  func beginnings() {
    var shortening = Shortening([1, 2, 3, 4])
    #expect(shortening.next() == [3, 4])
    shortening.accept([3])
    while let next = shortening.next() { #expect(next == []) }
    #expect(shortening.best == [3])
  }

  @Test("An empty list and one that always fails come to their end", arguments: [0, 1, 2, 9])
  func bounds(count: Int) {
    #expect(shortened(Array(0..<count)) { _ in true }.best == [])
    #expect(shortened(Array(0..<count)) { _ in false }.best.count == count)
  }
}
