import Testing
import WaylineGraph

@testable import WaylineViews

private struct Copies: View {
  @State private var copies: Int

  init(from copies: Int = 1) { _copies = State(initialValue: copies) }

  var body: some View {
    Button("Copies: \(copies)") { copies += 1 }
  }
}

private struct Shelf: View {
  @State private var visits = 0
  var body: some View {
    Text("Visits: \(visits)")
    Button("Visit") { visits += 1 }
    Copies(from: visits + 1)
  }
}

private struct Catalog: View {
  @State private var shelf = 1
  var body: some View {
    Button("Next shelf") { shelf += 1 }
    Copies(from: shelf * 10).id(shelf)
  }
}

/// Equal to another of the same ten, though the bytes differ.
private struct Decade: Equatable {
  var year: Int
  static func == (one: Self, other: Self) -> Bool { one.year / 10 == other.year / 10 }
}

private struct Place {
  var shelf: String
  var row: Int
}

@Suite("State")
@MainActor
struct StateTests {
  @Test("A write runs the body that read it and no other")
  func readersOnly() {
    let hosting = Hosting { Shelf() }
    #expect(hosting.lines == ["Visits: 0", "[1] Visit", "[2] Copies: 1"])
    let bodies = hosting.bodies { hosting.press("Copies: 1") }
    #expect(bodies == ["Copies"])
    #expect(hosting.lines == ["Visits: 0", "[1] Visit", "[2] Copies: 2"])
  }

  @Test(
    "State keeps its value when the parent makes the child anew; a new initial value is ignored (1)"
  )
  func survivesParent() {
    let hosting = Hosting { Shelf() }
    hosting.press("Copies: 1")
    hosting.press("Visit")
    #expect(hosting.lines == ["Visits: 1", "[1] Visit", "[2] Copies: 2"])
  }

  @Test("A child with another identity starts from its initial value (2)")
  func newIdentity() {
    let hosting = Hosting { Catalog() }
    hosting.press("Copies: 10")
    #expect(hosting.lines.last == "[2] Copies: 11")
    hosting.press("Next shelf")
    #expect(hosting.lines.last == "[2] Copies: 20")
  }

  @Test("Writing a state that the body does not read runs no body (3)")
  func unread() {
    struct Silent: View {
      @State private var visits = 0
      var body: some View { Button("Visit") { visits += 1 } }
    }
    let hosting = Hosting { Silent() }
    #expect(hosting.bodies { hosting.press("Visit") } == [])
  }

