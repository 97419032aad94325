import Testing
import WaylineViews

@testable import WaylineShell

@Suite("Element numbers")
struct ElementNumbersTests {
  @Test("Numbers and indices are those of counting, whatever is enabled", arguments: 0..<256)
  func counted(pattern: Int) {
    let enabled = (0..<8).map { pattern & (1 << $0) != 0 }
    let numbers = ElementNumbers(enabled.map { .make(.button, "a", isEnabled: $0) })
    let counted = enabled.indices.filter { enabled[$0] }
    #expect(numbers.count == counted.count)
    for index in enabled.indices {
      #expect(numbers.number(of: index) == counted.firstIndex(of: index).map { $0 + 1 })
    }
    for number in 0...9 {
      let expected = counted.indices.contains(number - 1) ? counted[number - 1] : nil
      #expect(numbers.index(of: number) == expected)
    }
  }
}
