import Testing

@testable import WaylineViews

@Suite("Changes of keyed rows")
struct RowChangesTests {
  @Test("Every list of up to four of three identities becomes every other one, repeats included")
  func everyPair() {
    let lists = Self.lists(of: 3, upTo: 4)
    for old in lists {
      for new in lists {
        let changes = RowChanges(from: old, to: new, hadRepeats: Set(old).count < old.count)
        #expect(Self.sources(changes, old, new) == Self.expected(old, new), "\(old) to \(new)")
        let repeated = new.indices.first { new[..<$0].contains(new[$0]) }
        #expect(changes.repeated == repeated, "\(old) to \(new)")
      }
    }
  }

  @Test(
    "Many rows that enter at once are compared with the rows that stay", arguments: [false, true])
  func manyEnter(isRepeated: Bool) {
    let old = Array(0..<40)
    var new = Array(0..<20) + Array(100..<110) + Array(20..<40)
    if isRepeated { new[25] = 3 }
    let changes = RowChanges(from: old, to: new, hadRepeats: false)
    #expect(changes.repeated == (isRepeated ? 25 : nil))
    #expect(Self.sources(changes, old, new) == Self.expected(old, new))
  }

  @Test("A row that moves is the only one that is matched by hashing between its two places")
  func moved() {
    let changes = RowChanges(
      from: Array(0..<10), to: [0, 1, 5, 2, 3, 4, 6, 7, 8, 9], hadRepeats: false)
    #expect((changes.prefix, changes.suffix) == (2, 4))
    #expect(changes.sources == [5, 2, 3, 4])
  }

  /// The old row of each new one, -1 for none: the first of an identity continues the first.
  private static func expected(_ old: [Int], _ new: [Int]) -> [Int] {
    new.indices.map { index in
      let repetition = new[..<index].count { $0 == new[index] }
      let places = old.indices.filter { old[$0] == new[index] }
      return repetition < places.count ? places[repetition] : -1
    }
  }

  private static func sources(_ changes: RowChanges, _ old: [Int], _ new: [Int]) -> [Int] {
    Array(0..<changes.prefix) + changes.sources
      + (0..<changes.suffix).map { old.count - changes.suffix + $0 }
  }

  private static func lists(of count: Int, upTo length: Int) -> [[Int]] {
    var lists: [[Int]] = [[]]
    var last = lists
    for _ in 0..<length {
      last = last.flatMap { list in (0..<count).map { list + [$0] } }
      lists += last
    }
    return lists
  }
}
