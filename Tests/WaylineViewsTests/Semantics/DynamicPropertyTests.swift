import Testing
import WaylineGraph

@testable import WaylineViews

/// Notes each update, and counts in a state that is its own.
private struct Counter: DynamicProperty {
  @State private var count = 0
  var updates = 0
  let name: String
  let notes: Ledger<Int>

  func add() { count += 1 }
  var value: Int { count }

  mutating func update() {
    updates += 1
    notes.note("\(name) \(count)")
  }
}

/// Holds another property, whose update comes first.
private struct Pair: DynamicProperty {
  var inner: Counter
  let notes: Ledger<Int>

  mutating func update() { notes.note("outer after \(inner.updates)") }
}

private struct Desk: View {
  var first: Counter
  var second: Counter
  let notes: Ledger<Int>

  init(_ notes: Ledger<Int>) {
    first = Counter(name: "first", notes: notes)
    second = Counter(name: "second", notes: notes)
    self.notes = notes
  }

  var body: some View {
    notes.note("body \(first.updates) \(second.updates)")
    return Button("Count \(first.value)") { first.add() }
  }
}

private struct Holder: View {
  var pair: Pair
  let notes: Ledger<Int>
  var body: some View { Text("\(pair.inner.value)") }
}

private struct Stamp: ViewModifier {
  var counter: Counter
  @State private var stamps = 0

  func body(content: Content) -> some View {
    content
    Button("Stamp \(stamps) \(counter.updates)") { stamps += 1 }
  }
}

@Suite("Dynamic properties")
@MainActor
struct DynamicPropertyTests {
  @Test("Every property is updated before each body, in field order, on that body's copy (20)")
  func order() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Desk(notes) }
    #expect(notes.take() == ["first 0", "second 0", "body 1 1"])
    hosting.press("Count 0")
    #expect(notes.take() == ["first 1", "second 0", "body 1 1"])
  }

  @Test("An inner property is updated before the one that holds it (21)")
  func nested() {
    let notes = Ledger<Int>()
    let pair = Pair(inner: Counter(name: "inner", notes: notes), notes: notes)
    _ = Hosting { Holder(pair: pair, notes: notes) }
    #expect(notes.entries == ["inner 0", "outer after 1"])
  }

  @Test("A change that update() makes to itself is seen by that body and not by the next (22)")
  func notPersisted() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Desk(notes) }
    hosting.press("Count 0")
    hosting.press("Count 1")
    #expect(notes.entries.filter { $0.hasPrefix("body") } == Array(repeating: "body 1 1", count: 3))
  }

  @Test("A modifier's properties work as a view's do (27)")
  func modifiers() {
    let notes = Ledger<Int>()
    let stamp = Stamp(counter: Counter(name: "stamp", notes: notes))
    let hosting = Hosting { Text("Loan").modifier(stamp) }
    hosting.press("Stamp 0 1")
    #expect(hosting.lines == ["Loan", "[1] Stamp 1 1"])
  }

  @Test("A value that is not a view, such as a program, may have properties too (27)")
  func subjects() {
    struct Program { @State var loans = 1 }
    let hosting = Hosting {
      SubjectView(Program()) { program in Button("Loans: \(program.loans)") { program.loans += 1 } }
    }
    hosting.press("Loans: 1")
    #expect(hosting.lines == ["[1] Loans: 2"])
  }
}

private struct EnabledNote: DynamicProperty {
  @Environment(\.isEnabled) private var isEnabled
  let notes: Ledger<Int>

  mutating func update() { notes.note("update") }
}

private struct Reader: View {
  var enabled: EnabledNote
  let notes: Ledger<Int>

  var body: some View {
    notes.note("body")
    return Text("reader")
  }
}

private struct HelpDesk: View {
  @State private var help = "a"
  @State private var isOpen = true
  let notes: Ledger<Int>

  var body: some View {
    Button("help") { help += "a" }
    Button("close") { isOpen = false }
    Reader(enabled: EnabledNote(notes: notes), notes: notes).help(help).disabled(!isOpen)
  }
}

@Suite("Updates without a body")
@MainActor
struct UpdateOnlyTests {
  @Test("update() runs also when the body is finally not due, and does not force it (23, 24)")
  func updateOnly() {
    let notes = Ledger<Int>()
    let hosting = Hosting { HelpDesk(notes: notes) }
    #expect(notes.take() == ["update", "body"])
    hosting.press("help")
    #expect(notes.take() == ["update"])
    hosting.press("close")
    #expect(notes.take() == ["update", "body"])
  }
}

private enum Mode {
  case browsing
  case counting(State<Int>)
}

private struct Hidden: View {
  var mode = Mode.browsing
  var term: State<String>?
  var selection: Binding<Int>?
  var body: some View { Text("hidden") }
}

private final class Poster: View {
  var body: some View { Text("poster") }
}

@Suite("Properties that cannot be connected")
@MainActor
struct UnconnectedTests {
  @Test(
    "A property inside an enum or optional is reported once; a plain binding there is fine (25)")
  func enums() {
    let reported = misuses {
      _ = Hosting { Hidden() }
      _ = Hosting { Hidden() }
    }
    #expect(
      reported == [
        "'mode' of Hidden holds a State<Int> inside an enum or optional, where it is never "
          + "connected. Declare it as a property of its own.",
        "'term' of Hidden holds a State<String> inside an enum or optional, where it is never "
          + "connected. Declare it as a property of its own.",
      ])
  }

  @Test("A class as a view is reported, and shown nevertheless (26)")
  func classView() {
    var lines: [String] = []
    let reported = misuses { lines = Hosting { Poster() }.lines }
    #expect(lines == ["poster"])
    #expect(
      reported == [
        "Poster is a class; a view must be a struct, or its state is shared between places. Make "
          + "it a struct and keep shared data in an object it observes."
      ])
  }
}
