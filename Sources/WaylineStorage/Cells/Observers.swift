/// Closures in the order in which they were added, each removable by its number.
struct Observers<Subject> {
  private var closures: [(id: Int, call: @Sendable (Subject) -> Void)] = []
  private var nextID = 0

  /// The closures, oldest first.
  var all: [@Sendable (Subject) -> Void] {
    closures.map(\.call)
  }

  /// Adds a closure at the end.
  mutating func add(_ closure: @escaping @Sendable (Subject) -> Void) -> Int {
    defer { nextID += 1 }
    closures.append((nextID, closure))
    return nextID
  }

  /// Removes the closure with this number, if it is still there.
  mutating func remove(_ id: Int) {
    closures.removeAll { $0.id == id }
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
