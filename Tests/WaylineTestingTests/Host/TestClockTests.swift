import Testing
import Wayline
import WaylineTesting

@Suite("A clock that tests advance")
@MainActor
struct TestClockTests {
  @Test("A banner is shown until three seconds have passed, and no test waits for them")
  func banner() async {
    let host = TestHost { Banner() }
    host.press("Save")
    while host.clock.remaining.isEmpty { await host.run(turns: 1) }
    #expect(host.lines == ["Saved.", "[1] Save"])
    host.clock.advance(by: .seconds(2))
    await host.run(turns: 5)
    #expect(host.clock.remaining == [.seconds(1)])
    host.clock.advance(by: .seconds(1))
    await host.settle()
    #expect(host.lines == ["[1] Save"])
  }

  @Test("Sleeps end in the order of their deadlines, and one that is over at once does not wait")
  func order() async throws {
    let clock = TestClock()
    var ended: [Int] = []
    let tasks = [3, 1, 2].map { seconds in
      Task { @MainActor in
        try await clock.sleep(for: .seconds(seconds))
        ended.append(seconds)
      }
    }
    while clock.remaining.count < 3 { await Task.yield() }
    #expect(clock.remaining == [.seconds(1), .seconds(2), .seconds(3)])
    clock.advance(by: .seconds(10))
    for task in tasks { try await task.value }
    #expect(ended == [1, 2, 3])
    #expect(clock.remaining.isEmpty)
    try await clock.sleep(until: clock.now)
  }

  @Test("A cancelled sleep throws and is no longer waited for")
  func cancellation() async {
    let clock = TestClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    while clock.remaining.isEmpty { await Task.yield() }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.remaining.isEmpty)
    let late = Task { try await clock.sleep(for: .seconds(1)) }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
  }
}
