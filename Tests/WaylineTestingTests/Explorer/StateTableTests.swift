import Dispatch
import Synchronization
import Testing

@testable import WaylineTesting

@Suite("The table of the states that were seen")
struct StateTableTests {
  private static let count = 50_000

  private static func fingerprint(_ number: Int) -> UInt64 {
    UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
  }

  @Test(
    "A state is found by its fingerprint, with its parent and ordinal, however often the table has grown"
  )
  func lookup() {
    let table = StateTable()
    for number in 0..<Self.count {
      let parent = number == 0 ? StateTable.noParent : UInt32(number / 2)
      #expect(table.insert(Self.fingerprint(number), parent: parent, ordinal: number % 7) == number)
    }
    for number in stride(from: 1, to: Self.count, by: 97) {
      #expect(table.number(of: Self.fingerprint(number)) == number)
      #expect(table.parent(of: number) == number / 2 && table.ordinal(of: number) == number % 7)
    }
    #expect(table.number(of: Self.fingerprint(Self.count)) == nil)
  }

  @Test("While one thread adds states, others find either nothing or the right number")
  func readingWhileAdding() {
    let table = StateTable()
    table.reserve(Self.count)
    let wrong = Atomic<Int>(0)
    let isEnded = Atomic<Bool>(false)
    let readers = DispatchGroup()
    for start in 0..<2 {
      DispatchQueue.global().async(group: readers) {
        var number = start
        while !isEnded.load(ordering: .acquiring) {
          let found = table.number(of: Self.fingerprint(number))
          if let found, found != number { wrong.add(1, ordering: .relaxed) }
          number = (number + 7_919) % Self.count
        }
      }
    }
    for number in 0..<Self.count {
      _ = table.insert(Self.fingerprint(number), parent: StateTable.noParent, ordinal: 0)
    }
    isEnded.store(true, ordering: .releasing)
    readers.wait()
    #expect(wrong.load(ordering: .relaxed) == 0)
    for number in 0..<Self.count {
      #expect(table.number(of: Self.fingerprint(number)) == number)
    }
  }
}
