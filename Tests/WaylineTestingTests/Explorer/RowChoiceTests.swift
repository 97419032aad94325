import Testing
import Wayline

@testable import WaylineTesting

/// Six books of which each is lent by itself.
private struct Books: View {
  @State private var lent: Set<Int> = []

  var body: some View {
    Text("Lent: \(lent.count)")
    ForEach(1..<7) { book in
      Toggle("Book \(book)", isOn: Binding(get: { lent.contains(book) }, set: { set(book, $0) }))
    }
    Button("Return all") { lent = [] }
  }

  private func set(_ book: Int, _ isLent: Bool) {
    if isLent { lent.insert(book) } else { lent.remove(book) }
    // A book that is lent takes its neighbour along.
    if isLent, book == 1 { lent.insert(4) }
  }
}

private enum Member: NavigationValue {
  case card(Int)
  case login(Int)
}

/// Forty cards, for each of which a guard is asked twice.
private struct Cards: View {
  @State private var isMember = false

  var body: some View {
    NavigationStack {
      ForEach(1...40, id: \.self) { NavigationLink("Card \($0)", value: Member.card($0)) }
        .navigationDestination(for: Member.self) { _ in Text("A card") }
    }
    .guarding(Member.self) { place in
      if case .login(let card) = place {
        isMember = true
        return .redirect(to: Member.card(card))
      }
      guard case .card(let card) = place else { return .allow }
      return isMember ? .allow : .redirect(to: Member.login(card))
    }
  }
}

/// Forty rows that an undo brings back for no row.
private struct Undone: View {
  @State private var rows = Array(1...40)
  @Environment(\.undoManager) private var undoManager

  var body: some View {
    ForEach(rows, id: \.self) { row in
      Button("Remove \(row)") {
        rows.removeAll { $0 == row }
        undoManager?.registerUndo("Remove") {}
      }
    }
  }
}

/// Three doors of which the second one leads on.
private struct Doors: View {
  @State private var door: Int?

  var body: some View {
    Text(door == 1 ? "The way out" : "The hall")
    ForEach(0..<3) { place in
      Button("Door \(place)") { door = place == 1 ? 1 : door }
    }
    if door == 1 { Button("Go back") { door = nil } }
    Button("Stay") { door = door ?? 2 }
  }
}

@Suite("Rows of lists", .serialized)
@MainActor
struct RowChoiceTests {
  private func labels(_ rows: [RowChoice]) async -> (Set<String>, ExplorationReport) {
    let report = await Explorer { Books() }.rows(rows).without([.restoresPlace]).recordingGraph()
      .run()
    return (Set(report.graph?.edges.map(\.label) ?? []), report)
  }

  @Test("Of a list the chosen rows are used, and the report says that others were left out")
  func chosen() async {
    let (first, report) = await labels([.first])
    #expect(first == ["Book 1", "Return all"], "\(report)")
    #expect(!report.isComplete && report.programCheckpoint == nil, "\(report)")
    #expect(
      report.cut == ["what other rows of lists lead to than those that the plan chooses."],
      "\(report)")
    #expect(await labels([.first, .last]).0 == ["Book 1", "Book 6", "Return all"])
    #expect(
      await labels([.first, .changed]).0 == ["Book 1", "Book 4", "Return all"])
  }

  @Test("Where every row is chosen, the search is complete")
  func complete() async {
    let report = await Explorer { CounterRow() }.rows(.first, .last).run()
    #expect(report.isComplete && report.isSound, "\(report)")
  }

  @Test(
    "What rows that are left out lead to is not known, so nothing is a dead end and no promise is broken"
  )
  func unknown() async throws {
    let explorer = Explorer { Doors() }.rows(.first, .last).restarts().without(.restoresPlace)
      .leadsTo("There is a way out", from: { _ in true }, to: { $0.lines.contains("The way out") })
    let report = await explorer.run()
    #expect(report.isSound && !report.isComplete && report.states == 2, "\(report)")
    let part = await explorer.budget(states: 1).run()
    let rest = try await explorer.run(resuming: #require(part.programCheckpoint))
    #expect(rest.isSound && rest.states == 2, "\(rest)")
    let whole = await Explorer { Doors() }
      .leadsTo("There is a window", from: { _ in true }, to: { $0.lines.contains("A window") })
      .run()
    #expect(whole.violations.map(\.property) == ["There is a window"], "\(whole)")
  }

  @Test("Random walks use the chosen rows only")
  func walks() async {
    let report = await Explorer { Books() }.rows(.last).random(walks: 20, steps: 10)
      .never("A book between is lent") { $0.lines.contains { $0.hasSuffix("Book 3: on") } }
      .sometimes("The last is lent") { $0.lines.contains { $0.hasSuffix("Book 6: on") } }.run()
    #expect(report.isSound && report.goals.count == 1, "\(report)")
  }

  @Test("A label with digits is a line of the trace")
  func digits() async {
    let report = await Explorer { Books() }.rows(.first, .last)
      .never("Both ends are lent") { $0.lines.contains("Lent: 3") }.run()
    #expect(report.violations.map(\.commands) == [["Book 1", "Book 6"]], "\(report)")
  }

  @Test("What the rows of a list break together is one violation")
  func causes() async {
    let undone = await Explorer { Undone() }.budget(depth: 1).run()
    #expect(undone.violations.map(\.property) == ["undo-redo"], "\(undone)")
    #expect(undone.violations.first?.commands == ["Remove 1", "undo"], "\(undone)")
    let cards = await Explorer { Cards() }.budget(states: 100, depth: 1).run()
    #expect(cards.violations.map(\.property) == ["guard-once"], "\(cards)")
    #expect(cards.violations.first?.commands == ["Card 1"], "\(cards)")
  }
}

/// A list of two rows.
private struct CounterRow: View {
  @State private var rows = [false, false]

  var body: some View {
    ForEach(0..<2) { row in Toggle("Row \(row)", isOn: $rows[row]) }
  }
}
