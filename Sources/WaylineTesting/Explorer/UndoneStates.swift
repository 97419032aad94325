/// The states after `undo`, which are no states of the search: the past that it reverts is not part of a state.
extension ProgramSearch {
  /// The number of states without another way on in which `undo` is tried.
  private static let deadEndsToUndo = 256

  /// Checks `undo` after a command that has registered an edit and led to a new state.
  ///
  /// Properties are asked about what every such `undo` shows; the law `undo-redo` is checked once for each command and
  /// kind of screen.
  func checkEdit(
    _ command: String, from number: Int, to target: Int, _ navigation: NavigationLaws,
    _ before: NavigationLaws.Before
  ) async {
    let (from, state) = (states[number], states[target])
    if laws.contains(.undoRedo), isNew(Self.edit(command, on: from.screen)) {
      await checkUndo(command, from, state, navigation, before)
      if !openProperties.isEmpty {
        await probe.come(to: from.point)
        _ = await probe.take(command, on: from.screen)
      }
    }
    await askAfterUndo(in: state, after: from.point.commands + [command])
    await probe.come(to: state.point)
  }

  /// The name of the check of `undo` after a command.
  static func edit(_ command: String, on screen: ExploredScreen) -> String {
    "edit \(command) \(screen.kind)"
  }

  /// Checks the law `undo-redo` after a command.
  func checkUndo(
    _ command: String, _ from: State, _ state: State, _ navigation: NavigationLaws,
    _ before: NavigationLaws.Before
  ) async {
    let undone = await navigation.undoneEdit(since: before, by: command, on: state.screen)
    if let finding = undone.finding {
      note(
        await finding.aboutRows(of: command, in: self, at: from),
        commands: from.point.commands + [command] + undone.commands, before: state.screen,
        after: nil)
    }
    if let difference = undone.difference { add(.note(difference)) }
  }

  /// True if a law or a property asks for what undoes an edit.
  var asksForUndo: Bool { laws.contains(.undoRedo) || !openProperties.isEmpty }

  /// The properties of each screen that no screen after `undo` breaks.
  var openProperties: [Property<ExploredScreen>] {
    explorer.properties.filter {
      $0.kind == .always && (recording != nil || progress.ways.broken[$0.name] == nil)
    }
  }

  /// Asks them about the screen after `undo`.
  func askAfterUndo(in state: State, after commands: [String]) async {
    let open = openProperties
    guard !open.isEmpty, !probe.avoids("undo", on: state.screen) else { return }
    _ = await probe.take("undo", on: state.screen)
    let screen = probe.screen
    for property in open where property.isBroken(by: screen) {
      note(brokenScreen(property, screen, after: commands + ["undo"], from: state.screen))
    }
  }

  /// Finds the states without another way on that `undo` leads out of.
  func tryUndo() async {
    guard laws.contains(.deadEnd) else { return }
    for number in deadEnds.sorted().prefix(Self.deadEndsToUndo) where !explorer.isOutOfTime {
      let state = states[number]
      await probe.replay(state.point)
      guard !probe.avoids("undo", on: state.screen) else { continue }
      _ = await probe.take("undo", on: state.screen)
      if probe.sceneFingerprint != state.scene { undoable.insert(number) }
    }
  }
}
