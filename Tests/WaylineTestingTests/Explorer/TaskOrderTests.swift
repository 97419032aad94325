import Testing
import Wayline
import WaylineTesting

/// Two tasks of one screen, and a guard that takes time.
private struct TwoLoads: View {
  enum Place: NavigationValue {
    case shelf
  }

  @State private var answers: [String] = []

  var body: some View {
    NavigationStack {
      Form {
        Text("Answers: \(answers.joined(separator: " "))")
        Button("Books") { Task { answers.append("books") } }.disabled(answers.count > 1)
        Button("Members") { Task { answers.append("members") } }.disabled(answers.count > 1)
        NavigationLink("Shelf", value: Place.shelf)
      }
      .navigationDestination(for: Place.self) { _ in Text("Shelf") }
    }
    .guarding(Place.self) { _ in
      await Task.yield()
      return .allow
    }
  }
}

@Suite("The order in which work ends", .serialized)
@MainActor
struct TaskOrderTests {
  private var explorer: Explorer<Screens> {
    Explorer { TwoLoads() }
      .sometimes("Members come first") { $0.lines.contains("Answers: members books") }
      .sometimes("Books come first") { $0.lines.contains("Answers: books members") }
      .recordingGraph().budget(states: 60, depth: 4)
  }

  private func report() async -> ExplorationReport { await explorer.run() }

  @Test("Each pending task and each guard is an action of its own, by its name")
  func actions() async throws {
    let graph = try #require(await report().graph)
    let waits = Set(graph.edges.map(\.label).filter { $0.hasPrefix("wait") })
    #expect(
      waits.isSuperset(of: [
        "wait", "wait for a task of Books", "wait for a task of Members", "wait for a guard",
      ]), "\(waits)")
  }

  @Test("Both orders of two tasks that were started one after the other are met")
  func orders() async {
    let report = await report()
    #expect(report.isSound, "\(report)")
    #expect(report.goals.map(\.commands.count) == [3, 3], "\(report.goals)")
  }

  @Test("States with pending work are those that their commands lead to from the start")
  func replayed() async throws {
    let (copied, replayed) = (await report(), await explorer.replaying().run())
    #expect(copied.graph == replayed.graph)
    #expect(copied.violations == replayed.violations && copied.goals == replayed.goals)
  }

  @Test("Work outside the main actor is waited for")
  func outside() async {
    let report = await Explorer { OutsideLoad() }
      .sometimes("It is loaded") { $0.lines.contains("Loaded: 3") }
      .budget(states: 10, depth: 3).run()
    #expect(report.goals.map(\.commands) == [["Load", "wait"]], "\(report)")
  }

  @Test("A screen that never stops listening does not stop the search")
  func listening() async {
    let report = await Explorer { Listening() }.budget(states: 10, depth: 3).run()
    #expect(report.isSound && report.states > 1, "\(report)")
  }
}

private struct OutsideLoad: View {
  @State private var loaded = 0

  var body: some View {
    Text("Loaded: \(loaded)")
    Button("Load") { Task { loaded = await Self.count() } }.disabled(loaded > 0)
    Button("Clear") { loaded = 0 }.disabled(loaded == 0)
  }

  @concurrent private static func count() async -> Int { [1, 2].reduce(0, +) }
}

private struct Listening: View {
  @State private var notices = 0
  @State private var isOn = false
  private let stream = AsyncStream<Int>.makeStream()

  var body: some View {
    Toggle("On", isOn: $isOn)
    Text("Notices: \(notices)").task {
      for await number in stream.stream { notices += number }
    }
  }
}
