import Synchronization
import Testing
import Wayline

@testable import WaylineTesting

/// Two tickets, the number of which only a closure knows: no snapshot has it, and no fingerprint.
private struct TicketOffice: View {
  /// True if a receipt is chosen before the first ticket instead of after it.
  let choosesFirst: Bool
  let sell: @MainActor () -> Bool
  @State private var sold = 0
  @State private var isSoldOut = false
  @State private var hasReceipt = false

  var body: some View {
    Text("Sold: \(sold)\(hasReceipt ? ", with a receipt" : "")")
    if isSoldOut { Text("Sold out.") }
    Button("Buy") {
      if sell() { sold += 1 } else if !choosesFirst { isSoldOut = true }
    }
    Toggle("Receipt", isOn: $hasReceipt)
      .disabled(choosesFirst ? sold > 0 : sold == 0)
  }

  /// Explores an office with two tickets in each scene.
  @MainActor
  static func explorer(choosesFirst: Bool) -> Explorer<Screens> {
    Explorer(program: "tickets") { stores, clock in
      var tickets = 2
      let scene = SceneHost(program: "tickets", stores: stores) {
        TicketOffice(choosesFirst: choosesFirst) {
          defer { tickets = max(0, tickets - 1) }
          return tickets > 0
        }
        .environment(\.clock, clock)
      }
      scene.takePrinted()
      return scene
    }
  }
}

/// Books with random numbers, and a switch that stores nothing.
private struct RandomBooks: View {
  @AppStorage("books") private var books: [UUID] = []
  @State private var isOn = false

  var body: some View {
    Text("Books: \(books.count)")
    Button("Add") { if books.count < 2 { books.append(UUID()) } }
    Toggle("Light", isOn: $isOn)
  }
}

private struct Switches: View {
  @State private var switches = Array(repeating: false, count: 4)

  var body: some View {
    ForEach(0..<4, id: \.self) { number in Toggle("Switch \(number)", isOn: $switches[number]) }
  }
}

@Suite("What a search found is taken again from the start", .serialized)
@MainActor
struct ConfirmationTests {
  private static let limit =
    "the program has state that snapshots cannot store; commands were repeated instead."

  @Test("A command that stores nothing breaks no law about saving, whatever others store")
  func randomValues() async {
    let report = await Explorer { RandomBooks() }.budget(states: 60).run()
    #expect(report.limits.contains { $0.hasPrefix("the program is not deterministic") })
    #expect(!report.violations.contains { $0.property == Law.refusedSave.rawValue }, "\(report)")
  }

  private var tickets: Explorer<Screens> {
    TicketOffice.explorer(choosesFirst: false)
      .never("It is sold out before two tickets are sold") {
        $0.lines.contains("Sold out.") && $0.lines[0].contains("1")
      }
  }

  private var receipts: Explorer<Screens> {
    TicketOffice.explorer(choosesFirst: true).without(.deadEnd)
      .sometimes("Two tickets are sold with a receipt") { $0.lines[0] == "Sold: 2, with a receipt" }
  }

