import Testing

@testable import WaylineTesting

@Suite("The progress of explore on a terminal")
struct ProgressTextTests {
  private let start = ContinuousClock.now

  private func progress(
    redraws: Bool = true, limit: Int? = nil, time: Duration? = nil, columns: Int = 80
  ) -> ExploreWorker.ProgressText {
    var text = ExploreWorker.ProgressText(limit: limit, time: time, columns: columns)
    text.redraws = redraws
    return text
  }

  @Test("The first states are shown at once, and one state is counted as one")
  func first() {
    var text = progress()
    #expect(text.next(1, at: start) == "\r\u{1B}[K1 state …")
    var bounded = progress(limit: 1)
    #expect(bounded.next(1, at: start) == "\r\u{1B}[K1 of at most 1 state …")
  }

  @Test("The line is redrawn ten times a second at most")
  func redrawn() {
    var text = progress()
    #expect(text.next(1, at: start) != nil)
    #expect(text.next(2, at: start + .milliseconds(99)) == nil)
    #expect(text.next(3, at: start + .milliseconds(100)) == "\r\u{1B}[K3 states …")
    #expect(text.next(4, at: start + .milliseconds(199)) == nil)
  }

  @Test("After a second it has the mean rate, and under a budget the time that is left")
  func rate() {
    var text = progress(limit: 20_000, time: .seconds(60))
    #expect(text.next(10, at: start) == "\r\u{1B}[K10 of at most 20000 states …")
    #expect(
      text.next(500, at: start + .seconds(2))
        == "\r\u{1B}[K500 of at most 20000 states, 250 a second, at most 58 s left …")
    #expect(text.next(610, at: start + .seconds(61))?.contains("at most 0 s left") == true)
    var unbounded = progress()
    _ = unbounded.next(10, at: start)
    #expect(
      unbounded.next(500, at: start + .seconds(2)) == "\r\u{1B}[K500 states, 250 a second …")
  }

  @Test("The line is cut where it would wrap, since a wrapped line cannot be redrawn")
  func narrow() {
    var text = progress(limit: 20_000, columns: 12)
    #expect(text.next(10, at: start) == "\r\u{1B}[K10 of at mo")
  }

  @Test("Where nothing can be redrawn there is a line every ten seconds, without escapes")
  func lines() {
    var text = progress(redraws: false)
    #expect(text.next(1, at: start) == nil)
    #expect(text.next(90, at: start + .seconds(9)) == nil)
    #expect(text.next(100, at: start + .seconds(10)) == "100 states, 10 a second …\n")
    #expect(text.next(190, at: start + .seconds(19)) == nil)
    #expect(text.next(200, at: start + .seconds(20)) == "200 states, 10 a second …\n")
  }
}
