import Wayline
import WaylineTestScale
import WaylineTesting

extension Planted {
  /// Programs whose bug depends on how far a task has come, or on what it holds.
  static let tasks: [Planted] = [
    Planted(
      "a heating that a cancelled task turns on", "The heating follows the choice",
      ["Warmer", "wait", "wait 5", "Colder", "wait"], states: 120 * Scale.factor
    ) {
      Explorer { Heating() }.never("The heating follows the choice") {
        $0.pending.isEmpty && $0.lines.contains("Chosen: 1, heating: 2")
      }
    },
    Planted(
      "a mark that is set on the page after", "A mark is of the shown page",
      ["Mark", "Next page", "wait"], states: 120 * Scale.factor
    ) {
      Explorer { Marks() }.never("A mark is of the shown page") {
        $0.lines.contains("Page 1, marked 0")
      }
    },
    Planted(
      "a payment that gives up after the third try", "A payment is never given up",
      ["wait", "wait 1", "wait 1", "wait 1"]
    ) {
      Explorer { Payment() }.never("A payment is never given up") {
        $0.lines.contains("Given up.")
      }
    },
  ]
}

/// A heating that waits for a choice to last, and again for its pump, which cannot be cancelled.
private struct Heating: View {
  @State private var chosen = 1
  @State private var heating = 1
  @Environment(\.clock) private var clock

  var body: some View {
    Text("Chosen: \(chosen), heating: \(heating)")
    Button(chosen == 1 ? "Warmer" : "Colder") { chosen = 3 - chosen }
      .task(id: chosen) {
        let goal = chosen
        if goal == heating { return }
        guard (try? await clock.sleep(for: .seconds(5))) != nil else { return }
        try? await clock.sleep(for: .seconds(3))
        heating = goal
      }
  }
}

/// A book of two pages, of which a task marks the one that was shown when it was started.
private struct Marks: View {
  @State private var page = 0
  @State private var marked = 1
  @State private var isMarking = false

  var body: some View {
    Text("Page \(page), marked \(marked)")
    Button("Next page") { page = 1 - page }
    Button("Mark") {
      isMarking = true
      let shown = page
      Task {
        marked = shown
        isMarking = false
      }
    }
    .disabled(isMarking)
  }
}

/// A payment whose tries look alike.
private struct Payment: View {
  @State private var hasEnded = false
  @Environment(\.clock) private var clock

  var body: some View {
    Text(hasEnded ? "Given up." : "Paying")
      .task {
        for _ in 1...3 { try? await clock.sleep(for: .seconds(1)) }
        hasEnded = true
      }
  }
}