  @Test("A wrong snapshot gives no false violation in seven states, and is named")
  func violation() async {
    let report = await tickets.run()
    #expect(report.isSound && report.states == 7, "\(report)")
    #expect(report.limits.contains(Self.limit), "\(report)")
    // It may have been a program that is not deterministic instead.
    #expect(
      report.notes.contains {
        $0.hasPrefix("'It is sold out before two tickets are sold' was broken after 'Buy")
      }, "\(report)")
  }

  @Test("A search that begins again takes the findings before it again, and lists the others")
  func earlierFindings() async {
    var found = EarlierFindings()
    var first = tickets.without(Law.allCases)
      .never("A ticket is sold") { $0.lines[0] == "Sold: 1" }
      .sometimes("Two tickets are sold") { $0.lines[0] == "Sold: 2" }
    var second = first.withoutSnapshots(SnapshotLoss()).budget(states: 1)
    first.subject.onFinding = { found.add($0) }
    _ = await first.run()
    #expect(found.violations.map(\.commands).contains(["Buy"]), "\(found)")
    #expect(found.goals.map(\.commands).contains(["Buy", "Buy"]), "\(found)")
    second.subject.earlier = found
    let report = await second.run()
    #expect(report.violations.map(\.property) == ["A ticket is sold"], "\(report)")
    #expect(report.goals.map(\.property) == ["Two tickets are sold"], "\(report)")
    #expect(report.notes.count == 1, "\(report)")
    #expect(report.states == 3 && !report.uncovered.contains { $0.contains("'Buy'") }, "\(report)")
  }

  @Test("A state that a wrong snapshot lost is found, and the goal there is reached")
  func lostState() async {
    let report = await receipts.run()
    #expect(report.isSound && report.states == 6, "\(report)")
    #expect(report.goals.map(\.commands) == [["Receipt", "Buy", "Buy"]], "\(report)")
    #expect(report.limits.contains(Self.limit), "\(report)")
  }

  @Test("A state that a wrong snapshot lost is found also if no property is about it")
  func lostStateAlone() async {
    let report = await TicketOffice.explorer(choosesFirst: true).without(.deadEnd).run()
    #expect(report.states == 6 && report.limits.contains(Self.limit), "\(report)")
  }

  @Test("All steps of a small program are compared in few new scenes")
  func scenes() async {
    var scenes = 0
    let report = await Explorer(program: "switches") { stores, clock in
      scenes += 1
      let scene = SceneHost(program: "switches", stores: stores) {
        Switches().environment(\.clock, clock)
      }
      scene.takePrinted()
      return scene
    }
    .without(Law.allCases).run()
    #expect(report.states == 16 && report.transitions == 64)
    // One scene searches. Each of the others takes a way of at most 4 commands, and up to 32 more.
    #expect((2...16).contains(scenes), "\(scenes) scenes")
    let limit = "commands were taken again from the start \(scenes - 1) times, and compared."
    #expect(report.limits.contains(limit), "\(report)")
  }

  @Test("The states in which laws are checked once more are the same in each process")
  func sampledStates() {
    let numbers = { seed in (0..<300).filter { ProgramSearch.isSampled($0, seed: seed) } }
    #expect(numbers(0) == [6, 149, 155, 160, 209, 275, 286])
    #expect(numbers(7) == [1, 146, 156, 167, 214, 276, 281])
    let many = (0..<64_000).count { ProgramSearch.isSampled($0, seed: 1) }
    #expect((900...1_100).contains(many), "\(many)")
  }

  @Test("Commands that depend on a value that no snapshot has are named")
  func commands() async {
    let limits = await receipts.run().limits
    #expect(
      limits.contains {
        $0.hasSuffix(
          "depends on a value outside the states of views and the stores, such as one that a closure "
            + "or a global variable holds.")
      }, "\(limits)")
  }

  @Test("The type of an object whose content no snapshot has is named, with its view")
  func types() async {
    let limit =
      "the program has state that snapshots cannot store (Loader in Feed); commands were repeated "
      + "instead."
    let report = await Explorer { Feed() }.run()
    #expect(report.isSound && report.limits.contains(limit), "\(report)")
    let walks = await Explorer { Feed() }.random(walks: 8, steps: 6).run()
    #expect(walks.limits.contains(limit), "\(walks)")
  }

  @Test("A search that is repeated has the rest of the time")
  func time() async {
    let scenes = Scenes()
    var explorer = tickets
    // Time passes with each scene that begins, not with that of the machine.
    let (start, make) = (ContinuousClock.now, explorer.subject.make)
    explorer.subject.make = { stores, clock in
      scenes.count.add(1, ordering: .relaxed)
      return make(stores, clock)
    }
    explorer.subject.now = { start + .seconds(scenes.count.load(ordering: .relaxed)) }
    let whole = await explorer.run()
    #expect(whole.isComplete && whole.limits.contains(Self.limit), "\(whole)")
    let both = scenes.count.exchange(0, ordering: .relaxed)
    _ = await explorer.replaying().run()
    let second = scenes.count.exchange(0, ordering: .relaxed)
    // Enough for the repeated search, but not for both.
    let time = (both + second) / 2
    #expect(second < time && time < both)
    let report = await explorer.budget(time: .seconds(time)).run()
    #expect(report.cut == ["states not reached within \(time).0 seconds."], "\(report)")
  }

  @Test("What was found before a snapshot was wrong stays in a report without time for more")
  func earlierViolation() async {
    let scenes = Scenes()
    var explorer = tickets.without(Law.allCases)
      .never("A ticket is sold") { $0.lines[0] == "Sold: 1" }
      .sometimes("Two tickets are sold") { $0.lines[0] == "Sold: 2" }
    let (start, make) = (ContinuousClock.now, explorer.subject.make)
    explorer.subject.make = { stores, clock in
      scenes.count.add(1, ordering: .relaxed)
      return make(stores, clock)
    }
    explorer.subject.now = { start + .seconds(scenes.count.load(ordering: .relaxed)) }
    // Enough for the search in its one scene, and not for the search again.
    let report = await explorer.budget(time: .seconds(2)).run()
    // The second search had time for the first state alone; the others are on the ways to what was repeated.
    #expect(report.states == 3 && report.transitions == 2 && !report.isComplete, "\(report)")
    #expect(report.depth == 2 && !report.uncovered.contains { $0.contains("'Buy'") }, "\(report)")
    #expect(report.violations.map(\.property) == ["A ticket is sold"], "\(report)")
    #expect(report.violations.map(\.commands) == [["Buy"]], "\(report)")
    #expect(report.goals.map(\.commands) == [["Buy", "Buy"]], "\(report)")
    #expect(
      report.limits.contains { $0.hasPrefix("the search began again without snapshots: ") },
      "\(report)")
  }

  @Test("Random walks report nothing that a wrong snapshot shows")
  func walks() async {
    for seed in UInt64(1)...4 {
      let report = await tickets.random(walks: 12, steps: 6).seed(seed).run()
      #expect(report.isSound, "\(report)")
    }
  }

  @Test("Whoever asks for commands instead of snapshots is not told that snapshots were wrong")
  func replaying() async {
    let report = await Explorer { Banner() }.replaying().run()
    #expect(report.isSound && !report.limits.contains(Self.limit), "\(report)")
  }

  @Test("A broken property that does not happen again is no violation, and the report is not sound")
  func once() async {
    let screens = Screenings()
    let report = await Explorer { FirstScreening(screens: screens) }.replaying()
      .without(Law.allCases)
      .never("It is the first screening") { $0.lines.contains("First screening") }.run()
    #expect(report.violations.isEmpty && !report.isSound, "\(report)")
    #expect(report.unrepeated.map(\.property) == ["It is the first screening"])
    let lines = "\(report)".split(separator: "\n")
    #expect(lines.first == "program: 1 finding seen once")
    #expect(lines.contains("Seen once: It is the first screening"))
    let merged = ExplorationReport.merging([report, report])
    #expect(merged.unrepeated == report.unrepeated)
    let host = TestHost { StateBrowser(report: report) }
    host.press("Seen once 1: It is the first screening")
    #expect(
      host.lines.contains(
        "It did not happen again when its commands were taken again: the program is not deterministic."
      ), "\(host.lines)")
    await host.end()
  }

  @Test("Random walks list a broken property that does not happen again, and are not sound")
  func onceInWalks() async {
    let screens = Screenings()
    let report = await Explorer { FirstPress(screens: screens) }.replaying()
      .without(Law.allCases)
      .never("It is the first press") { $0.lines.contains("First press") }
      .random(walks: 4, steps: 2).run()
    #expect(report.violations.isEmpty && !report.isSound, "\(report)")
    #expect(report.unrepeated.map(\.property) == ["It is the first press"], "\(report)")
    #expect(report.unrepeated.first?.commands.contains("Press") == true, "\(report)")
  }
}

