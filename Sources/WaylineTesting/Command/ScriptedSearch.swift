import Wayline

/// Commands of a script that are taken as a search takes them: tasks, time and restarts come by command.
@MainActor
final class ScriptedSearch {
  private let explorer: Explorer<Screens>
  private let laws: Set<Law>
  private let runner: CommandRuns
  private var step: CommandRuns.Step?
  /// True if each command was possible where it was taken, and nothing is broken.
  private(set) var isAccepted = true

  init(_ explorer: Explorer<Screens>) {
    self.explorer = explorer
    laws = Set(Law.allCases).subtracting(explorer.subject.excluded)
    runner = CommandRuns(of: explorer.subject)
  }

  /// Starts the program, and returns the lines of its first screen.
  func begin() -> [String] { show(runner.begin()) }

  /// Takes a command, and returns the lines that follow it.
  func take(_ command: String) async -> [String] {
    guard let step else { return [] }
    let echo = "> \(command)"
    guard
      runner.choices(on: step.screen).contains(command)
        || ["undo", "redo", "dismiss"].contains(command)
    else {
      isAccepted = false
      return [echo, "'\(command)' is not possible here."]
    }
    return [echo] + show(await runner.take(command, on: step.screen))
  }

  /// Ends the program.
  func end() { runner.end() }

  private func show(_ step: CommandRuns.Step) -> [String] {
    self.step = step
    let screen = step.screen
    let broken =
      step.brokenProperties(of: explorer)
      + lawFindings(step).map {
        "\($0.law.rawValue): \($0.message)"
      }
    if !broken.isEmpty { isAccepted = false }
    let tasks = screen.pending.isEmpty ? [] : ["Pending: \(screen.pending.joined(separator: ", "))"]
    return screen.messages + (screen.place.isEmpty ? [] : [screen.place]) + screen.lines + tasks
      + broken.map { "Violation: \($0)" }
  }

  private func lawFindings(_ step: CommandRuns.Step) -> [LawFinding] {
    let screens = ScreenLaws(laws: laws, isCommand: runner.isCommand)
    return screens.findings(step.screen, printed: step.answer.printed)
      + step.answer.findings.filter { laws.contains($0.law) }
  }
}

extension CommandRuns.Step {
  /// The sentences of the properties that a screen or the command before it breaks.
  @MainActor
  func brokenProperties(of explorer: Explorer<Screens>) -> [String] {
    explorer.properties.filter { $0.isBroken(by: screen) }.map(\.name)
      + explorer.subject.steps.filter { property in
        origin.map { property.isBroken(by: $0.before, $0.command, screen) } ?? false
      }.map(\.name)
  }
}
