import Testing
import WaylineGraph

@testable import WaylineViews

private enum Occasion: TransactionKey {
  static var defaultValue: String { "none" }
}

extension Transaction {
  fileprivate var occasion: String {
    get { self[Occasion.self] }
    set { self[Occasion.self] = newValue }
  }
}

private struct Pair: View {
  @State private var first = 0
  @State private var second = 0
  let notes: Ledger<Int>

  var body: some View {
    notes.note("\(first) \(second) \(Transaction.current.occasion)")
    return Group {
      Button("both") {
        first = 1
        withTransaction(\.occasion, "loan") { second = 1 }
      }
      Button("three") {
        withTransaction(\.occasion, "loan") { first = 1 }
        withTransaction(\.occasion, "return") { first = 2 }
        second = 2
      }
      Button("same") {
        withTransaction(\.occasion, "loan") { first = 1 }
        withTransaction(\.occasion, "loan") { second = 1 }
      }
    }
  }
}

@Suite("Transactions")
@MainActor
struct TransactionTests {
  @Test("Writes under different transactions have updates of their own, in order (9)")
  func separate() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Pair(notes: notes) }
    hosting.press("both")
    #expect(notes.entries == ["0 0 none", "1 0 none", "1 1 loan"])
  }

  @Test("Each of several transactions sees the value that was written under it (9)")
  func order() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Pair(notes: notes) }
    hosting.press("three")
    #expect(notes.entries == ["0 0 none", "1 0 loan", "2 0 return", "2 2 none"])
  }

  @Test("Neighbours under equal transactions are one (10)")
  func merged() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Pair(notes: notes) }
    hosting.press("same")
    #expect(notes.entries == ["0 0 none", "1 1 loan"])
  }

  @Test("Inside the action every write is visible at once, whatever its transaction (4)")
  func visibleAtOnce() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Cell(0, notes) }
    hosting.perform {
      withTransaction(\.occasion, "loan") { notes.binding?.wrappedValue = 1 }
      notes.note("action \(notes.binding?.wrappedValue ?? 0)")
    }
    #expect(notes.entries == ["0", "action 1", "1"])
  }
}
