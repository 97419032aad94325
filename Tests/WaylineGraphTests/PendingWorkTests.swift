import Testing

@testable import WaylineGraph

@Suite("Pending work")
@MainActor
struct PendingWorkTests {
  private let pending = PendingWork()

  @Test("The end of each of 20,000 pieces of work costs the same, and the last one is noticed")
  func many() {
    var ends = 0
    pending.onIdle = { ends += 1 }
    let tokens = (0..<20_000).map { pending.begin("task \($0 % 7)") }
    let start = ContinuousClock.now
    for token in tokens { pending.end(token) }
    #expect(ContinuousClock.now - start < .milliseconds(500))
    #expect(ends == 1 && pending.isEmpty)
  }

  @Test("Names of work that ended are remembered for a while, and not for ever")
  func names() {
    for number in 0..<10_000 { pending.end(pending.begin("task \(number)")) }
    #expect(pending.name(typed: "task 9999") == "task 9999")
    #expect(pending.name(typed: "task 1") == nil)
  }

  @Test("A name is not forgotten while work of it runs, and is remembered again at its end")
  func runningNames() {
    pending.end(pending.begin("refresh"))
    let token = pending.begin("refresh", as: .background)
    for number in 0..<10_000 { pending.end(pending.begin("task \(number)")) }
    #expect(pending.name(typed: "Refresh") == "refresh" && pending.isBackground("refresh"))
    #expect(pending.backgroundNames == ["refresh"] && pending.hasBackground && pending.isEmpty)
    pending.end(token)
    #expect(pending.name(typed: "refresh") == "refresh" && !pending.isBackground("refresh"))
    #expect(pending.backgroundNames == [] && !pending.hasBackground)
  }

  @Test(
    "A name is found in any case and with single blanks",
    arguments: [
      "a task of Load  the file", "A TASK of load the file", " a task  of Load the\tfile ",
    ])
  func typed(name: String) {
    let token = pending.begin("a task of Load the file")
    #expect(pending.name(typed: name) == "a task of Load the file")
    pending.end(token)
    #expect(pending.name(typed: name) == "a task of Load the file")
  }

  @Test("Work that awaits the user is not pending, and is pending again with the answer")
  func awaiting() {
    let mark = pending.mark
    let token = pending.begin("choose")
    pending.suspend(token)
    #expect(pending.isEmpty && pending.descriptions == [] && pending.isAwaitingUser("choose"))
    #expect(pending.work(after: mark) == [])
    let later = pending.mark
    pending.resume(token)
    #expect(!pending.isEmpty && pending.isPending("choose") && !pending.isAwaitingUser("choose"))
    #expect(pending.work(after: later) == [token])
    pending.suspend(token)
    pending.end(token)
    #expect(pending.isEmpty && !pending.isAwaitingUser("choose"))
  }
}
