/// The findings of a search that a wrong snapshot ended, for the search that begins again without snapshots.
///
/// The second search is slower, so a bound may stop it where the first one was not stopped yet. What the first
/// one found is taken again from the start: then it is reported like what the second one finds, or it
/// is listed as a note.
struct EarlierFindings: Hashable, Sendable, Codable {
  var violations: [ExplorationReport.Violation] = []
  var goals: [ExplorationReport.Goal] = []
  /// The findings that did not happen again when their commands were taken from the start.
  var refuted: [ExplorationReport.Violation] = []

  /// Adds what was found after it.
  mutating func add(_ other: EarlierFindings) {
    violations += other.violations
    goals += other.goals
    refuted += other.refuted
  }
}

extension ProgramSearch {
  /// Adds what an earlier search found, as far as its commands show it again.
  func add(_ earlier: EarlierFindings, to report: inout ExplorationReport) async {
    var ways: [[String]] = []
    for violation in earlier.violations where canRepeat(violation) && !report.has(violation) {
      if await happensAgain(violation) {
        // The other states in which it was seen were those of the earlier search.
        report.violations.append(violation.counted(1))
        ways.append(violation.commands)
      } else {
        report.note(refuted: violation)
      }
    }
    for violation in earlier.refuted where !report.has(violation) {
      report.note(refuted: violation)
    }
    for goal in earlier.goals where !report.goals.contains(where: { $0.property == goal.property })
    {
      guard await isReachedAgain(goal) else {
        report.add(note: Self.note(reachedOnce: goal.property))
        continue
      }
      report.goals.append(goal)
      ways.append(goal.commands)
      report.violations.removeAll { $0.property == goal.property }
      report.undecided.removeAll { $0 == goal.property }
    }
    for way in ways { await retrace(way) }
    if !ways.isEmpty { noteFigures(&report) }
    if !report.isComplete {
      // The earlier search may have met a condition that this one has not reached.
      report.undecided += report.vacuous.filter { !report.undecided.contains($0) }
      report.vacuous = []
      let forms = [
        explorer.subject.isReplayed ? "without snapshots" : nil,
        explorer.subject.comparesOutcomes ? "and compared where unfinished tasks lead" : nil,
      ]
      report.limits.append(
        "the search began again \(forms.compactMap(\.self).joined(separator: " ")): the figures are those since, with "
          + "the steps to what was found before, which were repeated.")
    }
    MisuseNotes.ignoring { probe.scene.end() }
  }

  /// True if the commands of a violation show it: not if it is about the steps from many states, which were wrong.
  private func canRepeat(_ violation: ExplorationReport.Violation) -> Bool {
    property(of: violation)?.kind != .sometimes && !isAboutSteps(violation)
  }

  /// Reports what a new state is the first one to show, for a search that begins again.
  func reportFindings(at number: Int) {
    guard let onFinding = explorer.subject.onFinding else { return }
    for (index, property) in explorer.properties.enumerated() {
      if property.kind == .always, found.record.firstBroken[index] == number {
        onFinding(EarlierFindings(violations: [violation(of: property, at: number)]))
      } else if property.kind == .sometimes, found.record.firstHolding[index] == number {
        let commands = states[number].point.commands
        let goal = ExplorationReport.Goal(property: property.name, commands: commands)
        onFinding(EarlierFindings(goals: [goal]))
      }
    }
  }
}

extension ExplorationReport {
  /// True if a finding is in the report, with these or other commands.
  func has(_ finding: Violation) -> Bool {
    (violations + unrepeated).contains { $0.isSame(as: finding) }
  }

  /// Lists a finding that only a snapshot led to, or that happened once.
  mutating func note(refuted finding: Violation) {
    let place =
      finding.commands.isEmpty
      ? "at the start" : "after '\(finding.commands.joined(separator: ", "))'"
    add(
      note:
        "'\(finding.property)' was broken \(place), where a snapshot had brought the program, and not "
        + "when the commands were taken from the start.")
  }

  fileprivate mutating func add(note: String) {
    if !notes.contains(note) { notes.append(note) }
  }
}

extension ExplorationReport.Violation {
  fileprivate func counted(_ count: Int) -> Self {
    var violation = self
    violation.count = count
    return violation
  }
}
