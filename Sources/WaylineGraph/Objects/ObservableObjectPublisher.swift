import Synchronization

/// Tells the views that use an object that it is about to change.
///
/// It may be sent from any thread; the views run after the change, in the next update.
public final class ObservableObjectPublisher: Sendable {
  let source = Source()
  private let observers = ObserverList<Void>()

  /// Makes one with nothing said.
  public init() {}

  /// Tells that the object is about to change.
  ///
  /// Another thread than the main one, and the body of a view, are told as mistakes; the views run
  /// again all the same, in the next update.
  public func send() {
    if Evaluation.isActive {
      reportInBody()
    } else if !Evaluation.isInScope, !MainQueue.isCurrent {
      reportOffMain()
    }
    source.didChange()
    observers.send(())
  }

  private func reportInBody() {
    Misuse.report(
      "An observable object changed while the body of \(Evaluation.readerName) was evaluated; the "
        + "views that use it run again afterwards. Change it from an action, onAppear, onChange or "
        + "task instead.")
  }

  private func reportOffMain() {
    Misuse.report(
      "An observable object changed outside the main actor, where views may be reading it. Mark its "
        + "class @MainActor, or change it in MainActor.run.")
  }

  /// Calls `action` at each ``send()`` until the returned token is released or cancelled.
  public func sink(receiveValue action: @escaping @Sendable (()) -> Void) -> ObservationToken {
    observers.add(action)
  }
}

/// Closures to call with each value, in the order in which they were added.
package final class ObserverList<Value>: Sendable {
  private struct Observers: Sendable {
    var last = 0
    var actions: [(id: Int, action: @Sendable (Value) -> Void)] = []
  }

  private let observers = Mutex(Observers())

  /// Makes one with nothing said.
  package init() {}

  /// Adds a closure; it is called until the token is released or cancelled.
  package func add(_ action: @escaping @Sendable (Value) -> Void) -> ObservationToken {
    let id = observers.withLock { observers in
      observers.last += 1
      observers.actions.append((observers.last, action))
      return observers.last
    }
    return ObservationToken { [weak self] in
      self?.observers.withLock { $0.actions.removeAll { $0.id == id } }
    }
  }

  /// Calls the closures, outside the lock.
  package func send(_ value: Value) {
    let actions = observers.withLock { $0.actions }
    for (_, action) in actions { action(value) }
  }
}
