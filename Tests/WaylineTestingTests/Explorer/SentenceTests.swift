import Testing
import Wayline
import WaylineTesting

/// A till with a bound, whose every step is one item.
private struct Till: View {
  @AppStorage("items") private var items = 0

  var body: some View {
    Text("Items: \(items)")
    Button("Add") { items += 1 }.disabled(items == 3)
    Button("Pay") { items = 0 }.disabled(items == 0)
  }
}

/// A screen on which a button can be pressed and nothing leads on.
private struct Bell: View {
  @State private var isOpen = true

  var body: some View {
    if isOpen { Button("Close") { isOpen = false } } else { Button("Ring") {} }
  }
}

extension AppStorageKeys {
  fileprivate var items: AppStorageKey<Int> { AppStorageKey("items", defaultValue: 0) }
}

@Suite("Sentences about steps, the past, messages and stored values", .serialized)
@MainActor
struct SentenceTests {
  private func till() -> Explorer<Screens> { Explorer { Till() } }

  @Test("A property of steps that holds is sound, also where commands lead to known states")
  func step() async {
    let report = await till()
      .step("Paying empties the till", where: { _, command, _ in command == "Pay" }) {
        before, _, after in before.stored(\.items) > 0 && after.stored(\.items) == 0
      }
      .step("Nothing else removes an item") { before, command, after in
        command == "Pay" || after.stored(\.items) >= before.stored(\.items)
      }
      .run()
    #expect(report.isSound && report.isComplete && report.vacuous.isEmpty, "\(report)")
    // An item that was paid is stored as 0, and nothing is stored at the start.
    #expect(report.states == 5)
  }

  @Test("A step to a known state is asked about, and its violation has the shortest commands")
  func knownState() async {
    let report = await till().step("Three items are paid at least") { before, command, _ in
      command != "Pay" || before.stored(\.items) == 3
    }.run()
    #expect(report.violations.map(\.commands) == [["Add", "Pay"]], "\(report)")
    #expect(report.violations.first?.before.first == "Items: 1", "\(report)")
    #expect(report.violations.first?.after.first == "Items: 0", "\(report)")
  }

  @Test("Random walks ask about steps and the past, too")
  func walks() async {
    var explorer = till()
    let paid = explorer.remember(0) { paid, _, command, _ in
      if command == "Pay" { paid = min(2, paid + 1) }
    }
    let report = await explorer.never("It is paid twice") { $0[paid] == 2 }
      .step("Three items are paid at least") { before, command, _ in
        command != "Pay" || before.stored(\.items) == 3
      }
      .random(walks: 40, steps: 20).run()
    let found = Dictionary(
      report.violations.map { ($0.property, $0.commands) }, uniquingKeysWith: { first, _ in first })
    #expect(
      found == [
        "It is paid twice": ["Add", "Pay", "Add", "Pay"],
        "Three items are paid at least": ["Add", "Pay"],
      ], "\(report)")
  }

  @Test(
    "A property whose condition never holds is vacuous, in a search and in random walks",
    arguments: [false, true])
  func vacuous(isRandom: Bool) async {
    let isFull: @Sendable (ExploredScreen) -> Bool = { $0.stored(\.items) > 3 }
    let isLastAdd: @Sendable (ExploredScreen, String, ExploredScreen) -> Bool = {
      _, command, after in command == "Add" && after.stored(\.items) == 3
    }
    let explorer = till()
      .always("A", where: isFull, { _ in false })
      .never("B", where: isFull, { _ in true })
      .step("C", where: { _, command, _ in command == "Steal" }, { _, _, _ in false })
      .always("D", where: { $0.stored(\.items) == 3 }, { _ in true })
      .step("E", where: isLastAdd, { before, _, _ in before.stored(\.items) == 2 })
    let report = await (isRandom ? explorer.random(walks: 40, steps: 20) : explorer).run()
    #expect(report.isSound, "\(report)")
    #expect(report.vacuous == ["A", "B", "C"], "\(report)")
  }

  @Test(
    "A goal whose condition never holds is vacuous where all was explored, and undecided elsewhere")
  func vacuousGoal() async {
    let explorer = till()
      .sometimes("Four items are paid", where: { $0.stored(\.items) > 3 }, { _ in true })
      .sometimes("Three items are there", where: { $0.stored(\.items) > 2 }, { _ in true })
    let report = await explorer.run()
    #expect(report.isSound && report.vacuous == ["Four items are paid"], "\(report)")
    #expect(report.goals.map(\.commands) == [["Add", "Add", "Add"]], "\(report)")
    let part = await explorer.budget(states: 2).run()
    #expect(part.vacuous.isEmpty && part.undecided.count == 2, "\(part)")
  }

  @Test("A value that is remembered makes states of its own, and a search resumes with it")
  func states() async throws {
    var explorer = till()
    let hasPaid = explorer.remember(false) { hasPaid, _, command, _ in
      if command == "Pay" { hasPaid = true }
    }
    let whole = explorer.sometimes("Paid") { $0[hasPaid] }
    let report = await whole.run()
    #expect(report.states == 8 && report.isComplete && report.isSound, "\(report)")
    #expect(await whole.replaying().run().states == 8)
    let part = await whole.budget(states: 3).run()
    let resumed = try await whole.run(resuming: #require(part.programCheckpoint))
    #expect(resumed.states == 8 && resumed.goals == report.goals, "\(resumed)")
  }

  @Test("What is remembered is no way out of a dead end")
  func deadEnd() async {
    var explorer = Explorer { Bell() }
    _ = explorer.remember(0) { rings, _, command, _ in if command == "Ring" { rings = 1 - rings } }
    let report = await explorer.run()
    #expect(report.violations.map(\.property) == ["dead-end"], "\(report)")
  }

  @Test("A promise sees no messages, and a goal is reached by those of a way to a known state")
  func messages() async {
    let explorer = Explorer(commands: [RenewingDesk.renew(says: "Ulysses was renewed.")]) {
      RenewingDesk()
    }.command("renew").without(.deadEnd)
    let report =
      await explorer
      .sometimes("The renewal is confirmed") { $0.messages == ["Ulysses was renewed."] }
      .leadsTo("Whoever is told can go", from: { !$0.messages.isEmpty }, to: { _ in true })
      .step("Only a renewal is confirmed") { before, command, after in
        (command == "renew") == !after.messages.isEmpty && before.messages.isEmpty
      }
      .run()
    #expect(report.isSound, "\(report)")
    #expect(report.goals.map(\.commands) == [["renew"]] && report.states == 2, "\(report)")
    #expect(report.vacuous == ["Whoever is told can go"], "\(report)")
  }
}
