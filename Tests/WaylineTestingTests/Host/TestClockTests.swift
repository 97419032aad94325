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
    for _ in 0..<1_000 where host.clock.remaining.isEmpty { await host.run(turns: 1) }
    #expect(host.lines == ["Saved.", "[1] Save"])
    host.clock.advance(by: .seconds(2))
    await host.run(turns: 5)
    #expect(host.clock.remaining == [.seconds(1)])
    host.clock.advance(by: .seconds(1))
    await host.settle()
    #expect(host.lines == ["[1] Save"])
  }

  @Test("Only the sleeps end whose time has passed, and one without a duration does not wait")
  func order() async throws {
    let clock = TestClock()
    let tasks = [3, 1, 2].map { seconds in
      (seconds, Task { try await clock.sleep(for: .seconds(seconds)) })
    }
    while clock.remaining.count < 3 { await Task.yield() }
    #expect(clock.remaining == [.seconds(1), .seconds(2), .seconds(3)])
    for second in 1...3 {
      clock.advance(by: .seconds(1))
      #expect(clock.remaining == (0..<(3 - second)).map { .seconds($0 + 1) })
      for case (second, let task) in tasks { try await task.value }
    }
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
