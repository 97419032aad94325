import Dispatch
import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

@testable import WaylineShell

@Suite("Notices that are waited for")
@MainActor
struct AwaitedNoticesTests {
  enum Place: NavigationValue {
    case result(Int)
  }

  private struct RunPage: View {
    let poster: Poster
    @Environment(\.notice) private var notice

    var body: some View {
      let _ = poster.take(notice)
      Button("Run") { poster.post("Run 1 is done.") }
      Button("Rest") {}
    }
  }

  @MainActor
  private final class Poster {
    private var notice: NoticeAction?

    func take(_ notice: NoticeAction) { self.notice = notice }
    func post(_ text: String) { notice?(text) }
    func post(_ text: String, result: Int) { notice?(text, link: Place.result(result)) }
  }

  private let poster = Poster()
  private let interval = Interval()

  private func desk(_ configure: (inout SceneConfiguration) -> Void = { _ in }) -> Desk {
    let desk = Desk(RunPage(poster: poster), navigator: NotingNavigator(), configure)
    _ = desk.printed()
    return desk
  }

  private func turns() async {
    for _ in 0..<3 {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
    }
  }

  /// True if the last line waits for a notice.
  private func waits(_ desk: Desk) async -> Bool {
    await turns()
    return !desk.session.wantsInput
  }

  @Test(
    "'wait until' sees a notice of the line before it, and one that was printed since",
    arguments: [
      ["Run"], ["Rest", "+"], ["Run", "# a comment", ""], ["Run", "wait", "wait 2"],
      ["Rest", "+", "# a comment", "wait"], ["Rest", "# a comment", "+"], ["+"],
    ])
  func before(lines: [String]) async {
    for text in ["run 1 is done", "Run 1  is", "done."] {
      let desk = desk()
      for line in lines {
        if line == "+" { poster.post("Run 1 is done.") } else { _ = desk.answer(line) }
        await turns()
      }
      let answer = desk.answer("wait until \(text)")
      #expect(answer == "[1] Run\n[2] Rest\n" && desk.session.wantsInput, "\(answer)")
      #expect(desk.session.status == .success)
    }
  }

  @Test("'wait until' sees a notice that is printed while it waits, and ends with the screen")
  func meanwhile() async {
    let desk = desk()
    _ = desk.answer("wait until is done")
    #expect(await waits(desk))
    poster.post("Run 1 has begun.")
    #expect(await waits(desk))
    poster.post("Run 1 is done.", result: 1)
    #expect(await !waits(desk))
    #expect(
      desk.printed() == "Run 1 has begun.\n[3] Run 1 is done.\n[1] Run\n[2] Rest\n")
    #expect(desk.session.status == .success)
  }

  @Test("At a terminal a notice that waits for its time is seen, and printed with the answer")
  func terminal() async {
    let desk = desk { [interval] in
      ($0.printsUnasked, $0.printsOnlyChanges, $0.isScript) = (true, true, false)
      $0.sleep = { _ in await interval.sleep() }
    }
    poster.post("Ready.")
    _ = desk.answer("wait until is done")
    #expect(await waits(desk))
    poster.post("Run 1 is done.")
    #expect(await !waits(desk))
    #expect(desk.printed() == "Run 1 is done.\n[1] Run\n[2] Rest\n")
  }

  @Test("A notice of an earlier line is not seen, and each is awaited once")
  func earlier() async {
    let early = desk()
    _ = early.answer("Run", "Rest", "wait until is done")
    #expect(await waits(early))
    let twice = desk()
    poster.post("Run 1 is done.")
    poster.post("Run 2 is done.")
    _ = twice.answer("wait until is done", "wait until run 2 is", "wait until is done")
    #expect(await waits(twice))
    poster.post("Run 3 is done.")
    #expect(await !waits(twice))
  }

  @Test("A text on the screen is seen first, and leaves the notice for the next line")
  func shown() async {
    let desk = desk()
    poster.post("Run 1 is done.")
    _ = desk.answer("wait until Run", "wait until Run 1")
    #expect(await !waits(desk))
  }

  @Test("A text with control characters is awaited as it is printed, and the last hundred are seen")
  func bounds() async {
    let desk = desk()
    poster.post("a\nb")
    _ = desk.answer("wait until a␤b")
    #expect(await !waits(desk))
    for number in 1...101 { poster.post("Run \(number).") }
    _ = desk.answer("wait until Run 2.")
    #expect(await !waits(desk))
    _ = desk.answer("wait until Run 1.")
    #expect(await waits(desk))
  }

  @Test("Tab completes the text of a notice that leads to a place, as it was printed")
  func completion() {
    let desk = desk()
    poster.post("Run 1 is done.")
    poster.post("Run 2 is done.", result: 2)
    _ = desk.printed()
    let lines = { (typed: String) in desk.session.completions(of: typed).map(\.line) }
    #expect(lines("run") == ["Run", "Run 2 is done."])
    #expect(lines("\"Run ") == ["\"Run 2 is done.\""])
    _ = desk.answer("Run 2 is done.")
    #expect(desk.session.status == .success)
  }
}
