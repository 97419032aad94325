import Synchronization
import Wayline

/// Waits for the first of several answers, such as that of a server and a cancellation.
final class FirstAnswer<Value: Sendable>: Sendable {
  private enum State {
    case nobodyWaits
    case waiting(CheckedContinuation<Value, any Error>)
    case answered(Result<Value, any Error>)
    case over
  }

  private let state = Mutex(State.nobodyWaits)

  /// Hands an answer to whoever waits; later ones are dropped.
  func give(_ answer: Result<Value, any Error>) {
    let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
      switch state {
      case .nobodyWaits:
        state = .answered(answer)
        return nil
      case .waiting(let continuation):
        state = .over
        return continuation
      case .answered, .over: return nil
      }
    }
    waiting?.resume(with: answer)
  }

  /// Begins the work that will give an answer, and waits for it or for the caller's cancellation.
  func wait(for work: @Sendable () -> Void) async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if let early = take(or: continuation) { return continuation.resume(with: early) }
        work()
      }
    } onCancel: {
      give(.failure(CancellationError()))
    }
  }

  private func take(
    or continuation: CheckedContinuation<Value, any Error>
  ) -> Result<Value, any Error>? {
    state.withLock { state in
      if case .answered(let answer) = state {
        state = .over
        return answer
      }
      state = .waiting(continuation)
      return nil
    }
  }
}
