import Testing
import Wayline
import WaylineTesting

@Suite("The records of a host")
@MainActor
struct HostJournalTests {
  @Test("bodies names the views whose bodies ran, in order, and only those a write concerns")
  func bodies() {
    let host = TestHost { ShelvesView() }
    #expect(
      host.bodies.suffix(3) == ["ShelvesView", "UpperShelf", "LowerShelf"])
    host.clearRecords()
    host.press("Add above")
    #expect(host.bodies == ["UpperShelf"])
  }

  @Test("A push or a pop runs no body of the first screen, which it leaves as it is")
  func pushedOver() {
    let host = TestHost {
      NavigationStack {
        ForEach([1, 2], id: \.self) { NavigationLink("Book \($0)", value: DeskRoute.book(id: $0)) }
          .navigationDestination(for: DeskRoute.self) { BookView(route: $0) }
      }
    }
    host.clearRecords()
    host.press("Book 2")
    #expect(host.bodies.contains("BookView"))
    #expect(!host.bodies.contains { $0.hasPrefix("NavigationLink") }, "\(host.bodies)")
    host.clearRecords()
    host.back()
    #expect(!host.bodies.contains { $0.hasPrefix("NavigationLink") }, "\(host.bodies)")
    #expect(host.lines == ["[1] Book 1", "[2] Book 2"])
  }

  @Test("events lists appear, change, task and disappear")
  func events() async {
    let host = TestHost { DoorView() }
    #expect(host.events == ["appear DoorView", "task DoorView"])
    host.press("Close")
    await host.settle()
    #expect(
      host.events == ["appear DoorView", "task DoorView", "change DoorView", "disappear DoorView"])
  }

  @Test("clearRecords() empties both")
  func clearRecords() {
    let host = TestHost { DoorView() }
    host.clearRecords()
    #expect(host.bodies.isEmpty)
    #expect(host.events.isEmpty)
  }

  @Test("settle returns when what tasks wrote is on the screen")
  func settle() async {
    let gate = Gate()
    let host = TestHost { LateView(gate: gate) }
    #expect(host.lines == ["not yet"])
    gate.open()
    await host.settle()
    #expect(host.lines == ["here"])
  }
}

private struct ShelvesView: View {
  var body: some View {
    UpperShelf()
    LowerShelf()
  }
}

private struct UpperShelf: View {
  @State private var books = 0
  var body: some View { Button("Add above", action: { books += 1 }).badge(books) }
}

private struct LowerShelf: View {
  var body: some View { Text("Below") }
}

private struct DoorView: View {
  @State private var isOpen = true

  var body: some View {
    Group {
      if isOpen { Text("Open").onAppear {}.onDisappear {}.task {} }
    }
    .onChange(of: isOpen) {}
    Button("Close") { isOpen = false }
  }
}

private struct LateView: View {
  let gate: Gate
  @State private var text = "not yet"
  var body: some View {
    Text(text).task {
      await gate.pass()
      text = "here"
    }
  }
}
