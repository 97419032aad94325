import CWaylineSystem

/// Runs asynchronous work of the main actor to its end, as the loop of a program does.
@MainActor
@discardableResult
func finished<Outcome>(_ work: @escaping @MainActor () async -> Outcome) -> Outcome {
  var outcome: Outcome?
  // Looked at in each turn, so not the outcome itself, which may be large.
  var isFinished = false
  Task {
    outcome = await work()
    isFinished = true
  }
  while true {
    if isFinished, let outcome { return outcome }
    wayline_main_queue_drain()
  }
}