  @Test("After a write an action reads the new value at once, a body in the same update too (4)")
  func readAfterWrite() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Cell(1, notes) }
    hosting.perform {
      notes.binding?.wrappedValue = 2
      notes.note("action \(notes.binding?.wrappedValue ?? 0)")
    }
    #expect(notes.entries == ["1", "action 2", "2"])
  }

  @Test("Writing an equal value schedules nothing (5)")
  func equalWrite() {
    let notes = Ledger<[Int]>()
    let hosting = Hosting { Cell([1], notes) }
    let updates = hosting.host.graph.updates
    hosting.perform { notes.binding?.wrappedValue = [1] }
    #expect(hosting.host.graph.updates == updates)
    #expect(notes.entries == ["[1]"])
  }

  @Test("Writes are compared by ==, also where the value is plain bytes (6)")
  func equatableWrite() {
    let notes = Ledger<Decade>()
    let hosting = Hosting { Cell(Decade(year: 1987), notes) }
    hosting.perform { notes.binding?.wrappedValue = Decade(year: 1984) }
    #expect(notes.entries.count == 1)
    hosting.perform { notes.binding?.wrappedValue = Decade(year: 1991) }
    #expect(notes.entries.count == 2)
  }

  @Test("Writes without an == are compared field by field (6)")
  func fieldWrite() {
    let notes = Ledger<Place>()
    let shelf = { String(repeating: "long shelf name ", count: 2) }
    let hosting = Hosting { Cell(Place(shelf: shelf(), row: 1), notes) }
    hosting.perform { notes.binding?.wrappedValue = Place(shelf: shelf(), row: 1) }
    #expect(notes.entries.count == 1)
    hosting.perform { notes.binding?.wrappedValue = Place(shelf: shelf(), row: 2) }
    #expect(notes.entries.count == 2)
  }

  @Test("A write during a body is dropped and reported (7)")
  func writeInBody() {
    struct Restless: View {
      @State private var visits = 0
      var body: some View {
        visits += 1
        return Text("Visits: \(visits)")
      }
    }
    var lines: [String] = []
    let reported = misuses { lines = Hosting { Restless() }.lines }
    #expect(lines == ["Visits: 0"])
    #expect(
      reported == [
        "A state of type Int was written while the body of Restless was evaluated; the write was "
          + "dropped. Write it from an action, onAppear, onChange or task instead."
      ])
  }

  @Test("Several writes in one action are one update, which sees the last value (8)")
  func oneUpdate() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Cell(0, notes) }
    let updates = hosting.host.graph.updates
    hosting.perform { for value in 1...5 { notes.binding?.wrappedValue = value } }
    #expect(notes.entries == ["0", "5"])
    #expect(hosting.host.graph.updates == updates + 1)
  }

  @Test("A write to a view that left the tree is readable, and runs no body (11)")
  func writeAfterEnd() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Cell(1, notes) }
    hosting.host.end()
    hosting.perform { notes.binding?.wrappedValue = 2 }
    #expect(notes.binding?.wrappedValue == 2)
    #expect(notes.entries == ["1"])
  }

  @Test("onDisappear reads its own write")
  func writeOnDisappear() {
    struct Leaving: View {
      @State private var tries = 1
      let notes: Ledger<Int>
      var body: some View {
        Text("\(tries)").onDisappear {
          tries = 4
          notes.note("\(tries)")
        }
      }
    }
    let notes = Ledger<Int>()
    let hosting = Hosting { Leaving(notes: notes) }
    hosting.host.end()
    #expect(notes.entries == ["4"])
  }

  @Test("A loop over a state ends in a task that outlives its view", .timeLimit(.minutes(15)))
  func writeInTask() async throws {
    let notes = Ledger<Int>()
    let hosting = Hosting { Cell(0, notes) }
    let binding = try #require(notes.binding)
    let task = Task { @MainActor in
      while binding.wrappedValue < 3 {
        binding.wrappedValue += 1
        await Task.yield()
        if Task.isCancelled { break }
      }
      return binding.wrappedValue
    }
    hosting.host.end()
    #expect(await task.value == 3)
    #expect(notes.entries == ["0"])
  }

  @Test("A state that a parent passes on leads to the parent's storage (14)")
  func lentState() {
    struct Lender: View {
      @State private var copies = 1
      var body: some View {
        Text("Copies: \(copies)")
        Borrower(copies: _copies)
      }
    }
    struct Borrower: View {
      @State private var copies: Int
      init(copies: State<Int>) { _copies = copies }
      var body: some View { Button("Borrow \(copies)") { copies -= 1 } }
    }
    let hosting = Hosting { Lender() }
    hosting.press("Borrow 1")
    #expect(hosting.lines == ["Copies: 0", "[1] Borrow 0"])
  }

  @Test("An optional state without a value begins with nil (15)")
  func optionalState() {
    struct Search: View {
      @State private var term: String?
      var body: some View { Text(term ?? "none") }
    }
    #expect(Hosting { Search() }.lines == ["none"])
  }
}

@Suite("State that is not installed")
struct UninstalledStateTests {
  private let sentence =
    "A state of type Int was used before its view was shown; it keeps its initial value. Use it "
    + "from body or from an action of the view."

  @Test("It reads its initial value, and a write is dropped and reported (13)")
  func write() {
    let state = State(wrappedValue: 1)
    #expect(misuses { state.wrappedValue = 2 } == [sentence])
    #expect(state.wrappedValue == 1)
  }

  @Test("Its binding is constant and reported (13)")
  func binding() {
    let state = State(wrappedValue: 1)
    let reported = misuses {
      let binding = state.projectedValue
      binding.wrappedValue = 2
      #expect(binding.wrappedValue == 1)
    }
    #expect(reported == [sentence])
  }
}
