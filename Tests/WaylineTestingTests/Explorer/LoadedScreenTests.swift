import Testing
import Wayline

@testable import WaylineTesting

@MainActor
private final class Sleeps {
  var ended: [String] = []
}

/// Two tasks, of which the one that begins first sleeps longer.
private struct TwoSleeps: View {
  let sleeps: Sleeps
  @Environment(\.clock) private var clock

  var body: some View {
    Text("Asleep")
      .onAppear {
        Task {
          try? await clock.sleep(for: .seconds(30))
          sleeps.ended.append("long")
        }
        Task {
          try? await clock.sleep(for: .seconds(5))
          sleeps.ended.append("short")
        }
      }
  }
}

private struct Loader: View {
  @State private var isLoaded = false
  @State private var isBroken = false

  var body: some View {
    Button("Load") { Task { isLoaded = true } }.disabled(isLoaded)
    if isLoaded { Button("Break") { isBroken = true } }
    if isBroken { Text("Broken") }
  }
}

private struct TwoTimers: View {
  @Environment(\.clock) private var clock
  @State private var isFirstOver = false
  @State private var isSecondOver = false

  var body: some View {
    Text("First: \(isFirstOver ? "over" : "on"), second: \(isSecondOver ? "over" : "on")")
      .task {
        try? await clock.sleep(for: .seconds(5))
        isFirstOver = true
      }
      .task {
        try? await clock.sleep(for: .seconds(10))
        isSecondOver = true
      }
  }
}

private enum Place: NavigationValue {
  case reminder
}

private struct Reminder: View {
  @Environment(\.clock) private var clock
  @Environment(\.router) private var router
  @State private var isSet = false

  var body: some View {
    NavigationStack {
      Button(isSet ? "Thanks" : "Remind me") {
        isSet.toggle()
        guard isSet else { return }
        Task {
          try await clock.sleep(for: .seconds(5))
          if isSet { router.push(Place.reminder) }
        }
      }
      .navigationDestination(for: Place.self) { _ in Text("It is time.") }
    }
  }
}

private struct Passcode: View {
  @State private var passcode = ""

  var body: some View {
    SecureField("Passcode", text: $passcode)
    if passcode == "1234" { Text("Open") }
  }
}

/// A view that stays in memory, shown by a switch without another element or text.
private struct LeakingSwitch: View {
  @MainActor
  private final class Box { var closure: (() -> Void)? }

  private struct Leak: View {
    @Environment(\.router) private var router

    var body: some View {
      Text("Shown").onAppear {
        let (box, router) = (Box(), router)
        box.closure = {
          _ = box
          router.home()
        }
      }
    }
  }

  @State private var isOn = false

  var body: some View {
    Toggle("On", isOn: $isOn)
    if isOn { Leak() }
  }
}

private struct Trap: View {
  var body: some View {
    NavigationStack {
      NavigationLink("Trap", value: Place.reminder)
        .navigationDestination(for: Place.self) { _ in
          Text("No way out.").onLeave { .block("You stay here.") }
        }
    }
  }
}

/// Two screens with the same elements; the program cannot be left from the second one.
private struct ClosedDoor: View {
  private struct Door: View {
    var body: some View {
      Text("The door is closed.").onLeave { .block("You stay here.") }
    }
  }

  @State private var isClosed = false
  @State private var isLit = false

  var body: some View {
    if isClosed { Door() } else { Text("The door is open.") }
    Toggle("Light", isOn: $isLit)
    Button("Close") { isClosed = true }
  }
}

@Suite("Screens that work has changed", .serialized)
@MainActor
struct LoadedScreenTests {
  @Test("An element that appears after wait is used")
  func elementAfterWait() async {
    let report = await Explorer { Loader() }.without(.deadEnd)
      .never("It breaks") { $0.lines.contains("Broken") }.run()
    #expect(report.violations.map(\.commands) == [["Load", "wait", "Break"]], "\(report)")
  }

  @Test("A line after settle means the screen that work has changed")
  func settledHost() async {
    let host = TestHost { Loader() }
    host.press("Load")
    await host.settle()
    host.send("Break")
    #expect(host.lines.last == "Broken")
    await host.end()
  }

  @Test("Time passes only when no task can continue")
  func time() async {
    let report = await Explorer { TwoTimers() }
      .sometimes("Both are over") { $0.lines.contains("First: over, second: over") }
      .never("The second is over first") { $0.lines.contains("First: on, second: over") }
      .run()
    #expect(report.isSound, "\(report)")
  }

