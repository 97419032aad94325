import Testing
import WaylineGraph

@testable import WaylineViews

/// Follows tasks from a test: each says when it began, and ends when it is cancelled or released.
private actor Errands {
  private var events: [String] = []
  private var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?

  func note(_ event: String) {
    events.append(event)
    if let waiting, events.count >= waiting.count {
      self.waiting = nil
      waiting.continuation.resume()
    }
  }

  /// The first `count` events, once there are so many.
  func first(_ count: Int) async -> [String] {
    if events.count < count {
      await withCheckedContinuation { waiting = (count, $0) }
    }
    return events
  }

  /// Runs until the task is cancelled.
  nonisolated func run(_ name: String) async {
    await note("begin \(name)")
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      continuation.finish()
    }
    await note("cancelled \(name)")
  }
}

@Suite("Tasks", .timeLimit(.minutes(15)))
@MainActor
struct TaskTests {
  @Test("A task starts when its view appears and is cancelled when it leaves (61)")
  func lifetime() async {
    let (notes, errands) = (Ledger<Bool>(), Errands())
    let hosting = Hosting {
      Showing(true, notes) { isShown in
        if isShown { Text("desk").task { await errands.run("a") } }
      }
    }
    #expect(await errands.first(1) == ["begin a"])
    #expect(hosting.host.graph.pending.descriptions == ["a task"])
    hosting.show(false, notes)
    #expect(hosting.host.graph.pending.isEmpty)
    #expect(await errands.first(2) == ["begin a", "cancelled a"])
  }

  @Test("It starts again with the next appearance, and not with a body that runs again (61)")
  func nextAppearance() async {
    let (notes, errands) = (Ledger<Int>(), Errands())
    let hosting = Hosting {
      Showing(0, notes) { value in
        if value != 2 { Text("\(value)").task { await errands.run("\(value)") } }
      }
    }
    #expect(await errands.first(1) == ["begin 0"])
    hosting.show(1, notes)
    hosting.show(2, notes)
    #expect(await errands.first(2) == ["begin 0", "cancelled 0"])
    hosting.show(3, notes)
    #expect(await errands.first(3).last == "begin 3")
    hosting.host.end()
    _ = await errands.first(4)
  }

  @Test("Another id cancels the task before the new one starts with the new closure (62)")
  func otherID() async {
    let (notes, errands) = (Ledger<Int>(), Errands())
    let hosting = Hosting {
      Showing(0, notes) { value in
        Text("desk").task(id: value / 2) { await errands.run("\(value)") }
      }
    }
    #expect(await errands.first(1) == ["begin 0"])
    hosting.show(1, notes)
    hosting.show(2, notes)
    #expect(hosting.host.graph.pending.descriptions.count == 1)
    let events = await errands.first(3)
    #expect(events[1...].sorted() == ["begin 2", "cancelled 0"])
    hosting.host.end()
    _ = await errands.first(4)
  }

  @Test("The writes of a task are shown by an update of their own")
  func writes() async {
    struct Desk: View {
      @State private var loans = 0
      var body: some View { Text("Loans: \(loans)").task { loans = 3 } }
    }
    let hosting = Hosting { Desk() }
    await hosting.update(after: 1)
    #expect(hosting.lines == ["Loans: 3"])
  }

  @Test("A finished task is no longer pending")
  func ends() async {
    let hosting = Hosting { Text("desk").task {} }
    let pending = hosting.host.graph.pending
    #expect(!pending.isEmpty)
    await withCheckedContinuation { continuation in
      pending.onIdle = { continuation.resume() }
    }
    #expect(pending.isEmpty)
  }

  @Test("A task on a screen that is covered runs on; uncovered, one that ended starts again")
  func covered() async {
    let (notes, errands) = (Ledger<[Int]>(), Errands())
    let hosting = Hosting {
      Showing([1], notes) { path in
        Layers(path, id: \.self) { level in
          Text("\(level)").task { await errands.run("\(level)") }
        }
      }
    }
    #expect(await errands.first(1) == ["begin 1"])
    hosting.show([1, 2], notes)
    #expect(await errands.first(2) == ["begin 1", "begin 2"])
    hosting.show([1], notes)
    #expect(await errands.first(3).last == "cancelled 2")
    #expect(hosting.host.graph.pending.descriptions.count == 1)
    hosting.host.end()
    _ = await errands.first(4)
  }
}
