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
private final class WaitingExecutor: TaskExecutor {
  static let shared = WaitingExecutor()

  /// The largest number of threads. More would run more programs at once, not faster ones.
  private static let limit = 2

  private struct Work {
    var jobs: [UnownedJob] = []
    var threads = 0
  }

  private let work = Mutex(Work())
  private let queue = DispatchQueue(label: "waiting tests", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = work.withLock { work in
      work.jobs.append(job)
      guard work.threads < Self.limit else { return false }
      work.threads += 1
      return true
    }
    if needsThread { queue.async { self.run() } }
  }

  private func run() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Takes the next job; without one, a thread ends.
  private func next() -> UnownedJob? {
    work.withLock { work in
      if work.jobs.isEmpty {
        work.threads -= 1
        return nil
      }
      return work.jobs.removeFirst()
    }
  }
}
