import Wayline

/// Random walks through a program: deep, biased to commands that were used least, and shrunk.
@MainActor
struct ProgramWalks {
  private let explorer: Explorer<Screens>
  private let walks: RandomWalks
  private let laws: ScreenLaws
  private let probe: ProgramProbe

  init(_ explorer: Explorer<Screens>, _ walks: RandomWalks) {
    (self.explorer, self.walks) = (explorer, walks)
    probe = ProgramProbe(explorer.subject)
    laws = ScreenLaws(
      laws: Set(Law.allCases).subtracting(explorer.subject.excluded),
      isCommand: probe.scene.isCommand)
  }

  /// A failure of a walk: the name by which the same failure is known again.
  private struct Failure: Hashable {
    let name: String
    let message: String
    let cause: String
  }

  func report() async -> ExplorationReport {
    let start = ContinuousClock.now
    let deadline = explorer.limits.time.map { start + $0 }
    var report = ExplorationReport(subject: explorer.subject.program)
    report.seed = explorer.seed
    report.cut = [ExplorationCut.walks.sentence(explorer.limits, nil)]
    report.limits = [
      "\(walks.count) random walks of at most \(walks.steps) steps, seed \(explorer.seed).",
      "laws about new processes, faults and the graph of states are not checked by random walks.",
    ]
    var random = SeededRandom(seed: explorer.seed)
    var seen: Set<UInt64> = []
    var used: [String: Int] = [:]
    var failures: Set<String> = []
    var reached: [String: [String]] = [:]
    for _ in 0..<walks.count {
      if let deadline, ContinuousClock.now >= deadline { break }
      if let limit = explorer.limits.states, seen.count >= limit { break }
      await walk(&random, &seen, &used, &failures, &reached, &report)
    }
    report.states = seen.count
    for property in explorer.properties where property.kind == .sometimes {
      if let commands = reached[property.name] {
        report.goals.append(ExplorationReport.Goal(property: property.name, commands: commands))
      } else {
        report.violations.append(
          ExplorationReport.Violation(
            property: property.name, message: "No random walk met a screen that satisfies it.",
            commands: []))
      }
    }
    MisuseNotes.ignoring { probe.scene.end() }
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }

  private func walk(
    _ random: inout SeededRandom, _ seen: inout Set<UInt64>, _ used: inout [String: Int],
    _ failures: inout Set<String>, _ reached: inout [String: [String]],
    _ report: inout ExplorationReport
  ) async {
    await probe.begin()
    var commands: [String] = []
    var screen = ExploredScreen(probe.scene)
    seen.insert(probe.fingerprint)
    for _ in 0..<walks.steps {
      let choices = screen.commands(
        values: explorer.subject.values, isCommand: probe.scene.isCommand)
      guard !choices.isEmpty, !probe.scene.isEnded else { return }
      let uses = choices.map { used["\(screen.kind)\u{0}\($0)"] ?? 0 }
      let least = uses.min() ?? 0
      let rare = choices.indices.filter { uses[$0] == least }
      let prefersRare = Int.random(in: 0..<4, using: &random) > 0
      let index =
        prefersRare
        ? rare[Int.random(in: 0..<rare.count, using: &random)]
        : Int.random(in: 0..<choices.count, using: &random)
      let command = choices[index]
      used["\(screen.kind)\u{0}\(command)", default: 0] += 1
      let (printed, misuses) = await probe.take(command)
      commands.append(command)
      screen = ExploredScreen(probe.scene)
      seen.insert(probe.fingerprint)
      report.transitions += 1
      report.depth = max(report.depth, commands.count)
      for property in explorer.properties
      where property.kind == .sometimes && reached[property.name] == nil && property.claim(screen) {
        reached[property.name] = await shrink(commands) {
          $0.contains { property.claim($0.screen) }
        }
        .commands
      }
      for failure in failed(screen, printed, misuses)
      where failures.insert(failure.name + failure.cause).inserted {
        let short = await shrink(commands) { steps in
          steps.contains { failed($0.screen, $0.printed, $0.misuses).contains(failure) }
        }
        report.violations.append(
          ExplorationReport.Violation(
            property: failure.name, message: failure.message, commands: short.commands,
            places: short.steps.last?.screen.url.map { [$0] } ?? [],
            before: short.steps.dropLast().last?.screen.lines ?? [],
            after: short.steps.last?.screen.lines ?? []))
        return
      }
    }
  }

  private func failed(
    _ screen: ExploredScreen, _ printed: [String], _ misuses: [String]
  ) -> [Failure] {
    let broken = laws.findings(screen, printed: printed) + laws.findings(misuses: misuses)
    let own = explorer.properties.filter {
      $0.kind == .always && ($0.condition?(screen) ?? true) && !$0.claim(screen)
    }
    return broken.map { Failure(name: $0.law.rawValue, message: $0.message, cause: $0.cause) }
      + own.map { Failure(name: $0.name, message: "This screen breaks it.", cause: "") }
  }

  // MARK: Shrinking

  private struct Step {
    let screen: ExploredScreen
    let printed: [String]
    let misuses: [String]
    let fingerprint: UInt64
  }

  private struct Run {
    var commands: [String]
    var steps: [Step]
  }

  /// Takes commands from the start; nil when one is not possible where it is taken.
  private func run(_ commands: [String]) async -> Run? {
    await probe.begin()
    var run = Run(commands: [], steps: [])
    var screen = ExploredScreen(probe.scene)
    run.steps.append(
      Step(screen: screen, printed: [], misuses: [], fingerprint: probe.fingerprint))
    for command in commands {
      let possible = screen.commands(
        values: explorer.subject.values, isCommand: probe.scene.isCommand)
      guard possible.contains(command) else { return nil }
      let (printed, misuses) = await probe.take(command)
      screen = ExploredScreen(probe.scene)
      run.commands.append(command)
      run.steps.append(
        Step(screen: screen, printed: printed, misuses: misuses, fingerprint: probe.fingerprint))
    }
    return run
  }

  private func shrink(_ commands: [String], _ fails: ([Step]) -> Bool) async -> Run {
    guard var best = await run(commands), fails(best.steps) else {
      return Run(commands: commands, steps: [])
    }
    // Loops first: what lies between two visits of one state.
    var first: [UInt64: Int] = [:]
    for (position, step) in best.steps.enumerated() {
      guard let start = first[step.fingerprint] else {
        first[step.fingerprint] = position
        continue
      }
      let rest = Array(commands[..<start] + commands[position...])
      if let shorter = await run(rest), fails(shorter.steps) {
        best = shorter
        break
      }
    }
    var size = max(1, best.commands.count / 2)
    while size >= 1 {
      var start = 0
      var isShorter = false
      while start < best.commands.count {
        var rest = best.commands
        rest.removeSubrange(start..<min(start + size, rest.count))
        if let shorter = await run(rest), fails(shorter.steps) {
          (best, isShorter) = (shorter, true)
        } else {
          start += size
        }
      }
      if size == 1, isShorter { continue }
      size /= 2
    }
    return best
  }
}
