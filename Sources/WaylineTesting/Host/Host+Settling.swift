import Wayline

extension Host {
  /// How many turns of the main actor in a row must bring nothing new.
  private static var quietTurns: Int { 10 }

  /// Waits until no task is pending and nothing comes any more.
  ///
  /// A task of `.task`, a guard and a running command are known and waited for. A `Task` that a
  /// wrapper of the program's own begins is not: it is waited for as long as each of its steps
  /// comes within some turns of the main actor, which is so when it awaits only what is there.
  ///
  /// - Parameter turns: how many turns of the main actor it waits at most. What is still pending
  ///   then goes to ``onFailure``.
  public func settle(turns: Int = 10_000) async {
    var quiet = 0
    for _ in 0..<turns {
      let noted = journal.count
      await Task.yield()
      scene.update()
      quiet = scene.pending.isEmpty && journal.count == noted ? quiet + 1 : 0
      if quiet >= Self.quietTurns { return }
    }
    if scene.pending.isEmpty { return onFailure("Something keeps changing: \(latest).") }
    onFailure("Still pending: \(scene.pending.joined(separator: ", ")).")
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

  /// Forgets the bodies and events so far.
  public func forget() {
    journal.bodies = []
    journal.events = []
  }
}
