import Testing
import Wayline
import WaylineTesting

/// Switches that are each saved by a task of their own after a second.
private struct Switches: View {
  @Environment(\.clock) private var clock
  @State private var values = [0, 0, 0]
  @State private var saved = [0, 0, 0]
  let count: Int

  var body: some View {
    Text("Saved: \(saved[..<count].map(String.init).joined())")
    ForEach(0..<count, id: \.self) { place in
      Button("Switch \(place)") { values[place] = 1 - values[place] }
        .task(id: values[place]) { await save(place, values[place]) }
    }
  }

  private func save(_ place: Int, _ value: Int) async {
    guard saved[place] != value else { return }
    guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
    saved[place] = value
  }
}

/// A save that shows the answer of the server which comes last.
private struct LateSave: View {
  @Environment(\.clock) private var clock
  @State private var text = "A"
  @State private var server = "A"

  var body: some View {
    Text("Text \(text), server \(server)")
    Button("Change") { text = text == "A" ? "B" : "A" }
      .task(id: text) {
        let copy = text
        guard copy != server, (try? await clock.sleep(for: .seconds(2))) != nil else { return }
        server = copy
      }
  }
}

/// Two tasks that answer in the wrong order only if the second one continues first.
private struct TwoAnswers: View {
  @State private var answers = ""
  @State private var isAsked = false

  var body: some View {
    Text("Answers: \(answers)")
    Button("Ask") {
      isAsked = true
      for name in ["1", "2"] {
        Task {
          await Task.yield()
          answers += name
        }
      }
    }
    .disabled(isAsked)
  }
}

@Suite("Tasks in the order of their beginning", .serialized)
@MainActor
struct TasksInOrderTests {
  @Test(
    "Tasks that have nothing to do with each other have few states, and the other orders are a cut")
  func few() async {
    let report = await Explorer { Switches(count: 2) }.tasksInOrder().run()
    #expect(report.violations.isEmpty && report.unrepeated.isEmpty, "\(report)")
    #expect(!report.isComplete && report.cut.count == 1, "\(report)")
    #expect(report.cut.first?.hasPrefix("other orders of tasks") == true, "\(report)")
    #expect(report.states < 30, "\(report)")
    let all = await Explorer { Switches(count: 1) }.run()
    #expect(all.isSound && all.isComplete && all.states > report.states, "\(all)")
    // Whatever is shown in some order, is shown in this one: what is saved, and what is not yet.
    let unfinished = await Explorer { Switches(count: 2) }.tasksInOrder()
      .sometimes("A switch is saved, and the other one waits") {
        $0.lines.first == "Saved: 10" && !$0.timers.isEmpty
      }
      .run()
    #expect(unfinished.goals.count == 1, "\(unfinished)")
  }

  @Test("Three such tasks are explored to the end of their states")
  func three() async {
    let report = await Explorer { Switches(count: 3) }.without(Law.allCases).tasksInOrder().run()
    #expect(report.violations.isEmpty && report.cut.count == 1, "\(report)")
    #expect(report.states < 100, "\(report)")
  }

  @Test("Sleeps still end in every order with commands")
  func sleeps() async {
    let report = await Explorer { LateSave() }.tasksInOrder()
      .always("What is saved is what is shown", where: { $0.pending.isEmpty }) {
        ["Text A, server A", "Text B, server B"].contains($0.lines.first)
      }
      .run()
    #expect(report.violations.isEmpty, "\(report)")
    let shown = await Explorer { LateSave() }.tasksInOrder()
      .never("A change is not saved yet") { $0.lines.first == "Text B, server A" }
      .run()
    #expect(shown.violations.first?.commands == ["Change"], "\(shown)")
  }

  @Test("Another order of answers is found without it, and is a cut with it")
  func orders() async {
    let property = "Answers are in order"
    let rule: @Sendable (ExploredScreen) -> Bool = { $0.lines.first != "Answers: 21" }
    let all = await Explorer { TwoAnswers() }.always(property, rule).without(.deadEnd).run()
    #expect(all.violations.map(\.property) == [property], "\(all)")
    let one = await Explorer { TwoAnswers() }.always(property, rule).without(.deadEnd)
      .tasksInOrder().run()
    #expect(one.violations.isEmpty && !one.isComplete, "\(one)")
  }

  @Test("Without awaited tasks nothing is cut")
  func nothing() async {
    let report = await Explorer {
      Text("Nothing")
      Button("Stay") {}
    }
    .without(.deadEnd).tasksInOrder().run()
    #expect(report.isComplete && report.isSound, "\(report)")
  }

  @Test("Random walks and searches without snapshots take the same order")
  func walks() async {
    let replayed = await Explorer { Switches(count: 2) }.tasksInOrder().replaying().run()
    let copied = await Explorer { Switches(count: 2) }.tasksInOrder().run()
    #expect(replayed.states == copied.states, "\(replayed)")
    let walked = await Explorer { TwoAnswers() }.without(.deadEnd).tasksInOrder()
      .never("The second answer is first") { $0.lines.first == "Answers: 21" }
      .random(walks: 10, steps: 6).run()
    #expect(walked.violations.isEmpty, "\(walked)")
  }
}
