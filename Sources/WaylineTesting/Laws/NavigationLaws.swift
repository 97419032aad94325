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
    // A change that arrives meanwhile is none of the bodies.
    guard laws.contains(.pureBody), !probe.driven.hasForeignChange else { return [] }
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

  /// True if a command pushed or presented one screen, so that ``wayBack(from:to:on:)`` applies.
  func leadsUp(from old: Before) -> Bool {
    let law = Self.law(aboutLeaving: scene.router.state.top)
    return laws.contains(law) && scene.router.state.isOneAbove(old.state) && scene.pending.isEmpty
      && !scene.isAsking
  }

  private static func law(aboutLeaving top: NavigationEntry) -> Law {
    top.presentation.isModal ? .dismissAfterPresent : .popAfterPush
  }

  /// After a command that pushed or presented one screen: the way back shows what was there.
  ///
  /// A command may change states on its way; then only the place must be the same.
  func wayBack(
    from old: Before, to command: String, on screen: ExploredScreen
  ) async -> [LawFinding] {
    guard leadsUp(from: old) else { return [] }
    let top = scene.router.state.top
    let law = Self.law(aboutLeaving: top)
    let back = top.presentation.isModal ? "dismiss" : "back"
    guard !probe.avoids(back, on: screen) else { return [] }
    _ = await probe.take(back, on: screen)
    // A leave guard may keep the screen, and says so.
    if scene.router.state.top.id == top.id { return [] }
    guard NavigationShape.isSame(scene.router.state, old.state) else {
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
    let place: String
    /// The number of edits that were registered before it.
    let edits: Int
  }

  /// The present state, which was entered with a screen and states of views, to compare with later.
  func before(_ screen: ExploredScreen, _ states: UInt64) -> Before {
    Before(
      state: scene.router.state, lines: screen.lines, states: states, place: screen.place,
      edits: scene.registeredEdits)
  }

  /// True if a command registered an edit, which ``undoneEdit(since:by:on:)`` checks.
  func hasEdited(since old: Before) -> Bool {
    scene.registeredEdits > old.edits && scene.pending.isEmpty
      && !scene.isAsking && !scene.isEnded
  }

  /// The outcome of undo and redo after a command that registered an edit.
  struct UndoneEdit {
    /// The broken law, and the commands that were taken up to it.
    var finding: LawFinding?
    var commands: [String] = []
    /// What the first undo left different from before the command, in words.
    var difference: String?
  }

  /// Undo and redo twice after a command that registered an edit: undo changes something, redo brings it
  /// back, and the second time both do the same as the first time.
  ///
  /// An edit may be about what only another screen shows, so a command that leads to one counts as undone.
  /// What a correct undo leaves different, such as a message, cannot be told from half an edit: it is listed.
  func undoneEdit(
    since old: Before, by command: String, on screen: ExploredScreen
  ) async -> UndoneEdit {
    var outcome = UndoneEdit()
    let edited = (fingerprint: probe.sceneFingerprint, lines: scene.lines)
    let edits = scene.undoableEdits
    guard await takes("undo", &outcome, on: screen) else { return outcome }
    guard probe.sceneFingerprint != edited.fingerprint else {
      guard scene.shape == old.state.shape, edited.lines != old.lines else { return outcome }
      outcome.finding = undoFinding("Undo after '\(command)' changes nothing.", command)
      return outcome
    }
    outcome.difference = leftDifference(since: old, by: command)
    let undone = scene.lines
    for (verb, lines) in [("redo", edited.lines), ("undo", undone), ("redo", edited.lines)] {
      // An edit whose undo registers none cannot be repeated, and the same of its repetition.
      guard verb == "redo" ? scene.canRedoEdit : scene.undoableEdits == edits,
        scene.pending.isEmpty, !scene.isAsking,
        await takes(verb, &outcome, on: probe.screen), scene.pending.isEmpty
      else { return outcome }
      guard scene.lines != lines else { continue }
      let (before, after) = Self.difference(lines, scene.lines)
      let verbs = outcome.commands.count == 2 ? "Undo and redo" : Self.list(outcome.commands)
      outcome.finding = undoFinding(
        "\(verbs) after '\(command)' show '\(after)' instead of '\(before)'.", command)
      return outcome
    }
    return outcome
  }

  /// Takes `undo` or `redo`, unless that crashed an earlier worker.
  private func takes(
    _ verb: String, _ outcome: inout UndoneEdit, on screen: ExploredScreen
  ) async -> Bool {
    guard !probe.avoids(verb, on: screen) else { return false }
    outcome.commands.append(verb)
    _ = await probe.take(verb, on: screen)
    return true
  }

  /// The present state compared with that before a command, which was undone; nil if it is the same.
  private func leftDifference(since old: Before, by command: String) -> String? {
    guard scene.shape == old.state.shape, scene.pending.isEmpty, !scene.isAsking,
      !scene.isEnded
    else { return nil }
    let name = (old.place.isEmpty ? "" : "\(old.place): ") + "'\(command)', undone, shows "
    if scene.lines != old.lines {
      let (before, after) = Self.difference(old.lines, scene.lines)
      return name + "'\(after)' where '\(before)' was."
    }
    guard scene.stateFingerprint != old.states else { return nil }
    return name + "the same as before, but some state has another value."
  }

  /// `Undo, redo and undo` for three commands.
  private static func list(_ commands: [String]) -> String {
    let text = commands.dropLast().joined(separator: ", ") + " and \(commands.last ?? "")"
    return text.prefix(1).uppercased() + text.dropFirst()
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
