import Wayline

/// The changes that arrive without a command: a dispatch queue, a thread or a callback has made them.
///
/// No command decides when they arrive, so a search cannot have met all that follows from them. They are
/// looked for in scenes that are left alone for a while after their commands.
extension ProgramSearch {
  /// The time for which scenes are left alone.
  private static let patience = Duration.milliseconds(250)
  /// The number of commands whose scenes are left alone to find those that such work follows.
  private static let suspects = 48

  /// What changed without a command, for the list of what was not explored.
  func foreignChanges() async -> [String] {
    if laws.isEmpty || beginsAgain {
      _ = probe.takeChangedScenes()
      return []
    }
    await wait()
    let changed = probe.takeChangedScenes()
    guard explorer.subject.arrivals.hasForeignChange || !changed.isEmpty else { return [] }
    var names = await commandsWithForeignWork().map { "'\($0)'" }
    if names.isEmpty {
      // On a busy machine the change has arrived together with the command this time.
      let all = explorer.subject.arrivals.commandsBeforeForeignChanges.union(changed.joined())
        .filter { command in states.contains { $0.commands.contains(command) } }
      names = [
        (all.isEmpty ? "" : "one of ") + all.sorted().map { "'\($0)'" }.joined(separator: ", ")
      ]
    }
    return names.map {
      "states that work outside tasks leads to: something changed without a command"
        + ($0.isEmpty ? "." : " after \($0).")
    }
  }

  /// Adds what a search has learnt after its last state to what was not explored: such steps may lead where no step seems to
  /// lead, so what is about the steps from states is undecided.
  func add(_ unseen: [String], to report: inout ExplorationReport) {
    guard !unseen.isEmpty else { return }
    report.cut += unseen
    for violation in report.violations where isAboutSteps(violation) {
      report.leaveUndecided(violation)
    }
  }

  /// Leaves the scenes alone, unless the time is over.
  private func wait() async {
    let end = ContinuousClock.now + Self.patience
    while ContinuousClock.now < end, !explorer.isOutOfTime {
      try? await Task.sleep(for: .milliseconds(25))
    }
  }

  /// The commands after which something changes without another one: each is taken in a scene of its own.
  private func commandsWithForeignWork() async -> [String] {
    var kinds: Set<String> = []
    probe.keepsScenes = true
    defer { probe.keepsScenes = false }
    probe.begin()
    _ = probe.takeChangedScenes()
    for state in states where kinds.count < Self.suspects {
      for command in state.commands
      where !explorer.subject.avoids(command, after: state.point.commands, on: state.screen)
        && kinds.insert("\(command) \(state.screen.kind)").inserted
      {
        probe.begin()
        for command in state.point.commands + [command] { _ = await probe.take(command) }
      }
    }
    probe.begin()
    await wait()
    var names: [String] = []
    for command in probe.takeChangedScenes().compactMap(\.last) where !names.contains(command) {
      names.append(command)
    }
    return names
  }
}
