import Dispatch
import Testing
import WaylineGraph

@testable import WaylineViews

private struct Accounts: View {
  @State private var lent = 0
  @State private var noted = 0
  let notes: Ledger<Int>
  let keep: (Binding<Int>, Binding<Int>) -> Void

  var body: some View {
    keep($lent, $noted)
    notes.note("\(lent - noted)")
    return Text("\(lent) \(noted)")
  }
}

@Suite("Writes from other threads", .timeLimit(.minutes(15)))
@MainActor
struct BackgroundTests {
  @Test("The value is visible at once and shown by an update on the main actor (12)")
  func visibleThenShown() async throws {
    let notes = Ledger<Int>()
    let hosting = Hosting { Cell(1, notes) }
    let binding = try #require(notes.binding)
    let updates = hosting.host.graph.updates
    let seen = await Task.detached {
      binding.wrappedValue = 2
      return binding.wrappedValue
    }.value
    #expect(seen == 2)
    await hosting.update(after: updates)
    #expect(hosting.lines == ["2"])
  }

  @Test("A write between two turns of the main queue is shown by the next one")
  func nextTurn() async throws {
    let notes = Ledger<Int>()
    let hosting = Hosting { Cell(1, notes) }
    let binding = try #require(notes.binding)
    let lines = await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        binding.wrappedValue = 2
        DispatchQueue.main.async {
          MainActor.assumeIsolated { continuation.resume(returning: hosting.lines) }
        }
      }
    }
    #expect(lines == ["2"])
  }

  @Test("An update that runs first includes the write")
  func takenAlong() throws {
    let notes = Ledger<Int>()
    let hosting = Hosting { Cell(1, notes) }
    let binding = try #require(notes.binding)
    onAnotherThread { binding.wrappedValue = 2 }
    hosting.perform {}
    #expect(hosting.lines == ["2"])
  }

  @Test("A body never sees a later write without the earlier ones (12)")
  func nothingHalf() async throws {
    let notes = Ledger<Int>()
    var bindings: (Binding<Int>, Binding<Int>)?
    let hosting = Hosting { Accounts(notes: notes) { bindings = ($0, $1) } }
    let (lent, noted) = try #require(bindings)
    let writer = Task.detached {
      for value in 1...20_000 {
        lent.wrappedValue = value
        noted.wrappedValue = value
      }
    }
    while noted.wrappedValue < 20_000 { hosting.perform {} }
    await writer.value
    hosting.perform {}
    #expect(Set(notes.entries).isSubset(of: ["0", "1"]))
    #expect(hosting.lines == ["20000 20000"])
  }

  @Test("A write that arrives after its view has left runs no body (11)")
  func lateWrite() throws {
    let notes = Ledger<Int>()
    let hosting = Hosting { Cell(1, notes) }
    let binding = try #require(notes.binding)
    notes.binding = nil
    onAnotherThread { binding.wrappedValue = 2 }
    hosting.host.end()
    hosting.perform {}
    #expect(notes.entries == ["1"])
  }

  @Test("Many writes before the main actor's turn are one update (8)")
  func coalesced() throws {
    let notes = Ledger<Int>()
    let hosting = Hosting { Cell(0, notes) }
    let binding = try #require(notes.binding)
    onAnotherThread { for value in 1...1000 { binding.wrappedValue = value } }
    hosting.perform {}
    #expect(notes.entries == ["0", "1000"])
  }
}
