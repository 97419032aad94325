import Dispatch
import Testing
import Wayline

@testable import WaylineTesting

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

@MainActor
private final class StepCounter {
  var count = 0
}

private struct CountedTasks: View {
  let steps: StepCounter
  @State private var started = 0

  var body: some View {
    Text("Started: \(started)")
    Button("Start") {
      started += 1
      Task { steps.count += 1 }
    }
    Toggle("Light", isOn: .constant(true))
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

  @Test("A task of a scene that the search has left takes no step")
  func leftScenes() async {
    let (steps, waits) = (StepCounter(), StepCounter())
    var explorer = Explorer { CountedTasks(steps: steps) }
      .without(Law.allCases).replaying().budget(depth: 2)
    // Each 'wait' follows a single start, so it lets one task take its step.
    explorer.subject.journal = { crash in
      if crash.cause == "wait" { MainActor.assumeIsolated { waits.count += 1 } }
    }
    let report = await explorer.run()
    for _ in 0..<100 { await Task.yield() }
    #expect(report.states > 3 && steps.count > 0, "\(steps.count) steps: \(report)")
    #expect(steps.count == waits.count, "\(steps.count) steps: \(report)")
  }

  @Test("Both orders of two tasks that were started one after the other are met")
  func orders() async {
    let report = await report()
    #expect(report.isSound, "\(report)")
    #expect(report.goals.map(\.commands.count) == [3, 3], "\(report.goals)")
    // Both wait for a command only.
    #expect(!report.limits.contains { $0.contains("another run") }, "\(report)")
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

  @Test("Work outside the main actor comes back in the order of its beginning, not of its end")
  func outsideOrder() async {
    let report = await Explorer { OutsideLoads() }
      .sometimes("They end in order") { $0.lines.contains("Answers: slow fast") }
      .without(Law.allCases).budget(states: 40, depth: 3).run()
    #expect(report.goals.map(\.commands) == [["Slow", "Fast", "wait"]], "\(report)")
  }

  @Test("The children of a task end in the order of their beginning")
  func children() async {
    let report = await Explorer { ChildTasks() }
      .sometimes("They are loaded") { $0.lines.contains("Answers: 6 5 4 3 2 1") }
      .without(Law.allCases).budget(states: 10, depth: 2).run()
    #expect(report.isSound, "\(report)")
    #expect(!report.limits.contains { $0.contains("another run") }, "\(report)")
  }

  @Test("Groups of tasks are met in one order, whatever the machine does")
  func groups() async {
    let explorer = Explorer { GroupSearch() }.budget(states: 40, depth: 5)
    var reports: Set<String> = []
    for _ in 0..<6 { reports.insert("\(await explorer.run())") }
    #expect(reports.count == 1, "\(reports)")
    #expect(!reports.contains { $0.contains("snapshots cannot store") }, "\(reports)")
  }

  @Test("A step of the main actor that waits for work outside goes on")
  func waitingStep() async {
    let report = await Explorer { WaitingStep() }
      .sometimes("It is loaded") { $0.lines.contains("Loaded") }
      .without(Law.allCases).budget(states: 4, depth: 1).run()
    #expect(report.goals.map(\.commands) == [["Load"]], "\(report)")
  }

  @Test("What a detached task leaves is seen after the command that began it")
  func detached() async {
    let report = await Explorer { Detached() }
      .sometimes("It is loaded") { $0.lines.contains("Loaded: 3") }
      .without(Law.allCases).budget(states: 10, depth: 1).run()
    #expect(report.goals.map(\.commands) == [["Load"]], "\(report)")
  }

  @Test("A task that waits for a thread is named, because another run may meet another order")
  func thread() async {
    let report = await Explorer { ThreadLoad() }.without(Law.allCases)
      .budget(states: 10, depth: 3).run()
    #expect(
      report.limits.contains(
        "'a task of Load' waits for a thread, a callback, real time, a stream or a yield inside an "
          + "actor; another run may meet another order."), "\(report)")
  }

  @Test("A screen that never stops listening does not stop the search")
  func listening() async {
    let report = await Explorer { Listening() }.budget(states: 10, depth: 3).run()
    #expect(report.isSound && report.states > 1, "\(report)")
  }
}

/// Adds numbers, which takes the longer the more there are.
private func work(_ size: Int) -> Int { (0..<size * 10_000).reduce(0, &+) }

/// A search whose work is a group of one task.
private struct GroupSearch: View {
  @State private var query = ""
  @State private var result = ""

  var body: some View {
    Text("Query: \(query)")
    Button("Search a") { search("a") }
    Button("Search b") { search("b") }
    if !result.isEmpty { Text("Result for \(result)") }
  }

  private func search(_ text: String) {
    query = text
    Task {
      result = await withTaskGroup(of: String.self) { group in
        group.addTask { text }
        return await group.next() ?? ""
      }
    }
  }
}

/// An action that blocks the main actor until a detached task has run, as old code does.
private struct WaitingStep: View {
  @State private var isLoaded = false

  var body: some View {
    Text(isLoaded ? "Loaded" : "Empty")
    Button("Load") {
      let done = DispatchSemaphore(value: 0)
      Task.detached { done.signal() }
      done.wait()
      isLoaded = true
    }
  }
}

private struct OutsideLoads: View {
  @State private var answers: [String] = []

  var body: some View {
    Text("Answers: \(answers.joined(separator: " "))")
    Button("Slow") { load("slow", size: 20) }.disabled(answers.count > 1)
    Button("Fast") { load("fast", size: 0) }.disabled(answers.count > 1)
  }

  private func load(_ name: String, size: Int) {
    Task {
      await Self.count(size)
      answers.append(name)
    }
  }

  @concurrent private static func count(_ size: Int) async { _ = work(size) }
}

private struct ChildTasks: View {
  @State private var answers: [Int] = []

  var body: some View {
    Text("Answers: \(answers.map { "\($0)" }.joined(separator: " "))")
    Button("Load") { Task { await load() } }.disabled(!answers.isEmpty)
    Button("Clear") { answers = [] }.disabled(answers.isEmpty)
  }

  private func load() async {
    await withTaskGroup(of: Int.self) { group in
      for size in [6, 5, 4, 3, 2, 1] {
        group.addTask {
          _ = work(size)
          await Task.yield()
          return size
        }
      }
      for await size in group { answers.append(size) }
    }
  }
}

private struct Detached: View {
  @State private var loaded = 0

  var body: some View {
    Text("Loaded: \(loaded)")
    Button("Load") {
      Task.detached {
        _ = work(10)
        await MainActor.run { loaded = 3 }
      }
    }
  }
}

private struct ThreadLoad: View {
  @State private var loaded = 0

  var body: some View {
    Text("Loaded: \(loaded)")
    Button("Load") { Task { loaded = await Self.count() } }.disabled(loaded > 0)
    Button("Clear") { loaded = 0 }.disabled(loaded == 0)
  }

  private static func count() async -> Int {
    await withCheckedContinuation { continuation in
      // Later: a task that is answered before it is suspended does not wait.
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) {
        continuation.resume(returning: 3)
      }
    }
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
