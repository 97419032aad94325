import Synchronization

extension PersistentStore {
  /// Calls `observer` with the new value after each transaction that changed `key`.
  ///
  /// Calls come in commit order, after the store is free again, on the thread that wrote. An observer
  /// may write; what it changes is told after the observers that are due.
  public func observe(
    _ key: StoreKey, _ observer: @escaping @Sendable (StoredValue?) -> Void
  ) -> StoreObservation {
    let cell = hub.cell(for: key)
    _ = hub.content(of: cell, in: self)
    let id = cell.observe(observer)
    return StoreObservation { [weak cell] in cell?.removeObserver(id) }
  }

  /// Calls `observer` with the changed keys after each transaction.
  public func observeChanges(
    _ observer: @escaping @Sendable (Set<StoreKey>) -> Void
  ) -> StoreObservation {
    let id = hub.delivery.withLock { $0.observers.add(observer) }
    return StoreObservation { [weak hub] in
      hub?.delivery.withLock { $0.observers.remove(id) }
    }
  }

  /// The values of a key from now on; a slow reader gets the newest and misses those between.
  public func changes(of key: StoreKey) -> AsyncStream<StoredValue?> {
    newest { yield in self.observe(key, yield) }
  }

  /// The keys of each transaction from now on; a slow reader gets the newest.
  public var changes: AsyncStream<Set<StoreKey>> {
    newest { yield in self.observeChanges(yield) }
  }

  /// Calls `observer` for each event from now on, on the thread that it happens on.
  public func observeEvents(
    _ observer: @escaping @Sendable (StoreEvent) -> Void
  ) -> StoreObservation {
    hub.observeEvents(observer)
  }
}

/// A stream that holds on to the newest element only.
private func newest<Element: Sendable>(
  _ observe: (@escaping @Sendable (Element) -> Void) -> StoreObservation
) -> AsyncStream<Element> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
    let observation = observe { continuation.yield($0) }
    continuation.onTermination = { _ in observation.cancel() }
  }
}