private final class Loader: ObservableObject {
  /// An object that announces no changes.
  final class Log { var loads = 0 }

  let log = Log()

  func load() {
    objectWillChange.send()
    log.loads = min(3, log.loads + 1)
  }

  func clear() {
    objectWillChange.send()
    log.loads = 0
  }
}

/// An object with another inside that changes by each command.
private struct Feed: View {
  @StateObject private var loader = Loader()

  var body: some View {
    Text("Loads: \(loader.log.loads)")
    Button("Load") { loader.load() }
    Button("Clear") { loader.clear() }
  }
}

/// The number of scenes that have begun.
private final class Scenes: Sendable {
  let count = Atomic<Int>(0)
}

@MainActor
private final class Screenings {
  var count = 0
}

/// The first scene of a process shows another screen than the others.
private struct FirstScreening: View {
  @State private var number: Int

  init(screens: Screenings) {
    screens.count += 1
    _number = State(initialValue: screens.count)
  }

  var body: some View { Text(number == 1 ? "First screening" : "Another screening") }
}

/// The button does something else in the first scene of a process than in the others.
private struct FirstPress: View {
  @State private var number: Int
  @State private var isPressed = false

  init(screens: Screenings) {
    screens.count += 1
    _number = State(initialValue: screens.count)
  }

  var body: some View {
    Text(isPressed ? (number == 1 ? "First press" : "Another press") : "Not pressed")
    Button("Press") { isPressed.toggle() }
  }
}
