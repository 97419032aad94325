import CWaylineSystem

/// Runs asynchronous work of the main actor to its end, as the loop of a program does.
@MainActor
@discardableResult
func finished<Outcome>(_ work: @escaping @MainActor () async -> Outcome) -> Outcome {
  var outcome: Outcome?
  Task { outcome = await work() }
  while true {
    if let outcome { return outcome }
    wayline_main_queue_run()
  }
}
