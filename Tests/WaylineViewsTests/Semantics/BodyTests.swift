import Testing
import WaylineGraph

@testable import WaylineViews

/// Runs its body on request, and with it makes its content anew.
private struct Parent<Content: View>: View {
  @State private var turn = 0
  let content: (Int) -> Content

  init(@ViewBuilder content: @escaping (Int) -> Content) {
    self.content = content
  }

  var body: some View {
    Button("again \(turn)") { turn += 1 }
    content(turn)
  }
}

private struct Title: View {
  let title: String
  let notes: Ledger<Int>

  var body: some View {
    notes.note(title)
    return Text(title)
  }
}

private struct Action: View {
  let action: () -> Void
  let notes: Ledger<Int>

  var body: some View {
    notes.note("action")
    return Text("action")
  }
}

/// Plain bytes: `==` counts only where `.equatable()` asks for it.
private struct Decade: View, Equatable {
  let year: Int
  let notes: Unmanaged<Ledger<Int>>

  nonisolated static func == (one: Self, other: Self) -> Bool { one.year / 10 == other.year / 10 }

  var body: some View {
    notes.takeUnretainedValue().note("\(year)")
    return Text("\(year)")
  }
}

/// Holds a reference: `==` counts always.
private struct Book: View, Equatable {
  let title: String
  let notes: Ledger<Int>

  nonisolated static func == (one: Self, other: Self) -> Bool {
    one.title.count == other.title.count
  }

  var body: some View {
    notes.note(title)
    return Text(title)
  }
}

@Suite("Running a body")
@MainActor
struct BodyTests {
  @Test("A view whose inputs are equal does not run, though its parent did (28)")
  func equalInputs() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Parent { turn in Title(title: "turn \(turn / 2)", notes: notes) } }
    hosting.press("again 0")
    #expect(notes.entries == ["turn 0"])
    hosting.press("again 1")
    #expect(notes.entries == ["turn 0", "turn 1"])
  }

  @Test("A view of plain bytes is compared by its fields, not by its == (29)")
  func plainBytes() {
    let notes = Ledger<Int>()
    let plain = Unmanaged.passUnretained(notes)
    let hosting = Hosting { Parent { Decade(year: 1980 + $0, notes: plain) } }
    hosting.press("again 0")
    #expect(notes.entries == ["1980", "1981"])
  }

  @Test("A view with references is compared by its == where it has one (29)")
  func ownEquality() {
    let notes = Ledger<Int>()
    let titles = ["Emma", "Dune", "Persuasion"]
    let hosting = Hosting { Parent { Book(title: titles[$0], notes: notes) } }
    hosting.press("again 0")
    hosting.press("again 1")
    #expect(notes.entries == ["Emma", "Persuasion"])
  }

  @Test("With .equatable() the == of the view decides alone (29)")
  func equatable() {
    let notes = Ledger<Int>()
    let plain = Unmanaged.passUnretained(notes)
    let hosting = Hosting { Parent { Decade(year: 1989 + $0 / 2, notes: plain).equatable() } }
    hosting.press("again 0")
    hosting.press("again 1")
    hosting.press("again 2")
    hosting.press("again 3")
    #expect(notes.entries == ["1989", "1990"])
  }

  @Test("A view that holds a closure runs whenever the closure is another (30)")
  func closures() {
    let notes = Ledger<Int>()
    let fixed = { notes.note("called") }
    let hosting = Hosting {
      Parent { turn in
        Action(action: { notes.note("\(turn)") }, notes: notes)
        Action(action: fixed, notes: notes)
      }
    }
    _ = notes.take()
    hosting.press("again 0")
    #expect(notes.entries == ["action"])
  }

  @Test("A view without properties runs when its value or an object that it read changes (31)")
  func staticBody() {
    let (notes, model) = (Ledger<Int>(), Lending())
    struct Plain: View {
      let model: Lending
      let notes: Ledger<Int>
      var body: some View {
        notes.note("lent \(model.lent)")
        return Text("\(model.lent)")
      }
    }
    let hosting = Hosting { Parent { _ in Plain(model: model, notes: notes) } }
    hosting.press("again 0")
    hosting.perform { model.lent = 1 }
    #expect(notes.entries == ["lent 0", "lent 1"])
  }

  @Test("A body runs once in an update, regardless of the number of reasons (32)")
  func once() {
    struct Child: View {
      @Binding var turn: Int
      let copy: Int
      let notes: Ledger<Int>
      var body: some View {
        notes.note("\(turn) \(copy)")
        return Text("\(turn)")
      }
    }
    struct Owner: View {
      @State private var turn = 0
      let notes: Ledger<Int>
      var body: some View {
        Button("turn") { turn += 1 }
        Child(turn: $turn, copy: turn, notes: notes)
      }
    }
    let notes = Ledger<Int>()
    let hosting = Hosting { Owner(notes: notes) }
    hosting.press("turn")
    #expect(notes.entries == ["0 0", "1 1"])
  }

  @Test("A child that leaves in an update does not run in it (32)")
  func leavingChild() {
    struct Child: View {
      @Binding var isShown: Bool
      let notes: Ledger<Int>
      var body: some View {
        notes.note("\(isShown)")
        return Text("child")
      }
    }
    struct Owner: View {
      @State private var isShown = true
      let notes: Ledger<Int>
      var body: some View {
        Button("toggle") { isShown.toggle() }
        if isShown { Child(isShown: $isShown, notes: notes) }
      }
    }
    let notes = Ledger<Int>()
    let hosting = Hosting { Owner(notes: notes) }
    hosting.press("toggle")
    #expect(notes.entries == ["true"])
  }
}
