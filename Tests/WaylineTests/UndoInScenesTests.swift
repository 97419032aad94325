import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

private enum PlotRoute: NavigationValue {
  case plot, note
}

private enum AskRoute: NavigationValue, PresentedValue {
  case tenant
}

extension ResultKey where Value == String {
  fileprivate static let tenant = ResultKey("tenant")
}

/// A plot that is rented by way of a sheet that returns the tenant, who stays when the screen is left.
private struct PlotView: View {
  @AppStorage("tenant") private var tenant = "nobody"
  @State private var note = "none"
  @State private var isAsking = false
  @State private var isClosing = false
  @Environment(\.router) private var router
  @Environment(\.undoManager) private var undoManager

  var body: some View {
    Text("Tenant: \(tenant)")
    Button("Assign") { router.present(AskRoute.tenant, for: .tenant) }
    Button("Release") { change(to: "nobody", "Release") }
    Button("Release and leave") {
      change(to: "nobody", "Release")
      router.pop()
    }
    Button("Write note") {
      note = "wet"
      undoManager?.registerUndo("Write note") { note = "none" }
    }
    Button("About") { isAsking = true }
      .sheet(isPresented: $isAsking) { Button("Close") { isAsking = false } }
    Button("Remove") { isClosing = true }
      .alert("Remove the plot?", isPresented: $isClosing) { Button("Keep") {} }
    NavigationLink("Note", value: PlotRoute.note)
      .onResult(of: .tenant) { if let tenant = $0.value { change(to: tenant, "Assign") } }
      .navigationTitle("Plot")
  }

  private func change(to new: String, _ name: String) {
    let before = tenant
    tenant = new
    undoManager?.registerUndo(name) { change(to: before, name) }
  }
}

private struct TenantView: View {
  @Environment(\.finish) private var finish
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    Button("Ada") { finish("Ada", for: .tenant) }
    Button("Cancel") { dismiss() }
      .navigationTitle("Tenant")
  }
}

private struct GardenView: View {
  var body: some View {
    NavigationStack {
      NavigationLink("Enter", value: PlotRoute.plot)
        .navigationTitle("Garden")
        .navigationDestination(for: PlotRoute.self) { route in
          switch route {
          case .plot: PlotView()
          case .note: Text("A note.").navigationTitle("Note")
          }
        }
        .navigationDestination(for: AskRoute.self) { _ in TenantView() }
    }
  }
}

/// Two tabs, each with a stack; a task of the first opens a screen of its stack after two seconds.
private struct NurseryView: View {
  @State private var tab = "Beds"
  @Environment(\.router) private var router
  @Environment(\.clock) private var clock

  var body: some View {
    TabView(selection: $tab) {
      Tab("Beds", systemImage: "leaf", value: "Beds") {
        NavigationStack {
          Button("Later") { openLater(.plot) }
            .navigationTitle("Beds")
            .navigationDestination(for: PlotRoute.self) { _ in
              Text("A bed.").navigationTitle("Bed")
            }
        }
      }
      Tab("Paths", systemImage: "leaf", value: "Paths") { Text("Paths.").navigationTitle("Paths") }
    }
  }

  private func openLater(_ place: PlotRoute) {
    Task {
      try await clock.sleep(for: .seconds(2))
      router.push(place)
    }
  }
}

@Suite("Undo in a scene")
@MainActor
struct UndoInScenesTests {
  private func host() -> TestHost {
    let host = TestHost { GardenView() }
    host.onFailure = { Issue.record("\($0)") }
    return host
  }

  /// Sends the lines, and expects that `help undo` names each step that `undo` takes, to the last.
  private func steps(after lines: [String], in host: TestHost) -> [String] {
    for line in lines { host.send(line) }
    return stepsBack(in: host)
  }

  private func stepsBack(in host: TestHost) -> [String] {
    var steps: [String] = []
    while steps.count < 20 {
      let offered = host.send("help undo").compactMap { $0.step(after: "You can undo: ") }
      let answer = host.send("undo")
      let taken = answer.compactMap { $0.step(after: "Undone: ") }
      #expect(offered == taken)
      guard let step = taken.first else {
        #expect(answer == ["There is nothing to undo."])
        break
      }
      steps.append(step)
    }
    return steps
  }

