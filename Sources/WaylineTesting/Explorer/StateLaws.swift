import Wayline

/// The laws that a search checks in a state before it takes the commands there.
extension ProgramSearch {
  func checkLaws(at number: Int) async {
    let state = states[number]
    // What has ended answers nothing any more, and has left already.
    if state.hasEnded {
      progress.canQuit[number] = true
      return
    }
    guard laws.contains(.pureBody) || !laws.isDisjoint(with: ProcessLaws.inNewScenes) else {
      return
    }
    await probe.come(to: state.point)
    checkBodies(of: state)
    guard !laws.isDisjoint(with: ProcessLaws.inNewScenes) else { return }
    let kind = kind(of: state.screen)
    guard progress.kinds.insert(kind).inserted || isSampled(number) else {
      progress.canQuit[number] = progress.quitAnswers[kind]
      if laws.contains(.restoresPlace), progress.kinds.insert("restart \(kind)").inserted {
        await checkRestart(state)
      }
      return
    }
    progress.checkedKinds += 1
    let quits = await checkKind(of: state)
    guard laws.contains(.reachesQuit) else { return }
    progress.quitAnswers[kind] = quits
    progress.canQuit[number] = quits
  }

  /// The kind of the present screen, with the views that show it.
  func kind(of screen: ExploredScreen) -> String {
    screen.kind + "\u{0}" + probe.scene.shownViews.sorted().joined(separator: " ")
  }

  /// Checks the law that is about each state alone.
  func checkBodies(of state: State) {
    guard laws.contains(.pureBody),
      explorer.subject.begins(.pureBody, after: state.point.commands, on: state.screen)
    else { return }
    for finding in NavigationLaws(laws: laws, probe: probe).pureBodies(on: state.screen) {
      note(finding, commands: state.point.commands, before: nil, after: state.screen)
    }
  }

  /// Checks the laws that need a new scene.
  ///
  /// - Returns: Whether the program can be left; nil if that is not known.
  func checkKind(of state: State) async -> Bool? {
    let navigation = NavigationLaws(laws: laws, probe: probe)
    await probe.replay(state.point)
    for finding in await navigation.undoRedo(on: state.screen) {
      note(
        finding, commands: state.point.commands + ["undo", "redo"], before: state.screen, after: nil
      )
    }
    let quits = laws.contains(.reachesQuit) ? await quits(state) : nil
    note(await processLaws(of: state).findings(), in: state)
    return quits
  }

  /// Checks what a new process shows in one more state of a kind: in the first one, all states of the views may still
  /// have their first values.
  func checkRestart(_ state: State) async {
    note(await processLaws(of: state).restart(), in: state)
  }

  private func processLaws(of state: State) -> ProcessLaws {
    ProcessLaws(
      laws: laws, subject: explorer.subject, commands: state.point.commands, screen: state.screen)
  }

  private func note(_ result: (found: [LawFinding], notes: [String]), in state: State) {
    for finding in result.found {
      note(finding, commands: state.point.commands, before: nil, after: state.screen)
    }
    for note in result.notes.sorted() { add(.note(note)) }
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
    add(.law(finding, violation))
  }

  /// Adds a change of the report, and records it for another process.
  func add(_ effect: SharedEffect) {
    recording?.add(effect)
    switch effect {
    case .law(let finding, let violation):
      guard progress.violations.add(finding, violation) else { return }
      explorer.subject.onFinding?(EarlierFindings(violations: [violation]))
    case .property(let violation):
      guard progress.ways.note(broken: violation) else { return }
      explorer.subject.onFinding?(EarlierFindings(violations: [violation]))
    case .applied(let name): progress.ways.note(applied: name)
    case .reached(let name, let commands):
      guard progress.ways.note(reached: name, by: commands) else { return }
      let goal = ExplorationReport.Goal(property: name, commands: commands)
      explorer.subject.onFinding?(EarlierFindings(goals: [goal]))
    case .note(let text): progress.notes.insert(text)
    }
  }

  /// True if a check that is made once is due.
  func isNew(_ check: String) -> Bool {
    recording?.isFirst(check) ?? progress.kinds.insert(check).inserted
  }

  /// True unless an earlier step breaks a property of steps.
  func isOpen(_ property: String) -> Bool {
    recording?.isOpen(property) ?? (progress.ways.broken[property] == nil)
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
