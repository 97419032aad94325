import Wayline

/// The laws that a search checks in a state before it takes the commands there.
extension ProgramSearch {
  func checkLaws(at number: Int) async {
    let state = states[number]
    // What has ended answers nothing any more, and has left already.
    if probe.scene.isEnded {
      progress.canQuit[number] = true
      return
    }
    let navigation = NavigationLaws(laws: laws, probe: probe)
    if laws.contains(.pureBody),
      explorer.subject.begins(.pureBody, after: state.point.commands, on: state.screen)
    {
      for finding in navigation.pureBodies(on: state.screen) {
        note(finding, commands: state.point.commands, before: nil, after: state.screen)
      }
    }
    guard !laws.isDisjoint(with: ProcessLaws.inNewScenes) else { return }
    let kind = state.screen.kind + "\u{0}" + probe.scene.shownViews.sorted().joined(separator: " ")
    guard progress.kinds.insert(kind).inserted || isSampled(number) else {
      progress.canQuit[number] = progress.quitAnswers[kind]
      return await checkRestart(state, kind)
    }
    progress.checkedKinds += 1
    await probe.replay(state.point)
    for finding in await navigation.undoRedo(on: state.screen) {
      note(
        finding, commands: state.point.commands + ["undo", "redo"], before: state.screen, after: nil
      )
    }
    if laws.contains(.reachesQuit) {
      progress.quitAnswers[kind] = await quits(state)
      progress.canQuit[number] = progress.quitAnswers[kind]
    }
    let process = ProcessLaws(
      laws: laws, subject: explorer.subject, commands: state.point.commands, screen: state.screen)
    let (found, lost) = await process.findings()
    for finding in found {
      note(finding, commands: state.point.commands, before: nil, after: state.screen)
    }
    progress.notes.formUnion(lost)
  }

  /// Checks what a new process shows in one more state of a kind: in the first one, all states of the views may still
  /// have their first values.
  private func checkRestart(_ state: State, _ kind: String) async {
    guard laws.contains(.restoresPlace), progress.kinds.insert("restart \(kind)").inserted else {
      return
    }
    let process = ProcessLaws(
      laws: laws, subject: explorer.subject, commands: state.point.commands, screen: state.screen)
    let (found, lost) = await process.restart()
    for finding in found {
      note(finding, commands: state.point.commands, before: nil, after: state.screen)
    }
    progress.notes.formUnion(lost)
  }

  /// True if the program can be left; nil where that crashes it.
  private func quits(_ state: State) async -> Bool? {
    await probe.come(to: state.point)
    guard !probe.avoids("quit", on: state.screen) else { return nil }
    _ = await probe.take("quit", on: state.screen)
    return probe.scene.isEnded || !probe.scene.pending.isEmpty
  }

  func checkRefusals(
    _ state: State, _ command: String, _ changes: (state: Bool, secrets: Bool)
  ) async {
    let refusals = RefusalLaws(
      laws: laws, subject: explorer.subject, commands: state.point.commands, screen: state.screen,
      last: command, changes: changes)
    for finding in await refusals.findings() {
      note(
        await finding.aboutRows(of: command, in: self, at: state),
        commands: state.point.commands + [command],
        before: state.screen, after: nil)
    }
  }

  /// The name that the rows of a list share for a command in a state; nil for a command outside of rows.
  func rowCause(of command: String, in state: State) async -> String? {
    await probe.come(to: state.point)
    var screen = state.screen
    screen.rows = probe.rows(on: screen)
    return screen.rowCause(of: command)
  }

  func note(
    _ finding: LawFinding, commands: [String], before: ExploredScreen?, after: ExploredScreen?
  ) {
    // What is repeated for a resumed search has been noted before.
    guard laws.contains(finding.law), !isRepeating else { return }
    let violation = ExplorationReport.Violation(
      property: finding.law.rawValue, message: finding.message, commands: commands,
      places: [after?.url ?? before?.url].compactMap { $0 }, before: before?.lines ?? [],
      after: after?.lines ?? [], causes: finding.causes)
    if progress.violations.add(finding, violation) {
      explorer.subject.onFinding?(EarlierFindings(violations: [violation]))
    }
  }
}

extension LawFinding {
  /// The finding with the cause that the rows of a list share, if it is about a command of one of them.
  ///
  /// The scene of the search is in another state afterwards.
  @MainActor
  func aboutRows(
    of command: String, in search: ProgramSearch, at state: ProgramSearch.State
  ) async -> Self {
    guard causes == [command], let cause = await search.rowCause(of: command, in: state) else {
      return self
    }
    var finding = self
    finding.causes = [cause]
    return finding
  }
}
