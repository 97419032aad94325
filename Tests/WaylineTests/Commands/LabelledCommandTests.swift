import Testing

@testable import Wayline
@testable import WaylineFlows

private enum LabelPlace: NavigationValue {
  case room(Int)
}

/// The labels that were chosen.
@MainActor
private final class Choices {
  var labels: [String] = []
}

/// A screen with a button for each command that can leave it.
private struct LabelledView: View {
  static let labels = ["Back", "Home", "Forward", "Dismiss", "Undo", "Redo", "Open room 3", "Quit"]
  let choices: Choices

  var body: some View {
    ForEach(Self.labels, id: \.self) { label in Button(label) { choices.labels.append(label) } }
  }
}

private struct LabelledDesk: View {
  let choices: Choices
  @State private var isPresented = false
  @State private var count = 0

  var body: some View {
    NavigationStack {
      VStack {
        LabelledView(choices: choices)
        Button("Present") { isPresented = true }
        Stepper("Copies", value: $count)
      }
      .navigationTitle("Desk")
      .navigationDestination(for: LabelPlace.self) { _ in LabelledView(choices: choices) }
    }
    .sheet(isPresented: $isPresented) { LabelledView(choices: choices) }
  }
}

@Suite("Commands whose words are the label of an element")
@MainActor
struct LabelledCommandTests {
  @Test(
    "A command that has left the screen says how the element on it is chosen, and so it is",
    arguments: [
      ("Back", ["open room 1"]), ("home", ["open room 1"]), ("FORWARD", ["open room 1", ":back"]),
      ("undo", ["open room 1"]), ("Redo", ["open room 1", ":undo"]), ("Dismiss", ["Present"]),
      ("open room 3", []), ("Open room 3", ["open room 1"]),
    ])
  func left(line: String, before: [String]) throws {
    let choices = Choices()
    let host = SceneHost { LabelledDesk(choices: choices) }
    for line in before { host.send(line) }
    let index = try #require(
      LabelledView.labels.firstIndex { $0.lowercased() == line.lowercased() })
    let (label, number) = (LabelledView.labels[index], index + 1)
    let command = line == "undo" ? "redo" : "undo"
    let sentence =
      "'\(label)' was taken as the command. To choose it on the screen before, type \(command), then \(number)."
    #expect(host.send(line).contains(sentence))
    host.send(":\(command)")
    host.send("\(number)")
    #expect(choices.labels == [label])
  }

  @Test(
    "A command that stays on the screen, or is refused, says the number of the element",
    arguments: ["undo", "redo"])
  func stayed(line: String) throws {
    let choices = Choices()
    let host = SceneHost { LabelledDesk(choices: choices) }
    let number = line == "undo" ? 5 : 6
    let label = line == "undo" ? "Undo" : "Redo"
    let sentence =
      "'\(label)' was taken as the command. To choose it on the screen, type \(number)."
    #expect(host.send(line).suffix(1) == [sentence])
    host.send("Copies: 3")
    if line == "redo" { host.send(":undo") }
    #expect(host.send(line).contains(sentence))
    host.send("\(number)")
    #expect(choices.labels == [label])
  }

  @Test("A command in a form of its own, and one whose words are no label, say nothing")
  func silent() {
    let host = SceneHost { LabelledDesk(choices: Choices()) }
    for line in ["open room 1", ":back", "open room 2", "back 1"] {
      #expect(!host.send(line).contains { $0.contains("was taken") }, "\(line)")
    }
  }
}
