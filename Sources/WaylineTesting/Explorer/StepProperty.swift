import Wayline

/// A sentence about each step of a program: the screen before a command, the command, and the screen after it.
struct StepProperty: Sendable {
  /// A question about a step.
  typealias Question = @Sendable (ExploredScreen, String, ExploredScreen) -> Bool

  let name: String
  /// The steps that the property is about; nil for all.
  let condition: Question?
  let predicate: Question

  /// True if the property is about a step.
  func applies(to before: ExploredScreen, _ command: String, _ after: ExploredScreen) -> Bool {
    condition?(before, command, after) ?? true
  }

  /// True if a step breaks the property.
  func isBroken(
    by before: ExploredScreen, _ command: String, _ after: ExploredScreen
  ) -> Bool {
    applies(to: before, command, after) && !predicate(before, command, after)
  }
}

extension Explorer where Subject == Screens {
  /// Adds a predicate that has to hold for each command, or for those to which a condition applies.
  ///
  /// ```swift
  /// let report = await Explorer { TillView() }
  ///   .step("A sale takes one copy", where: { _, command, _ in command == "Sell" }) {
  ///     before, _, after in after.stored(\.copies) == before.stored(\.copies) - 1
  ///   }
  ///   .run()
  /// ```
  ///
  /// The command is the line as the report has it, such as `Sell`, `Member: Ann`, `wait 30` or `back`. The screen
  /// before it has no messages. A condition that never applies makes the property vacuous. Steps of
  /// `undo` and `redo` are not asked about.
  public func step(
    _ name: String,
    where condition: (
      @Sendable (_ before: ExploredScreen, _ command: String, _ after: ExploredScreen) -> Bool
    )? = nil,
    _ predicate:
      @escaping @Sendable (
        _ before: ExploredScreen, _ command: String, _ after: ExploredScreen
      ) -> Bool
  ) -> Self {
    with {
      $0.subject.steps.append(
        StepProperty(name: name, condition: condition, predicate: predicate))
    }
  }
}

/// The answers of properties about the ways to states: those are more than the states.
///
/// Steps have them, the messages of a command that leads to a known state, and the screens after `undo`.
struct WayFindings: Hashable, Sendable, Codable {
  /// The first violation of each property, by its name.
  private(set) var broken: [String: ExplorationReport.Violation] = [:]
  /// The commands of the first way to each goal, by its name.
  private(set) var reached: [String: [String]] = [:]
  /// The properties that some way was about.
  private(set) var applied: Set<String> = []

  /// Notes that a property is about a way.
  mutating func note(applied name: String) { applied.insert(name) }

  /// Notes a violation; true if it is the first one of its property.
  mutating func note(broken violation: ExplorationReport.Violation) -> Bool {
    guard broken[violation.property] == nil else { return false }
    broken[violation.property] = violation
    return true
  }

  /// Notes the commands to a goal; true if they are the first ones.
  mutating func note(reached name: String, by commands: [String]) -> Bool {
    guard reached[name] == nil else { return false }
    reached[name] = commands
    return true
  }
}

extension ProgramSearch {
  /// Asks the properties about a step.
  ///
  /// - Parameter after: the screen with the messages of the step.
  func ask(about command: String, from number: Int, to after: ExploredScreen) {
    let from = states[number]
    let before = from.screen.with(messages: [])
    for step in explorer.subject.steps where step.applies(to: before, command, after) {
      if isNewUse(of: step.name) { add(.applied(step.name)) }
      guard isOpen(step.name), !step.predicate(before, command, after) else { continue }
      _ = recording?.isFirst(step.name)
      note(
        ExplorationReport.Violation(
          property: step.name, message: "The last command breaks it.",
          commands: from.point.commands + [command], places: [after.url].compactMap(\.self),
          before: before.lines, after: after.lines))
    }
  }

  /// Asks the properties of each screen about a way to a state that other commands led to first, if this one
  /// has printed other messages.
  func ask(about way: ExploredScreen, to known: Int, after commands: [String], from number: Int) {
    let first = states[known].screen
    guard way.messages != first.messages, !explorer.properties.isEmpty,
      askedWays.insert([known.hashValue, way.messages.hashValue]).inserted
    else { return }
    ask(about: way, after: commands, from: number)
  }

  /// Asks the properties of each screen about a way.
  func ask(about way: ExploredScreen, after commands: [String], from number: Int) {
    for property in explorer.properties where !property.needsGraph && property.applies(to: way) {
      // Another process may leave out what is recorded here, so each way has it.
      if recording != nil || isNewUse(of: property.name) { add(.applied(property.name)) }
      if property.isBroken(by: way) {
        note(brokenScreen(property, way, after: commands, from: states[number].screen))
      } else if property.isReached(by: way) {
        add(.reached(property.name, commands))
      }
    }
  }

  private func isNewUse(of property: String) -> Bool {
    recording?.isFirst("applied \(property)") ?? !progress.ways.applied.contains(property)
  }

  /// Notes the first violation of a property on a way.
  func note(_ violation: ExplorationReport.Violation) {
    add(.property(violation))
  }

  /// A violation of a property by a screen that is no state of the search.
  func brokenScreen(
    _ property: Property<ExploredScreen>, _ screen: ExploredScreen, after commands: [String],
    from before: ExploredScreen
  ) -> ExplorationReport.Violation {
    ExplorationReport.Violation(
      property: property.name, message: "This screen breaks it.", commands: commands,
      places: [screen.url].compactMap(\.self), before: before.lines, after: screen.lines)
  }
}
