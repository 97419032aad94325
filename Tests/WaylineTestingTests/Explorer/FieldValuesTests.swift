import Synchronization
import Testing
import Wayline

@testable import WaylineTesting

/// A door that opens for each member by a passcode of her own.
private struct DoorView: View {
  static let passcodes = ["Ann": "1111", "Bob": "2222"]

  @State private var member = "Ann"
  @State private var passcode = ""
  @State private var opened: Set<String> = []

  var body: some View {
    Form {
      Picker("Member", selection: $member) {
        ForEach(["Ann", "Bob"], id: \.self) { Text($0) }
      }
      .onChange(of: member) { passcode = "" }
      TextField("Passcode", text: $passcode)
      Button("Open") {
        if passcode == Self.passcodes[member] { opened.insert(member) }
        passcode = ""
      }
      .disabled(passcode.isEmpty)
      ForEach(opened.sorted(), id: \.self) { Text("Open for \($0)") }
    }
    .navigationTitle("Door")
  }
}

/// A counter that says what it does.
private struct CountedView: View {
  @AppStorage("presses") private var presses = 0
  @State private var note = ""
  @Environment(\.showMessage) private var showMessage

  var body: some View {
    Button("Press") {
      presses = (presses + 1) % 3
      showMessage("Pressed \(presses)")
    }
    TextField("Note", text: $note)
  }
}

@Suite("Values of fields that depend on the screen")
@MainActor
struct FieldValuesTests {
  private static func isOf(_ member: String) -> @Sendable (ExploredScreen) -> Bool {
    { screen in screen.elements.contains { $0.label == "Member" && $0.value == member } }
  }

  private var door: Explorer<Screens> {
    Explorer { DoorView() }.sometimes("Both have opened it") {
      $0.lines.contains("Open for Ann") && $0.lines.contains("Open for Bob")
    }
  }

  @Test(
    "Each user types values of her own, so there are fewer states, and the goal is reached as soon")
  func users() async {
    let all = await door.values(["1111", "2222"], for: "Passcode").run()
    let own = await door.values(["1111"], for: "Passcode", where: Self.isOf("Ann"))
      .values(["2222"], for: "Passcode", where: Self.isOf("Bob")).run()
    #expect(all.isSound && own.isSound && own.isComplete, "\(own)")
    // Two members, four ways to be open, and no passcode or one: of two, or of one.
    #expect(all.states == 24 && own.states == 16, "\(all.states) \(own.states)")
    #expect(own.uncovered.isEmpty, "\(own)")
    let ways = [all, own].map { $0.goals.first?.commands }
    #expect(ways[0] == ways[1] && ways[0]?.count == 5, "\(ways)")
  }

  @Test(
    "Of several conditions that hold the first counts, and elsewhere the values of every screen")
  func order() async {
    let typed = Mutex<Set<String>>([])
    let report = await door.values(["replaced"], for: "Passcode", where: nil)
      .values(["1111", ""], for: "Passcode", where: Self.isOf("Ann"))
      .values(["late"], for: "Passcode", where: Self.isOf("Ann"))
      .values(["everywhere"], for: "Passcode")
      .step("Is noted") { before, command, _ in
        let member = before.elements.first { $0.label == "Member" }?.value ?? ""
        if command.hasPrefix("Passcode") {
          typed.withLock { _ = $0.insert("\(member) \(command)") }
        }
        return true
      }
      .run()
    #expect(
      typed.withLock { $0 }
        == ["Ann Passcode: 1111", "Ann Passcode: \"\"", "Bob Passcode: everywhere"], "\(report)")
    #expect(report.uncovered.count == 1 && report.uncovered[0].contains("'late'"), "\(report)")
  }

  @Test("A condition sees stored values, and no messages, which differ with the way to a screen")
  func stored() async {
    let seen = Mutex<Set<Int>>([])
    let report = await Explorer { CountedView() }
      .values(["x"], for: "Note") { screen in
        seen.withLock { _ = $0.insert(screen.stored(AppStorageKey("presses", defaultValue: 0))) }
        return screen.messages.isEmpty
      }
      .run()
    #expect(report.isSound && report.uncovered.isEmpty, "\(report)")
    #expect(seen.withLock { $0 } == [0, 1, 2])
  }

  @Test("Random walks and a resumed search give the same values")
  func otherSearches() async throws {
    let explorer = door.values(["1111"], for: "Passcode", where: Self.isOf("Ann"))
      .values(["2222"], for: "Passcode", where: Self.isOf("Bob"))
    let whole = await explorer.run()
    let part = await explorer.budget(states: 4).run()
    let resumed = try await explorer.run(resuming: try #require(part.programCheckpoint))
    #expect(resumed.states == whole.states && resumed.uncovered == whole.uncovered, "\(resumed)")
    let walks = await explorer.random(walks: 20, steps: 20).run()
    #expect(walks.isSound && walks.uncovered.isEmpty, "\(walks)")
  }
}
