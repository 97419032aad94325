/// Closures in the order in which they were added, each removable by its number.
struct Observers<Subject> {
  /// The closures, oldest first.
  private(set) var all: [@Sendable (Subject) -> Void] = []
  private var ids: [Int] = []
  private var nextID = 0

  /// Adds a closure at the end.
  mutating func add(_ closure: @escaping @Sendable (Subject) -> Void) -> Int {
    defer { nextID += 1 }
    all.append(closure)
    ids.append(nextID)
    return nextID
  }

  /// Removes the closure with this number, if it is still there.
  mutating func remove(_ id: Int) {
    guard let index = ids.firstIndex(of: id) else { return }
    ids.remove(at: index)
    all.remove(at: index)
  }
}

/// Keeps an observer in place until it is cancelled or let go.
public final class StoreObservation: Sendable {
  private let remove: @Sendable () -> Void

  init(_ remove: @escaping @Sendable () -> Void) {
    self.remove = remove
  }

  deinit {
    remove()
  }

  /// Ends the observation; doing it twice does no harm.
  public func cancel() {
    remove()
  }
}
