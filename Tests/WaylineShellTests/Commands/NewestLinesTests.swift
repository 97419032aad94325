import Testing

@testable import WaylineShell

@Suite("The newest lines")
@MainActor
struct NewestLinesTests {
  @Test("At most so many are kept, in their order, and all are counted")
  func kept() {
    var newest = NewestLines(["a", "b"], limit: 3)
    for number in 0..<100 {
      newest.append("\(number)")
      #expect(newest.lines.count <= 3 && newest.last == "\(number)")
    }
    #expect(newest.lines == ["97", "98", "99"])
    #expect(newest.total == 102)
  }

  @Test("A history keeps no empty line, and a line that is repeated once")
  func repeated() {
    let history = MemoryHistory()
    for line in ["a", "a", "", "b", "a"] { history.append(line) }
    #expect(history.lines == ["a", "b", "a"])
  }
}
