import Wayline

/// The part of a plan that the commands of a violation need, for a test that takes them again.
struct ViolationSetup: Hashable, Sendable, Codable {
  /// The values of one field.
  struct Field: Hashable, Sendable, Codable {
    let label: String
    var values: [String]
  }

  /// The values that fields are given, in the order of the commands.
  var fields: [Field] = []
  /// The lines that no screen offers.
  var lines: [String] = []
  /// True if the violation is about where all steps lead, not about its commands alone.
  var needsAllStates = false

  /// Adds what a command on a screen needs.
  mutating func add(
    _ command: String, on screen: ExploredScreen, _ alphabet: Alphabet,
    isCommand: (String) -> Bool
  ) {
    if alphabet.lines(on: screen).contains(command)
      || alphabet.restarts && command == Screens.restart
    {
      if !lines.contains(command) { lines.append(command) }
      return
    }
    guard let (position, given) = screen.elements(ofLines: alphabet, isCommand: isCommand)[command]
    else { return }
    let element = screen.elements[position]
    guard let value = given,
      ["text", "secret", "editor", "choice", "number"].contains(element.kind)
    else { return }
    if let known = fields.firstIndex(where: { $0.label == element.label }) {
      if !fields[known].values.contains(value) { fields[known].values.append(value) }
    } else {
      fields.append(Field(label: element.label, values: [value]))
    }
  }
}

extension ProgramSearch {
  /// A violation with what a test needs to take its commands again.
  func prepared(_ violation: ExplorationReport.Violation) -> ExplorationReport.Violation {
    var prepared = violation
    var number = 0
    for command in violation.commands + violation.loop where number < states.count {
      let state = states[number]
      prepared.setup.add(
        command, on: state.screen, explorer.subject.alphabet, isCommand: probe.scene.isCommand)
      guard let ordinal = state.commands.firstIndex(of: command),
        ordinal < targets(of: number).count
      else { break }
      number = Int(targets(of: number)[ordinal])
    }
    prepared.setup.needsAllStates = isAboutSteps(violation)
    return prepared
  }
}
