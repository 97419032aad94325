import Dispatch
import Synchronization
import Wayline

/// Runs work on several threads and returns the results in the order of the work.
enum Workers {
  /// As many threads as the machine has cores.
  static var all: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Calls `body` with each index below `count`, on at most `workers` threads.
  ///
  /// The calling thread, which is one of them, does other work first. The others do not wait for that.
  static func map<Result: Sendable>(
    _ count: Int, workers: Int, after first: () -> Void,
    _ body: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    guard workers > 1, count > 0 else {
      first()
      return (0..<count).map(body)
    }
    let work = Work(count, body)
    for _ in 1..<min(workers, count + 1) { DispatchQueue.global().async(execute: work.run) }
    first()
    work.run()
    return work.take()
  }

  // Proof: no two threads get the same index, and `take` waits for the last of them.
  /// Results that several threads fill in, each slot once.
  private final class Work<Element: Sendable>: @unchecked Sendable {
    private let count: Int
    private let body: @Sendable (Int) -> Element
    private let elements: UnsafeMutablePointer<Element>
    private let next = Atomic<Int>(0)
    private let missing: Atomic<Int>
    private let end = DispatchSemaphore(value: 0)

    init(_ count: Int, _ body: @escaping @Sendable (Int) -> Element) {
      (self.count, self.body) = (count, body)
      elements = .allocate(capacity: count)
      missing = Atomic(count)
    }

    deinit { elements.deallocate() }

    /// Fills in slots until each is taken by a thread.
    @Sendable func run() {
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        (elements + index).initialize(to: body(index))
        if missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { end.signal() }
      }
    }

    func take() -> [Element] {
      end.wait()
      return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
        if let base = buffer.baseAddress { base.moveInitialize(from: elements, count: count) }
        initialized = count
      }
    }
  }
}