  @Test(
    "Sheets, covers and alerts that have ended hide no earlier edit from undo",
    arguments: [
      ["About", "Close"], ["About", "dismiss"], ["Assign", "Cancel"], ["Assign", "dismiss"],
      ["Remove", "Keep"], ["Note", "back", "back", "forward"], [],
    ])
  func ended(detour: [String]) async {
    let host = host()
    let steps = steps(after: ["Enter", "Assign", "Ada", "Release"] + detour, in: host)
    #expect(
      steps.filter { step in
        !["opening ", "leaving ", "closing "].contains { step.hasPrefix($0) }
      } == ["Release", "Assign"])
    #expect(host.lines.first == "Garden")
    await host.end()
  }

  @Test("A step of a task is named after its own screen, whatever later lines have shown")
  func stepOfTask() async {
    let host = TestHost { NurseryView() }
    for line in ["Later", "Paths", "Beds"] { host.send(line) }
    for _ in 0..<1_000 where host.clock.remaining.isEmpty { await host.run(turns: 1) }
    host.clock.advance(by: .seconds(2))
    await host.settle()
    #expect(host.lines.first == "Beds › Bed")
    host.send("Paths")
    #expect(
      stepsBack(in: host) == [
        "opening 'Paths'", "opening 'Bed'", "opening 'Beds'", "opening 'Paths'",
      ])
    await host.end()
  }

  @Test("What was left by 'back', 'home' or the end of a sheet is named when undo brings it back")
  func leaving() async {
    for (line, name) in [("back", "Note"), ("home", "Note"), ("back 2", "Note")] {
      let host = host()
      for line in ["Enter", "Note", line] { host.send(line) }
      #expect(host.send("help undo").contains("You can undo: leaving '\(name)'."))
      #expect(host.send("undo").contains("Undone: leaving '\(name)'."))
      #expect(host.lines.first == "Garden › Plot › Note")
      await host.end()
    }
  }

  @Test("An edit that a result makes is later than the end of its sheet")
  func result() async {
    let host = host()
    for line in ["Enter", "Assign"] { host.send(line) }
    #expect(host.send("Ada").contains("You can undo: Assign."))
    #expect(stepsBack(in: host) == ["Assign", "opening 'Plot'"])
    await host.end()
  }

  @Test("An edit is later than the navigation of its line, as its message promises")
  func sameLine() async {
    let host = host()
    for line in ["Enter", "Assign", "Ada"] { host.send(line) }
    #expect(host.send("Release and leave").contains("You can undo: Release."))
    let steps = stepsBack(in: host)
    #expect(steps == ["Release", "leaving 'Plot'", "Assign", "opening 'Plot'"])
    await host.end()
  }

  @Test("An edit of a screen that was left is passed over and named, and the one before is undone")
  func leftScreen() async {
    let host = host()
    for line in ["Enter", "Assign", "Ada", "Write note", "back", "undo"] { host.send(line) }
    let answer = host.send("undo")
    #expect(answer.contains("'Write note' can no longer be undone."))
    #expect(answer.contains("Undone: Assign."))
    #expect(stepsBack(in: host) == ["opening 'Plot'"])
    await host.end()
  }

  @Test("redo repeats edits and navigations in the order in which undo reverted them")
  func redo() async {
    let host = host()
    for line in ["Enter", "Assign", "Ada", "Note", "back", "Release"] { host.send(line) }
    let lines = host.lines
    let steps = stepsBack(in: host)
    #expect(
      steps == ["Release", "leaving 'Note'", "opening 'Note'", "Assign", "opening 'Plot'"])
    for _ in steps { host.send("redo") }
    #expect(host.lines == lines)
    #expect(host.send("redo") == ["There is nothing to redo."])
    await host.end()
  }

  @Test("A new navigation discards the edits that undo has reverted")
  func discarded() async {
    let host = host()
    for line in ["Enter", "Assign", "Ada", "undo", "Note"] { host.send(line) }
    #expect(host.send("redo") == ["There is nothing to redo."])
    host.send("back")
    #expect(host.lines.contains("Tenant: nobody"))
    await host.end()
  }

  @Test("help undo names nothing in a scene that has just been restored")
  func restored() async {
    let host = host()
    host.send("Enter")
    host.restart()
    #expect(host.lines.first == "Garden › Plot")
    #expect(stepsBack(in: host) == [])
    await host.end()
  }

  @Test("An edit that the program reverts itself is not offered again")
  func program() async {
    let host = TestHost { CopiesView() }
    for line in ["Add", "Add", "Revert"] { host.send(line) }
    #expect(stepsBack(in: host) == ["Add"])
    #expect(host.lines.first == "Copies: 0")
    await host.end()
  }

  private struct CopiesView: View {
    @State private var copies = 0
    @Environment(\.undoManager) private var undoManager

    var body: some View {
      Text("Copies: \(copies)")
      Button("Add") {
        let before = copies
        copies += 1
        undoManager?.registerUndo("Add") { copies = before }
      }
      Button("Revert") { undoManager?.undo() }
    }
  }
}

extension String {
  /// The name of a step in a message that begins with these words.
  fileprivate func step(after words: String) -> String? {
    hasPrefix(words) ? String(dropFirst(words.count).dropLast()) : nil
  }
}
