import Dispatch
import Synchronization

/// Runs work on several threads and returns the results in the order of the work.
enum Workers {
  /// More threads than any machine has cores: Dispatch runs as many of them as there are.
  static var all: Int { 64 }

  /// Calls `body` with each index below `count`, on at most `workers` threads.
  static func map<Result: Sendable>(
    _ count: Int, workers: Int, _ body: @Sendable (Int) -> Result
  ) -> [Result] {
    guard workers > 1, count > 1 else { return (0..<count).map(body) }
    let results = Slots<Result>(count)
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: min(workers, count)) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        results.fill(index, body(index))
      }
    }
    return results.take()
  }

  // Proof: no two threads get the same index, and `take` runs after all have ended.
  /// Results that several threads fill in, each slot once.
  private final class Slots<Element>: @unchecked Sendable {
    private let elements: UnsafeMutablePointer<Element>
    private let count: Int

    init(_ count: Int) {
      self.count = count
      elements = .allocate(capacity: count)
    }

    deinit { elements.deallocate() }

    func fill(_ index: Int, _ element: Element) {
      (elements + index).initialize(to: element)
    }

    func take() -> [Element] {
      Array(unsafeUninitializedCapacity: count) { buffer, initialized in
        if let base = buffer.baseAddress { base.moveInitialize(from: elements, count: count) }
        initialized = count
      }
    }
  }
}
