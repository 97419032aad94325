import Wayline

extension TestHost {
  /// The number of successive turns of the main actor that must bring nothing new.
  private static var quietTurns: Int { 10 }

  /// Waits until no task is pending and nothing comes any more.
  ///
  /// Tasks of `.task`, guards, running commands and tasks that actions and `update()` start are
  /// known and waited for. A detached task is not: it is waited for as long as each of its steps
  /// comes within some turns of the main actor.
  ///
  /// - Parameters:
  ///   - turns: how many turns of the main actor it waits at most. What is still pending then goes to
  ///     ``onFailure``.
  ///   - fileID: the file with the call.
  ///   - line: the line of the call.
  public func settle(
    turns: Int = 10_000, fileID: String = #fileID, line: Int = #line
  ) async {
    // What the work has changed is on the screen that the next line means.
    defer { scene.passOverScreen() }
    var quiet = 0
    for _ in 0..<turns {
      let noted = journal.count
      await Task.yield()
      scene.update()
      quiet = scene.pending.isEmpty && journal.count == noted ? quiet + 1 : 0
      if quiet >= Self.quietTurns { return }
    }
    if scene.pending.isEmpty {
      return fail("Something keeps changing: \(latest).", fileID, line)
    }
    fail("Still pending: \(scene.pending.joined(separator: ", ")).\(sleeps)", fileID, line)
  }

  /// Waits until a line of the screen or a notice contains a text, in any case; at once if one does.
  ///
  /// A notice counts if it was posted since the last line or press, and was not waited for already.
  ///
  /// It needs no pending work, so it also waits for detached tasks, timers and streams. Time passes as it does
  /// for the program: the host sleeps on no clock of its own.
  ///
  /// - Parameters:
  ///   - text: the text; single blanks stand for several.
  ///   - limit: the longest time. Without the text, ``onFailure`` is called with the screen.
  ///   - fileID: the file with the call.
  ///   - line: the line of the call.
  /// - Returns: Whether the text is shown.
  @discardableResult
  public func wait(
    until text: String, within limit: Duration = .seconds(10), fileID: String = #fileID,
    line: Int = #line
  ) async -> Bool {
    defer { scene.passOverScreen() }
    let deadline = ContinuousClock.now + limit
    repeat {
      scene.update()
      if scene.reaches(text) { return true }
      await Task.yield()
    } while ContinuousClock.now < deadline
    let screen = lines.joined(separator: "\n")
    fail("'\(text)' was not shown within \(limit). The screen is:\n\(screen)", fileID, line)
    return false
  }

  /// A hint for tasks that sleep on the clock of the host.
  private var sleeps: String {
    guard let next = clock.remaining.min() else { return "" }
    return " A sleep on the clock has \(next) left: see clock.advance(by:)."
  }

  private var latest: String {
    journal.bodies.last.map { "the body of \($0) ran last" } ?? "no body ran"
  }

  /// Lets some turns of the main actor pass; ends early when the caller is cancelled.
  nonisolated static func turns(_ count: Int = 10_000) async throws {
    for _ in 0..<count {
      await Task.yield()
      try Task.checkCancellation()
    }
  }

  /// Ends the scene as a process ends, and starts it again from what its stores keep.
  public func restart() {
    probes.append(SceneProbe(scene))
    scene.end()
    scene = make(stores)
    for follower in followers { follower.follow(scene) }
  }

  /// Removes the bodies, events and notices recorded so far.
  public func clearRecords() {
    journal.bodies = []
    journal.events = []
    journal.notices = []
  }
}

// MARK: - Ending

extension TestHost {
  /// An object that has to be gone when the host has ended.
  struct Watched {
    weak var object: AnyObject?
    let name: String
  }

  /// Watches an object that the views own; ``end(turns:fileID:line:)`` reports if it outlives them.
  public func watch(_ object: AnyObject, as name: String) {
    watched.append(Watched(object: object, name: name))
  }

  /// Ends the scene, and reports to ``onFailure`` each object that outlives it.
  ///
  /// Views, the router and watched objects are looked at, also those of scenes before a
  /// ``restart()``. Afterwards the host shows an empty screen.
  ///
  /// - Parameters:
  ///   - turns: how many turns of the main actor cancelled tasks have to release them.
  ///   - fileID: the file with the call.
  ///   - line: the line of the call.
  public func end(
    turns: Int = 1_000, fileID: String = #fileID, line: Int = #line
  ) async {
    probes.append(SceneProbe(scene))
    scene.end()
    scene = SceneHost(stores: .inMemory()) { EmptyView() }
    for follower in followers { follower.finish() }
    followers = []
    await release(turns)
    let names = living
    if !names.isEmpty {
      fail("Still in memory after the end: \(names.joined(separator: ", ")).", fileID, line)
    }
  }

  /// Lets turns pass until everything is released; what was released is not looked at again.
  private func release(_ turns: Int) async {
    var waiting = probes.map { (probe: $0, position: 0) }
    for _ in 0..<turns {
      waiting = waiting.compactMap { entry in
        entry.probe.firstLiving(from: entry.position).map { (entry.probe, $0) }
      }
      watched.removeAll { $0.object == nil }
      if waiting.isEmpty, watched.isEmpty { return }
      await Task.yield()
    }
  }

  private var living: [String] {
    probes.flatMap(\.living) + watched.filter { $0.object != nil }.map(\.name)
  }
}