  @Test("A task that sleeps at the end of its program is no leak")
  func sleepingTask() async {
    let report = await Explorer { Reminder() }.budget(states: 40, depth: 5).run()
    #expect(report.isSound, "\(report)")
  }

  @Test("At the end of a scene tasks come to their end in the order of their sleeps")
  func sleepOrder() async {
    let sleeps = Sleeps()
    let laws = Law.allCases.filter { $0 != .noLeak }
    let report = await Explorer { TwoSleeps(sleeps: sleeps) }.without(laws).budget(depth: 1).run()
    #expect(report.isSound, "\(report)")
    // The laws check the first screen once, and no command is taken that lets time pass.
    #expect(sleeps.ended == ["short", "long"])
  }

  @Test("A screen with a secret, of which one value is known, is no dead end")
  func secret() async {
    let report = await Explorer { Passcode() }.run()
    #expect(report.isSound, "\(report)")
  }

  @Test("A leak of a view behind a switch is found on the screen that has no other difference")
  func hiddenLeak() async {
    let report = await Explorer { LeakingSwitch() }.run()
    #expect(report.violations.map(\.property) == ["no-leak"], "\(report)")
    #expect(report.violations.map(\.commands) == [["On"]], "\(report)")
  }

  @Test("A screen that cannot be left is found, although another one has the same elements")
  func closedDoor() async {
    let report = await Explorer { ClosedDoor() }.run()
    #expect(report.violations.map(\.property) == ["reaches-quit"], "\(report)")
    #expect(report.violations.map(\.commands) == [["Close"]], "\(report)")
  }

  @Test("A screen without a way out is one violation")
  func trap() async {
    let report = await Explorer { Trap() }.run()
    #expect(report.violations.map(\.property) == ["dead-end"], "\(report)")
  }

  @Test("A wide label is measured in columns, and a number as a label is reported")
  func labels() async {
    let wide = String(repeating: "漢", count: 60)
    let report = await Explorer {
      Button(wide) {}
      Button("1") {}
    }.run()
    #expect(report.violations.map(\.property) == ["label-is-command", "width"], "\(report)")
    #expect(report.violations.last?.message.contains("is 120 columns wide") == true, "\(report)")
  }

  @Test("Random walks end when they find nothing new")
  func fruitlessWalks() async {
    let report = await Explorer { Loader() }.random(walks: 100_000, steps: 10).run()
    #expect(report.transitions < 10_000, "\(report)")
    #expect(report.limits.first?.contains("found nothing new") == true, "\(report)")
  }
}

@Suite("Shards that are joined")
@MainActor
struct JoinedShardTests {
  private func report(_ index: Int, of count: Int) async -> ExplorationReport {
    await Explorer(program: "loader") { Loader() }.without(Law.allCases).shard(index, of: count)
      .run()
  }

  @Test("A missing shard is named, and the joined report is not complete")
  func missing() async throws {
    let (first, third) = (await report(1, of: 3), await report(3, of: 3))
    try ExplorationReport.checkShards([("a", first), ("b", third)])
    let joined = ExplorationReport.merging([first, third])
    #expect(!joined.isComplete)
    #expect(joined.cut.contains("the states of shard 2 of 3, which was not joined."))
  }

  @Test("Violations of one law are joined by their cause, each with its fewest commands")
  func causes() {
    func report(_ violations: [(causes: [String], commands: [String])]) -> ExplorationReport {
      var report = ExplorationReport(subject: "loader")
      report.violations = violations.map {
        ExplorationReport.Violation(
          property: Law.noCrash.rawValue, message: "It ended.", commands: $0.commands,
          causes: $0.causes)
      }
      return report
    }
    let joined = ExplorationReport.merging([
      report([(["Load"], ["Open", "Load"])]),
      report([(["Save"], ["Save"]), (["Wait", "Load"], ["Load"])]),
      report([(["Wait"], ["Open", "Wait"])]),
    ])
    #expect(joined.violations.map(\.commands) == [["Load"], ["Save"]])
  }

  @Test("A shard that is given twice, or belongs to another exploration, is refused")
  func foreign() async {
    let (first, other) = (await report(1, of: 2), await report(2, of: 3))
    #expect(throws: CheckpointError.self) {
      try ExplorationReport.checkShards([("a", first), ("b", first)])
    }
    #expect(throws: CheckpointError.self) {
      try ExplorationReport.checkShards([("a", first), ("b", other)])
    }
  }
}
