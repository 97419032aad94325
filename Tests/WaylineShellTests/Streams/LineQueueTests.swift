import Testing

@testable import WaylineShell

@Suite("Line queue")
struct LineQueueTests {
  private func queue(lines: Int = 2, bytes: Int = 8) -> LineQueue {
    var limits = StreamLimits()
    (limits.waitingLines, limits.lineBytes) = (lines, bytes)
    return LineQueue(limits: limits)
  }

  private func texts(_ queue: inout LineQueue) -> [String] {
    var texts: [String] = []
    while let item = queue.next() {
      switch item {
      case .line(let line): texts.append(line.excess.map { "over \($0)" } ?? line.text)
      case .refused(let count): texts.append("refused \(count)")
      }
    }
    return texts
  }

  @Test("Lines come out in order, however the bytes were cut")
  func order() {
    var queue = queue()
    for piece in ["le", "nd\nba", "ck\nq"] { queue.append(piece.utf8) }
    #expect(texts(&queue) == ["lend", "back"])
    queue.append("uit\n".utf8)
    #expect(texts(&queue) == ["quit"])
  }

  @Test("Lines beyond the limit are counted in their place, and later ones are taken again")
  func flood() {
    var queue = queue()
    queue.append("1\n2\n3\n4\n".utf8)
    queue.append("5\n".utf8)
    #expect(texts(&queue) == ["1", "2", "refused 3"])
    queue.append("6\n".utf8)
    #expect(texts(&queue) == ["6"])
  }

  @Test("A line that is too long is refused with the limit in the sentence")
  func long() {
    var queue = queue()
    queue.append("123456789\n".utf8)
    guard case .line(let line)? = queue.next() else {
      Issue.record("The line has no item.")
      return
    }
    #expect(line.notice == "A line of 9 bytes was refused: a line has at most 8 bytes.")
  }

  @Test("A queue that is never empty does not grow")
  func steady() throws {
    var queue = queue(lines: 8)
    queue.append("first\n".utf8)
    for number in 0..<10_000 {
      queue.append("\(number)\n".utf8)
      _ = queue.next()
      let items = Mirror(reflecting: queue).descendant("items") as? [LineQueue.Item]
      #expect(try #require(items).count < 200)
    }
    #expect(texts(&queue) == ["9999"])
  }

  @Test("A line that never ends needs no room")
  func endless() {
    var queue = queue()
    for _ in 0..<1000 { queue.append([UInt8](repeating: 0x78, count: 4096)) }
    #expect(queue.isEmpty)
    queue.append("\n".utf8)
    #expect(texts(&queue) == ["over 4096000"])
  }

  @Test("A last line without its end counts where it is accepted, and is reported where it is not")
  func unended() {
    var (pipe, connection) = (queue(), queue())
    pipe.append("len".utf8)
    connection.append("len".utf8)
    #expect(!pipe.finish(takingUnended: true) && texts(&pipe) == ["len"])
    #expect(connection.finish(takingUnended: false) && texts(&connection) == [])
  }

  @Test("Each refusal is one sentence")
  func sentences() {
    var limits = StreamLimits()
    limits.waitingLines = 3
    #expect(
      limits.refusal(of: 1)
        == "A line was refused: 3 were waiting already. Read the answers first.")
    #expect(
      limits.refusal(of: 2)
        == "2 lines were refused: 3 were waiting already. Read the answers first.")
  }
}
