import Dispatch
import Foundation
import Testing
import Wayline
import WaylineTestThreads
import WaylineTesting

/// A way in which work outside tasks changes a screen.
private enum Channel: String, CaseIterable, Sendable {
  case mainQueue, nestedMainQueue, mainQueueLater, globalQueue, thread

  /// The time that work outside the main queue takes.
  private static let work = 0.1

  /// Runs an action on the main actor in this way.
  @MainActor
  func run(_ action: @escaping @MainActor @Sendable () -> Void) {
    let onMain = { @Sendable in DispatchQueue.main.async { MainActor.assumeIsolated(action) } }
    switch self {
    case .mainQueue: onMain()
    case .nestedMainQueue: DispatchQueue.main.async { onMain() }
    case .mainQueueLater:
      DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(100)) {
        MainActor.assumeIsolated(action)
      }
    case .globalQueue:
      DispatchQueue.global().async {
        Thread.sleep(forTimeInterval: Self.work)
        onMain()
      }
    case .thread:
      Thread {
        Thread.sleep(forTimeInterval: Self.work)
        onMain()
      }
      .start()
    }
  }
}

/// A counter whose button changes it by a channel.
private struct RemoteCounter: View {
  let channel: Channel
  @State private var count = 0
  @State private var isLit = false

  var body: some View {
    Text("Count: \(count)")
    Button("Count") { channel.run { count = (count + 1) % 3 } }
    Toggle("Light", isOn: $isLit)
  }
}

@Suite("Changes without a command", .serialized, .waitsForPrograms)
@MainActor
struct ForeignChangeTests {
  @Test(
    "Work that a command leaves on the main queue is part of the command",
    arguments: [false, true])
  func mainQueue(isNested: Bool) async {
    let report = await Explorer { RemoteCounter(channel: isNested ? .nestedMainQueue : .mainQueue) }
      .sometimes("It counts to 2") { $0.lines.contains("Count: 2") }.run()
    #expect(report.isSound && report.isComplete && report.states == 6, "\(report)")
    #expect(report.goals.map(\.commands) == [["Count", "Count"]], "\(report)")
  }

  @Test(
    "So it is in a program that explores itself, whose loop is that of the main thread",
    arguments: [1, 2])
  func ownProcess(hops: Int) throws {
    let run = try Program.built("WaylinePlanted").run(
      ["explore"],
      environment: ["PLANTED_QUEUE": "\(hops)", "PATH": "/usr/bin:/bin"])
    #expect(run.status == 0 && run.lines.contains { $0.hasPrefix("6 states, ") }, "\(run.output)")
    #expect(!run.output.contains("not all explored"), "\(run.output)")
  }

  @Test("A bug behind the main queue is found with its fewest commands")
  func bug() async {
    let report = await Explorer { RemoteCounter(channel: .mainQueue) }
      .never("It counts to 2") { $0.lines.contains("Count: 2") }.run()
    #expect(report.violations.map(\.commands) == [["Count", "Count"]], "\(report)")
  }

  @Test(
    "A change that arrives later is found with its command, and not all is explored",
    arguments: ["mainQueueLater", "globalQueue", "thread"])
  func later(_ name: String) async throws {
    let channel = try #require(Channel(rawValue: name))
    let report = await Explorer { RemoteCounter(channel: channel) }.run()
    #expect(!report.isComplete, "\(report)")
    let sentence = "states that work outside tasks leads to: something changed without a command"
    // A busy machine may let it arrive with the command where commands are taken one by one: it is then
    // found as a difference between two runs of the same commands.
    #expect(
      report.cut.contains { $0.hasPrefix(sentence + " after ") && $0.contains("'Count'") }
        || !report.unstable.isEmpty,
      "\(report)")
    #expect("\(report)".contains("not all explored."), "\(report)")
  }

  @Test("A program whose work is in tasks has no such change")
  func none() async {
    let report = await Explorer { TaskCounter() }.run()
    #expect(report.isSound && report.isComplete, "\(report)")
  }
}

private struct TaskCounter: View {
  @State private var count = 0
  @State private var isCounting = false
  @Environment(\.clock) private var clock

  var body: some View {
    Text("Count: \(count)")
    Button("Count") {
      isCounting = true
      Task {
        await Task.yield()
        try? await clock.sleep(for: .seconds(1))
        (count, isCounting) = ((count + 1) % 3, false)
      }
    }
    .disabled(isCounting)
    .task { await Task.yield() }
  }
}
