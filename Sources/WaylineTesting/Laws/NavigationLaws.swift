import Wayline

/// The laws about going somewhere and back: each begins at a state, acts, and compares.
///
/// The scene is left anywhere; whoever asks comes back to the state afterwards.
@MainActor
struct NavigationLaws {
  let laws: Set<Law>
  let probe: ProgramProbe

  private var scene: SceneHost { probe.scene }

  /// Looks for broken invariants of the navigation state.
  func invariants() -> [LawFinding] {
    guard laws.contains(.oneModal) else { return [] }
    return probe.problems.map {
      LawFinding(law: .oneModal, message: $0, cause: $0)
    }
  }

  /// Runs every body again.
  func pureBodies(on screen: ExploredScreen) -> [LawFinding] {
    guard laws.contains(.pureBody) else { return [] }
    let before = scene.lines
    MisuseNotes.ignoring { scene.runBodiesAgain() }
    probe.invalidate()
    let after = scene.lines
    guard before != after else { return [] }
    let (old, new) = Self.difference(before, after)
    return [
      LawFinding(
        law: .pureBody,
        message:
          "A body ran again without a change and shows '\(new)' instead of '\(old)'. Store "
          + "the value that changes in a state.", cause: screen.cause)
    ]
  }

  /// After a command that pushed or presented one screen: the way back shows what was there.
  ///
  /// A command may change states on its way; then only the place must be the same.
  func wayBack(
    from old: Before, to command: String, on screen: ExploredScreen
  ) async -> [LawFinding] {
    let top = scene.router.state.top
    let law: Law = top.presentation.isModal ? .dismissAfterPresent : .popAfterPush
    guard laws.contains(law), scene.router.state.isOneAbove(old.state), scene.pending.isEmpty,
      !scene.isAsking
    else { return [] }
    let back = top.presentation.isModal ? "dismiss" : "back"
    guard !probe.avoids(back, on: screen) else { return [] }
    _ = await probe.take(back, on: screen)
    // A leave guard may keep the screen, and says so.
    if scene.router.state.top.id == top.id { return [] }
    guard scene.shape == old.state.shape else {
      return [finding(law, "shows '\(scene.shape)' instead of '\(old.state.shape)'", command)]
    }
    guard old.states == scene.stateFingerprint, scene.lines != old.lines, scene.pending.isEmpty
    else { return [] }
    let (before, after) = Self.difference(old.lines, scene.lines)
    return [finding(law, "shows '\(after)' instead of '\(before)'", command)]
  }

  private func finding(_ law: Law, _ message: String, _ command: String) -> LawFinding {
    LawFinding(law: law, message: "Going back after '\(command)' \(message).", cause: command)
  }

  /// A state before a command, to compare with.
  struct Before {
    let state: NavigationState
    let lines: [String]
    let states: UInt64
    /// The number of edits that were registered before it.
    let edits: Int
  }

  /// The present state, which was entered with a screen and states of views, to compare with later.
  func before(_ screen: ExploredScreen, _ states: UInt64) -> Before {
    Before(
      state: scene.router.state, lines: screen.lines, states: states, edits: scene.registeredEdits)
  }

  /// True if a command registered an edit, which ``undoneEdit(since:by:on:)`` checks.
  func hasEdited(since old: Before) -> Bool {
    laws.contains(.undoRedo) && scene.registeredEdits > old.edits && scene.pending.isEmpty
      && !scene.isAsking && !scene.isEnded
  }

  /// Undo and redo after a command that registered an edit: undo changes something, and redo brings it back.
  ///
  /// An edit may be about what only another screen shows, so a command that leads to one counts as undone.
  func undoneEdit(
    since old: Before, by command: String, on screen: ExploredScreen
  ) async -> (finding: LawFinding, commands: [String])? {
    let edited = (fingerprint: probe.fingerprint, lines: scene.lines)
    guard !probe.avoids("undo", on: screen) else { return nil }
    _ = await probe.take("undo", on: screen)
    guard probe.fingerprint != edited.fingerprint else {
      guard scene.shape == old.state.shape, edited.lines != old.lines else { return nil }
      return (undoFinding("Undo after '\(command)' changes nothing.", command), ["undo"])
    }
    // An edit whose undo registers none cannot be repeated.
    guard scene.canRedoEdit else { return nil }
    let undone = probe.screen
    guard !probe.avoids("redo", on: undone) else { return nil }
    _ = await probe.take("redo", on: undone)
    guard scene.lines != edited.lines, scene.pending.isEmpty else { return nil }
    let (before, after) = Self.difference(edited.lines, scene.lines)
    let message = "Undo and redo after '\(command)' show '\(after)' instead of '\(before)'."
    return (undoFinding(message, command), ["undo", "redo"])
  }

  private func undoFinding(_ message: String, _ command: String) -> LawFinding {
    LawFinding(law: .undoRedo, message: message, cause: command)
  }

  /// Undo and redo after the last navigation.
  func undoRedo(on screen: ExploredScreen) async -> [LawFinding] {
    guard laws.contains(.undoRedo), scene.router.canUndo, scene.pending.isEmpty, !scene.isAsking
    else { return [] }
    let (shape, lines, states) = (scene.shape, scene.lines, scene.stateFingerprint)
    var hasEndedFlow = false
    let observation = scene.router.observeFlows { _ in hasEndedFlow = true }
    defer { scene.router.stop(observation) }
    guard !probe.avoids("undo", on: screen) else { return [] }
    _ = await probe.take("undo", on: screen)
    // A flow that has ended is never shown again.
    guard scene.router.canRedo, scene.shape != shape, !hasEndedFlow else { return [] }
    let undone = probe.screen
    guard !probe.avoids("redo", on: undone) else { return [] }
    _ = await probe.take("redo", on: undone)
    // Guards may refuse either way, and a screen that is made again has its first state.
    guard !scene.router.canRedo else { return [] }
    if scene.shape != shape {
      return [
        LawFinding(
          law: .undoRedo, message: "Undo and redo show '\(scene.shape)' instead of '\(shape)'.",
          cause: screen.cause)
      ]
    }
    guard scene.stateFingerprint == states, scene.lines != lines, scene.pending.isEmpty else {
      return []
    }
    let (before, after) = Self.difference(lines, scene.lines)
    return [
      LawFinding(
        law: .undoRedo, message: "Undo and redo show '\(after)' instead of '\(before)'.",
        cause: screen.cause)
    ]
  }

  /// The first lines in which two screens differ.
  static func difference(_ old: [String], _ new: [String]) -> (old: String, new: String) {
    for index in 0..<max(old.count, new.count) {
      let (before, after) = (
        index < old.count ? old[index] : "(nothing)", index < new.count ? new[index] : "(nothing)"
      )
      if before != after { return (before, after) }
    }
    return ("", "")
  }
}
