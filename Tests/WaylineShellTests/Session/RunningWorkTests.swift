import Dispatch
import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

@Suite("Work that is running")
@MainActor
struct RunningWorkTests {
  /// A list that is refreshed in the background, beside a load that ends.
  private struct Shelf: View {
    @State private var count = 0

    var body: some View {
      Text("\(count) books.")
        .task(name: "refresh", role: .background) {
          while !Task.isCancelled { try? await Task.sleep(for: .seconds(600)) }
        }
        .task(name: "load") {
          await Task.yield()
          count = 3
        }
    }
  }

  /// Holds work back until a test lets it continue.
  @MainActor
  private final class Gate {
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async { await withCheckedContinuation { waiting.append($0) } }

    func open() {
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
  }

  private func turn() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }

  @Test("Background work is neither waited for nor pending")
  func background() async {
    let desk = Desk(Shelf())
    _ = desk.answer("wait")
    await desk.untilReady()
    #expect(desk.printed() == "3 books.\n" && desk.session.status == .success)
    #expect(desk.session.host.graph.pending.isEmpty)
    #expect(
      desk.answer("wait for Refresh")
        == "'refresh' runs in the background, and nothing waits for it. Type 'wait until TEXT'.\n")
    #expect(desk.session.status == .notAccepted)
    #expect(desk.answer("help wait").hasSuffix("In the background: refresh.\n"))
  }

  @Test("The lines of a step with background work are not compared in a replay, its messages are")
  func backgroundInReplay() {
    var steps: [LogStep] = []
    let desk = Desk(Shelf())
    let follower = SessionFollower { steps.append($0) }
    desk.session.onFrame = follower.add
    desk.session.receive(.line("where"))
    follower.endStep(of: desk.session)
    desk.session.receive(.line("show"))
    follower.endStep(of: desk.session)
    #expect(steps.count == 2 && steps.allSatisfy(\.isLive))
    var other = steps
    other[1].screen = ["4 books."]
    #expect(report(steps, other) == ["2 steps, as recorded."])
    other[1].messages = ["Closed."]
    #expect(report(steps, other).contains("    + Closed."))
  }

  private func report(_ old: [LogStep], _ new: [LogStep]) -> [String] {
    var replay = Replay(SessionLog(app: "desk", steps: old))
    for step in new { replay.take(step) }
    replay.finish()
    return replay.report
  }

  /// A step, typed while a task was running, with its messages and those of earlier lines.
  private func step(_ messages: [String], late: [String]) -> LogStep {
    let desk = Desk()
    let token = desk.session.host.graph.pending.begin("a task")
    var step = LogStep([Frame()], of: desk.session)
    desk.session.host.graph.pending.end(token)
    (step.line, step.messages, step.late) = ("show", messages, late.isEmpty ? nil : late)
    return step
  }

  @Test("A replay compares the messages of earlier lines whenever they come")
  func lateInReplay() {
    let log = [step([], late: []), step([], late: ["Saved."]), step([], late: [])]
    let early = [step(["Saved."], late: []), step([], late: []), step([], late: [])]
    let later = [step([], late: []), step([], late: []), step([], late: ["Saved."])]
    let never = [step([], late: []), step([], late: []), step([], late: [])]
    let twice = [step([], late: ["Saved."]), step([], late: ["Saved."]), step([], late: [])]
    for (old, new) in [(log, early), (log, later), (early, log), (early, later), (log, log)] {
      #expect(report(old, new) == ["3 steps, as recorded."])
    }
    #expect(report(log, never).contains("  - Saved."))
    #expect(report(early, never).contains("  - Saved."))
    #expect(report(log, twice).contains("    + Saved."))
    #expect(report(never, log).contains("    + Saved."))
  }

  @Test("A command that does not listen is reported after ^C, and a second ^C ends the program")
  func cancelling() async {
    let gate = Gate()
    let stay = ShellCommand("stay", summary: "Stay.") { _ async throws in
      await gate.wait()
      return .done
    }
    for ending in [false, true] {
      let desk = Desk(BookPage(isPrivate: false)) {
        ($0.commands, $0.isScript, $0.sleep) = ([stay], false, { _ in })
      }
      _ = desk.answer("stay")
      await turn()
      desk.session.receive(.interrupt(hadText: false))
      for _ in 0..<10_000 where desk.frames.last?.messages.isEmpty != false { await turn() }
      #expect(desk.printed() == "Cancelling. Press ^C again to end the program.\n")
      #expect(!desk.session.wantsInput)
      if ending {
        desk.session.receive(.interrupt(hadText: false))
        #expect(desk.session.ending == .signal(.interrupt) && desk.session.status == .interrupted)
      }
      gate.open()
      await desk.untilReady()
      #expect(desk.session.wantsInput == !ending)
    }
  }

  @Test("Questions that a command asks at once are asked one after the other", arguments: [2, 5])
  func questions(count: Int) async {
    let register = ShellCommand("register", summary: "Register.") { call in
      let questions = (1...count).map { number in
        Task { @MainActor in try await call.ask("Name \(number)") }
      }
      var lines: [String] = []
      for (index, question) in questions.enumerated() {
        lines.append("\(index + 1): \(try await question.value)")
      }
      return .lines(lines)
    }
    let desk = Desk(BookPage(isPrivate: false)) { $0.commands = [register] }
    _ = desk.answer("register")
    for _ in 1...count {
      for _ in 0..<10_000 where desk.session.question == nil { await Task.yield() }
      let prompt = desk.session.question?.prompt ?? ""
      desk.session.receive(.line("to \(prompt)"))
    }
    await desk.untilReady()
    let expected = (1...count).map { "\($0): to Name \($0)\n" }.joined()
    #expect(desk.printed().hasSuffix(expected) && desk.session.status == .success)
  }

  @Test("Tab completes the names of running tasks after `wait for`")
  func names() {
    let desk = Desk()
    let pending = desk.session.host.graph.pending
    let tokens = ["a task of Load", "a task of Lend", "a guard"].map { pending.begin($0) }
    func offers(_ text: String) -> [String] { desk.session.completions(of: text).map(\.line) }
    #expect(offers("wait for a task of Lo") == ["wait for a task of Load"])
    #expect(offers("wait for ").count == 3)
    for token in tokens { pending.end(token) }
    #expect(offers("wait for ") == [])
  }

  @Test("`wait` on 20,000 tasks ends some turns after the last one, and looks at nothing before")
  func many() async {
    let desk = Desk()
    let pending = desk.session.host.graph.pending
    let tokens = (0..<20_000).map { pending.begin("load \($0)") }
    _ = desk.answer("wait")
    for token in tokens.dropLast() { pending.end(token) }
    await turn()
    #expect(!desk.session.wantsInput)
    pending.end(tokens[19_999])
    var turns = 0
    while !desk.session.wantsInput, turns < 100 {
      await turn()
      turns += 1
    }
    #expect(turns <= 4 && desk.session.status == .success)
  }
}
