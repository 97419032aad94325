import WaylineGraph

/// What a session is told about its surroundings.
package struct SessionOptions {
  /// The name of the program, as `where` prints it.
  package var program: String
  /// Whether lines come from a script or a pipe; then those that are not accepted count.
  package var isScript = true
  /// Whether a script ends at the first line that is not accepted.
  package var isStrict = false
  /// Whether screens that nobody asked for are told.
  package var tellsUnasked = false
  /// Whether screens are printed at all; a single command has none.
  package var showsScreens = true
  /// Whether screens carry the link of their place.
  package var tellsLinks = false
  /// Whether each navigation that has ended is told.
  package var tellsTransitions = false
  /// The longest answer of several lines, in bytes.
  package var answerLimit = LineBuffer.limit
  /// Commands beside the built-in ones.
  package var commands: [ShellCommand] = []
  /// Where lines are kept; nil keeps none.
  package var history: (any HistoryStore)?
  /// The terminal that views can leave to other programs.
  package var terminal: SceneTerminal?
  /// The lines of `:tree`, if there are any in this build.
  package var tree: (@MainActor () -> [String])?
  /// The lines of `:why`, if there are any in this build.
  package var why: (@MainActor () -> [String])?
  /// Lets time pass, for `wait`.
  package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// The surroundings of a script.
  package init(program: String) {
    self.program = program
  }

  /// The commands that can be typed: the first of each name, none that is built in.
  var validCommands: [ShellCommand] {
    var valid: [ShellCommand] = []
    for command in commands {
      let name = command.name.lowercased()
      if BuiltInCommand.byWord[name] != nil
        || valid.contains(where: { $0.name.lowercased() == name })
      {
        Misuse.report("Two commands are called '\(command.name)': the first one is kept.")
      } else {
        valid.append(command)
      }
    }
    return valid
  }
}
