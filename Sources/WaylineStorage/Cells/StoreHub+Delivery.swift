import Synchronization

/// What one transaction changed, waiting for its observers to be told.
struct Batch {
  let cells: [(cell: Cell, value: StoredValue?)]
  let keys: Set<StoreKey>
}

/// The transactions whose observers have not been told, in commit order.
struct Delivery {
  var waiting: [Batch] = []
  var isRunning = false
  var observers = Observers<Set<StoreKey>>()
}

extension StoreHub {
  /// Lines up what a transaction changed. The turn is held, so the order is that of the commits.
  func enqueue(_ cells: [Cell], keys: [StoreKey]? = nil) {
    let values = cells.map { cell -> (Cell, StoredValue?) in
      guard case .value(let value) = cell.snapshot.content else { return (cell, nil) }
      return (cell, value)
    }
    let keys = Set(keys ?? cells.map(\.key))
    guard !keys.isEmpty else { return }
    delivery.withLock { $0.waiting.append(Batch(cells: values, keys: keys)) }
  }

  /// Marks the bodies that read the changed cells, then tells all observers that are due.
  ///
  /// One thread delivers at a time; a write made by an observer is told after the others.
  func deliver(_ cells: [Cell]) {
    for cell in cells { cell.values.didChange() }
    deliverBatches()
  }

  /// Whether someone wants to hear of the changes of every key.
  var hasObservers: Bool {
    delivery.withLock { !$0.observers.all.isEmpty }
  }

  /// Tells all observers that are due.
  func deliverBatches() {
    while let batch = nextBatch() {
      for (cell, value) in batch.cells {
        for observer in cell.observers { observer(value) }
      }
      for observer in delivery.withLock({ $0.observers.all }) { observer(batch.keys) }
      delivery.withLock { $0.isRunning = false }
    }
  }

  /// Takes the next batch, unless another thread (or a caller further up) is delivering one.
  private func nextBatch() -> Batch? {
    delivery.withLock { delivery in
      guard !delivery.isRunning, !delivery.waiting.isEmpty else { return nil }
      delivery.isRunning = true
      return delivery.waiting.removeFirst()
    }
  }
}
