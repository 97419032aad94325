import Dispatch
import Synchronization
import Testing

/// Runs tests on threads that may wait for programs, locks and files.
///
/// A test that waits in a system call holds its thread. The threads on which tasks run are as few as the
/// processors: while tests hold all of them, no other task continues, and tests of the main actor wait
/// for nothing that they are about. A test on the main actor stays there.
package struct WaitingThreads: TestTrait, SuiteTrait, TestScoping {
  /// True: the tests of a suite have the trait of the suite.
  package var isRecursive: Bool { true }

  /// Runs a test on one of the threads.
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingExecutor.shared, operation: function)
  }
}

extension Trait where Self == WaitingThreads {
  /// The tests wait for programs, which keeps no other test from running.
  package static var waitsForPrograms: Self { WaitingThreads() }
}

/// Runs the jobs of tasks on a few threads of its own.
///
/// Serial queues have threads of their own. Those of a concurrent queue are shared with all others, and a
/// server of a test would wait for the test that waits for it.
private final class WaitingExecutor: TaskExecutor {
  static let shared = WaitingExecutor()

  /// The number of threads. More would run more programs at once, not faster ones.
  private static let limit = 2

  private struct Work {
    var jobs: [UnownedJob] = []
    /// The numbers of the queues that have nothing to do.
    var idle = Array(0..<limit)
  }

  private let work = Mutex(Work())
  private let queues = (0..<limit).map { DispatchQueue(label: "waiting tests \($0)") }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let idle = work.withLock { work in
      work.jobs.append(job)
      return work.idle.popLast()
    }
    if let idle { queues[idle].async { self.run(on: idle) } }
  }

  private func run(on queue: Int) {
    while let job = next(for: queue) { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Takes the next job; without one, the queue becomes idle.
  private func next(for queue: Int) -> UnownedJob? {
    work.withLock { work in
      if work.jobs.isEmpty {
        work.idle.append(queue)
        return nil
      }
      return work.jobs.removeFirst()
    }
  }
}
