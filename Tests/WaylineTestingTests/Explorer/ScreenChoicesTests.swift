import Testing
import Wayline

@testable import WaylineTesting

/// An element of every kind.
private struct EveryElement: View {
  @State private var isLit = false
  @State private var size = "Small"
  @State private var tastes: Set<String> = []
  @State private var name = ""
  @State private var secret = ""
  @State private var note = ""
  @State private var count = 1
  @State private var share = 0.5
  @State private var isOpen = false

  var body: some View {
    Toggle("Lamp", isOn: $isLit)
    Picker("Size", selection: $size) {
      ForEach(["Small", "Large"], id: \.self) { Text($0).tag($0) }
    }
    Picker("Tastes", selection: $tastes) {
      ForEach(["Sweet", "Sour"], id: \.self) { Text($0).tag($0) }
    }
    TextField("Name", text: $name)
    SecureField("Code", text: $secret)
    TextEditor(text: $note)
    Stepper("Copies", value: $count, in: 0...3)
    Slider(value: $share) { Text("Share") }
    DisclosureGroup("More", isExpanded: $isOpen) { Text("That is all") }
    Button("Go") {}.disabled(isLit)
  }
}

@Suite("The commands of a screen")
@MainActor
struct ScreenChoicesTests {
  @Test("Are those that are made anew, whatever values its elements have had before")
  func values() async {
    let explorer = Explorer { EveryElement() }.without(Law.allCases)
    let probe = ProgramProbe(explorer.begun.subject)
    let laws = ScreenLaws(laws: [], isCommand: probe.scene.isCommand)
    let alphabet = explorer.subject.alphabet
    var choices = ScreenChoices()
    var (kinds, count) = (Set<String>(), 0)
    // Three times through all commands, so that each kind has had several values.
    for _ in 0..<3 {
      for command in choices.choice(on: probe.screen, alphabet, laws: laws).commands {
        _ = await probe.take(command, on: probe.screen)
        let screen = probe.screen
        kinds.formUnion(screen.elements.map(\.kind))
        count += 1
        #expect(
          choices.choice(on: screen, alphabet, laws: laws).commands
            == screen.commands(alphabet, isCommand: laws.isCommand), "\(command)")
      }
    }
    #expect(
      count > 30
        && kinds.isSuperset(of: ["toggle", "choice", "text", "secret", "editor", "number"]),
      "\(kinds)")
    probe.scene.end()
  }
}
