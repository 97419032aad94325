import Wayline

/// A program that shows the states of an exploration as screens: what `explore --browse` runs.
struct StateBrowser: View {
  /// A state by its number.
  enum Place: NavigationValue {
    case state(Int)
    case violation(Int)
    case unrepeated(Int)
  }

  let report: ExplorationReport

  var body: some View {
    NavigationStack {
      Form {
        Text("\(report.extent).")
        ForEach(Array(report.violations.enumerated()), id: \.offset) { number, violation in
          NavigationLink(
            "Violation \(number + 1): \(violation.property)", value: Place.violation(number))
        }
        ForEach(Array(report.unrepeated.enumerated()), id: \.offset) { number, finding in
          NavigationLink(
            "Seen once \(number + 1): \(finding.property)", value: Place.unrepeated(number))
        }
        NavigationLink("First state", value: Place.state(0))
      }
      .navigationTitle("Exploration")
      .navigationDestination(for: Place.self) { place in
        switch place {
        case .state(let number): StateView(report: report, number: number)
        case .violation(let number): ViolationView(violation: report.violations[number])
        case .unrepeated(let number):
          ViolationView(violation: report.unrepeated[number], isRepeated: false)
        }
      }
    }
  }
}

/// One state: the way to it, what is shown and broken there, and a link to the state after each command.
private struct StateView: View {
  let report: ExplorationReport
  let number: Int

  private var edges: [StateGraph.Edge] {
    report.graph?.edges.filter { $0.from == number } ?? []
  }

  private var way: [String] { report.graph?.way(to: number) ?? [] }

  /// The positions of the violations that the commands to this state break.
  private var violations: [Int] {
    report.violations.indices.filter { report.violations[$0].commands == way }
  }

  private var lines: [String] {
    guard let nodes = report.graph?.nodes, nodes.indices.contains(number) else { return [] }
    return nodes[number].split(separator: "\n").map(String.init)
  }

  var body: some View {
    Section("Commands to this state") {
      if way.isEmpty { Text("None: the program begins here.") }
      ForEach(Array(way.enumerated()), id: \.offset) { Text("> \($0.element)") }
    }
    Section("Laws and properties") {
      if violations.isEmpty { Text("No law or property is broken here for the first time.") }
      ForEach(violations, id: \.self) { number in
        NavigationLink(
          "Broken: \(report.violations[number].property)",
          value: StateBrowser.Place.violation(number))
      }
    }
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
  var isRepeated = true

  var body: some View {
    Text(violation.message).navigationTitle(violation.property)
    if !isRepeated { Text(ExplorationReport.unrepeatedSentence) }
    let commands = violation.commands + violation.loop
    if !commands.isEmpty {
      Section("Commands") {
        ForEach(Array(commands.enumerated()), id: \.offset) { Text("> \($0.element)") }
      }
    }
    screen("Before", violation.before)
    screen("After", violation.after)
  }

  /// The lines of a screen, if there is one: after a crash there is none.
  @ViewBuilder private func screen(_ title: String, _ lines: [String]) -> some View {
    if !lines.isEmpty {
      Section(title) {
        ForEach(Array(lines.enumerated()), id: \.offset) { Text($0.element) }
      }
    }
  }
}
