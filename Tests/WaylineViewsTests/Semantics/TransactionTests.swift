import Testing
import WaylineGraph
import WaylineSwiftUINames

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

  @Test("Adjacent writes under equal transactions are one update (10)")
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

  @Test("Writes under different animations are separate, under the same one they are one (9)")
  func animations() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Cell(0, notes) }
    hosting.perform {
      withAnimation(.easeIn) { notes.binding?.wrappedValue = 1 }
      withAnimation(.linear(duration: 2)) { notes.binding?.wrappedValue = 2 }
      withAnimation(.linear(duration: 2)) { notes.binding?.wrappedValue = 3 }
    }
    #expect(notes.entries == ["0", "1", "3"])
  }

  @Test("A nested transaction overrides its own keys and inherits the rest")
  func nested() {
    var outer = Transaction(animation: .default)
    outer.occasion = "loan"
    withTransaction(outer) {
      withTransaction(\.disablesAnimations, true) {
        #expect(Transaction.current.animation == .default)
        #expect(Transaction.current.occasion == "loan")
        #expect(Transaction.current.disablesAnimations)
      }
      withAnimation(nil) { #expect(Transaction.current.animation == nil) }
    }
    #expect(Transaction.current.animation == nil)
  }

  @Test("A binding with an animation writes under it, unless the writer sets another")
  func boundAnimation() {
    var received: [Animation?] = []
    let binding = Binding(get: { 1 }, set: { received.append($1.animation) })
    let animated = binding.animation(.easeOut)
    animated.wrappedValue = 2
    withAnimation(.linear) { animated.wrappedValue = 3 }
    binding.wrappedValue = 4
    #expect(received == [.easeOut, .linear, nil])
  }

  @Test("The completion of an animation runs after the bodies, and its writes are shown")
  func completion() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Cell(0, notes) }
    hosting.perform {
      withAnimation {
        notes.binding?.wrappedValue = 1
      } completion: {
        notes.note("complete")
        notes.binding?.wrappedValue = 2
      }
      notes.note("action")
    }
    #expect(notes.entries == ["0", "action", "1", "complete", "2"])
  }

  @Test("Without a write, and without an animation, the completion runs too")
  func emptyCompletion() {
    let notes = Ledger<Int>()
    let hosting = Hosting { Cell(0, notes) }
    hosting.perform {
      withAnimation(nil) {
      } completion: {
        notes.note("complete")
      }
    }
    #expect(notes.entries == ["0", "complete"])
  }
}
