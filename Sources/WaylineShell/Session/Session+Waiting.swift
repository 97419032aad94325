import Dispatch

extension Session {
  /// A `wait` that has not ended.
  struct Waiting {
    let seconds: Double
    let timer: Task<Void, Never>
    /// What others do when nothing is pending any more.
    let former: (() -> Void)?
  }

  /// Why a `wait` ended.
  enum WaitEnd {
    case settled, timeOver, cancelled
  }

  /// Waits until nothing is pending and everything that was due has run.
  func wait(_ seconds: Double) {
    take(.started)
    let timer = Task { @MainActor [weak self, sleep = options.sleep] in
      try? await sleep(.seconds(seconds))
      if !Task.isCancelled { self?.endWaiting(.timeOver) }
    }
    let former = host.graph.pending.onIdle
    waiting = Waiting(seconds: seconds, timer: timer, former: former)
    host.graph.pending.onIdle = { [weak self] in
      former?()
      self?.probe()
    }
    if host.graph.pending.isEmpty { probe() }
  }

  /// How often in a row the main queue must have brought nothing new: what one turn brings may ask
  /// for another.
  private static let quietTurns = 2

  /// Looks again when the main queue has run what it holds now.
  private func probe(quiet: Int = 0) {
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.look(quiet) }
    }
  }

  private func look(_ quiet: Int) {
    guard waiting != nil else { return }
    let updates = host.graph.updates
    host.graph.flush()
    guard host.graph.pending.isEmpty else { return }
    let isQuiet = host.graph.updates == updates
    if isQuiet, quiet + 1 >= Self.quietTurns { return endWaiting(.settled) }
    probe(quiet: isQuiet ? quiet + 1 : 0)
  }

  func endWaiting(_ end: WaitEnd) {
    guard let waiting else { return }
    self.waiting = nil
    waiting.timer.cancel()
    host.graph.pending.onIdle = waiting.former
    answering {
      take(.finished)
      isScreenWanted = true
      tell(end, after: waiting.seconds)
    }
    onProgress()
  }

  private func tell(_ end: WaitEnd, after seconds: Double) {
    guard end == .timeOver, ending == nil else { return }
    var names: [String] = []
    for name in host.graph.pending.descriptions where !names.contains(name) { names.append(name) }
    let time = seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
    refuse(
      "Still running after \(time) s: \(names.isEmpty ? "updates" : names.joined(separator: ", "))."
    )
  }
}
