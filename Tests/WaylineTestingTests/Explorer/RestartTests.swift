import Testing
import Wayline
import WaylineTesting

private enum Shelf: NavigationValue { case fiction }

/// A desk that stores what it must and shows its place again.
private struct StoredDesk: View {
  @AppStorage("copies") private var copies = 2

  var body: some View {
    NavigationStack {
      Text("Copies: \(copies)")
      Button("Lend") { copies -= 1 }.disabled(copies == 0)
      Button("Return") { copies = 2 }
      NavigationLink("Fiction", value: Shelf.fiction)
        .navigationDestination(for: Shelf.self) { _ in Text("No books").navigationTitle("Fiction") }
    }
  }
}

/// A banner for a while, after which a button can be pressed again.
private struct SavedBanner: View {
  @State private var isShown = false
  @Environment(\.clock) private var clock

  var body: some View {
    if isShown {
      Text("Saved.").task {
        try? await clock.sleep(for: .seconds(3))
        isShown = false
      }
    }
    Button("Save") { isShown = true }.disabled(isShown)
  }
}

private struct Seal: View {
  @AppStorage("isSealed") private var isSealed = false
  @State private var isShown = true

  var body: some View {
    if isShown { Button("Hide") { isShown = false } } else { Text("Hidden") }
  }
}

/// Two stored numbers, and a page above that changes one of them.
private struct TwoNumbers: View {
  @AppStorage("first") private var first = 0
  @AppStorage("second") private var second = 0

  var body: some View {
    NavigationStack {
      VStack {
        Button("First") { first = (first + 1) % 4 }
        Button("Second") { second = (second + 1) % 4 }
        NavigationLink("Fiction", value: Shelf.fiction)
      }
      .navigationDestination(for: Shelf.self) { _ in
        Text("\(first) and \(second)")
        Button("More") { first = (first + 1) % 4 }
      }
    }
  }
}

@Suite("A restart as a command", .serialized)
@MainActor
struct RestartTests {
  @Test("What is stored and the place are there again, and all was explored")
  func stored() async {
    let report = await Explorer { StoredDesk() }.restarts()
      .step("A restart shows the same", where: { _, command, _ in command == "restart" }) {
        before, _, after in before.lines == after.lines && before.place == after.place
      }
      .sometimes("Fiction is shown after a restart") { $0.place.hasSuffix("Fiction") }
      .run()
    #expect(report.isSound && report.isComplete && report.vacuous.isEmpty, "\(report)")
    #expect(report.states == 8, "\(report)")
    let replayed = await Explorer { StoredDesk() }.restarts().replaying().run()
    #expect(replayed.states == 8 && replayed.isSound, "\(replayed)")
  }

  @Test("A snapshot has what the scene knows of its saved place")
  func savedPlace() async {
    let report = await Explorer { TwoNumbers() }.restarts().run()
    #expect(report.isSound && report.isComplete, "\(report)")
    #expect(!report.limits.contains { $0.contains("snapshots cannot") }, "\(report)")
    let replayed = await Explorer { TwoNumbers() }.restarts().replaying().run()
    #expect(replayed.states == report.states, "\(replayed)")
  }

  @Test("A task ends with its process, and time begins again")
  func tasks() async {
    let report = await Explorer { SavedBanner() }.restarts()
      .step("A restart shows no banner", where: { _, command, _ in command == "restart" }) {
        _, _, after in !after.lines.contains("Saved.") && after.timers.isEmpty
      }
      .run()
    #expect(report.isSound && report.isComplete && report.vacuous.isEmpty, "\(report)")
  }

  @Test("A restart is no way out of a dead end")
  func deadEnd() async {
    let report = await Explorer { Seal() }.restarts().run()
    #expect(report.violations.map(\.property) == ["dead-end"], "\(report)")
  }

  @Test("Random walks restart, too, and a command that ends the program is followed by a restart")
  func walks() async {
    let planted = Planted.restarts.map { $0.explorer().random(walks: 30, steps: 12) }
    for (explorer, planted) in zip(planted, Planted.restarts) {
      let report = await explorer.run()
      #expect(
        report.violations.first { $0.property == planted.property }?.commands == planted.commands,
        "\(report)")
    }
    let report = await Explorer { StoredDesk() }.restarts().command("quit").run()
    #expect(report.isSound && report.isComplete, "\(report)")
    #expect(report.states == 16, "\(report)")
  }
}
