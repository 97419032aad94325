import Dispatch

/// Runs what blocks, such as waiting for a process, without holding a thread that tasks need.
func onAnotherThread<Result: Sendable>(
  _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "wayline.tests").async {
      continuation.resume(with: Swift.Result { try work() })
    }
  }
}
