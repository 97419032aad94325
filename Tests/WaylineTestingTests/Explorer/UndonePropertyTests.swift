import Testing
import Wayline
import WaylineTesting

/// A note that can be cleared once; only `undo` brings it back, in full or with its last line twice.
private struct Note: View {
  let isDoubled: Bool
  @State private var lines = 2
  @Environment(\.undoManager) private var undoManager

  var body: some View {
    Text("Lines: \(lines)")
    Button("Clear") {
      lines = 0
      undoManager?.registerUndo("Clear") { lines = isDoubled ? 3 : 2 }
    }
    .disabled(lines == 0)
  }
}

/// A screen of its own on which nothing can be done after a button was pressed.
private struct Sealed: View {
  @State private var isSealed = false

  var body: some View {
    Button("Seal") { isSealed = true }.disabled(isSealed)
  }
}

/// A name that a task stores after it has waited.
private struct LateSave: View {
  let waits: Bool
  @AppStorage("name") private var name = "none"
  @Environment(\.clock) private var clock

  var body: some View {
    Text("Name: \(name)")
    Button("Save") {
      Task {
        await Task.yield()
        if waits { try? await clock.sleep(for: .seconds(1)) }
        name = "ada"
      }
    }
    .disabled(name != "none")
    Button("Clear") { name = "none" }
  }
}

@Suite("Properties after undo, and writes after waiting", .serialized)
@MainActor
struct UndonePropertyTests {
  @Test("A property is asked about what undo shows")
  func property() async {
    let report = await Explorer { Note(isDoubled: true) }.without(.undoRedo)
      .never("A line is there twice") { $0.lines.contains("Lines: 3") }.run()
    #expect(report.violations.map(\.property) == ["A line is there twice"], "\(report)")
    #expect(report.violations.map(\.commands) == [["Clear", "undo"]], "\(report)")
  }

  @Test("A screen out of which undo leads is no dead end, and without undo it is one")
  func deadEnd() async {
    let report = await Explorer { Note(isDoubled: false) }
      .never("A line is there twice") { $0.lines.contains("Lines: 3") }.run()
    #expect(report.isSound, "\(report)")
    let sealed = await Explorer { Sealed() }.run()
    #expect(sealed.violations.map(\.property) == ["dead-end"], "\(sealed)")
  }

  @Test(
    "A store that refuses what a task writes later is reported by the program, and breaks no law",
    arguments: [false, true])
  func lateSave(waits: Bool) async {
    let report = await Explorer { LateSave(waits: waits) }.budget(states: 30, depth: 4).run()
    #expect(report.isSound, "\(report)")
  }
}
