import Testing
import Wayline
import WaylineTesting

/// Two elements of one kind with one label.
private struct Twins: View {
  let kind: String
  @State private var texts = ["small", "small"]
  @State private var switches = [false, false]

  var body: some View {
    Text("\(texts[0]), \(texts[1]), \(switches[0]), \(switches[1])")
    ForEach([0, 1], id: \.self) { number in
      switch kind {
      case "picker":
        Picker("Size", selection: $texts[number]) {
          Text("small").tag("small")
          Text("large").tag("large")
        }
      case "toggle": Toggle("Size", isOn: $switches[number])
      default: TextField("Size", text: $texts[number])
      }
    }
  }
}

/// Rows that a button adds once more, and a button that removes the first one.
private struct Rows: View {
  @State private var rows = ["Emma", "Ulysses", "Persuasion"]

  var body: some View {
    ForEach(Array(rows.enumerated()), id: \.offset) { row in
      Toggle(row.element, isOn: .constant(true))
    }
    Button("Add all again") { rows += rows }.disabled(rows.count != 3)
    Button("Shorten") { rows.removeFirst() }.disabled(rows.count < 5)
    Button("Start anew") { rows = ["Emma", "Ulysses", "Persuasion"] }.disabled(rows.count == 3)
  }
}

@Suite("Elements with one label")
@MainActor
struct SameNameTests {
  @Test(
    "Each is used by its number, and the repeated label is a violation",
    arguments: [
      "picker": "large, large, f", "toggle": "small, small, true, true", "field": "7, 7, f",
    ])
  func both(_ kind: String, _ line: String) async {
    let report = await Explorer { Twins(kind: kind) }
      .sometimes("Both are changed") { $0.lines[0].hasPrefix(line) }.run()
    #expect(report.violations.map(\.property) == ["unique-labels"], "\(report)")
    #expect(report.goals.count == 1)
  }

  @Test("Labels that are repeated together are one violation, also where only some of them are")
  func together() async {
    let message =
      "2 elements are called 'Emma'. Give each a label of its own. 2 other labels of this screen break the "
      + "law, too."
    for explorer in [Explorer { Rows() }, Explorer { Rows() }.random(walks: 20, steps: 6)] {
      let report = await explorer.run()
      #expect(report.violations.map(\.property) == ["unique-labels"], "\(report)")
      #expect(report.violations.map(\.message) == [message], "\(report)")
      #expect(report.violations.map(\.commands) == [["Add all again"]], "\(report)")
    }
  }

  @Test("Rows with numbers as labels are one violation")
  func numbers() async {
    let report = await Explorer { ForEach(1..<5) { Button("\($0)") {} } }.run()
    #expect(report.violations.map(\.property) == ["label-is-command"], "\(report)")
    #expect(report.violations.first?.message.contains("3 other labels") == true, "\(report)")
  }
}
