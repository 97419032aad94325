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
}
