import Observation
import Testing
import WaylineGraph

@testable import WaylineViews

@Observable
private final class Shelf: Identifiable {
  let id = 7
  var name = "Fiction"
}

private struct ShelfEditor: View {
  @Bindable var shelf: Shelf

  init(shelf: Bindable<Shelf>) {
    _shelf = Bindable(projectedValue: shelf)
  }

  var body: some View { TextField("Shelf \($shelf.id)", text: $shelf.name) }
}

private struct Conditional: View {
  let isNew: Bool

  var body: _ConditionalContent<Text, EmptyView> { content }

  @ViewBuilder private var content: _ConditionalContent<Text, EmptyView> {
    if isNew { Text("new") } else { EmptyView() }
  }
}

private struct Reasons: View {
  @State private var copies = 1
  @Environment(\.isEnabled) private var isEnabled
  let title: String
  let notes: Ledger<Int>

  var body: some View {
    notes.note(BodyChanges.text(of: Self.self) ?? "")
    return Button("\(title) \(copies) \(isEnabled)") { copies += 1 }
  }
}

private struct ReasonsParent: View {
  @State private var title = "one"
  @State private var isLocked = false
  let notes: Ledger<Int>

  var body: some View {
    Reasons(title: title, notes: notes).disabled(isLocked)
    Button("rename") { title = "two" }
    Button("lock") { isLocked = true }
  }
}

private struct Bell: View {
  let bell: PassthroughSubject<String, Never>
  @State private var last = "none"

  var body: some View { Text(last).onReceive(bell) { last = $0 } }
}

private struct Alarm: Identifiable {
  let id: Int
  var isOn: Bool
}

private struct Alarms: View {
  @State private var alarms = [Alarm(id: 1, isOn: true), Alarm(id: 2, isOn: false)]

  var body: some View { Toggle("All", sources: $alarms, isOn: \.isOn) }
}

@Suite("Spellings of data flow")
@MainActor
struct DataFlowTests {
  @Test("A modifier that changes nothing shows the view as it is")
  func emptyModifier() {
    #expect(Hosting { Text("shelf").modifier(EmptyModifier.identity) }.lines == ["shelf"])
  }

  @Test("A bindable is made of the projection of another, and has the identity of its object")
  func bindable() {
    let shelf = Shelf()
    let hosting = Hosting { ShelfEditor(shelf: Bindable(shelf)) }
    hosting.send(.value("History"), to: "Shelf 7")
    #expect(shelf.name == "History" && Bindable(shelf).id == 7)
  }

  @Test("The results of the builder can be named and made as in SwiftUI")
  func results() {
    #expect(Hosting { Conditional(isNew: true) }.lines == ["new"])
    #expect(Hosting { TupleView((Text("one"), Text("two"))) }.lines == ["one", "two"])
  }

  @Test("The reason of a body names what changed: itself, a property, or something around it")
  func printChanges() {
    let notes = Ledger<Int>()
    let hosting = Hosting { ReasonsParent(notes: notes) }
    hosting.press("one 1 true")
    hosting.press("rename")
    hosting.press("lock")
    #expect(
      notes.entries == [
        "Reasons: @self, @identity, _copies changed.", "Reasons: _copies changed.",
        "Reasons: @self changed.", "Reasons: @dependencies changed.",
      ])
    #expect(BodyChanges.text(of: Bell.self) == nil)
  }

  @Test("A view receives what a subject sends")
  func subject() {
    let bell = PassthroughSubject<String, Never>()
    let hosting = Hosting { Bell(bell: bell) }
    hosting.perform { bell.send("door") }
    #expect(hosting.lines == ["door"])
  }

  @Test("A task has a name among pending work, and as a task", .timeLimit(.minutes(15)))
  func taskName() async {
    let (names, hold) = AsyncStream<String>.makeStream()
    let hosting = Hosting {
      Text("x").task(name: "import") {
        hold.yield(Task.name ?? "")
        try? await Task.sleep(for: .seconds(100))
      }
    }
    #expect(hosting.host.graph.pending.descriptions == ["import"])
    for await name in names {
      #expect(name == "import")
      break
    }
    hosting.host.end()
  }

  @Test("A toggle of several values is mixed while they differ, and sets all of them")
  func toggleSources() {
    let hosting = Hosting { Alarms() }
    #expect(hosting.lines == ["[1] All: mixed"])
    hosting.press("All")
    #expect(hosting.lines == ["[1] All: on"])
    hosting.send(.value("off"), to: "All")
    #expect(hosting.lines == ["[1] All: off"])
  }

  @Test("An axis describes itself, and a transaction can be continuous")
  func values() {
    #expect("\(Axis.horizontal) \(Axis.vertical)" == "horizontal vertical")
    var transaction = Transaction()
    #expect(!transaction.isContinuous)
    transaction.isContinuous = true
    withTransaction(transaction) { #expect(Transaction.current.isContinuous) }
  }
}
