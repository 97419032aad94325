/// The times between two changes, which a test ends.
@MainActor
final class Interval {
  private var sleepers: [CheckedContinuation<Void, Never>] = []

  func sleep() async { await withCheckedContinuation { sleepers.append($0) } }

  func end() async {
    for _ in 0..<20 where sleepers.isEmpty { await turn() }
    for sleeper in sleepers { sleeper.resume() }
    sleepers = []
    for _ in 0..<20 { await turn() }
  }

  /// Gives the main actor and the threads of other tasks a turn: a task that sleeps uses both.
  private func turn() async {
    await Task.detached {}.value
    await Task.yield()
  }
}
