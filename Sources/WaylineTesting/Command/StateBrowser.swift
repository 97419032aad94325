import Wayline

/// A program that shows the states of an exploration as screens: what `explore --browse` runs.
struct StateBrowser: View {
  /// A state by its number.
  enum Place: NavigationValue {
    case state(Int)
    case violation(Int)
  }

  let report: ExplorationReport

  var body: some View {
    NavigationStack {
      Form {
        Text("\(report.states) states, \(report.transitions) transitions, depth \(report.depth).")
        ForEach(Array(report.violations.enumerated()), id: \.offset) { number, violation in
          NavigationLink(
            "Violation \(number + 1): \(violation.property)", value: Place.violation(number))
        }
        NavigationLink("First state", value: Place.state(0))
      }
      .navigationTitle("Exploration")
      .navigationDestination(for: Place.self) { place in
        switch place {
        case .state(let number): StateView(report: report, number: number)
        case .violation(let number): ViolationView(violation: report.violations[number])
        }
      }
    }
  }
}

/// One state: what is shown there, and a link to the state after each command.
private struct StateView: View {
  let report: ExplorationReport
  let number: Int

  private var edges: [StateGraph.Edge] {
    report.graph?.edges.filter { $0.from == number } ?? []
  }

  private var lines: [String] {
    guard let nodes = report.graph?.nodes, nodes.indices.contains(number) else { return [] }
    return nodes[number].split(separator: "\n").map(String.init)
  }

  var body: some View {
    Section("Screen") {
      ForEach(Array(lines.enumerated()), id: \.offset) { Text($0.element) }
    }
    Section("Commands") {
      ForEach(Array(edges.enumerated()), id: \.offset) { _, edge in
        if let target = edge.to {
          NavigationLink(
            "After '\(edge.label)': state \(target)", value: StateBrowser.Place.state(target))
        } else {
          Text("'\(edge.label)' was not tried.")
        }
      }
    }
    .navigationTitle("State \(number)")
  }
}

/// One violation: the commands and the screens before and after.
private struct ViolationView: View {
  let violation: ExplorationReport.Violation

  var body: some View {
    Text(violation.message)
    Section("Commands") {
      ForEach(Array((violation.commands + violation.loop).enumerated()), id: \.offset) {
        Text("> \($0.element)")
      }
    }
    Section("After") {
      ForEach(Array(violation.after.enumerated()), id: \.offset) { Text($0.element) }
    }
    .navigationTitle(violation.property)
  }
}
