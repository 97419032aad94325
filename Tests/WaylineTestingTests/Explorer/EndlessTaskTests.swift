import Testing
import Wayline

@testable import WaylineTesting

/// A screen that loads again whenever it is asked to, with an answer that takes time.
private struct Notices: View {
  @State private var notice = "none"
  @State private var attempt = 0
  @Environment(\.clock) private var clock

  var body: some View {
    Text("Notice: \(notice)")
    Button("Reload") { attempt = (attempt + 1) % 3 }
      .task(id: attempt) { [attempt] in
        try? await clock.sleep(for: .milliseconds(300))
        notice = "\(attempt)"
      }
  }
}

/// A screen that asks again whenever it is told to, and notes the answers in the order in which they come.
private struct Answers: View {
  @State private var answers: [Int] = []
  @State private var question = 0
  @Environment(\.clock) private var clock

  var body: some View {
    Text("Answers: \(answers.map(String.init).joined(separator: ", "))")
    Button("Ask") { question = min(question + 1, 2) }
      .task(id: question) { [question] in
        if question == 1 { try? await clock.sleep(for: .seconds(1)) }
        answers = (answers + [question]).suffix(2)
      }
  }
}

/// A screen whose button starts a task that takes its time, as often as it is pressed.
private struct Timers: View {
  @State private var ended = 0
  @Environment(\.clock) private var clock

  var body: some View {
    Text("Ended: \(ended)")
    Button("Start") {
      Task {
        try? await clock.sleep(for: .seconds(60))
        ended += 1
      }
    }
  }
}

@Suite("Tasks that do not end")
@MainActor
struct EndlessTaskTests {
  @Test("A task that is started again leaves one cancelled task at most, so the search ends")
  func startedAgain() async {
    let report = await Explorer { Notices() }.run()
    #expect(report.isComplete && report.isSound, "\(report)")
    // Each attempt that a cancelled task holds is a state of its own: it may come last.
    #expect(report.states < 400, "\(report.states) states")
  }

  @Test("The answer of a cancelled task may come after that of the next")
  func lateAnswer() async {
    let report = await Explorer { Answers() }.without(.deadEnd)
      .sometimes("The first answer comes last") { $0.lines[0] == "Answers: 2, 1" }.run()
    #expect(report.isComplete && report.isSound, "\(report)")
    #expect(report.goals.map(\.commands) == [["Ask", "wait", "Ask", "wait"]], "\(report)")
  }

  @Test("A task that is started again before it has ended is named as a limit")
  func named() async throws {
    let report = await Explorer { Timers() }.without(Law.allCases).budget(depth: 8).run()
    let limit = try #require(report.limits.first { $0.contains("times at once") }, "\(report)")
    #expect(limit.hasPrefix("'a task of Start' was unfinished "))
    #expect(
      limit.hasSuffix(
        "times at once, and each order in which these continue is explored. Disable what starts it "
          + "while it runs, or end the one before."))
  }
}
