import Testing
import WaylineGraph

@testable import WaylineViews

private struct Loan {
  var title = "Emma"
  var days = 14
}

/// Owns a loan and passes parts of it on.
private struct Desk: View {
  @State private var loan = Loan()
  @State private var visits = 0
  let notes: Ledger<Loan>

  var body: some View {
    notes.note("desk")
    notes.binding = $loan
    return Group {
      Button("visit \(visits)") { visits += 1 }
      Courier(loan: $loan, notes: notes)
    }
  }
}

/// Passes a part on without reading it.
private struct Courier: View {
  @Binding var loan: Loan
  let notes: Ledger<Loan>

  var body: some View {
    notes.note("courier")
    return Extension(days: $loan.days, notes: notes)
  }
}

private struct Extension: View {
  @Binding var days: Int
  let notes: Ledger<Loan>

  var body: some View {
    notes.note("days \(days)")
    return Button("Extend") { days += 7 }
  }
}

@Suite("Binding")
@MainActor
struct BindingTests {
  @Test("A binding reads and writes the state it comes from; a write runs its readers (16)")
  func sameLocation() {
    let notes = Ledger<Loan>()
    let hosting = Hosting { Desk(notes: notes) }
    _ = notes.take()
    hosting.press("Extend")
    #expect(notes.binding?.wrappedValue.days == 21)
    #expect(notes.entries == ["days 21"])
  }

  @Test("A view that only passes a binding on does not run again (17)")
  func passedOn() {
    let notes = Ledger<Loan>()
    let hosting = Hosting { Desk(notes: notes) }
    _ = notes.take()
    hosting.perform { notes.binding?.wrappedValue.days = 3 }
    #expect(notes.entries == ["days 3"])
  }

  @Test("A binding projected again is the same input: its view does not run (18)")
  func sameProjection() {
    let notes = Ledger<Loan>()
    let hosting = Hosting { Desk(notes: notes) }
    _ = notes.take()
    hosting.press("visit 0")
    #expect(notes.entries == ["desk"])
  }

  @Test("A pair of functions is called at once, with the transaction of the write (19)")
  func functions() {
    var transaction = Transaction()
    transaction.disablesAnimations = true
    var received: [String] = []
    let binding = Binding(
      get: { 1 }, set: { received.append("\($0) \($1.disablesAnimations)") })
    binding.wrappedValue = 2
    binding.transaction(transaction).wrappedValue = 3
    withTransaction(transaction) { binding.wrappedValue = 4 }
    #expect(received == ["2 false", "3 true", "4 true"])
  }

  @Test("A binding to an element writes that element and is the same input again")
  func elements() {
    let notes = Ledger<[Int]>()
    let hosting = Hosting { Cell([1, 2], notes) }
    hosting.perform { notes.binding?[1].wrappedValue = 5 }
    #expect(hosting.lines == ["[1, 5]"])
    let comparison = InputComparison.of(Binding<Int>?.self)
    #expect(comparison.isSame(notes.binding?[1], notes.binding?[1]))
    #expect(!comparison.isSame(notes.binding?[0], notes.binding?[1]))
  }

  @Test("A binding to an optional unwraps while there is a value")
  func optionals() {
    var term: String? = "Emma"
    let binding = Binding(get: { term }, set: { term = $0 })
    let unwrapped = Binding(binding)
    unwrapped?.wrappedValue = "Persuasion"
    #expect(term == "Persuasion")
    term = nil
    #expect(Binding(binding) == nil)
  }
}

extension Optional where Wrapped == Binding<String> {
  fileprivate static func == (one: Self, other: _OptionalNilComparisonType) -> Bool {
    if case .none = one { true } else { false }
  }
}
