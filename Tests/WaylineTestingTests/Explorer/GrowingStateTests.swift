import Testing
import Wayline
import WaylineTesting

/// A conversation whose history is stored and never shown.
private struct History: View {
  @State private var history: [Int] = []
  @State private var isOpen = false

  var body: some View {
    Toggle("Open", isOn: $isOpen)
    Button("Ask") { history.append(1) }
    Button("Answer") { history.append(2) }
  }
}

/// A number that is shown, so each of its states has a screen of its own.
private struct Ledger: View {
  @State private var sum = 0

  var body: some View {
    Text("Sum: \(sum)")
    Button("Add") { sum += 1 }
  }
}

/// Three fields, each of which is saved by a task of its own.
private struct Tasks: View {
  @State private var fields = [0, 0, 0]
  @State private var saved = 0

  var body: some View {
    ForEach(0..<3) { place in
      Button("Change \(place)") { fields[place] = 1 - fields[place] }
        .task(id: fields[place]) {
          for _ in 0..<3 { await Task.yield() }
          saved = 1 - saved
        }
    }
  }
}

@Suite("A search that grows without new screens", .serialized)
@MainActor
struct GrowingStateTests {
  @Test("The value that differs most is named with its view, and what to write")
  func value() async {
    let report = await Explorer { History() }.without(Law.allCases).budget(states: 200).run()
    let limit = report.limits.first { $0.contains(" show ") } ?? ""
    #expect(
      limit.hasPrefix("200 states show 2 screens; 'history' in History differs most ("), "\(report)"
    )
    #expect(
      limit.contains("then 'isOpen' in History (2)") && limit.contains("values(_:for:)"), "\(limit)"
    )
  }

  @Test(
    "A search with a screen for each state has no such sentence, and neither has one that is complete"
  )
  func others() async {
    let report = await Explorer { Ledger() }.without(Law.allCases).budget(states: 200).run()
    #expect(!report.limits.contains { $0.contains(" show ") }, "\(report)")
  }

  @Test("Of tasks the orders of their steps are named")
  func tasks() async {
    let report = await Explorer { Tasks() }.without(Law.allCases).budget(states: 300).run()
    let limit = report.limits.first { $0.contains(" show ") } ?? ""
    #expect(limit.contains("; the work that is not finished differs most ("), "\(report)")
    #expect(!"\(report)".contains("If it does not end when it is cancelled"), "\(report)")
  }
}
