import Wayline

/// The report of a shared search: a search that reads where commands lead, instead of taking them.
///
/// So it does in the same order all that a single search does, and the reports are the same. What no record has is found out as in a
/// single search: the commands are taken.
extension ProgramSearch {
  /// Searches from the start with the states that other processes have expanded.
  func run(with records: SharedRecords) async -> ExplorationReport {
    self.records = records
    begin()
    recordFirst()
    return await search(from: 0)
  }

  /// Takes over what another process has found out about a state.
  func take(_ record: SharedRecord, of number: Int) async {
    if let surprises = record.surprises {
      explorer.subject.arrivals.add(surprises)
      probe.note(surprises.loss)
    }
    await take(record.laws, of: number)
    if let isDifferent = record.isDifferent {
      progress.replayed += 1
      if isDifferent { await note(differing: states[number].point.commands) }
    }
    var targets: [UInt32] = []
    for (ordinal, command) in states[number].commands.enumerated() {
      if explorer.isOutOfSearchTime {
        addCutOfTime()
        return append(targets, of: number, isWhole: false)
      }
      let step = ordinal < record.steps.count ? record.steps[ordinal] : nil
      guard let target = await take(step, command, of: number, ordinal) else {
        return append(targets, of: number, isWhole: false)
      }
      targets.append(UInt32(target))
    }
    append(targets, of: number, isWhole: true)
  }

  private func take(_ laws: SharedLaws, of number: Int) async {
    if laws.hasEnded {
      progress.canQuit[number] = true
      return
    }
    laws.ofState.forEach(add)
    guard !self.laws.isDisjoint(with: ProcessLaws.inNewScenes) else { return }
    let kind = laws.kind
    if progress.kinds.insert(kind).inserted || isSampled(number) {
      progress.checkedKinds += 1
      var quits = laws.ofKind?.quits
      if let found = laws.ofKind {
        found.effects.forEach(add)
      } else {
        await comeFromRecord(number)
        quits = await checkKind(of: states[number])
      }
      guard self.laws.contains(.reachesQuit) else { return }
      progress.quitAnswers[kind] = quits
      progress.canQuit[number] = quits
      return
    }
    progress.canQuit[number] = progress.quitAnswers[kind]
    guard self.laws.contains(.restoresPlace), progress.kinds.insert("restart \(kind)").inserted
    else { return }
    if let found = laws.ofRestart {
      found.forEach(add)
    } else {
      await comeFromRecord(number)
      await probe.come(to: states[number].point)
      await checkRestart(states[number])
    }
  }

  /// Takes over a step; it is taken here if its record lacks something.
  /// - Returns: The state that follows; nil at the bound of states.
  private func take(
    _ step: SharedStep?, _ command: String, of number: Int, _ ordinal: Int
  ) async -> Int? {
    guard let step, self.number(of: step.target) != nil || isWhole(step, command, of: number) else {
      await comeFromRecord(number)
      return await self.step(command, from: number, ordinal)
    }
    let (from, known) = (states[number], self.number(of: step.target))
    let screen = known.map { states[$0].screen } ?? step.arrival.map { ExploredScreen($0.screen) }
    guard let screen else { return nil }
    note(step, command, on: from.screen, to: screen)
    if DrivenScene.isWait(command) { noteFirstWay(to: number) }
    let way = StepsAhead.Place(key: from.key, ordinal: ordinal)
    defer { note(step.work, after: way, to: step.target) }
    step.findings.forEach(add)
    if let known {
      step.ofSteps.forEach(add)
      if step.messages != screen.messages, !explorer.properties.isEmpty,
        askedWays.insert([known.hashValue, step.messages.hashValue]).inserted
      {
        step.ofMessages.forEach(add)
      }
      return known
    }
    guard let arrival = step.arrival,
      let target = enter(arrival, step.target, from: number, command)
    else { return nil }
    step.ofSteps.forEach(add)
    if !explorer.subject.isRestart(command) { add(arrival, command, on: from.screen) }
    return target
  }

  /// Compares where tasks led after a command with where they led after others.
  private func note(_ waits: [SharedWait], after way: StepsAhead.Place, to key: UInt64) {
    var (key, ways) = (key, [way])
    for wait in waits {
      guard noteWork(wait.line, in: key, leadsTo: wait.target) else { return }
      if let ordinal = commands(in: key)?.firstIndex(of: wait.line) {
        ways.append(StepsAhead.Place(key: key, ordinal: ordinal))
      }
      key = wait.target
    }
    if !waits.isEmpty { work.ways.formUnion(ways) }
  }

  /// True if a record has all about the first way to a state.
  private func isWhole(_ step: SharedStep, _ command: String, of number: Int) -> Bool {
    guard let arrival = step.arrival else { return false }
    let screen = states[number].screen
    let lacksEdit =
      laws.contains(.undoRedo) && arrival.edit.map { $0.undo.effects == nil } == true
      && !progress.kinds.contains(Self.edit(command, on: screen))
    let lacksRefusals =
      arrival.refusals.map { $0.effects == nil } == true
      && !progress.kinds.contains(Self.refusal(of: command, on: screen))
    return !lacksEdit && !lacksRefusals
  }

  /// Adds what the laws say about the first way to a state.
  private func add(_ arrival: SharedArrival, _ command: String, on screen: ExploredScreen) {
    if let edit = arrival.edit {
      if laws.contains(.undoRedo),
        progress.kinds.insert(Self.edit(command, on: screen)).inserted
      {
        edit.undo.effects?.forEach(add)
      }
      edit.asked.forEach(add)
    }
    arrival.ofWayBack.forEach(add)
    if let refusals = arrival.refusals,
      progress.kinds.insert(Self.refusal(of: command, on: screen)).inserted
    {
      refusals.effects?.forEach(add)
    }
  }
}
